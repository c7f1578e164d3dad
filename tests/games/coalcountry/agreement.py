"""Play random games with the reference and the compiled core side by side.

Run it from the root of the project::

    python -m tests.games.coalcountry.agreement --games 6000 --require-corners

`tests.games.side_by_side` says what is compared. Here the legal tokens are compared in their order,
and at every step what each seat is shown and what it knows: the reference's views are those of the
core, and those that the shown tokens lead to.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.games import side_by_side
from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.corners import EVENT_CORNERS, TOKEN_CORNERS, token_corner
from tests.games.coalcountry.reference.model import Game
from tests.games.coalcountry.reference.policies import POLICIES, Policy
from tests.games.side_by_side import (
    Setting,
    check_dicts,
    check_equal,
    mixed,
    uniform,
)

TOLD = "tests.games.coalcountry.told"
"""The core, which the reference alone does without."""

PLAYERS = {**POLICIES, "uniform": uniform}
MIXED = "mixed"
VARIANTS = [(False, False), (True, False), (False, True), (True, True)]


@dataclass(frozen=True)
class CountrySetting(Setting):
    """How a game begins; without a start seat (-1) the first order is drawn."""

    rounds: int = 6
    reformed: bool = False
    amok: bool = False

    def __str__(self) -> str:
        options = f"rounds={self.rounds} reformed={self.reformed} amok={self.amok}"
        return f"{self.players} players, start {self.start}, {options}, policy {self.policy!r}"

    @property
    def first(self) -> int | None:
        """The seat that begins."""
        return None if self.start < 0 else self.start

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game."""
        return {"rounds": self.rounds, "reformed": self.reformed, "amok": self.amok}


def setting(rng: Random, number: int) -> CountrySetting:
    """Players, options, start seat and policy of a game; all of them come in turn."""
    players = 2 + number % 3
    reformed, amok = VARIANTS[number // 3 % len(VARIANTS)]
    rounds = facts.ROUND_COUNTS[number // 12 % len(facts.ROUND_COUNTS)]
    policy = [*PLAYERS, MIXED][number // 24 % (len(PLAYERS) + 1)]
    return CountrySetting(
        players, rng.randrange(-1, players), policy, rounds=rounds, reformed=reformed, amok=amok
    )


def settled(setting: Setting) -> CountrySetting:
    """The setting as this program made it."""
    assert isinstance(setting, CountrySetting)
    return setting


def policy(setting: Setting, rng: Random) -> Policy:
    """Who plays a game."""
    if setting.policy == MIXED:
        return mixed(PLAYERS, rng, setting.players)
    return PLAYERS[setting.policy]


def new_game(setting: Setting) -> Game:
    """A new game of the reference."""
    own = settled(setting)
    return Game(own.players, own.first, **own.options)


def new_state(setting: Setting) -> Any:  # noqa: ANN401 - the core, which is imported here alone
    """A new game of the compiled core."""
    own = settled(setting)
    return importlib.import_module(TOLD).ToldState(own.players, own.first, **own.options)


def check_own(game: Game, state: Any) -> None:  # noqa: ANN401
    """The seat to decide, the order of the tokens, the counts of chance, what each seat knows."""
    check_equal("seat to decide", game.active, state.turn)
    check_equal("legal moves in order", game.legal_moves(), state.legal_moves())
    if game.phase == "chance":
        outcomes = [token for token, _ in state.chance_outcomes()]
        check_equal("outcomes in order", list(game.chance_counts()), outcomes)
    for seat in range(game.table.players):
        check_seat(game, state, seat)


def check_seat(game: Game, state: Any, seat: int) -> None:  # noqa: ANN401
    """What one seat was shown, and its view."""
    check_equal(f"shown to {seat}", game.shown_to(seat), state.shown[seat])
    view = state.view(seat)
    if view != state.followed[seat]:
        check_dicts(f"followed by {seat}", state.followed[seat].to_dict(), view.to_dict())
    known, told = game.to_dict(seat), state.view_dict(seat)
    if known != told:
        check_dicts(f"view of {seat}", known, told)


PAIR: side_by_side.Pair[Game, Any] = side_by_side.Pair(
    program="tests.games.coalcountry.agreement",
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
