"""Coal Baron's record: what the engine and the doors ask of it.

What only some doors need is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games import Game, Sources, Tempers
from coalbaron_fast.games.coalbaron.core.board import BOARD_OPS
from coalbaron_fast.games.coalbaron.core.game import TOKEN_OPS, TURN_OPS
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS, ORDERS, REWARDS
from coalbaron_fast.games.coalbaron.notation import (
    TOKENS,
    WORDS,
    element_phrase,
    format_record,
    parse_records,
    phrase_of,
    split_words,
)
from coalbaron_fast.games.coalbaron.notation.position import SHAPE
from coalbaron_fast.games.coalbaron.state import State
from coalbaron_fast.games.coalbaron.study import STUDY
from coalbaron_fast.games.text.words import say

if TYPE_CHECKING:
    from coalbaron_fast.games.screen import Screen
    from coalbaron_fast.games.training import Training

__all__ = ["GAME"]


def _draw_board(state: State) -> list[str]:
    from coalbaron_fast.games.coalbaron.board import draw_board  # noqa: PLC0415

    return draw_board(state)


def _screen() -> Screen:
    from coalbaron_fast.games.coalbaron.screen import SCREEN  # noqa: PLC0415

    return SCREEN


def _read_records(lines: Iterable[str]) -> Iterator[str]:
    return map(format_record, parse_records(lines))


def _training() -> Training:
    from coalbaron_fast.games.coalbaron.training import TRAINING  # noqa: PLC0415 - needs NumPy

    return TRAINING


def _sources() -> Sources:
    from coalbaron_fast.games.coalbaron.core.evaluate import expected_orders  # noqa: PLC0415
    from coalbaron_fast.games.coalbaron.core.sources import NAMES, expected_parts  # noqa: PLC0415

    def orders(data: bytes) -> list[dict[str, float]]:
        return [
            {ORDERS[order].name: vp for order, vp in seat.items()} for seat in expected_orders(data)
        ]

    return Sources(
        names=[*(f"majority{element}" for element in range(len(REWARDS))), *NAMES],
        phrases=[
            *(say("source.majority", element=element_phrase(one)) for one in range(len(REWARDS))),
            *(say(f"source.{name}") for name in NAMES),
        ],
        expected=expected_parts,
        items={"orders": orders},
    )


def _tempers() -> Tempers:
    from coalbaron_fast.games.coalbaron.opponents import (  # noqa: PLC0415
        OPPONENTS,
        TEMPERS,
        evaluator_of,
    )

    return Tempers(names=tuple(TEMPERS), evaluator=evaluator_of, opponents=OPPONENTS)


GAME: Final = Game(
    name="coalbaron",
    title="Coal Baron",
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    State=State,
    ops=TURN_OPS,
    token_ops=TOKEN_OPS,
    board=BOARD_OPS,
    tokens=TOKENS,
    read_words=split_words,
    phrase=phrase_of,
    words=WORDS,
    draw_board=_draw_board,
    study=STUDY,
    training=_training,
    read_records=_read_records,
    screen=_screen,
    position_shape=SHAPE,
    sources=_sources,
    tempers=_tempers,
    puzzles=Path(__file__).parent / "puzzles.json.gz",
    openings=Path(__file__).parent / "openings.json.gz",
    web=Path(__file__).parent / "web",
    network=Path(__file__).with_name("coalbaron.net"),
)
