"""A program at the other end of three pipes: lines to it and from it, and its end.

No program is trusted. What it says is bounded in memory, whatever it says; its process, with all
that it started, is always ended and waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol, Self, cast

from coalbaron_fast.errors import ProgramEndedError, ProgramError, ProgramGarbledError, shortened
from coalbaron_fast.wire.words import LONGEST_LINE

__all__ = ["Listener", "Program", "Wire", "shown"]

LONGEST_ANSWER: Final = 8 * 1024 * 1024
"""Bytes that may come after the last line sent, ..."""

BYTES_A_SECOND: Final = 1024 * 1024
"""... and as many more for each second since: no search reports that much."""

TRANSCRIPT_LINES: Final = 40
LINES_AFTER_ONE: Final = 12
"""Lines kept after each line sent: the first ones, and the last."""

SHOWN_CHARACTERS: Final = 300
COMPLAINTS: Final = 2000
"""The last bytes of the standard error are kept, this many."""

QUIT_S: Final = 1.0
"""How long a program may take to end after `quit`, or after it has closed its output."""

LAST_WORDS_S: Final = 0.5
"""How long the output of a program that has ended is read: its children may hold it open."""


class Listener(Protocol):
    """Who hears what comes over a wire."""

    def line_received(self, line: str) -> None:
        """Take a line."""

    def wire_lost(self, error: ProgramError) -> None:
        """Take in that no line will come any more; called once."""


class Wire(Protocol):
    """What a client speaks over. `Program` is one; tests script another."""

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation."""

    def listen(self, listener: Listener) -> None:
        """Tell this listener all that comes from now on."""

    def send(self, lines: Sequence[str]) -> None:
        """Send lines; raises `ProgramError` if the wire is lost."""

    def abandon(self, error: ProgramError) -> None:
        """End the program at once; the listener is told this error."""

    async def close(self) -> int | None:
        """Let the program end, or end it; return its exit status where there is one."""


def shown(text: str, length: int | None = None) -> str:
    """Return what a program said, fit for a report: short, and without control characters.

    `length` is that of the whole text, where only its beginning was kept.
    """
    more = (len(text) if length is None else length) - SHOWN_CHARACTERS
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for letter in text[:SHOWN_CHARACTERS]
    )
    return f"{text!r}" if more <= 0 else f"{text!r} and {more} more"


class Program(asyncio.SubprocessProtocol):
    """A process, in a group of its own, spoken to line by line."""

    def __init__(self) -> None:
        """Use `start`."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.SubprocessTransport | None = None
        self._listener: Listener | None = None
        self._error: ProgramError | None = None
        self._partial = b""
        self._received = 0
        self._sent_at = time.monotonic()
        self._said: deque[tuple[str, str, int]] = deque(maxlen=TRANSCRIPT_LINES)
        self._since_ours = 0
        self._complaints = b""
        self._output_is_open = True
        self._exited = asyncio.Event()
        self._closed = asyncio.Event()

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Start the process; raises `ProgramEndedError` if it cannot be started."""
        loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(
            loop.subprocess_exec(cls, *command, start_new_session=True)
        )
        try:
            _, program = await asyncio.shield(starting)
        except OSError as error:
            what = f"{shortened(command[0])} cannot be started: {error.strerror or error}"
            raise ProgramEndedError(what) from None
        except asyncio.CancelledError:
            # Cancelled half way, asyncio itself may wait for ever for the process.
            with contextlib.suppress(OSError):
                _, program = await starting
                program.abandon(ProgramEndedError("was not wanted"))
                await program.close()
            raise
        return program

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines: ``> `` was sent, ``< `` was received, ``! `` is the standard error."""
        complaints = self._complaints.decode("utf-8", "replace").splitlines()
        said = (
            f"{sign} {text if sign == '>' else shown(text, length)}"
            for sign, text, length in self._said
        )
        return (*said, *(f"! {shown(line)}" for line in complaints))

    # -- what we do

    def listen(self, listener: Listener) -> None:
        """Tell this listener all that comes from now on."""
        self._listener = listener
        if self._error is not None:
            listener.wire_lost(self._error)

    def send(self, lines: Sequence[str]) -> None:
        """Send lines."""
        if self._error is not None:
            raise self._error
        for line in lines:
            self._note(">", line)
        self._since_ours = self._received = 0
        self._sent_at = time.monotonic()
        self._input.write("".join(f"{line}\n" for line in lines).encode())

    def abandon(self, error: ProgramError) -> None:
        """Kill the program and all that it started; the listener is told this error."""
        self._kill()
        self._lose(error)

    async def close(self) -> int | None:
        """Ask the process to end, then kill it; returns when it and its pipes are gone."""
        if self._transport is None:
            return None
        if not self._exited.is_set() and self._error is None:
            self._input.write(b"quit\n")
        self._lose(ProgramEndedError("was told to quit", self.transcript))
        self._input.close()
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._exited.wait(), QUIT_S)
        finally:
            # Processes that it started are in its group and may outlive it.
            self._kill()
            self._transport.close()
        await self._closed.wait()
        return self._transport.get_returncode()

    @property
    def _input(self) -> asyncio.WriteTransport:
        assert self._transport is not None  # noqa: S101 - there is one from the start
        return cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    def _kill(self) -> None:
        if self._transport is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    def _lose(self, error: ProgramError) -> None:
        """Tell the listener, once, that nothing more will come."""
        if self._error is None:
            self._error = error
            if self._listener is not None:
                self._listener.wire_lost(error)

    # -- what the loop tells us

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the process."""
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Take bytes of the output or of the standard error."""
        if fd == 2:
            self._complaints = (self._complaints + data)[-COMPLAINTS:]
        elif self._error is None:
            self._receive(data)

    def _receive(self, data: bytes) -> None:
        self._received += len(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            if len(line) > LONGEST_LINE:
                self._garbled()
            if self._error is not None:
                return
            text = line.decode("utf-8", "replace").strip()
            self._note("<", text)
            if self._listener is not None:
                self._listener.line_received(text)
        allowed = LONGEST_ANSWER + BYTES_A_SECOND * (time.monotonic() - self._sent_at)
        if self._received > allowed or len(self._partial) > LONGEST_LINE:
            self._garbled()

    def _garbled(self) -> None:
        what = f"{self._received} bytes, and no answer that can be read"
        self.abandon(ProgramGarbledError(what, self.transcript))

    def _note(self, sign: str, text: str) -> None:
        """Keep a line for the transcript."""
        if sign == "<":
            if self._since_ours >= LINES_AFTER_ONE:
                self._said.pop()
            self._since_ours += 1
        self._said.append((sign, text[:SHOWN_CHARACTERS] if sign == "<" else text, len(text)))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Note the end of the output; its exit status may follow."""
        if fd == 1:
            self._output_is_open = False
            self._end_after(QUIT_S)

    def process_exited(self) -> None:
        """Note the end of the process; its last lines may follow."""
        self._exited.set()
        self._end_after(LAST_WORDS_S)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Note that the process and its pipes are gone."""
        self._closed.set()

    def _end_after(self, seconds: float) -> None:
        """Report the end now if nothing more can come, or else after a while."""
        if self._exited.is_set() and not self._output_is_open:
            self._report_end()
        else:
            self._loop.call_later(seconds, self._report_end)

    def _report_end(self) -> None:
        status = None if self._transport is None else self._transport.get_returncode()
        what = "closed its output" if status is None else f"ended with status {status}"
        self._lose(ProgramEndedError(what, self.transcript))
