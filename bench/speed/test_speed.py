"""The same tasks for pytest-benchmark: ``pytest bench/speed --benchmark-only``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from bench.speed.suite import all_tasks

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from bench.tasks import Task

TASKS = all_tasks()


def measure(task: Task, benchmark: BenchmarkFixture) -> None:
    """Check the work, time it, check it again, and file the units beside the time."""
    task.check()
    benchmark.extra_info.update({"units": task.units, "notes": task.notes})
    done = benchmark.pedantic(task.run, rounds=7, iterations=1)  # type: ignore[no-untyped-call]
    assert done == task.done  # noqa: S101


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize(
    "task", [t for t in TASKS if t.clock is time.thread_time_ns], ids=lambda task: task.name
)
def test_speed(task: Task, benchmark: BenchmarkFixture) -> None:
    """Work on this thread, by the processor's time."""
    measure(task, benchmark)


@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize(
    "task", [t for t in TASKS if t.clock is time.perf_counter_ns], ids=lambda task: task.name
)
def test_round_trip(task: Task, benchmark: BenchmarkFixture) -> None:
    """Work elsewhere that this thread waits for, by the clock on the wall."""
    measure(task, benchmark)
