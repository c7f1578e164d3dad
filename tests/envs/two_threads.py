"""Batches stepped on several threads: what the thread sanitizer watches.

python -m tests.envs.two_threads
"""

from __future__ import annotations

import argparse
from typing import Final

from coalbaron_fast.envs import BOTS, BatchEnv
from coalbaron_fast.games import GAMES, Game, load_game

LANES: Final = 128
STEPS: Final = 60


def main() -> None:
    """Step batches of all games, seat counts and bots; a race ends the process."""
    argparse.ArgumentParser(
        prog="python -m tests.envs.two_threads",
        description="Batches stepped on several threads: what the thread sanitizer watches.",
    ).parse_args()
    for game in map(load_game, GAMES):
        for players in game.players if game.board is not None else ():
            for bots in BOTS:
                step_on_threads(game, players, bots)


def step_on_threads(game: Game, players: int, bots: str) -> None:
    """Step a batch twice over, with threads that end in between."""
    learners = range(min(2, players))
    env = BatchEnv(
        LANES,
        players,
        seed=1,
        learners=learners,
        bots=bots,
        game=game,
        threads=3,
        compact=bots == "greedy",
        keep_finals=True,
    )
    for _ in range(2):
        env.reset()
        for _ in range(STEPS if bots == "random" else STEPS // 10):
            env.step(env.sample())
        env.close()
    games = env.game_of(0)[0] + 1
    print(f"{game.name}, {players} players beside {bots}: {games} games in lane 0")


if __name__ == "__main__":
    main()
