"""The speed benchmarks do the work that they state; nothing here looks at a clock."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bench.machine import FIELDS, PROJECT
from bench.ring import Ring
from bench.speed.__main__ import measure
from bench.speed.conftest import pytest_benchmark_update_machine_info
from bench.speed.suite import all_tasks
from bench.speed.tasks import TIMES, fixed_counts, floors, known_work, playouts
from bench.tasks import Task


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    # Not while tests are collected: it takes seconds, in every worker.
    return all_tasks()


def test_names_tell_tasks_apart(tasks: list[Task]) -> None:
    names = [task.name for task in tasks]
    assert len(set(names)) == len(names)


def test_work_is_what_the_tasks_state(tasks: list[Task]) -> None:
    for task in tasks:
        task.check()
        assert all(count > 0 for count in task.units.values()), task.name


def test_counts_on_file_are_those_of_the_tasks(tasks: list[Task]) -> None:
    assert fixed_counts(tasks) == known_work()


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
        ("one cache miss", "miss"),
    ]
    assert rows[2]["draws"]["median"] == 1.0
    assert all(len(row["samples_ns"]) == 2 for row in rows)


def test_every_kind_of_work_is_timed(tasks: list[Task]) -> None:
    kinds = ["playouts", "State.push", "planner", "view", "search", "endings", "protocol"]
    # The service is an extra.
    kinds += ["HTTP"] * (importlib.util.find_spec("fastapi") is not None)
    assert [kind for kind in kinds if not any(task.name.startswith(kind) for task in tasks)] == []


def test_a_walk_through_memory_counts_its_steps_and_meets_every_line() -> None:
    ring = Ring(1, 7)
    assert ring.count == 2**20 // 64
    assert [ring.walk(steps) for steps in (0, 1, 300)] == [0, 1, 300]
    # Once around is back where it was: the ring is one, and holds every line.
    assert ring.walk(ring.count) == 0
    assert ring.walk(ring.count - 1) == ring.count - 1
    with pytest.raises(ValueError, match="megabytes must be at least 1"):
        Ring(0, 7)


def test_what_is_compared_of_the_machine_is_the_same_in_every_run() -> None:
    pytest.importorskip("pytest_benchmark")
    infos: list[dict[str, Any]] = [{"cpu": {"hz_actual": 1}}, {"cpu": {"hz_actual": 2}}]
    for info in infos:
        pytest_benchmark_update_machine_info(None, info)
    assert infos[0] == infos[1]
    assert set(infos[0]) == set(FIELDS) - {"commit", "date"}


def test_the_suite_files_what_was_timed_in_turns_for_one_unit(tmp_path: Path) -> None:
    pytest.importorskip("pytest_benchmark")
    result = tmp_path / "result.json"
    # A worker of pytest-xdist says in the environment that it is one: benchmarks would stay away.
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(part for part in sys.path if part)
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "bench/speed"),
            *("-k", "one and random or State.copy", "--benchmark-only"),
            f"--benchmark-json={result}",
        ],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        check=True,
    )
    document = json.loads(result.read_text("utf-8"))
    assert tuple(document["stamp"]) == FIELDS
    copy, draw = sorted(document["benchmarks"], key=lambda one: str(one["name"]))
    assert (draw["param"], copy["param"]) == ("one random draw: draw", "State.copy: copy")
    assert (draw["extra_info"]["unit"], draw["extra_info"]["units"]) == ("draw", TIMES["draw"])
    # A draw takes some nanoseconds, the task of millions of them milliseconds.
    for benchmark in (copy, draw):
        assert 0 < benchmark["stats"]["min"] <= benchmark["stats"]["max"] < 1e-3
        assert benchmark["stats"]["rounds"] == 7
    assert copy["stats"]["median"] > draw["stats"]["median"]
