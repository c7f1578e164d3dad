"""Play random games with the reference and the compiled core side by side.

Run it from the root of the project::

    python -m tests.games.ruhr.agreement --games 10000 --jobs 2

`tests.games.side_by_side` says what is compared.
"""

from __future__ import annotations

import importlib
import sys
from random import Random
from typing import Any

from tests.games import side_by_side
from tests.games.ruhr.reference.corners import EVENT_CORNERS, TOKEN_CORNERS, token_corner
from tests.games.ruhr.reference.model import Game
from tests.games.ruhr.reference.policies import POLICIES, Policy
from tests.games.side_by_side import Core, Setting, check_equal, mixed

MIXED = "mixed"
CORE = "coalbaron_fast.games.ruhr"
TOLD = "tests.games.ruhr.told"
"""Positions in words that both sides share; the reference alone does without it."""


def setting(rng: Random, number: int) -> Setting:
    """Players, variant, start seat and policy of a game; all of them come in turn."""
    players = 2 + number % 3
    calm = number // 3 % 2 == 1
    names = [*POLICIES, MIXED, "uniform"]
    return Setting(players, rng.randrange(players), names[number // 6 % len(names)], calm)


def policy(setting: Setting, rng: Random) -> Policy:
    """Who plays a game."""
    if setting.policy == MIXED:
        return mixed(POLICIES, rng, setting.players)
    return POLICIES[setting.policy]


def new_game(setting: Setting) -> Game:
    """A new game of the reference."""
    told: Any = importlib.import_module(TOLD)
    game: Game = told.ToldGame(setting.players, setting.start, calm=setting.calm)
    return game


def new_state(setting: Setting) -> Core:
    """A new game of the compiled core, which the reference alone does without."""
    told: Any = importlib.import_module(TOLD)
    state: Core = told.ToldState(setting.players, start=setting.start, calm=setting.calm)
    return state


def check_own(game: Game, state: Core) -> None:
    """The seat to decide."""
    check_equal("seat to decide", game.active, state.turn)


PAIR: side_by_side.Pair[Game, Core] = side_by_side.Pair(
    program="tests.games.ruhr.agreement",
    setting=setting,
    new_game=new_game,
    new_state=new_state,
    policy=policy,
    check_own=check_own,
    corners=[*TOKEN_CORNERS, *EVENT_CORNERS],
    token_corner=token_corner,
)


if __name__ == "__main__":
    sys.exit(side_by_side.main(PAIR))
