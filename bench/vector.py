"""Steps of one learner through Gymnasium's `make_vec` beside those of the batch, in one run.

    python -m bench.vector --rounds 15

One learner plays at a table of two against random, or against a policy that plays the first legal
action. A step is a random legal action of the learner, all that follows until it is asked again,
and the observation and mask that are written then. Ratios are to the batch; by the clock on the
wall. Needs ``gymnasium``.
"""

from __future__ import annotations

import dataclasses
import time
from functools import partial
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from bench.envs import SEED, compare, print_rows, read_arguments, run_batch
from bench.report import run_program, write_json
from bench.tasks import Task, time_tasks
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.envs.gymnasium import ENVIRONMENT

BASE: Final = "BatchEnv"
SYNC_LANES: Final = 8
SYNC_STEPS: Final = 40


def first_legal(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first legal action of each row: a policy that costs next to nothing."""
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    return actions


def step_vector(env: Any, steps: int) -> int:  # noqa: ANN401 - any vector environment
    """Play random games of a vector environment; return how many ended."""
    _, info = env.reset(seed=SEED)
    chooser = np.random.default_rng(SEED)
    ended = 0
    for _ in range(steps):
        if hasattr(env, "games"):
            actions = env.sample()
        else:
            masks = info["action_mask"]
            actions = np.array([chooser.choice(np.flatnonzero(row)) for row in masks])
        _, _, ends, _, info = env.step(actions)
        ended += int(ends.sum())
    return ended


def all_tasks(lanes: int, steps: int, threads: int | None) -> list[Task]:
    """Return the batch, what is made of it, and Gymnasium's own vector environment."""
    tasks = []
    for name, bots in ((BASE, "random"), ("BatchEnv, a policy", first_legal)):
        env = BatchEnv(lanes, learners=[0], bots=bots, start=0, rotate=True, threads=threads)
        run = partial(run_batch, env, steps)
        tasks.append(Task(name, run, run(), {"step": lanes * steps}))
    for name, copy in (("make_vec", True), ("make_vec, copy=False", False)):
        made = gymnasium.make_vec(ENVIRONMENT, num_envs=lanes, copy=copy, threads=threads)
        count = partial(step_vector, made, steps)
        tasks.append(Task(name, count, count(), {"step": lanes * steps}))
    sync = gymnasium.make_vec(
        ENVIRONMENT,
        num_envs=SYNC_LANES,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
    )
    count = partial(step_vector, sync, SYNC_STEPS)
    tasks.append(Task("make_vec, sync", count, count(), {"step": SYNC_LANES * SYNC_STEPS}))
    return [dataclasses.replace(task, clock=time.perf_counter_ns) for task in tasks]


def main() -> int:
    """Run the program."""
    arguments = read_arguments("vector", __doc__)
    threads = 1 if arguments.processor_time else None
    tasks = all_tasks(arguments.lanes, arguments.steps, threads)
    if arguments.processor_time:
        tasks = [dataclasses.replace(task, clock=time.thread_time_ns) for task in tasks]
    times = time_tasks(tasks, arguments.rounds, progress=True)
    rows = compare(tasks, times, BASE)
    print_rows(rows)
    choices = {"lanes": arguments.lanes, "steps": arguments.steps, "threads": threads}
    write_json(arguments.json, "vector", {**choices, "rows": rows})
    return 0


if __name__ == "__main__":
    run_program(main)
