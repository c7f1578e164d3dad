"""Steps of the batch environment beside those of other environments, in one run.

    python -m bench.envs --rounds 15

A step is one decision of a seat: a random legal action is chosen and played, and observation and
mask of the next decision are written. All are timed in turns, round by round, by the clock on the
wall (or on one thread by the processor's). Ratios are to PettingZoo's connect four. Needs
``pettingzoo[classic]``, and ``catanatron_gym`` for its row.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import importlib.metadata
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.tasks import Task, per_unit, time_tasks
from coalbaron_fast.envs import BatchEnv

SEED: Final = 1
LANES: Final = 1024
STEPS: Final = 200
SEATS: Final = (2, 3, 4)
ZOO_GAMES: Final = 20
OWN_ZOO_GAMES: Final = 1
CATAN_STEPS: Final = 300
CONNECT_FOUR: Final = "PettingZoo connect_four_v3"


def run_batch(env: BatchEnv, steps: int) -> tuple[int, int]:
    """Play random games in all lanes; return how many ended and the sum of their points."""
    env.reset(seed=SEED)
    ended = points = 0
    for _ in range(steps):
        step = env.step(env.sample())
        ended += int(step.terminated.sum())
        points += int(step.scores.sum())
    return ended, points


def batch_tasks(lanes: int, steps: int, thread_counts: Sequence[int] = (1, 2)) -> list[Task]:
    """Return tasks of the batch at all seat counts, on a number of threads."""
    tasks = []
    for players in SEATS:
        for threads in thread_counts:
            env = BatchEnv(lanes, players, threads=threads)
            tasks.append(
                Task(
                    f"BatchEnv, {players} seats, {threads} threads",
                    lambda env=env: run_batch(env, steps),  # type: ignore[misc]
                    run_batch(env, steps),
                    {"step": lanes * steps},
                )
            )
    return tasks


def play_zoo(env: Any, games: int) -> int:  # noqa: ANN401
    """Play random games of a PettingZoo environment; return the steps in which a seat acted."""
    chooser = random.Random(SEED)
    steps = 0
    for game in range(games):
        env.reset(seed=SEED + game)
        for _ in env.agent_iter():
            observation, _reward, terminated, truncated, info = env.last()
            action = None
            if not terminated and not truncated:
                mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
                legal = mask.nonzero()[0]
                action = int(legal[int(chooser.random() * len(legal))])
                steps += 1
            env.step(action)
    return steps


def zoo_task(name: str, env: Any, games: int) -> Task:  # noqa: ANN401
    """Return random games of a PettingZoo environment."""
    steps = play_zoo(env, games)
    return Task(name, lambda: play_zoo(env, games), steps, {"step": steps})


def play_catan(env: Any, steps: int) -> int:  # noqa: ANN401
    """Step Catanatron's environment at random; return the games that ended."""
    chooser = random.Random(SEED)
    random.seed(SEED)
    env.reset(seed=SEED)
    ended = 0
    for _ in range(steps):
        result = env.step(chooser.choice(env.unwrapped.get_valid_actions()))
        if result[2] or result[3]:
            ended += 1
            env.reset()
    return ended


def connect_four_tasks() -> list[Task]:
    """Return PettingZoo's connect four, to which the others are compared."""
    connect_four = importlib.import_module("pettingzoo.classic.connect_four_v3")
    return [zoo_task(CONNECT_FOUR, connect_four.env(), ZOO_GAMES)]


def own_zoo_tasks() -> list[Task]:
    """Return this game through its PettingZoo environment."""
    face = importlib.import_module("coalbaron_fast.envs.coalbaron_v1")
    return [
        zoo_task(f"coalbaron_v1, {players} seats", face.env(players=players), OWN_ZOO_GAMES)
        for players in SEATS
    ]


def catan_tasks() -> list[Task]:
    """Return Catanatron's Gymnasium environment: one learner beside a random player."""
    importlib.import_module("catanatron_gym")
    gymnasium = importlib.import_module("gymnasium")
    env = gymnasium.make("catanatron-v1")
    return [
        Task(
            "Catanatron, Gymnasium",
            lambda: play_catan(env, CATAN_STEPS),
            play_catan(env, CATAN_STEPS),
            {"step": CATAN_STEPS},
        )
    ]


