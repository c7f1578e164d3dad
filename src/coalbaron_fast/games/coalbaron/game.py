"""Coal Baron's record: what the engine and the doors ask of it.

What only some doors need is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games import Game, Sources, Tempers
from coalbaron_fast.games.coalbaron.core.game import TOKEN_OPS, TURN_OPS
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS, ORDERS, REWARDS
from coalbaron_fast.games.coalbaron.notation import (
    TOKENS,
    describe,
    format_record,
    parse_records,
    split_words,
)
from coalbaron_fast.games.coalbaron.state import State
from coalbaron_fast.games.coalbaron.study import STUDY

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


def _position_fields() -> frozenset[str]:
    from coalbaron_fast.games.coalbaron.notation.schema import position_fields  # noqa: PLC0415

    return position_fields()


def _read_records(lines: Iterable[str]) -> Iterator[str]:
    return map(format_record, parse_records(lines))


def _list_plans(state: State, steps: int) -> list[list[str]]:
    return [tokens for tokens, _ in state.mining_plans(steps, state.turn, dominated=False)]


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
        texts=[*(f"the majority in {reward.name}" for reward in REWARDS), *SOURCES],
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


SOURCES: Final = (
    "orders",
    "Marks",
    "cubes that no order asks for",
    "the balance of the pit",
    "workers left to place",
    "majorities already scored",
)
"""The sources of points that are no majorities, as core/sources names them."""

GAME: Final = Game(
    name="coalbaron",
    title="Coal Baron",
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    State=State,
    ops=TURN_OPS,
    token_ops=TOKEN_OPS,
    tokens=TOKENS,
    read_words=split_words,
    describe=describe,
    draw_board=_draw_board,
    study=STUDY,
    list_plans=_list_plans,
    training=_training,
    read_records=_read_records,
    screen=_screen,
    position_fields=_position_fields,
    sources=_sources,
    tempers=_tempers,
    puzzles=Path(__file__).parent / "puzzles.json.gz",
    openings=Path(__file__).parent / "openings.json.gz",
    web=Path(__file__).parent / "web",
    network=Path(__file__).with_name("coalbaron.net"),
)
