"""Backends: tasks in, results out, lost workers and failing tasks."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from coalbaron_fast.arena import LocalBackend, Task, TaskError, run_tasks


class Square(NamedTuple):
    number: int

    def run(self) -> tuple[int, int]:
        return self.number**2, os.getpid()


class Fails(NamedTuple):
    number: int

    def run(self) -> None:
        raise KeyError("no such thing")


class DiesAtFirst(NamedTuple):
    """Ends its worker the first few times."""

    number: int
    note: str
    times: int = 1

    def run(self) -> int:
        note = Path(self.note)
        before = len(note.read_text(encoding="utf-8")) if note.exists() else 0
        if before < self.times:
            note.write_text("x" * (before + 1), encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        return before


class Waits(NamedTuple):
    number: int
    note: str

    def run(self) -> None:
        Path(self.note).write_text(str(os.getpid()), encoding="utf-8")
        time.sleep(600)


def test_everything_is_done_by_several_processes() -> None:
    with LocalBackend(2) as backend:
        found = list(run_tasks(map(Square, range(40)), backend))
    assert sorted((number, result[0]) for number, result in found) == [
        (number, number**2) for number in range(40)
    ]
    assert len({result[1] for _, result in found}) == 2
    assert os.getpid() not in {result[1] for _, result in found}


def test_no_more_is_out_than_the_backend_has_room_for() -> None:
    begun = []

    def tasks() -> Iterator[Square]:
        for number in range(30):
            begun.append(number)
            yield Square(number)

    with LocalBackend(1) as backend:
        for done, _ in enumerate(run_tasks(tasks(), backend), 1):
            assert len(begun) <= done + backend.capacity
            if done == 5:
                break
    assert len(begun) < 30


def test_a_lost_workers_tasks_are_done_again(tmp_path: Path) -> None:
    note = str(tmp_path / "note")
    with LocalBackend(2) as backend:
        tasks: list[Task[object]] = [Square(0), DiesAtFirst(1, note, 2), *map(Square, range(2, 8))]
        found = dict(run_tasks(tasks, backend))
    assert sorted(found) == list(range(8))
    assert found[1] == 2


def test_a_task_that_ends_every_worker_is_given_up(tmp_path: Path) -> None:
    with (
        LocalBackend(1) as backend,
        pytest.raises(
            TaskError, match=f"lost 3 times, the last time with status {-signal.SIGKILL}"
        ),
    ):
        list(run_tasks([DiesAtFirst(1, str(tmp_path / "note"), 99)], backend))


def test_a_failing_task_says_where() -> None:
    with LocalBackend(1) as backend, pytest.raises(TaskError, match="no such thing") as failure:
        list(run_tasks([Fails(5)], backend))
    assert "task 5 failed" in str(failure.value)
    assert "test_runner.py" in str(failure.value)


def test_closing_gives_up_what_runs(tmp_path: Path) -> None:
    note = tmp_path / "note"
    with LocalBackend(1) as backend:
        backend.submit(Waits(0, str(note)))
        while not (note.exists() and note.read_text(encoding="utf-8")):
            time.sleep(0.02)
    process = int(note.read_text(encoding="utf-8"))
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_nothing_to_do_is_done_at_once() -> None:
    with LocalBackend(1) as backend:
        assert list(run_tasks([], backend)) == []
    with pytest.raises(ValueError, match="jobs"):
        LocalBackend(0)
