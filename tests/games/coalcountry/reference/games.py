"""Many games of the model, and what came of them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.model import Game
from tests.games.coalcountry.reference.policies import POLICIES, Policy
from tests.games.side_by_side import mixed

VARIANTS = [(False, False), (True, False), (False, True), (True, True)]
"""Reformed, amok: none, each, both."""

MIXED = "mixed"

Watch = Callable[[Game, str], None]
"""Is shown every token before it is played."""


def setting(number: int) -> dict[str, int | bool]:
    """The options of a game by its number; all combinations come in turn."""
    reformed, amok = VARIANTS[number // 3 % 4]
    rounds = facts.ROUND_COUNTS[number // 12 % len(facts.ROUND_COUNTS)]
    return {"players": 2 + number % 3, "rounds": rounds, "reformed": reformed, "amok": amok}


def a_policy(rng: Random, players: int) -> Policy:
    """Who plays a game: one policy for all seats, or another for each."""
    name = rng.choice([*POLICIES, MIXED])
    return mixed(POLICIES, rng, players) if name == MIXED else POLICIES[name]


def played(game: Game, policy: Policy, rng: Random, watch: Watch | None = None) -> Game:
    """The game, played to its end."""
    while game.phase != "over":
        token = policy(game, rng)
        if watch is not None:
            watch(game, token)
        game.play(token)
    return game


def varied_games(numbers: range, seed: str, watch: Watch | None = None) -> Iterator[Game]:
    """Games with all options and policies in turn, each played to its end."""
    for number in numbers:
        rng = Random(f"{seed}/{number}")
        options = setting(number)
        players = int(options["players"])
        start = rng.choice([None, *range(players)])
        game = Game(
            players,
            start,
            rounds=int(options["rounds"]),
            reformed=bool(options["reformed"]),
            amok=bool(options["amok"]),
        )
        yield played(game, a_policy(rng, players), rng, watch)


def parse(program: str, description: str, games: int) -> argparse.Namespace:
    """Read a command line that says how many games."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    parser.add_argument("--games", type=int, default=games, help=f"how many (default {games})")
    parser.add_argument("--seed", default="1", help="seed of the games (default 1)")
    return parser.parse_args()


def table_of(counts: Counter[str], names: list[str]) -> str:
    """Counts as lines of text."""
    width = max(map(len, names))
    return "\n".join(f"{name:<{width}}  {counts[name]:>8}" for name in names)
