"""What a program says, cut anywhere: how much of it is heard, kept and borne. No process runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from coalbaron_fast.client import program as module
from coalbaron_fast.client.program import (
    BYTES_A_SECOND,
    COMPLAINTS,
    LAST_WORDS_S,
    LINES_AFTER_ONE,
    LONGEST_ANSWER,
    QUIT_S,
    SHOWN_CHARACTERS,
    TRANSCRIPT_LINES,
    Program,
)
from coalbaron_fast.errors import ProgramEndedError, ProgramError, ProgramGarbledError
from coalbaron_fast.wire.words import LONGEST_LINE


class Scene:
    """A program whose pipes, process, time and later calls are played by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[str] = []
        self.errors: list[ProgramError] = []
        self.killed: list[int] = []
        self.written: list[bytes] = []
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.now = 100.0
        self.status: int | None = None
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr("os.killpg", lambda pid, _: self.killed.append(pid))
        loop = SimpleNamespace(call_later=lambda *call: self.later.append(call))
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
        self.program = Program()
        transport: Any = SimpleNamespace(
            get_pid=lambda: 7,
            get_returncode=lambda: self.status,
            get_pipe_transport=lambda _: SimpleNamespace(write=self.written.append),
        )
        self.program.connection_made(transport)
        self.program.listen(self)

    def line_received(self, line: str) -> None:
        self.heard.append(line)

    def wire_lost(self, error: ProgramError) -> None:
        self.errors.append(error)

    def says(self, data: bytes) -> None:
        self.program.pipe_data_received(1, data)

    def is_garbled(self) -> bool:
        assert len(self.errors) <= 1
        assert self.killed == [7] * len(self.errors)
        return bool(self.errors) and isinstance(self.errors[0], ProgramGarbledError)


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_lines_are_whole_wherever_they_were_cut(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    scene = Scene(monkeypatch)
    data = b"ugiok\r\n\n  info string \xff\nbestmove a/b\nhal"
    for place in range(0, len(data), size):
        scene.says(data[place : place + size])
    assert scene.heard == ["ugiok", "", "info string \N{REPLACEMENT CHARACTER}", "bestmove a/b"]
    scene.says(b"f\n")
    assert scene.heard[4:] == ["half"]
    assert not scene.errors


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_may_be_long_but_not_longer(monkeypatch: pytest.MonkeyPatch, end: bytes) -> None:
    scene = Scene(monkeypatch)
    scene.says(b"x" * LONGEST_LINE + end)
    assert not scene.is_garbled()
    scene = Scene(monkeypatch)
    scene.says(b"x" * (LONGEST_LINE + 1) + end + b"next\n" * bool(end))
    assert scene.is_garbled()
    scene.says(b"\nmore\n")
    assert scene.heard == []


def test_an_answer_may_be_long_and_longer_the_more_time_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = b"x" * (LONGEST_LINE - 1) + b"\n"
    for seconds in (0, 3):
        scene = Scene(monkeypatch)
        scene.program.send(["go"])
        scene.now += seconds
        fit = (LONGEST_ANSWER + seconds * BYTES_A_SECOND) // len(line)
        for _ in range(fit):
            scene.says(line)
        assert not scene.is_garbled()
        scene.says(line)
        assert scene.is_garbled()
        assert len(scene.heard) == fit + 1


def test_what_is_sent_is_a_new_question(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    for _ in range(3):
        scene.program.send(["go", "isready"])
        for _ in range(LONGEST_ANSWER // 2 // LONGEST_LINE):
            scene.says(b"x" * (LONGEST_LINE - 1) + b"\n")
        assert not scene.is_garbled()
    assert scene.written == [b"go\nisready\n"] * 3


def test_the_transcript_keeps_the_first_lines_of_an_answer_and_its_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    scene.program.send(["go"])
    scene.says(b"".join(b"%d\n" % number for number in range(50)))
    kept = [*range(LINES_AFTER_ONE - 1), 49]
    assert scene.program.transcript == ("> go", *(f"< '{number}'" for number in kept))
    for _ in range(10):
        scene.program.send(["isready", "go"])
        scene.says(b"y" * (SHOWN_CHARACTERS + 5) + b"\nshort\n")
    assert len(scene.program.transcript) == TRANSCRIPT_LINES
    long = "y" * SHOWN_CHARACTERS
    assert scene.program.transcript[-4:] == (
        "> isready", "> go", f"< '{long}' and 5 more", "< 'short'",
    )  # fmt: skip


def test_the_last_complaints_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(monkeypatch)
    scene.program.pipe_data_received(2, b"lost" + b"c" * COMPLAINTS)
    scene.program.pipe_data_received(2, b"\nend\n")
    assert scene.program.transcript[-1] == "! 'end'"
    assert sum(len(line) for line in scene.program.transcript) < COMPLAINTS
    assert not any("lost" in line for line in scene.program.transcript)
    assert scene.heard == []


@pytest.mark.parametrize("first", ["output", "process"])
def test_the_end_is_told_once_when_nothing_more_can_come(
    monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    scene = Scene(monkeypatch)
    ends = {
        "output": lambda: scene.program.pipe_connection_lost(1, None),
        "process": scene.program.process_exited,
    }
    ends.pop(first)()
    # Its status, or its last words, may follow: that long they are waited for.
    assert scene.errors == []
    wait_s = QUIT_S if first == "output" else LAST_WORDS_S
    assert [seconds for seconds, _ in scene.later] == [wait_s]
    scene.says(b"last words\n")
    assert scene.heard == ["last words"]
    scene.status = 3
    ends.popitem()[1]()
    assert [str(error) for error in scene.errors] == ["ended with status 3"]
    scene.later[0][1]()
    assert len(scene.errors) == 1
    with pytest.raises(ProgramEndedError, match="status 3"):
        scene.program.send(["go"])


def test_an_output_that_is_closed_alone_is_an_end_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    scene.program.pipe_connection_lost(2, None)
    scene.program.pipe_connection_lost(0, None)
    assert scene.later == []
    scene.program.pipe_connection_lost(1, None)
    scene.later[0][1]()
    assert [str(error) for error in scene.errors] == ["closed its output"]
    late: list[ProgramError] = []
    scene.program.listen(SimpleNamespace(wire_lost=late.append))
    assert late == scene.errors
