"""The pulse of one process of the service: what is looked at twice a second, for the metrics."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Sized
from pathlib import Path
from typing import Final

from coalbaron_server.metrics import Metrics
from coalbaron_server.work.heavy_requests import Helpers

PAUSE_S: Final = 0.5


class Pulse:
    """Measures how late the event loop is, and looks after the helpers."""

    def __init__(self, metrics: Metrics, helpers: Helpers, connections: Sized) -> None:
        self._metrics = metrics
        self._helpers = helpers
        self._connections = connections
        self._restarts = 0
        self._due = 0.0
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, on the event loop that runs."""
        self._due = time.monotonic()
        self._beat()

    def stop(self) -> None:
        """End."""
        if self._next is not None:
            self._next.cancel()

    def _beat(self) -> None:
        now = time.monotonic()
        self._metrics.lag.observe(max(now - self._due, 0.0))
        self._due = now + PAUSE_S
        self._next = asyncio.get_running_loop().call_later(PAUSE_S, self._beat)
        self._metrics.connections.set(len(self._connections))
        self._metrics.memory.labels("service").set(resident_bytes(os.getpid()))
        helpers = sum(map(resident_bytes, self._helpers.numbers))
        self._metrics.memory.labels("helper").set(helpers)
        restarts = self._helpers.restarts
        self._metrics.restarts.labels("helper").inc(restarts - self._restarts)
        self._restarts = restarts
        self._helpers.revive()


def resident_bytes(number: int) -> int:
    """Return the memory that a process holds; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{number}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0
