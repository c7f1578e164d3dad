"""Running tasks: what a backend is, and the one that uses processes of this machine.

A task is anything small that can be pickled, has a `number` and does its work in `run`. A backend
takes tasks and gives back what became of them as they finish, in any order; whoever needs an order
makes it. No more than `capacity` tasks should be out at once, so that a kill loses little.
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

__all__ = ["Backend", "Finished", "LocalBackend", "Task", "TaskError", "run_tasks"]

Result_co = TypeVar("Result_co", covariant=True)

MOST_LOSSES: Final = 3
"""A task whose worker was lost so often is not tried again."""

AHEAD: Final = 2
"""So many tasks are out for each worker: one that it does, and one that waits for it here."""

ENDING_S: Final = 15.0
"""How long a worker may take to end its turn and the programs that it has started."""


class Task(Protocol[Result_co]):
    """Work for a backend: it can be pickled, and does the same wherever it runs."""

    @property
    def number(self) -> int:
        """The place of the task among all; no two have the same."""

    def run(self) -> Result_co:
        """Do the work."""


class Finished(NamedTuple):
    """A task that was done, by its number, and what its `run` returned."""

    number: int
    result: Any


class TaskError(RuntimeError):
    """A task has failed by a fault of our own, or its worker was lost again and again."""


class Backend(Protocol):
    """Where tasks run. Used in a `with` statement; leaving it ends whatever still runs."""

    @property
    def capacity(self) -> int:
        """How many tasks may be out at once without a worker waiting for one."""

    def submit(self, task: Task[Any]) -> None:
        """Take a task; does not wait for it."""

    def results(self) -> Iterator[Finished]:
        """Yield tasks as they finish until none is out; more may be submitted meanwhile.

        A task whose worker is lost is run again. Raises `TaskError` if a task fails.
        """

    def close(self) -> None:
        """End what runs and let go of every worker."""

    def __enter__(self) -> Self:
        """Use it."""

    def __exit__(self, *_: object) -> None:
        """Close it."""


def run_tasks(tasks: Iterable[Task[Any]], backend: Backend) -> Iterator[Finished]:
    """Run tasks on a backend and yield them as they finish.

    A task is handed over only when there is room, and after what finished was seen: whoever stops
    iterating has nothing more started.
    """
    waiting = iter(tasks)
    for task in itertools.islice(waiting, backend.capacity):
        backend.submit(task)
    for finished in backend.results():
        yield finished
        for task in itertools.islice(waiting, 1):
            backend.submit(task)


class _Worker:
    """A process that runs one task after the other."""

    def __init__(self) -> None:
        self.connection, theirs = Pipe()
        # A fresh interpreter: nothing of ours is copied, no lock of a thread is left behind.
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        # Until the worker has said what Ctrl-C is to it (`serve`), it does not hear of it. What
        # multiprocessing starts besides comes first: it would let Ctrl-C through again.
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
            # It is gone; the end of its answers will say so.
            return

    def receive(self) -> Finished | None:
        """Return the task, done; None if the worker is gone."""
        try:
            number, result, error = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.task = None
        if error is not None:
            raise TaskError(f"task {number} failed:\n{error}")
        return Finished(number, result)


class LocalBackend:
    """Runs tasks in processes of this machine."""

    def __init__(self, jobs: int = 1) -> None:
        """`jobs` processes start when the first task comes."""
        if jobs < 1:
            raise ValueError(f"jobs must be at least 1, not {jobs}")
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
        while len(self._workers) < self._jobs:
            self._workers.append(_Worker())
        self._waiting.append(task)
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

    def _hand_over(self) -> None:
        """Give waiting tasks to those who have none."""
        for worker in self._workers:
            if self._waiting and worker.task is None:
                worker.send(self._waiting.popleft())

    def _replace(self, worker: _Worker) -> None:
        """Start a new worker in the place of one that is gone, and do its task again."""
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
        self._workers[self._workers.index(worker)] = _Worker()
        self._hand_over()

    def close(self) -> None:
        """End the workers; games that are being played are given up."""
        workers, self._workers = self._workers, []
        self._waiting.clear()
        _end(workers)

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


def _end(workers: Iterable[_Worker]) -> None:
    """End workers: first as they like to, then whether they like it or not."""
    for worker in workers:
        worker.connection.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(ENDING_S)
        worker.process.kill()
        worker.process.join()


def serve(connection: Connection) -> None:
    """Run tasks until the other end is closed: what a worker process does."""
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
        answer: tuple[int, object, str | None]
        try:
            answer = (task.number, task.run(), None)
        except Exception:  # noqa: BLE001 - whatever it is, the parent tells it
            answer = (task.number, None, traceback.format_exc())
        try:
            connection.send(answer)
        except OSError:
            return


def _leave(*_: object) -> None:
    """End by an exception, so that programs that were started are ended too."""
    sys.exit(1)


def _leave_with_parent() -> None:
    """Wait for the parent's death, which nothing else would tell a worker in a long game."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
