"""The game's record: what the engine and the doors ask of it.

What only some doors need is imported when it is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games import Game, Sources, Tempers, Units
from coalbaron_fast.games.coalcountry.core.board import BOARD_OPS
from coalbaron_fast.games.coalcountry.core.game import TOKEN_OPS, TURN_OPS
from coalbaron_fast.games.coalcountry.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.coalcountry.notation import (
    GAME_OPTIONS,
    RECORDS,
    SHAPE,
    TOKENS,
    VOCABULARY,
    WORDS,
    phrase_of,
)
from coalbaron_fast.games.coalcountry.state import State
from coalbaron_fast.games.coalcountry.study import STUDY
from coalbaron_fast.games.text.words import say

if TYPE_CHECKING:
    from coalbaron_fast.games.screen import Screen
    from coalbaron_fast.games.training import Training

__all__ = ["GAME"]

DOLLARS: Final = 2.0
"""How many weigh as much as one point of Coal Baron."""


def _draw_board(state: State) -> list[str]:
    from coalbaron_fast.games.coalcountry.board import draw_board  # noqa: PLC0415

    return draw_board(state)


def _screen() -> Screen:
    from coalbaron_fast.games.coalcountry.screen import SCREEN  # noqa: PLC0415

    return SCREEN


def _training() -> Training:
    from coalbaron_fast.games.coalcountry.training import TRAINING  # noqa: PLC0415 - needs NumPy

    return TRAINING


def _sources() -> Sources:
    from coalbaron_fast.games.coalcountry.core.sources import (  # noqa: PLC0415
        NAMES,
        expected_parts,
    )

    phrases = [say(f"source.{name}") for name in NAMES]
    return Sources(names=NAMES, phrases=phrases, expected=expected_parts)


def _tempers() -> Tempers:
    from coalbaron_fast.games.coalcountry.opponents import (  # noqa: PLC0415
        OPPONENTS,
        TEMPERS,
        evaluator_of,
    )

    return Tempers(names=tuple(TEMPERS), evaluator=evaluator_of, opponents=OPPONENTS)


GAME: Final = Game(
    name="coalcountry",
    title="Coal Country",
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    State=State,
    ops=TURN_OPS,
    token_ops=TOKEN_OPS,
    board=BOARD_OPS,
    tokens=TOKENS,
    read_words=VOCABULARY.split_words,
    phrase=phrase_of,
    words=WORDS,
    draw_board=_draw_board,
    study=STUDY,
    training=_training,
    read_records=RECORDS.reformat,
    screen=_screen,
    position_shape=SHAPE,
    sources=_sources,
    tempers=_tempers,
    options=GAME_OPTIONS,
    draws_order=True,
    units=Units("dollars", "$", DOLLARS),
    web=Path(__file__).parent / "web",
)
