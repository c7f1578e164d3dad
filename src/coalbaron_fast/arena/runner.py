"""Backends run tasks; `LocalBackend` runs them in processes of this machine.

A task is anything small that can be pickled, has a `number` and does its work in `run`. A backend
takes tasks and yields their results as they finish, in any order. No more than `capacity` tasks
should be out at once, so that a kill loses little.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

from coalbaron_fast.arena.store import StoreError
from coalbaron_fast.files import WriteError

__all__ = ["Backend", "Finished", "LocalBackend", "Task", "TaskError", "run_tasks"]

Result_co = TypeVar("Result_co", covariant=True)

MOST_LOSSES: Final = 3
"""A task that has lost its worker this often is not tried again."""

AHEAD: Final = 2
"""Tasks out for each worker: one that it runs, and one that waits for it here."""

FEWEST_MOST_JOBS: Final = 64
JOBS_A_PROCESSOR: Final = 4
"""More processes than both allow bring nothing, and may take a machine down."""

TOLD: Final = (StoreError, WriteError, MemoryError)
"""Faults of files or of the machine: they say themselves what is wrong, and are raised as they are.
All others are faults of a task."""

ENDING_S: Final = 15.0
"""How long a worker may take to end itself and the programs that it has started."""


class Task(Protocol[Result_co]):
    """Work for a backend: it can be pickled, and gives the same result wherever it runs."""

    @property
    def number(self) -> int:
        """The place of the task among all; each is used once."""

    def run(self) -> Result_co:
        """Do the work."""


class Finished(NamedTuple):
    """A task that was run: its number, and what `run` returned."""

    number: int
    result: Any


class TaskError(RuntimeError):
    """A task failed by a fault of the program, or lost its worker again and again."""


class Backend(Protocol):
    """Where tasks run. Use it in a `with` statement, whose end stops whatever still runs."""

    @property
    def capacity(self) -> int:
        """How many tasks may be out at once: enough to keep every worker busy."""

    def submit(self, task: Task[Any]) -> None:
        """Take a task, without waiting for it."""

    def results(self) -> Iterator[Finished]:
        """Yield tasks as they finish until none is out; more may be submitted meanwhile.

        A task whose worker is lost is run again. Raises `TaskError` if a task fails.
        """

    def close(self) -> None:
        """Stop what runs and end every worker."""

    def __enter__(self) -> Self:
        """Return itself."""

    def __exit__(self, *_: object) -> None:
        """Close the backend."""


def run_tasks(tasks: Iterable[Task[Any]], backend: Backend) -> Iterator[Finished]:
    """Run tasks on a backend and yield them as they finish.

    A task is submitted only when there is room, and after the caller has seen what finished: once
    the caller stops iterating, nothing more is started.
    """
    waiting = iter(tasks)
    for task in itertools.islice(waiting, backend.capacity):
        backend.submit(task)
    for finished in backend.results():
        yield finished
        for task in itertools.islice(waiting, 1):
            backend.submit(task)


def check_jobs(jobs: int) -> None:
    """Refuse numbers of processes that no machine like this can use; raises `ValueError`."""
    most = max(FEWEST_MOST_JOBS, JOBS_A_PROCESSOR * (os.cpu_count() or 1))
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if jobs > most:
        raise ValueError(f"jobs can be {most} at most here, not {jobs}: each is a process")


class _Worker:
    """A process that runs one task after the other."""

    def __init__(self) -> None:
        self.connection, theirs = Pipe()
        # A fresh interpreter: nothing of ours is copied, no thread's lock stays held.
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        # Ctrl-C stays blocked until the worker ignores it (`serve`). The resource tracker starts
        # first, because starting it would unblock Ctrl-C again.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self.task: Task[Any] | None = None

    def send(self, task: Task[Any]) -> None:
        self.task = task
        try:
            self.connection.send(task)
        except OSError:
            # The worker is gone; `receive` will see that.
            return

    def receive(self) -> Finished | None:
        """Return the finished task; None if the worker is gone."""
        try:
            number, result, error = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.task = None
        if isinstance(error, Exception):
            raise error
        if error is not None:
            raise TaskError(f"task {number} failed:\n{error}")
        return Finished(number, result)


class LocalBackend:
    """Runs tasks in processes of this machine."""

    def __init__(self, jobs: int = 1) -> None:
        """`jobs` processes start when the first task comes."""
        check_jobs(jobs)
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._waiting: deque[Task[Any]] = deque()
        self._losses: Counter[int] = Counter()

    @property
    def capacity(self) -> int:
        """How many tasks keep all processes busy."""
        return self._jobs * AHEAD

    def submit(self, task: Task[Any]) -> None:
        """Take a task."""
        self._waiting.append(task)
        self._hand_over()
        if self._waiting and len(self._workers) < self._jobs:
            self._workers.append(self._started())
            self._hand_over()

    def results(self) -> Iterator[Finished]:
        """Yield tasks as they finish until none is out."""
        while self._waiting or any(worker.task is not None for worker in self._workers):
            ready = wait([worker.connection for worker in self._workers])
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                finished = worker.receive()
                if finished is None:
                    self._replace(worker)
                else:
                    self._hand_over()
                    yield finished

    def _started(self) -> _Worker:
        try:
            return _Worker()
        except OSError as error:
            raise TaskError(
                f"process {len(self._workers) + 1} of {self._jobs} could not be started: "
                f"{error.strerror}"
            ) from None

    def _hand_over(self) -> None:
        """Give waiting tasks to idle workers."""
        for worker in self._workers:
            if self._waiting and worker.task is None:
                worker.send(self._waiting.popleft())

    def _replace(self, worker: _Worker) -> None:
        """Start a new worker in the place of a lost one, and run its task again."""
        _end([worker])
        lost = worker.task
        if lost is not None:
            self._losses[lost.number] += 1
            if self._losses[lost.number] >= MOST_LOSSES:
                raise TaskError(
                    f"task {lost.number} was not done: its worker was lost {MOST_LOSSES} times, "
                    f"the last time with status {worker.process.exitcode}"
                )
            self._waiting.appendleft(lost)
        self._workers[self._workers.index(worker)] = self._started()
        self._hand_over()

    def close(self) -> None:
        """End the workers; their running tasks are given up."""
        workers, self._workers = self._workers, []
        self._waiting.clear()
        _end(workers)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the backend."""
        self.close()


def _end(workers: Iterable[_Worker]) -> None:
    """End workers: ask them first, then kill them."""
    for worker in workers:
        worker.connection.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(ENDING_S)
        worker.process.kill()
        worker.process.join()


def serve(connection: Connection) -> None:
    """Be a worker process: run tasks until the other end is closed."""
    # Ctrl-C goes to the whole group; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        answer: tuple[int, object, Exception | str | None]
        try:
            answer = (task.number, task.run(), None)
        except TOLD as error:
            answer = (task.number, None, error)
        except Exception:  # noqa: BLE001 - whatever it is, the parent reports it
            answer = (task.number, None, traceback.format_exc())
        try:
            connection.send(answer)
        except OSError:
            return


def _leave(*_: object) -> None:
    """Exit by an exception, so that the programs that were started are ended too."""
    sys.exit(1)


def _leave_with_parent() -> None:
    """End when the parent dies; a worker in a long game would not notice otherwise."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
