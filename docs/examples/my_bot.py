"""A bot of your own, in thirty lines.

coalbaron-engine match docs/examples/my_bot.py:MyBot:games=2 random --deals 5
"""

from __future__ import annotations

import random

from coalbaron_fast import State
from coalbaron_fast.bots import RandomBot, play_game


class MyBot:
    """Tries every token in a few random games, and plays the one that ends best."""

    def __init__(self, games: int = 2, seed: int = 1) -> None:
        """Take the settings: what follows `MyBot:` comes here, and the arena adds the seed."""
        self.games = games
        self.random = random.Random(seed)

    def choose(self, state: State) -> list[str]:
        """Return the tokens of a turn, one at least; `state` is what the seat to move knows."""
        seeds = [self.random.getrandbits(32) for _ in range(self.games)]
        return [max(state.legal_moves(), key=lambda token: self.lead(state, token, seeds))]

    def lead(self, state: State, token: str, seeds: list[int]) -> float:
        """Return how far ahead the seat ends up on average."""
        seat, total = state.turn, 0.0
        assert seat is not None  # a bot is asked only when it is to move
        for seed in seeds:
            world = type(state).from_dict(state.sample_world(seat, seed).to_dict(), seed)
            world.push(token)
            end = play_game(world, [RandomBot(seed)] * world.players)
            total += end.vp[seat] - max(end.vp[:seat] + end.vp[seat + 1 :])
        return total / self.games
