"""The log: one JSON object a line, and never a word of a request.

A thread writes it. Where its reader sleeps, lines are dropped and counted: the service never waits.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Sequence
from typing import Final

LOG: Final = logging.getLogger("coalbaron_server")
MOST_LINES: Final = 1000
"""Lines that may wait to be written."""

GATHER_S: Final = 0.01
"""Lines that come within this time are written at once: each time costs the event loop a moment."""

WHOLE_BYTES: Final = 4096
"""Bytes that a pipe takes at once or not at all: processes that share it cut no line in two."""

LAST_S: Final = 1.0
"""How long the end of the process waits for the last lines to be read."""


def set_up_logs(level: str) -> None:
    """Log JSON lines to standard error."""
    handler = LineWriter(sys.stderr.fileno())
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # Uvicorn's start and end are logged here already; its errors come through.
    logging.getLogger("uvicorn.error").setLevel(max(root.level, logging.WARNING))
    atexit.register(handler.finish, LAST_S)


class LineWriter(logging.Handler):
    """Hands lines to a thread that writes them."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._lines: queue.Queue[str] = queue.Queue(MOST_LINES)
        self._dropped = 0
        self._is_ending = False
        threading.Thread(target=self._write_all, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a line; drop it if too many wait."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._dropped += 1

    def finish(self, most_s: float) -> None:
        """Return when all has been written, or after this time."""
        self._is_ending = True
        end = time.monotonic() + most_s
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(GATHER_S / 10)

    def _write_all(self) -> None:
        while True:
            lines = [self._lines.get()]
            if not self._is_ending:
                time.sleep(GATHER_S)
            while not self._lines.empty():
                lines.append(self._lines.get_nowait())
            taken = len(lines)
            if dropped := self._take_dropped():
                lines.append(self.format(_record_of_dropped(dropped)))
            self._write(lines)
            for _ in range(taken):
                self._lines.task_done()

    def _take_dropped(self) -> int:
        self.acquire()
        try:
            dropped, self._dropped = self._dropped, 0
        finally:
            self.release()
        return dropped

    def _write(self, lines: Sequence[str]) -> None:
        """Write past the buffers of Python: their locks would hold up the end of the process."""
        data = [f"{line}\n".encode() for line in lines]
        first = size = 0
        for number, line in enumerate(data):
            if size + len(line) > WHOLE_BYTES:
                self._write_whole(b"".join(data[first:number]))
                first, size = number, 0
            size += len(line)
        self._write_whole(b"".join(data[first:]))

    def _write_whole(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            # The log has no reader any more: that is no reason to serve no longer.
            return


def _record_of_dropped(count: int) -> logging.LogRecord:
    return LOG.makeRecord(
        LOG.name,
        logging.WARNING,
        "",
        0,
        "lines dropped",
        (),
        None,
        extra={"fields": {"count": count}},
    )


class JsonLines(logging.Formatter):
    """One JSON object a line: what happened, when, and the fields that came along."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03}",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry["fault"] = place_of(record.exc_info[1])
        return json.dumps(entry)


def place_of(error: BaseException) -> str:
    """Return the type of an error and where it arose; its message may quote a request."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"
