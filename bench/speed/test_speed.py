"""The same tasks for pytest-benchmark: ``pytest bench/speed --benchmark-only``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from bench.speed.tasks import all_tasks

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from bench.tasks import Task


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_speed(task: Task, benchmark: BenchmarkFixture) -> None:
    """Check the work, time it, and file the units beside the time."""
    task.check()
    benchmark.extra_info.update({"units": task.units, "notes": task.notes})
    done = benchmark.pedantic(task.run, rounds=7, iterations=1)  # type: ignore[no-untyped-call]
    assert done == task.done  # noqa: S101
