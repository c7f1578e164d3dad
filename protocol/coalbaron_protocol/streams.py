"""Lines in and out: bytes of any kind come in, and whole lines of text go out at once.

The other side may send megabytes without a line end, bytes that are no text, or be gone. None
of it may cost memory or raise anything but `OutputClosed`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from typing import Final

from coalbaron_fast.wire.words import LONGEST_LINE

CHUNK: Final = 65_536
"""How many bytes are asked for at once; a read answers with what is there."""


class OutputClosed(Exception):  # noqa: N818 - it is an event, not a fault
    """Our output has no reader: the other side has closed its end, or there never was one."""


class LineTooLong:
    """Stands in the place of a line of more than `LONGEST_LINE` bytes."""


TOO_LONG: Final = LineTooLong()


def read_lines(descriptor: int) -> Iterator[str | LineTooLong]:
    """Yield the lines of a file descriptor until its end, a last one without an end included.

    A line ends with LF or CRLF. Bytes that are no UTF-8 become the replacement character. Of
    a line that is too long nothing is kept; `TOO_LONG` comes in its place.
    """
    kept = bytearray()
    dropping = False
    while True:
        try:
            chunk = os.read(descriptor, CHUNK)
        except OSError:
            # A closed descriptor and a terminal that went away are the end of the input.
            chunk = b""
        if not chunk:
            break
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            if dropping or len(kept) + len(part) > LONGEST_LINE:
                yield TOO_LONG
            else:
                yield _decoded(kept + part)
            kept.clear()
            dropping = False
        kept += rest
        if len(kept) > LONGEST_LINE:
            kept.clear()
            dropping = True
    if dropping:
        yield TOO_LONG
    elif kept:
        yield _decoded(kept)


def _decoded(line: bytes | bytearray) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "replace")


def input_descriptor() -> int | None:
    """Return the descriptor of standard input, or None if the process began without one."""
    # Python sets the stream to None then; its number may belong to some other file by now.
    return None if sys.stdin is None else sys.stdin.fileno()


class LineWriter:
    """Writes whole lines at once, from any thread, past every buffer.

    Raises `OutputClosed` when they have no reader any more.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        if descriptor is None and sys.stdout is not None:
            descriptor = sys.stdout.fileno()
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def __call__(self, *lines: str) -> None:
        """Write the lines; lines of one call stay together."""
        if self._descriptor is None:
            raise OutputClosed
        data = memoryview("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        with self._lock:
            try:
                while data:
                    data = data[os.write(self._descriptor, data) :]
            except OSError as error:
                self._descriptor = None
                raise OutputClosed from error
