"""The log: one JSON object a line, and never a word of a request."""

from __future__ import annotations

import json
import logging
from typing import Final

LOG: Final = logging.getLogger("coalbaron_server")


def set_up_logs(level: str) -> None:
    """Log JSON lines to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # Uvicorn's start and end are logged here already; its errors come through.
    logging.getLogger("uvicorn.error").setLevel(max(root.level, logging.WARNING))


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
