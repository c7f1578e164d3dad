"""PettingZoo's classic games, played at random as its own documentation shows it.

A decision is one turn of the loop: `last()`, which makes the observation with the mask of legal
actions, then `step()`. Only the observation names the legal actions. Chance, such as cards, is
drawn within a step, so events are not told apart.
"""

from __future__ import annotations

import importlib
import random
import warnings
from functools import partial
from typing import Any, Final, NamedTuple

from bench.tasks import Task

SEED: Final = 1


class ClassicGame(NamedTuple):
    """A game, and how many of them make a sample of some ten milliseconds."""

    module: str
    games: int


GAMES: Final = (
    ClassicGame("connect_four_v3", 20),
    ClassicGame("texas_holdem_v4", 40),
    ClassicGame("hanabi_v5", 20),
    ClassicGame("chess_v6", 1),
)


def play_games(environment: Any, games: int) -> int:  # noqa: ANN401
    """Play some games, every legal action equally likely; return the number of actions."""
    chooser = random.Random(SEED)
    actions = 0
    for seed in range(SEED, SEED + games):
        environment.reset(seed=seed)
        for _ in environment.agent_iter():
            observation, _, over, cut_short, _ = environment.last()
            if over or cut_short:
                environment.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[chooser.randrange(len(legal))]))
            actions += 1
    return actions


def open_environment(module: str) -> Any:  # noqa: ANN401
    """Return a game's environment; `ImportError` if it, or what it needs, is not installed."""
    with warnings.catch_warnings():
        # Theirs, about the precision of their own boxes.
        warnings.simplefilter("ignore")
        return importlib.import_module(f"pettingzoo.classic.{module}").env()


def petting_zoo_tasks(_pettingzoo: Any) -> list[Task]:  # noqa: ANN401
    """Return the tasks; the seeds fix the games."""
    tasks = []
    for module, games in GAMES:
        run = partial(play_games, open_environment(module), games)
        decisions = run()
        tasks.append(
            Task(
                f"PettingZoo {module}, Python",
                run,
                decisions,
                {"decision": decisions},
                {"decisions_per_game": decisions / games},
            )
        )
    return tasks
