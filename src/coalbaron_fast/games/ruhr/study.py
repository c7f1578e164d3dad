"""What matches, self-play and the engine's signature ask of the game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import Study
from coalbaron_fast.games.ruhr.facts import TURNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coalbaron_fast.games.ruhr.state import State

__all__ = ["STUDY"]

SEED: Final = 1769
THIRDS: Final = 3
"""Parts of the game that forecasts are judged by: twelve would be too few games each."""
EVERY: Final = 23
"""Decisions between two positions of the signature."""


def _values(view: State) -> dict[str, Any]:
    return {
        "game_turn": view.shift,
        "third": (view.shift - 1) // (TURNS // THIRDS) + 1,
        "thalers": view.thalers,
    }


def _is_late(state: State, left: int) -> bool:
    """Whether no more than n turns of the game are left after this one."""
    return TURNS - state.shift <= left


def _signature_positions() -> Iterator[State]:
    """Yield positions of random games of every number of players, fixed by their seed."""
    from coalbaron_fast.games.ruhr.state import State  # noqa: PLC0415 - this is asked for rarely

    for players in (2, 3, 4):
        rng = Random(f"{SEED}/{players}")
        state = State(players, seed=SEED + players, calm=players == 3)
        number = 0
        while not state.is_over:
            number += 1
            if number % EVERY == 0:
                yield state.copy()
            state.push_codes([rng.choice(state.legal_codes())])


STUDY: Final = Study(
    columns={"game_turn": "int8", "third": "int8", "thalers": "int16s"},
    values=_values,
    is_late=_is_late,
    signature_positions=_signature_positions,
    part="third",
)
