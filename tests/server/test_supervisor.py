"""The pipe between a process and its supervisor."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from coalbaron_server import supervisor
from coalbaron_server.settings import Settings
from coalbaron_server.supervisor import BEAT, HURRY, Worker, keep_in_touch

PATIENCE_S = 20.0


class Scene:
    """A process in touch with its supervisor, both played by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, goes_round: bool = True) -> None:
        monkeypatch.setattr(supervisor, "BEAT_S", 0.001)
        monkeypatch.setattr(supervisor, "os", SimpleNamespace(_exit=self.exits))
        self.status: int | None = None
        self.said: list[str] = []
        self.hurried = threading.Event()
        self.ours, theirs = multiprocessing.get_context("spawn").Pipe()
        self.thread = threading.Thread(
            target=keep_in_touch,
            args=(theirs, self.ask if goes_round else self.ignore, self.hurried.set, self.lose, 0),
        )
        self.thread.start()

    def exits(self, status: int) -> None:
        self.status = status

    def ask(self, call: Callable[[], object]) -> None:
        call()

    def ignore(self, _call: Callable[[], object]) -> None:
        self.said.append("asked")

    def lose(self) -> None:
        self.said.append("lost")

    def end(self) -> None:
        self.ours.close()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


def test_a_loop_that_goes_round_is_heard_of_until_the_supervisor_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    for _ in range(5):
        assert scene.ours.poll(PATIENCE_S)
        assert scene.ours.recv_bytes() == BEAT
    scene.ours.send_bytes(HURRY)
    assert scene.hurried.wait(PATIENCE_S)
    scene.end()
    # The process was told to end in good order; since it did not, it is ended.
    assert (scene.said, scene.status) == (["lost"], 1)


def test_a_loop_that_hangs_is_not_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch, goes_round=False)
    assert scene.ours.poll(PATIENCE_S)
    scene.ours.recv_bytes()
    assert not scene.ours.poll(0.1)
    scene.end()
    assert scene.said == ["asked", "lost"]


def test_silence_counts_from_the_first_beat_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(supervisor, "time", SimpleNamespace(monotonic=lambda: now))
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    worker: Any = object.__new__(Worker)
    worker._pipe, worker._seen = ours, now
    worker._most_s, worker._hang_s = supervisor.START_S, 5.0
    assert Settings(hang_s=5.0).hang_s < supervisor.START_S
    now = supervisor.START_S - 1
    assert not worker.hangs()
    theirs.send_bytes(BEAT)
    assert not worker.hangs()
    now += 4
    assert not worker.hangs()
    now += 2
    assert worker.hangs()
    theirs.close()
    assert worker.hangs()
