"""The lower rungs of the ladder, and that they stand in order."""

from __future__ import annotations

import pytest

from coalbaron_fast import State
from coalbaron_fast.bots import Bot, EngineBot, GreedyBot, RandomBot, play_game
from coalbaron_fast.engine import Engine, Limits


def margins(players: int, deals: int, one: Bot, others: Bot) -> list[float]:
    """Points of `one` over the mean of the others, on every deal in every seat."""
    found = []
    for deal in range(deals):
        for seat in range(players):
            bots = [one if index == seat else others for index in range(players)]
            vp = play_game(State(players, seed=deal, start=deal % players), bots).vp
            found.append(vp[seat] - (sum(vp) - vp[seat]) / (players - 1))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_in_every_game(players: int) -> None:
    assert min(margins(players, 2, GreedyBot(), RandomBot(seed=1))) > 20


def test_the_engine_beats_greedy() -> None:
    engine = EngineBot(Engine(hash_mb=16), Limits(nodes=150))
    found = margins(2, 2, engine, GreedyBot())
    assert sum(found) / len(found) > 5


def test_bots_play_the_same_game_again() -> None:
    def play() -> list[str]:
        bots: list[Bot] = [GreedyBot(), RandomBot(seed=3), GreedyBot()]
        return play_game(State(3, seed=8), bots).history

    assert play() == play()


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="as many bots"):
        play_game(State(3, seed=1), [GreedyBot()])
    with pytest.raises(ValueError, match="seed"):
        play_game(State(2), [GreedyBot(), GreedyBot()])
