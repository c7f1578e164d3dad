"""Conversations with the real process: a script of lines sent and lines expected.

``> `` begins a line that is sent and ``< `` one that is expected. In an expected line ``…``
stands for any text, and a line that is only ``…`` for any number of lines, none included. All
that the process says must be expected. To send ``(end of input)`` is to close the input.

`coalbaron_fast.client` does not do here: it drops what it does not know. These tests send bytes of
any kind and miss nothing that comes back.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Final

from tests.processes import PATIENCE_S

COMMAND: Final = (sys.executable, "-m", "coalbaron_protocol")
END: Final = object()
ANYTHING: Final = "…"
CLOSE: Final = "(end of input)"


class Talk:
    """A running engine, its lines read by a thread so that nothing can block for ever."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        self._lines: queue.Queue[object] = queue.Queue()
        self.complaints: list[bytes] = []
        self._readers = [
            threading.Thread(target=read, daemon=True)
            for read in (self._read, self._read_complaints)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(END)

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as output:
            self.complaints += list(output)

    def send(self, *lines: str) -> None:
        """Send lines."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send bytes of any kind."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def close_input(self) -> None:
        """Let the input end."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def receive(self) -> str | None:
        """Return the next line, or None at the end of the output."""
        line = self._lines.get(timeout=PATIENCE_S)
        return line if isinstance(line, str) else None

    def receive_until(self, start: str) -> list[str]:
        """Return the lines up to the first that begins so, that one included."""
        lines: list[str] = []
        while True:
            line = self.receive()
            assert line is not None, f"the output ended before {start!r}: {lines[-5:]}"
            lines.append(line)
            if line.startswith(start):
                return lines

    def receive_until_holds(self, part: str) -> None:
        """Drop lines up to the first that holds a text, that one included."""
        while True:
            line = self.receive()
            assert line is not None, f"the output ended before {part!r}"
            if part in line:
                return

    def finish(self, status: int = 0) -> list[str]:
        """Close the input and return what was still said; the process ends with this status."""
        self.close_input()
        lines: list[str] = []
        while (line := self.receive()) is not None:
            lines.append(line)
        ended = self.process.wait(PATIENCE_S)
        self.close()
        assert (ended, self.complaints) == (status, [])
        return lines

    def close(self) -> None:
        """End the process if it still runs, and let go of its streams."""
        assert self.process.stdin is not None
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        for reader in self._readers:
            reader.join()


def matches(pattern: str, line: str) -> bool:
    """Whether a line is what a pattern expects."""
    parts = (re.escape(part) for part in pattern.split(ANYTHING))
    return re.fullmatch(".*".join(parts), line) is not None


def hold(script: Sequence[str], arguments: Sequence[str] = (), status: int = 0) -> None:
    """Hold one conversation; raises AssertionError where it goes another way."""
    talk = Talk(arguments)
    try:
        skipping = False
        for row in script:
            kind, _, text = row.partition(" ")
            if kind == ">":
                assert not skipping, f"what is expected before {row!r}?"
                talk.close_input() if text == CLOSE else talk.send(text)
            elif text == ANYTHING:
                skipping = True
            else:
                _expect(talk, text, skipping=skipping)
                skipping = False
        rest = talk.finish(status)
        assert skipping or rest == [], f"not expected: {rest}"
    finally:
        talk.close()


def _expect(talk: Talk, text: str, *, skipping: bool) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        line = talk.receive()
        assert line is not None, f"the output ended before {text!r}"
        if matches(text, line):
            return
        assert skipping, f"expected {text!r}, not {line!r}"
    raise AssertionError(f"{text!r} did not come")


def read_scripts(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield title and rows of each conversation of a file; ``== `` begins a title."""
    for part in text.split("\n== ")[1:]:
        title, *rows = part.splitlines()
        yield title, [row for row in rows if row.startswith(("> ", "< "))]
