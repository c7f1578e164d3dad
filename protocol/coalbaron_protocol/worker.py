"""One job at a time beside the reader: a search, a count, a benchmark.

The reader starts a job and reads on; a thread runs the job and writes its reply. A job ends and its
last line is written under one lock, so that whoever has read that line finds the worker free.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from coalbaron_fast.wire.words import error_line
from coalbaron_protocol.streams import OutputClosed


class Job(Protocol):
    """What a worker runs."""

    name: str

    def run(self) -> list[str]:
        """Do the work and return the last lines of the reply."""

    def stop(self) -> None:
        """Make `run` end soon. Another thread calls this, perhaps before `run` has begun."""

    def failure(self) -> list[str]:
        """Return the last lines of the reply if `run` raised an error."""


class Worker:
    """Runs one job at a time on a thread of its own.

    One thread starts and stops the jobs: the reader.
    """

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
        # Who takes it says that the job has ended: the job's thread, or Ctrl-C before there is one.
        own = threading.Lock()
        thread = threading.Thread(target=self._run, args=(job, own), daemon=True)
        with self._lock:
            self._job = job
        try:
            self._idle.clear()
            thread.start()
        except BaseException:
            if own.acquire(blocking=False):
                self._end()
            raise
        self._thread = thread

    def stop(self) -> None:
        """End the job that is running and wait for its last line."""
        job = self.job
        if job is not None:
            job.stop()
        self.wait()

    def wait(self) -> None:
        """Wait until the job has ended."""
        self._idle.wait()

    def _end(self) -> None:
        self._job = None
        self._idle.set()

    def _run(self, job: Job, own: threading.Lock) -> None:
        if not own.acquire(blocking=False):
            return
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
            self._end()
