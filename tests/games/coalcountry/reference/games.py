"""Many games of the model: with all options in turn, and every kind of player."""

from __future__ import annotations

from random import Random

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.model import Game
from tests.games.coalcountry.reference.policies import POLICIES, Policy
from tests.games.plain_model import a_policy

VARIANTS = [(False, False), (True, False), (False, True), (True, True)]
"""Reformed, amok: none, each, both."""


def begin(number: int, rng: Random) -> tuple[Game, Policy]:
    """A game by its number, and who plays it; all combinations of options come in turn."""
    players = 2 + number % 3
    reformed, amok = VARIANTS[number // 3 % 4]
    rounds = facts.ROUND_COUNTS[number // 12 % len(facts.ROUND_COUNTS)]
    start = rng.choice([None, *range(players)])
    game = Game(players, start, rounds=rounds, reformed=reformed, amok=amok)
    return game, a_policy(POLICIES, rng, players)
