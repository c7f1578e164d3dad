"""Learn to play by masked PPO on the batch environment, in plain NumPy.

    python -m coalbaron_fast.envs.examples.learn
    python -m coalbaron_fast.envs.examples.learn --players 3 --opponents greedy --updates 200

One seat learns from its games against bots. Before and after, its share of the win is measured over
games that it has not learnt from, with a 95 % interval. On one machine the same arguments learn the
same. Save the weights with `--save`, go on from them with `--load`.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from coalbaron_fast.envs import BOTS
from coalbaron_fast.envs.examples.network import Network
from coalbaron_fast.envs.examples.ppo import Learner, LearnerSettings, win_shares
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS

NORMAL_95: Final = 1.959964
REPORTS: Final = 20
"""Lines of progress in a run."""

OTHER_GAMES: Final = 1_000_000
"""Added to the seed for the games that are measured."""


def interval(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    """Return the mean with the half of its 95 % interval (Wilson's, which holds near 0 and 1)."""
    games, mean = len(shares), float(shares.mean())
    spread = NORMAL_95**2 / games
    middle = (mean + spread / 2) / (1 + spread)
    half = math.sqrt(mean * (1 - mean) * spread + spread**2 / 4) / (1 + spread)
    return f"{mean:.3f} ({middle - half:.3f} to {middle + half:.3f}, {games} games)"


def measure(title: str, network: Network | None, options: argparse.Namespace) -> float:
    """Print and return the share of the win against the opponents."""
    shares = win_shares(
        network,
        options.players,
        options.opponents,
        options.games,
        options.seed + OTHER_GAMES,
    )
    fair = 1 / options.players
    print(f"{title}: win share against {options.opponents} {interval(shares)}, fair {fair:.3f}")
    return float(shares.mean())


def learn(options: argparse.Namespace) -> tuple[float, float]:
    """Learn and show progress; return the win share before and after."""
    settings = LearnerSettings(lanes=options.lanes, hidden=options.hidden, rate=options.rate)
    learner = Learner(options.players, options.opponents, options.seed, settings)
    if options.load is not None:
        learner.network.load(options.load)
    before = measure("before", learner.network, options)
    began = time.monotonic()
    for number in range(1, options.updates + 1):
        losses = learner.update((number - 1) / options.updates)
        if number % max(options.updates // REPORTS, 1) == 0 or number == options.updates:
            seconds = time.monotonic() - began
            left = seconds / number * (options.updates - number)
            told = "  ".join(f"{name} {value:.3f}" for name, value in losses.items())
            print(
                f"update {number:4} of {options.updates}  {learner.decisions:8} decisions  "
                f"margin {learner.margin:+6.1f} VP  {told}  {seconds:4.0f} s, {left:.0f} s left",
                flush=True,
            )
    print(f"learnt from {learner.decisions} decisions in {time.monotonic() - began:.0f} s")
    after = measure("after", learner.network, options)
    if options.save is not None:
        learner.network.save(options.save)
    return before, after


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m coalbaron_fast.envs.examples.learn",
        description="Learn to play by masked PPO on the batch environment, in plain NumPy.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    parser.add_argument("--players", type=int, choices=seats, default=2, help="seats")
    parser.add_argument("--opponents", choices=BOTS, default="random", help="the other seats")
    parser.add_argument("--updates", type=int, default=40, help="rounds of playing and learning")
    parser.add_argument("--lanes", type=int, default=256, help="games side by side")
    parser.add_argument("--hidden", type=int, default=128, help="units of each layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning")
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games and of the weights")
    parser.add_argument("--save", type=Path, help="write the weights to this file (.npz)")
    parser.add_argument("--load", type=Path, help="begin with the weights of this file")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    learn(read_arguments(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main())
