"""What is counted and timed, for Prometheus.

With several processes `PROMETHEUS_MULTIPROC_DIR` names a directory in which they share their
numbers (`supervisor` sets it); whichever process is asked answers for all.
"""

from __future__ import annotations

import contextlib
import os
import platform
import struct
import time
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from coalbaron_fast import __version__

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
SHARED_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

READS: Final = 50
READ_PAUSE_S: Final = 0.002
"""Attempts to read the shared numbers, and the pause between them, before a fault is raised."""


def forget_process(number: int) -> None:
    """Leave a process that has ended out of what the others say."""
    if SHARED_DIRECTORY in os.environ:
        mark_process_dead(number)  # type: ignore[no-untyped-call]


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._count("requests", "Requests answered", "path", "method", "status")
        self.seconds = self._times(
            "request_seconds", "Time from a request's head to the end of its answer", "path"
        )
        self.running = self._level("searches_running", "Searches that run")
        self.waiting = self._level("searches_waiting", "Requests that wait for a search slot")
        self.free = self._level("slots_free", "Search slots that are free")
        self.stopped = self._count(
            "searches_stopped",
            "Searches told to stop before their limits: client gone, cap, or shutdown",
            "reason",
        )
        self.stop_seconds = self._times(
            "search_stop_seconds", "From the moment that no client waits for a search to its end"
        )
        self.nodes = self._count("search_nodes", "Nodes of all searches answered")
        self._add_process()

    def _add_process(self) -> None:
        """Add what is told of the processes themselves."""
        self.refused = self._count(
            "refused", "Connections and heads that were refused before they were requests", "why"
        )
        self.connections = self._level("connections_open", "Open connections")
        self.lag = self._times(
            "loop_lag_seconds",
            "How late the event loop came to what was due, looked at twice a second",
        )
        self.memory = self._level(
            "memory_bytes",
            "Memory that processes hold: of the service, and their helpers",
            "process",
        )
        self.restarts = self._count(
            "restarts", "Processes that took the place of one that had ended or hung", "process"
        )
        for process in ("service", "helper"):
            # There from the start: an alert on an increase needs the zero before it.
            self.restarts.labels(process)
        build = Gauge(
            "coalbaron_build_info",
            "Always 1; its labels say what runs",
            ("version", "python"),
            registry=self.registry,
            multiprocess_mode="max",
        )
        build.labels(__version__, platform.python_version()).set(1)

    def _count(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"coalbaron_{name}", told, labels, registry=self.registry)

    def _level(self, name: str, told: str, *labels: str) -> Gauge:
        """Return a number that goes up and down, the sum over all processes that live."""
        return Gauge(
            f"coalbaron_{name}", told, labels, registry=self.registry, multiprocess_mode="livesum"
        )

    def _times(self, name: str, told: str, *labels: str) -> Histogram:
        return Histogram(f"coalbaron_{name}", told, labels, buckets=SECONDS, registry=self.registry)

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        if SHARED_DIRECTORY not in os.environ:
            return generate_latest(self.registry)
        for _ in range(READS):
            # The numbers of a process that is being forgotten may vanish while they are read, and
            # the file of one that begins is there before its first number.
            with contextlib.suppress(FileNotFoundError, struct.error):
                return self._shared_text()
            time.sleep(READ_PAUSE_S)
        return self._shared_text()

    def _shared_text(self) -> bytes:
        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return generate_latest(shared)
