"""What `bench.speed` times, for pytest-benchmark to show, save and compare: nanoseconds a unit.

pytest-benchmark runs a benchmark to its end before it begins the next, and knows the time of a call
alone. Here every round runs all tasks in turns, and a call does many units of work that are
counted (bench/README.md, Rules). So there is one runner, `bench.tasks.time_tasks`, and
pytest-benchmark is handed its samples by a clock that shows what was measured.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import pytest

from bench.speed.suite import all_tasks
from bench.tasks import Task, time_tasks

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet
    from pytest_benchmark.fixture import BenchmarkFixture

ROUNDS: Final = 7


class Recorded:
    """A clock that shows what was measured before: 0, then a sample, then 0 again."""

    def __init__(self) -> None:
        self._instants: Iterator[float] = iter(())

    def show(self, seconds: Sequence[float]) -> None:
        """Show these samples, one after the other."""
        self._instants = itertools.chain.from_iterable((0.0, sample) for sample in seconds)

    def __call__(self) -> float:
        """Return what the clock shows."""
        return next(self._instants)

    def __repr__(self) -> str:
        """Return what pytest-benchmark files as the clock's name."""
        return "bench.tasks.time_tasks, for one unit"


def rows() -> Iterator[ParameterSet]:
    """Yield a benchmark for every task and unit, each with a clock of its own."""
    for task in all_tasks():
        for unit in task.units:
            clock = Recorded()
            marks = pytest.mark.benchmark(timer=clock)
            yield pytest.param(task, unit, clock, id=f"{task.name}: {unit}", marks=marks)


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> dict[str, list[int]]:
    """Return the nanoseconds of all tasks that were chosen, timed in turns."""
    tasks: dict[str, Task] = {}
    for item in request.session.items:
        if isinstance(item, pytest.Function):
            task: Any = item.callspec.params["task"]
            tasks[task.name] = task
    return time_tasks(list(tasks.values()), ROUNDS)


@pytest.mark.parametrize(("task", "unit", "clock"), list(rows()))
def test_speed(
    task: Task,
    unit: str,
    clock: Recorded,
    times: dict[str, list[int]],
    benchmark: BenchmarkFixture,
) -> None:
    """File the samples of one unit of work; it was checked while it was timed."""
    clock.show([sample / 1e9 / task.units[unit] for sample in times[task.name]])
    benchmark.extra_info.update({"unit": unit, "units": task.units[unit], "notes": task.notes})
    benchmark.pedantic(lambda: None, rounds=ROUNDS)  # type: ignore[no-untyped-call]
