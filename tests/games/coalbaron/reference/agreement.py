"""Play random games with the reference and the compiled core side by side.

Run it from the root of the project::

    python -m tests.games.coalbaron.reference.agreement --games 20000 --jobs 2 --seed 1

`tests.games.side_by_side` says what is compared.
"""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

from tests.games import side_by_side
from tests.games.coalbaron.reference.corners import EVENT_CORNERS, TOKEN_CORNERS, token_corner
from tests.games.coalbaron.reference.model import Game
from tests.games.coalbaron.reference.policies import POLICIES, Policy
from tests.games.side_by_side import Setting, check_equal, mixed

if TYPE_CHECKING:
    from coalbaron_fast import State

MIXED = "mixed"


def setting(rng: Random, number: int) -> Setting:
    """Players, start seat and policy of a game; policies come in turn."""
    players = 2 + number % 3
    names = [*POLICIES, MIXED, "uniform"]
    return Setting(players, rng.randrange(players), names[number // 3 % len(names)])


def policy(setting: Setting, rng: Random) -> Policy:
    """Who plays a game."""
    if setting.policy == MIXED:
        return mixed(POLICIES, rng, setting.players)
    return POLICIES[setting.policy]


def new_game(setting: Setting) -> Game:
    """A new game of the reference."""
    return Game(setting.players, setting.start)


def new_state(setting: Setting) -> State:
    """A new game of the compiled core, which the help text does without."""
    from coalbaron_fast import State  # noqa: PLC0415

    return State(players=setting.players, start=setting.start)


def check_own(game: Game, state: State) -> None:
    """The seat to decide, Marks and workers."""
    check_equal("seat to decide", game.turn, state.turn)
    check_equal("Marks", [seat.marks for seat in game.seats], list(state.marks))
    check_equal("workers", [seat.workers for seat in game.seats], list(state.workers))


PAIR: side_by_side.Pair[Game, State] = side_by_side.Pair(
    program="tests.games.coalbaron.reference.agreement",
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
