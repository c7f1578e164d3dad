"""The speed benchmarks do the work that they state; nothing here looks at a clock."""

from __future__ import annotations

import pytest
from bench.speed.__main__ import measure
from bench.speed.tasks import all_tasks, fixed_counts, floors, known_work, playouts
from bench.tasks import Task

TASKS = all_tasks()


def test_names_tell_tasks_apart() -> None:
    names = [task.name for task in TASKS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_work_is_what_the_task_states(task: Task) -> None:
    task.check()
    assert all(count > 0 for count in task.units.values())


def test_counts_on_file_are_those_of_the_tasks() -> None:
    assert fixed_counts(TASKS) == known_work()


def test_decisions_do_not_count_chance() -> None:
    for task in playouts():
        assert task.units["decision"] == task.done["decisions"]
        assert task.units["event"] == task.done["decisions"] + task.done["chances"]


def test_rows_are_ratios_to_the_floor_of_the_same_run() -> None:
    rows = measure([*playouts([2]), *floors()], 2)
    assert [(row["name"], row["unit"]) for row in rows] == [
        ("playouts, 2 seats", "decision"),
        ("playouts, 2 seats", "event"),
        ("one random draw", "draw"),
    ]
    assert rows[-1]["draws"]["median"] == 1.0
    assert all(len(row["samples_ns"]) == 2 for row in rows)
