"""Batches stepped on several threads: what the thread sanitizer watches.

python -m tests.envs.two_threads
"""

from __future__ import annotations

import argparse
from typing import Final

from coalbaron_fast.envs import BOTS, BatchEnv

LANES: Final = 128
STEPS: Final = 60


def main() -> None:
    """Step batches of all seat counts and bots; a race ends the process."""
    argparse.ArgumentParser(
        prog="python -m tests.envs.two_threads",
        description="Batches stepped on several threads: what the thread sanitizer watches.",
    ).parse_args()
    for players in (2, 3, 4):
        for bots in BOTS:
            env = BatchEnv(LANES, players, seed=1, learners=[0, 1], bots=bots, threads=3)
            for _ in range(2):
                env.reset()
                for _ in range(STEPS if bots == "random" else STEPS // 10):
                    env.step(env.sample())
                env.close()
            print(f"{players} players beside {bots}: {env.game_of(0)[0] + 1} games in lane 0")


if __name__ == "__main__":
    main()
