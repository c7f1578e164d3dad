"""What matches, self-play and the engine's signature ask of the game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import Study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coalbaron_fast.games.coalcountry.state import State

__all__ = ["STUDY"]

SEED: Final = 1912
THIRDS: Final = 3
"""Parts of the game that forecasts are judged by: of six rounds or of eight."""
EVERY: Final = 47
"""Decisions between two positions of the signature."""

_SIGNED: Final[tuple[dict[str, Any], ...]] = (
    {"players": 2},
    {"players": 2, "rounds": 8, "reformed": True},
    {"players": 3, "amok": True},
    {"players": 4},
)
"""The games of the signature: every number of players, both lengths, each variant."""


def _values(view: State) -> dict[str, Any]:
    return {
        "game_round": view.shift,
        "third": (view.shift - 1) * THIRDS // view.rounds + 1,
        "money": view.vp,
    }


def _is_late(state: State, left: int) -> bool:
    """Whether no more than so many rounds are left after this one."""
    return bool(state.rounds - state.shift <= left)


def _signature_positions() -> Iterator[State]:
    """Yield positions of random games, fixed by their seeds."""
    from coalbaron_fast.games.coalcountry.state import State  # noqa: PLC0415 - this is asked for rarely

    for number, options in enumerate(_SIGNED):
        rng = Random(f"{SEED}/{number}")
        state = State(seed=SEED + number, **options)
        decisions = 0
        while not state.is_over:
            decisions += 1
            if decisions % EVERY == 0:
                yield state.copy()
            state.push_codes([rng.choice(state.legal_codes())])


STUDY: Final = Study(
    columns={"game_round": "int8", "third": "int8", "money": "int16s"},
    values=_values,
    is_late=_is_late,
    signature_positions=_signature_positions,
    part="third",
)
