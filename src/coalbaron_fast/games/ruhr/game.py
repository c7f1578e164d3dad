"""The game's record: what the engine and the doors ask of it.

What only some doors need is imported when it is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games import Game, Sources
from coalbaron_fast.games.ruhr.core.game import TOKEN_OPS, TURN_OPS
from coalbaron_fast.games.ruhr.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.ruhr.notation import RECORDS, TOKENS, VOCABULARY, describe
from coalbaron_fast.games.ruhr.state import State
from coalbaron_fast.games.ruhr.study import STUDY

if TYPE_CHECKING:
    from coalbaron_fast.games.screen import Screen
    from coalbaron_fast.games.training import Training

__all__ = ["GAME"]


def _draw_board(state: State) -> list[str]:
    from coalbaron_fast.games.ruhr.board import draw_board  # noqa: PLC0415

    return draw_board(state)


def _screen() -> Screen:
    from coalbaron_fast.games.ruhr.screen import SCREEN  # noqa: PLC0415

    return SCREEN


def _position_fields() -> frozenset[str]:
    from coalbaron_fast.games.ruhr.notation import SHAPE  # noqa: PLC0415

    return SHAPE.field_names()


def _training() -> Training:
    from coalbaron_fast.games.ruhr.training import TRAINING  # noqa: PLC0415 - needs NumPy

    return TRAINING


def _sources() -> Sources:
    from coalbaron_fast.games.ruhr.core.sources import NAMES, expected_parts  # noqa: PLC0415

    return Sources(names=NAMES, texts=[SOURCES[name] for name in NAMES], expected=expected_parts)


SOURCES: Final = {
    "lock": "locks",
    "warehouse": "warehouses",
    "other": "export and single points",
    "cities": "complete groups of cities",
    "depots": "all depots, and the most warehouses in one",
    "markers": "progress markers at the end",
    "debts": "debts at the end",
    "development": "tokens and markers",
    "money": "Thalers left over",
    "pool": "warehouses still to build",
    "barge": "the barge: its place and its next sale",
}
"""The sources of points in words, as core/sources names them."""

GAME: Final = Game(
    name="ruhr",
    title="Ruhrschifffahrt 1769-1890",
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    State=State,
    ops=TURN_OPS,
    token_ops=TOKEN_OPS,
    tokens=TOKENS,
    read_words=VOCABULARY.split_words,
    describe=describe,
    draw_board=_draw_board,
    study=STUDY,
    training=_training,
    read_records=RECORDS.reformat,
    screen=_screen,
    position_fields=_position_fields,
    sources=_sources,
    variants={"calm": "the two starred markers stay out"},
    web=Path(__file__).parent / "web",
    network=Path(__file__).with_name("ruhr.net"),
)
