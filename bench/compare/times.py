"""Timing two builds in turns, in processes that are restarted several times.

Where a process puts its memory can make it some percent faster or slower for as long as it lives.
The rounds within one start share that luck. So a start counts as one sample, the median of its
rounds, and the interval is over the starts.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, Self

from bench.compare.builds import Build
from bench.machine import PROJECT
from bench.samples import Interval, ratio_interval

ENDING_S = 10


class Side(Protocol):
    """One build that runs tasks."""

    units: dict[str, dict[str, int]]
    refused: dict[str, str]

    def time(self, task: str) -> int:
        """Do a task once; return the nanoseconds."""


class Worker:
    """A process that runs one build."""

    def __init__(self, build: Build, pattern: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "bench.compare.worker", str(build.directory), pattern],
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": build.search_path(), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        try:
            found = self._answer()
        except BaseException:
            self.close()
            raise
        self.units: dict[str, dict[str, int]] = found["units"]
        self.refused: dict[str, str] = found["refused"]

    def _answer(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise SystemExit("a build ended before its work was done; what it said is above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def time(self, task: str) -> int:
        """Do a task once; return the nanoseconds."""
        if self._process.stdin is not None:
            self._process.stdin.write(task + "\n")
        nanoseconds: int = self._answer()["nanoseconds"]
        return nanoseconds

    def close(self) -> None:
        """Let the process end."""
        try:
            self._process.communicate(timeout=ENDING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


class Row(NamedTuple):
    """One task: nanoseconds for one unit, by start, and the ratio new to old."""

    task: str
    unit: str
    old: list[float]
    new: list[float]

    @property
    def ratio(self) -> Interval:
        """New to old."""
        return ratio_interval(self.new, self.old)


def shared_tasks(old: Side, new: Side) -> list[str]:
    """Return the tasks that both builds do, and do alike."""
    return [name for name, units in new.units.items() if old.units.get(name) == units]


def left_out(old: Side, new: Side) -> list[str]:
    """Return which tasks are not compared, and why."""
    refused = [
        f"{name}: {which}: {reason}"
        for which, side in (("old", old), ("new", new))
        for name, reason in side.refused.items()
    ]
    differing = [
        f"{name}: not the same number of units"
        for name, units in new.units.items()
        if old.units.get(name, units) != units
    ]
    return refused + differing


def time_once(
    old: Side, new: Side, names: Sequence[str], rounds: int
) -> dict[str, tuple[float, float]]:
    """Time the tasks of one start; return the medians of nanoseconds, old and new."""
    times: dict[str, tuple[list[int], list[int]]] = {name: ([], []) for name in names}
    for number in range(rounds):
        shift = number % len(names) if names else 0
        for name in [*names[shift:], *names[:shift]]:
            # The first one has colder caches, so the order changes from round to round.
            for side in (0, 1) if number % 2 else (1, 0):
                times[name][side].append((old, new)[side].time(name))
    return {
        name: (statistics.median(of_old), statistics.median(of_new))
        for name, (of_old, of_new) in times.items()
    }


def compare_times(
    open_side: Callable[[Build, str], Any],
    builds: tuple[Build, Build],
    pattern: str,
    starts: int,
    rounds: int,
) -> tuple[list[Row], list[str]]:
    """Start both builds again and again, time them in turns; return rows, and what is left out."""
    rows: dict[str, Row] = {}
    missing: list[str] = []
    for start in range(starts):
        order = builds if start % 2 else builds[::-1]
        with open_side(order[0], pattern) as one, open_side(order[1], pattern) as other:
            old, new = (one, other) if start % 2 else (other, one)
            names = shared_tasks(old, new)
            missing = left_out(old, new)
            for name, (of_old, of_new) in time_once(old, new, names, rounds).items():
                unit, count = next(iter(new.units[name].items()))
                row = rows.setdefault(name, Row(name, unit, [], []))
                row.old.append(of_old / count)
                row.new.append(of_new / count)
    return list(rows.values()), missing
