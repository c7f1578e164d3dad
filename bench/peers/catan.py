"""Catanatron: a Euro game in Python, its own random players.

A decision is an action that a player took; rolling the dice and ending a turn are actions
there. The dice are drawn within the roll, so events are not told apart.
"""

from __future__ import annotations

from typing import Any, Final

from bench.tasks import Task

SEED: Final = 1
GAMES: Final = 2
PLAYERS: Final = 2


def play_games(catanatron: Any) -> int:  # noqa: ANN401
    """Play some games between random players; return the number of actions."""
    actions = 0
    for seed in range(SEED, SEED + GAMES):
        players = [catanatron.RandomPlayer(colour) for colour in list(catanatron.Color)[:PLAYERS]]
        game = catanatron.Game(players, seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions


def catan_tasks(catanatron: Any) -> list[Task]:  # noqa: ANN401
    """Return the task; the seeds fix the games for as long as this process lives."""
    decisions = play_games(catanatron)
    return [
        Task(
            "Catanatron, Python",
            lambda: play_games(catanatron),
            decisions,
            {"decision": decisions},
            {"decisions_per_game": decisions / GAMES, "relative_error": 0.0},
        )
    ]
