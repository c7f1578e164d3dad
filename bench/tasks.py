"""Tasks and how they are timed: all are checked first, then timed in turns."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.samples import Spread, spread


class WorkError(Exception):
    """A benchmark did other work than it is meant to time."""


@dataclass(frozen=True)
class Task:
    """Work to be timed, and what it must have done.

    ``run`` returns what it did. ``units`` divide the time: one number for each unit, so a game can
    be counted in decisions and in events. ``clock`` is the processor's time for this thread, which
    leaves out what else runs, or the clock on the wall if the work is done elsewhere.
    """

    name: str
    run: Callable[[], Any]
    done: Any
    units: dict[str, int]
    notes: dict[str, Any] = field(default_factory=dict)
    clock: Callable[[], int] = time.thread_time_ns

    def check(self) -> None:
        """Do the work once and compare."""
        self.time()

    def time(self) -> int:
        """Do the work once, check it afterwards, and return the nanoseconds it took."""
        begun = self.clock()
        done = self.run()
        spent = self.clock() - begun
        if done != self.done:
            raise WorkError(f"{self.name}: did {done!r}, not {self.done!r}")
        return spent


def time_tasks(
    tasks: Sequence[Task], rounds: int, *, progress: bool = False
) -> dict[str, list[int]]:
    """Check all tasks, then time them round by round; return nanoseconds, one for each round.

    Each round begins with another task, so that a disturbance of the machine disturbs all tasks
    alike. Every run's result is checked again, outside of the measured time.
    """
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1, not {rounds}")
    for task in tasks:
        task.check()
    times: dict[str, list[int]] = {task.name: [] for task in tasks}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(rounds):
            shift = number % len(tasks)
            for task in [*tasks[shift:], *tasks[:shift]]:
                try:
                    times[task.name].append(task.time())
                except WorkError as error:
                    raise WorkError(f"{error}, in round {number}") from None
            gc.collect()
            if progress and sys.stderr.isatty():
                print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    finally:
        if collecting:
            gc.enable()
        if progress and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    return times


def per_unit(times: Sequence[int], count: int) -> Spread:
    """Return the spread of nanoseconds for one unit of work."""
    return spread([sample / count for sample in times])
