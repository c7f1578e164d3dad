"""One conversation in the line protocol, from its first line to its exit status."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable

from coalbaron_protocol.session import Session
from coalbaron_protocol.statuses import FAILED, INTERRUPTED
from coalbaron_protocol.streams import LineTooLong, LineWriter, OutputClosed


def abandon() -> None:
    """End at once: nobody reads us, and the reader may be waiting for a line for ever."""
    os._exit(FAILED)


def converse(lines: Iterable[str | LineTooLong], *, patient: bool = False) -> int:
    """Answer the lines; at their end finish as `quit` does.

    A patient conversation waits for the end of what each line starts, and ends at the first one
    that cannot be followed. Returns the exit status.
    """
    try:
        session = Session(LineWriter(), abandon)
        try:
            for line in lines:
                if not session.handle(line):
                    return 0
                if patient:
                    session.wait()
                    if session.has_refused:
                        return FAILED
            session.close()
        except KeyboardInterrupt:
            # A second one must not disturb the end.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            session.close()
            return INTERRUPTED
    except OutputClosed:
        return FAILED
    return 0
