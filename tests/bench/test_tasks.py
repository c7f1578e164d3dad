"""Tasks check their work before, and while, they are timed."""

from __future__ import annotations

import gc
from functools import partial

import pytest
from bench.tasks import Task, WorkError, per_unit, time_tasks


def test_all_tasks_run_in_every_round() -> None:
    ran: list[str] = []
    tasks = [Task(name, partial(ran.append, name), None, {"run": 1}) for name in "abc"]
    times = time_tasks(tasks, 3)
    assert {name: len(samples) for name, samples in times.items()} == {"a": 3, "b": 3, "c": 3}
    # The check first; then each round begins with another task.
    assert "".join(ran) == "abc" + "abc" + "bca" + "cab"


def test_other_work_than_stated_is_not_timed() -> None:
    ran: list[int] = []

    def run() -> int:
        ran.append(1)
        return 1

    with pytest.raises(WorkError, match="wrong: did 1, not 2"):
        time_tasks([Task("wrong", run, 2, {"run": 1})], 5)
    assert len(ran) == 1


def test_work_that_changes_on_the_way_is_noticed() -> None:
    results = iter([1, 1, 2])
    with pytest.raises(WorkError, match="in round 1"):
        time_tasks([Task("fickle", lambda: next(results), 1, {"run": 1})], 5)


def test_rounds_are_counted_from_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        time_tasks([], 0)


def test_garbage_is_collected_as_before() -> None:
    seen: list[bool] = []
    time_tasks([Task("look", lambda: seen.append(gc.isenabled()), None, {"run": 1})], 1)
    assert seen == [True, False]
    assert gc.isenabled()


def test_time_is_divided_by_units() -> None:
    assert per_unit([100, 300, 200], 100).median == 2.0


def test_a_task_has_its_own_clock() -> None:
    ticks = iter([100, 142])
    task = Task("wait", lambda: None, None, {"wait": 1}, clock=lambda: next(ticks))
    assert task.time() == 42
