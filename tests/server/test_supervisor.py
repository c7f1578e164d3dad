"""The pipe between a process and its supervisor."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from coalbaron_server.settings import Settings
from coalbaron_server.transport import supervisor
from coalbaron_server.transport.supervisor import BEAT, HURRY, LIVES, START_S, Link, Worker
from tests.processes import PATIENCE_S


class Scene:
    """A process in touch with its supervisor, both played by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(supervisor, "BEAT_S", 0.001)
        monkeypatch.setattr(supervisor, "os", SimpleNamespace(_exit=self.exits))
        self.status: int | None = None
        self.said: list[str] = []
        self.hurried = threading.Event()
        self.ours, theirs = multiprocessing.get_context("spawn").Pipe()
        self.link = Link(theirs, 0)
        self.thread = threading.Thread(target=self.link.run)
        self.thread.start()

    def watch_loop(self, *, goes_round: bool = True) -> None:
        ask = self.ask if goes_round else self.ignore
        self.link.watch_loop(ask, self.hurried.set, self.lose)

    def hear(self, wanted: bytes) -> None:
        while self.ours.poll(PATIENCE_S):
            if self.ours.recv_bytes() == wanted:
                return
        raise AssertionError(wanted)

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
    scene.hear(LIVES)
    scene.watch_loop()
    for _ in range(5):
        scene.hear(BEAT)
    scene.ours.send_bytes(HURRY)
    assert scene.hurried.wait(PATIENCE_S)
    scene.end()
    # The process was told to end in good order; since it did not, it is ended.
    assert (scene.said, scene.status) == (["lost"], 1)


def test_a_loop_that_hangs_is_not_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    scene.watch_loop(goes_round=False)
    scene.hear(BEAT)
    assert not scene.ours.poll(0.1)
    scene.end()
    assert scene.said == ["asked", "lost"]


def test_a_process_that_has_not_begun_ends_with_its_supervisor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    scene.hear(LIVES)
    scene.end()
    assert (scene.said, scene.status) == ([], 1)


class Watched:
    """A worker whose time and process are played by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, hang_s: float) -> None:
        self.now = 0.0
        monkeypatch.setattr(supervisor, "time", SimpleNamespace(monotonic=lambda: self.now))
        ours, self.theirs = multiprocessing.get_context("spawn").Pipe()
        process = SimpleNamespace(start=lambda: None, pid=1)
        pipe = (ours, SimpleNamespace(close=lambda: None))
        context = SimpleNamespace(Pipe=lambda: pipe, Process=lambda **_: process)
        monkeypatch.setattr(
            supervisor, "multiprocessing", SimpleNamespace(get_context=lambda _: context)
        )
        unused: Any = None
        self.worker = Worker(unused, Settings(hang_s=hang_s), unused)

    def hangs_after(self, seconds: float, said: bytes | None = None) -> bool:
        self.now += seconds
        if said is not None:
            self.theirs.send_bytes(said)
        return self.worker.hangs()


def test_silence_counts_from_the_first_moment_on(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, hang_s=5.0)
    # Its interpreter has a while to say a first word.
    assert not watched.hangs_after(supervisor.BOOT_S - 1)
    assert not watched.hangs_after(0, LIVES)
    assert not watched.worker.has_begun()
    assert not watched.hangs_after(4)
    assert watched.hangs_after(2)
    assert not watched.hangs_after(0, BEAT)
    assert watched.worker.has_begun()
    assert watched.hangs_after(6)
    watched.theirs.close()
    assert watched.worker.hangs()


def test_a_process_that_never_says_a_word_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Watched(monkeypatch, hang_s=1.0).hangs_after(supervisor.BOOT_S + 1)
    # A bound above that is kept as well.
    assert not Watched(monkeypatch, hang_s=50.0).hangs_after(supervisor.BOOT_S + 1)


def test_a_process_that_lives_and_never_begins_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, hang_s=5.0)
    for _ in range(int(START_S)):
        assert not watched.hangs_after(1, LIVES)
    assert watched.hangs_after(1, LIVES)


class Stubborn:
    """A worker whose process hangs and goes on until it is killed."""

    def __init__(self, heard: Sequence[str] = ()) -> None:
        self.heard = list(heard)
        self.process: Any = self
        self.pid, self.exitcode = 7, -9

    def is_alive(self) -> bool:
        return "kill" not in self.heard

    def hangs(self) -> bool:
        return True

    def terminate(self) -> None:
        self.heard.append("terminate")

    def kill(self) -> None:
        self.heard.append("kill")

    def hurry(self) -> None:
        self.heard.append("hurry")

    def join(self) -> None:
        assert not self.is_alive(), "waited for for ever"

    def forget(self) -> None:
        self.join()
        self.heard.append("forget")


class Clock:
    """Time that passes while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


SETTINGS = Settings(drain_s=30.0, grace_s=50.0)


def supervising(**settings: Any) -> Any:
    unused: Any = None
    return supervisor.Supervisor(replace(SETTINGS, **settings), unused, unused)


@pytest.mark.parametrize(
    ("signals", "heard"),
    [
        ([signal.SIGTERM], ["terminate", "kill", "forget"]),
        ([signal.SIGINT], ["terminate", "hurry", "kill", "forget"]),
        ([signal.SIGTERM, signal.SIGTERM], ["terminate", "hurry", "kill", "forget"]),
    ],
)
def test_what_does_not_end_when_it_is_told_to_is_ended(
    monkeypatch: pytest.MonkeyPatch, signals: list[int], heard: list[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(supervisor, "time", clock)
    own = supervising()
    for number in signals:
        own._end(number, None)
    workers = [Stubborn(), Stubborn()]
    own._finish(workers)
    assert [worker.heard for worker in workers] == [heard] * 2
    # It had the time that its settings promise, and little more.
    least = SETTINGS.drain_s + SETTINGS.grace_s
    assert least <= clock.now <= least + 2 * supervisor.CLOSING_S + 1


def test_what_has_ended_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(supervisor, "time", clock)
    own = supervising()
    own._end(signal.SIGTERM, None)
    gone = Stubborn(["kill"])
    own._finish([gone])
    assert (clock.now, "terminate" in gone.heard) == (0.0, False)


@pytest.mark.parametrize("number", [1, 2])
def test_a_process_that_hangs_is_ended_and_replaced(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    own = supervising(workers=number)
    counted = []

    def start(*, replaced: int = 0) -> Stubborn:
        counted.append(replaced)
        return Stubborn()

    monkeypatch.setattr(own, "_start", start)
    first = [Stubborn() for _ in range(number)]
    workers = list(first)
    own._look_after(workers)
    own._look_after(workers)
    assert all(worker.heard == ["kill", "forget"] for worker in first)
    assert not set(map(id, first)) & set(map(id, workers))
    # A single one is told all that came before it; several add up what each was told.
    assert counted == ([1, 2] if number == 1 else [1] * 4)
