"""The lower rungs of the ladder, and that they stand in order."""

from __future__ import annotations

import pytest

from coalbaron_fast import State
from coalbaron_fast.bots import (
    Bot,
    EngineBot,
    GreedyBot,
    RandomBot,
    bot_from,
    flat_bot,
    ismcts_bot,
    play_game,
)
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
    engine = EngineBot(Engine(hash_mb=16), Limits(nodes=60))
    found = margins(2, 2, engine, GreedyBot())
    assert sum(found) / len(found) > 5


@pytest.mark.parametrize("players", [2, 3])
def test_the_textbook_beats_random(players: int) -> None:
    found = margins(players, 1, ismcts_bot(Limits(nodes=60)), RandomBot(seed=1))
    assert min(found) > 0


def test_flat_ends_games_better_than_random() -> None:
    """From the same late positions, in the same seat against the same others."""
    greedy = GreedyBot()
    gains = []
    for seed in range(5, 10):
        state = State(2, seed=seed)
        while state.shift < 3 or max(state.workers) > 5:
            state.push_all(greedy.choose(state))
        flat, aimless = (
            play_game(state.copy(), [bot, greedy]).vp
            for bot in (flat_bot(Limits(nodes=40)), RandomBot(seed=1))
        )
        gains.append(flat[0] - aimless[0])
    assert sum(gains) > 10


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


def test_players_are_read_from_text() -> None:
    assert isinstance(bot_from("random", 1), RandomBot)
    assert isinstance(bot_from("greedy", 1), GreedyBot)
    for text in ("engine:nodes=5,slices=1,playout=1", "flat", "flat:nodes=3", "ismcts:nodes=3"):
        assert hasattr(bot_from(text, 1), "choose")


@pytest.mark.parametrize(
    "text", ["", "engine", "greedy:nodes=1", "flat:nodes=3,luck=2", "stockfish"]
)
def test_other_players_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no player"):
        bot_from(text, 1)
