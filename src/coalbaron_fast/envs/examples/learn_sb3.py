"""Learn to play by the MaskablePPO of sb3-contrib (Stable-Baselines3).

    python -m coalbaron_fast.envs.examples.learn_sb3
    python -m coalbaron_fast.envs.examples.learn_sb3 --opponents greedy --decisions 1000000

It learns from Gymnasium's environment, as any program does that is written for it. Before and
after, its share of the win is measured over other games, with a 95 % interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.envs.examples.course import OTHER_GAMES, measure, needing, new_parser
from coalbaron_fast.envs.gymnasium import ENVIRONMENT


def learn(options: argparse.Namespace) -> tuple[float, float]:
    """Learn and show progress; return the win share before and after."""
    with needing("sb3"):
        from sb3_contrib import MaskablePPO  # noqa: PLC0415 - `--help` does without
        from stable_baselines3.common.env_util import make_vec_env  # noqa: PLC0415
        from stable_baselines3.common.vec_env import VecNormalize  # noqa: PLC0415

    choices = {"players": options.players, "opponents": options.opponents, "reward": "margin"}
    environments = VecNormalize(
        make_vec_env(ENVIRONMENT, options.lanes, options.seed, env_kwargs=choices),
        norm_obs=False,  # they are small numbers
        gamma=1.0,
    )
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        learning_rate=1e-3,
        n_steps=options.steps,
        batch_size=min(1024, options.lanes * options.steps),
        n_epochs=2,
        gamma=1.0,
        ent_coef=0.01,
        seed=options.seed,
        device="cpu",
        verbose=options.verbose,
    )

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions, _ = model.predict(observations, action_masks=masks, deterministic=False)
        return np.asarray(actions)

    def win_share(title: str) -> float:
        games = BatchEnv(
            options.games,
            options.players,
            options.seed + OTHER_GAMES,
            learners=[0],
            bots=options.opponents,
            rotate=True,
        )
        return measure(title, policy, games, options.opponents)

    before = win_share("before")
    model.learn(options.decisions)
    print(f"learnt from {model.num_timesteps} decisions")
    after = win_share("after")
    if options.save is not None:
        model.save(options.save)
    return before, after


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = new_parser("learn_sb3", "Learn to play by the MaskablePPO of sb3-contrib.", lanes=32)
    parser.add_argument("--opponents", default="random", help="any bot by its name")
    parser.add_argument("--decisions", type=int, default=200_000, help="to learn from, at least")
    parser.add_argument("--steps", type=int, default=256, help="of each game between two updates")
    parser.add_argument(
        "--verbose", type=int, choices=(0, 1), default=1, help="1: tables of progress"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    learn(read_arguments(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main())
