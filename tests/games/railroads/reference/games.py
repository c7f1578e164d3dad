"""Many games of the model: with all options in turn, and every kind of player."""

from __future__ import annotations

import itertools
from random import Random

from tests.games.plain_model import a_policy
from tests.games.railroads.reference.model import Game
from tests.games.railroads.reference.policies import POLICIES, Policy

SWITCHES = list(itertools.product((False, True), repeat=3))
"""Germany, coal, new: all combinations."""


def begin(number: int, rng: Random) -> tuple[Game, Policy]:
    """A game by its number, and who plays it; all seat counts and combinations come in turn."""
    players = 1 + number % 4
    germany, coal, new = SWITCHES[number // 4 % len(SWITCHES)]
    game = Game(players, rng.randrange(players), germany=germany, coal=coal, new=new)
    return game, a_policy(POLICIES, rng, players, times_mixed=6)
