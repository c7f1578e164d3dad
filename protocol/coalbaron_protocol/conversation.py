"""One conversation in the line protocol, or one of its jobs, to the exit status."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from typing import Final

from coalbaron_fast.errors import SettingsError
from coalbaron_fast.wire.words import error_line
from coalbaron_protocol.positions import PositionRefused
from coalbaron_protocol.session import NO_MEMORY, Session
from coalbaron_protocol.statuses import FAILED, INTERRUPTED
from coalbaron_protocol.streams import LineTooLong, LineWriter, OutputClosed
from coalbaron_protocol.worker import Job, Worker

PLACES: Final = {SettingsError: "setoption", PositionRefused: "position"}
"""The commands that refuse so; the line names them."""


def abandon() -> None:
    """End at once: our output has no reader, and ours may wait for a line for ever."""
    os._exit(FAILED)


def converse(lines: Iterable[str | LineTooLong], *, patient: bool = False) -> int:
    """Answer the lines; at their end finish as `quit` does.

    A patient conversation waits for the end of what each line starts, and ends at the first one
    that cannot be followed. Returns the exit status.
    """
    session = Session(LineWriter(), abandon)

    def talk() -> int:
        for line in lines:
            if not session.handle(line):
                return 0
            if patient:
                session.wait()
                if session.has_refused:
                    return FAILED
        session.close()
        return 0

    return _finish(talk, session.close)


def run_job(name: str, make: Callable[[LineWriter], Job]) -> int:
    """Make one job and run it to its end; return the exit status.

    A refusal is a line, as in a conversation.
    """
    writer = LineWriter()
    worker = Worker(writer, abandon)

    def run() -> int:
        try:
            worker.start(make(writer))
        except (ValueError, MemoryError) as error:
            where = next((word for kind, word in PLACES.items() if isinstance(error, kind)), name)
            writer(error_line(where, str(error) or NO_MEMORY))
            return FAILED
        worker.wait()
        return FAILED if worker.has_failed else 0

    return _finish(run, worker.stop)


def _finish(work: Callable[[], int], stop: Callable[[], None]) -> int:
    """Return the exit status of some work, which Ctrl-C and a closed output end."""
    try:
        try:
            return work()
        except KeyboardInterrupt:
            # A second one must not disturb the end.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            stop()
            return INTERRUPTED
    except OutputClosed:
        return FAILED
