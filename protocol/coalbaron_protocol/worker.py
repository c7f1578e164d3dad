"""One thing at a time beside the reader: a search, a count, a benchmark.

The reader starts a job and goes on reading; the job's thread writes its reply. Whether a job is
running is decided under one lock together with its last line, so that whoever has read that
line finds the worker free.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Protocol

from coalbaron_protocol.messages import error_line
from coalbaron_protocol.streams import OutputClosed

STOP_EVERY_S: Final = 0.002
"""A stop that comes before the search has begun is not heard: it is said again this often."""


class Job(Protocol):
    """What a worker runs."""

    name: str

    def run(self) -> list[str]:
        """Do the work and return the last lines of the reply."""

    def stop(self) -> None:
        """Make `run` come to its end; called from another thread, again and again."""

    def failure(self) -> list[str]:
        """Return the last lines of the reply if `run` raised an error."""


class Worker:
    """Runs one job at a time on a thread of its own."""

    def __init__(self, write: Callable[..., None], abandon: Callable[[], None]) -> None:
        self._write = write
        self._abandon = abandon
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._thread: threading.Thread | None = None
        self._idle = threading.Event()
        self._idle.set()
        self._has_failed = False

    @property
    def has_failed(self) -> bool:
        """Whether a job has ended with an error."""
        return self._has_failed

    @property
    def job(self) -> Job | None:
        """The job that is running, if there is one."""
        with self._lock:
            return self._job

    def start(self, job: Job) -> None:
        """Run a job; the one before must have ended."""
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            self._job = job
        self._idle.clear()
        self._thread = threading.Thread(target=self._run, args=(job,), daemon=True)
        self._thread.start()

    def stop(self, job: Job | None = None) -> None:
        """End the job that is running, or only this one, and wait for its last line."""
        wanted = job or self.job
        while True:
            with self._lock:
                # Under the lock, so that no late word meets the next job.
                if wanted is None or self._job is not wanted:
                    return
                wanted.stop()
            self._idle.wait(STOP_EVERY_S)

    def wait(self) -> None:
        """Wait until the job has ended by itself."""
        self._idle.wait()

    def _run(self, job: Job) -> None:
        try:
            try:
                lines = job.run()
            except OutputClosed:
                raise
            except Exception as error:  # noqa: BLE001 - one reply, whatever went wrong inside
                self._has_failed = True
                lines = [error_line(job.name, str(error) or repr(error)), *job.failure()]
            with self._lock:
                self._job = None
                self._write(*lines)
        except OutputClosed:
            self._abandon()
        finally:
            self._job = None
            self._idle.set()
