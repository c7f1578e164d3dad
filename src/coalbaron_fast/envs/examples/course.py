"""A course of learning from the command line, the same for every model of `ppo`."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np

from coalbaron_fast.envs import ACTIONS, BatchEnv, observation_size
from coalbaron_fast.envs.examples.ppo import (
    LEARNER,
    Frozen,
    Learner,
    LearnerSettings,
    Model,
    win_shares,
)
from coalbaron_fast.envs.opponents import Opponent, Policy
from coalbaron_fast.errors import ask_for_extra
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS

__all__ = [
    "OTHER_GAMES",
    "interval",
    "learn",
    "measure",
    "needing",
    "new_parser",
    "read_arguments",
    "run",
]

NORMAL_95: Final = 1.959964
REPORTS: Final = 20
"""Lines of progress in a run."""

OTHER_GAMES: Final = 1_000_000
"""Added to the seed for the games that are measured."""

ITSELF: Final = "self"

MakeModel = Callable[[int, int, int, LearnerSettings], Model]
"""Makes a model for a number of inputs and of actions, from a seed."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """End the program in one line, if what an extra installs is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        sys.exit(ask_for_extra(extra, error))


def interval(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    """Return the mean with its 95 % interval (Wilson's, which holds near 0 and 1)."""
    games, mean = len(shares), float(shares.mean())
    spread = NORMAL_95**2 / games
    middle = (mean + spread / 2) / (1 + spread)
    half = math.sqrt(mean * (1 - mean) * spread + spread**2 / 4) / (1 + spread)
    return f"{mean:.3f} ({middle - half:.3f} to {middle + half:.3f}, {games} games)"


def measure(title: str, policy: Policy, environment: BatchEnv, against: str) -> float:
    """Print and return the learner's share of the win in the games of an environment."""
    shares = win_shares(policy, environment)
    fair = 1 / environment.players
    print(f"{title}: win share against {against} {interval(shares)}, fair {fair:.3f}", flush=True)
    return float(shares.mean())


def measure_model(title: str, model: Model, options: argparse.Namespace) -> float:
    """Print and return a model's share of the win against the opponents that are measured."""
    environment = BatchEnv(
        options.games,
        options.players,
        options.seed + OTHER_GAMES,
        learners=[LEARNER],
        bots=options.measured,
        rotate=True,
    )
    return measure(title, Frozen(model, options.seed), environment, options.measured)


def learn(options: argparse.Namespace, make_model: MakeModel) -> tuple[float, float]:
    """Learn and show progress; return the win share before and after."""
    settings = LearnerSettings(lanes=options.lanes, hidden=options.hidden, rate=options.rate)
    model = make_model(observation_size(options.players), ACTIONS, options.seed, settings)
    if options.load is not None:
        model.load(options.load)
    frozen = Frozen(model, options.seed) if options.opponents == ITSELF else None
    opponents: Opponent = options.opponents if frozen is None else frozen
    environment = BatchEnv(
        options.lanes,
        options.players,
        options.seed,
        learners=[LEARNER],
        bots=opponents,
        rotate=True,
        reward="margin",
    )
    learner = Learner(model, environment, options.seed, settings)
    before = measure_model("before", model, options)
    began = time.monotonic()
    for number in range(1, options.updates + 1):
        losses = learner.update((number - 1) / options.updates)
        if frozen is not None and number % options.refresh == 0:
            frozen.refresh(model)
        if number % max(options.updates // REPORTS, 1) == 0 or number == options.updates:
            seconds = time.monotonic() - began
            left = seconds / number * (options.updates - number)
            unit = environment.game.units.short
            margin = "no end yet" if learner.margin is None else f"{learner.margin:+6.1f} {unit}"
            told = "  ".join(f"{name} {value:.3f}" for name, value in losses.items())
            print(
                f"update {number:4} of {options.updates}  {learner.decisions:8} decisions  "
                f"margin {margin}  {told}  {seconds:4.0f} s, {left:.0f} s left",
                flush=True,
            )
    print(f"learnt from {learner.decisions} decisions in {time.monotonic() - began:.0f} s")
    after = measure_model("after", model, options)
    if options.save is not None:
        model.save(options.save)
    return before, after


def new_parser(program: str, description: str, lanes: int) -> argparse.ArgumentParser:
    """Return a reader of the arguments that all programs here have; `lanes` is a default."""
    parser = argparse.ArgumentParser(
        prog=f"python -m coalbaron_fast.envs.examples.{program}",
        description=description,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    parser.add_argument("--players", type=int, choices=seats, default=2, help="seats")
    parser.add_argument("--lanes", type=int, default=lanes, help="games side by side")
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games and of the weights")
    parser.add_argument("--save", type=Path, help="write what was learnt to this file")
    return parser


def read_arguments(
    arguments: Sequence[str] | None, program: str, description: str
) -> argparse.Namespace:
    """Read the command line."""
    parser = new_parser(program, description, lanes=256)
    parser.add_argument(
        "--opponents",
        default="random",
        help=f"the other seats: {ITSELF} (a frozen copy), random, greedy, or any bot by name, "
        "such as engine:nodes=20 or my_bot:MyBot",
    )
    parser.add_argument(
        "--refresh", type=int, default=5, help=f"updates between two copies, against {ITSELF}"
    )
    parser.add_argument(
        "--measured",
        help=f"opponents of the measurement; by default those it learns from, random for {ITSELF}",
    )
    parser.add_argument("--updates", type=int, default=40, help="rounds of playing and learning")
    parser.add_argument("--hidden", type=int, default=128, help="units of each layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning")
    parser.add_argument("--load", type=Path, help="begin with the weights of this file")
    options = parser.parse_args(arguments)
    for name in ("refresh", "updates", "lanes", "hidden", "games"):
        if getattr(options, name) < 1:
            parser.error(f"--{name} must be at least 1")
    if options.measured is None:
        options.measured = "random" if options.opponents == ITSELF else options.opponents
    return options


def run(
    arguments: Sequence[str] | None, make_model: MakeModel, program: str, description: str
) -> int:
    """Run a program of this kind; return its exit status."""
    options = read_arguments(arguments, program, description)
    try:
        learn(options, make_model)
    except ValueError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; nothing was saved", file=sys.stderr)
        return 130
    return 0