OTHERS: Final[tuple[tuple[str, Callable[[], list[Task]]], ...]] = (
    ("coalbaron_v1", own_zoo_tasks),
    ("catanatron_gym", catan_tasks),
)


def all_tasks(lanes: int, steps: int, thread_counts: Sequence[int]) -> list[Task]:
    """Return the tasks of the installed packages; connect four must be installed."""
    tasks = [*batch_tasks(lanes, steps, thread_counts), *connect_four_tasks()]
    for name, make in OTHERS:
        try:
            tasks += make()
        except ImportError:
            print(f"not there, left out: {name}", file=sys.stderr)
    return tasks


def per_step(task: Task, times: Sequence[int]) -> list[float]:
    """Return how long each step of a task took, round by round."""
    return [sample / task.units["step"] for sample in times]


def compare(
    tasks: Sequence[Task], times: dict[str, list[int]], base: str = CONNECT_FOUR
) -> list[dict[str, Any]]:
    """Return for each task the time of a step, and how many fit into one of the base."""
    (compared,) = [task for task in tasks if task.name == base]
    base_steps = per_step(compared, times[base])
    return [
        {
            "name": task.name,
            "nanoseconds": per_unit(times[task.name], task.units["step"])._asdict(),
            "ratio": ratio_interval(base_steps, per_step(task, times[task.name]))._asdict(),
            "samples_ns": times[task.name],
        }
        for task in tasks
    ]


def print_rows(rows: Sequence[dict[str, Any]]) -> None:
    """Print the table."""
    table = [
        [
            row["name"],
            f"{row['nanoseconds']['median']:,.0f}",
            f"{row['nanoseconds']['low']:,.0f} - {row['nanoseconds']['high']:,.0f}",
            f"{1e9 / row['nanoseconds']['median']:,.0f}",
            f"{row['ratio']['mean']:.3g}",
            f"{row['ratio']['low']:.3g} - {row['ratio']['high']:.3g}",
        ]
        for row in rows
    ]
    print_table(["environment", "ns a step", "quartiles", "steps/s", "times", "95 %"], table)


def installed_versions() -> dict[str, str]:
    """Return the versions of the measured packages and of those they need."""
    versions = {}
    for name in ("pettingzoo", "gymnasium", "catanatron_gym", "catanatron", "numpy"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def read_arguments(
    program: str, description: str | None, *, clock: bool = True
) -> argparse.Namespace:
    """Read the command line of a program that times batches; `clock`: by a clock to choose."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.{program}", description=description)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=15, help="repeats of each (15)")
    parser.add_argument("--lanes", type=int, default=LANES, help="games in a batch (1024)")
    parser.add_argument("--steps", type=int, default=STEPS, help="of a batch in a round (200)")
    if clock:
        parser.add_argument(
            "--processor-time",
            action="store_true",
            help="of one thread, where what else runs on a busy machine does not count",
        )
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 2 or arguments.lanes < 1 or arguments.steps < 1:
        parser.error("at least two rounds, a lane and a step")
    return arguments


def main() -> int:
    """Run the program."""
    arguments = read_arguments("envs", __doc__)
    try:
        tasks = all_tasks(
            arguments.lanes, arguments.steps, (1,) if arguments.processor_time else (1, 2)
        )
    except ImportError as error:
        print(f"{error}; needs pettingzoo[classic]", file=sys.stderr)
        return 2
    clock = time.thread_time_ns if arguments.processor_time else time.perf_counter_ns
    tasks = [dataclasses.replace(task, clock=clock) for task in tasks]
    times = time_tasks(tasks, arguments.rounds, progress=True)
    rows = compare(tasks, times)
    print_rows(rows)
    versions = installed_versions()
    print()
    print("; ".join(f"{name} {version}" for name, version in versions.items()))
    write_json(
        arguments.json,
        "envs",
        {
            "lanes": arguments.lanes,
            "steps": arguments.steps,
            "processor_time": arguments.processor_time,
            "versions": versions,
            "rows": rows,
        },
    )
    return 0


if __name__ == "__main__":
    run_program(main)
