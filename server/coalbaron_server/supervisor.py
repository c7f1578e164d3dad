"""The supervisor: several processes on one socket, replaced when they end or hang by themselves.

Each is bound to the supervisor by a pipe. A process says through it once a second that its event
loop goes round. When the supervisor has gone, whatever ended it, the pipe is closed, and the
process ends in good order.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection as Pipe
from types import FrameType
from typing import Any, Final

from coalbaron_server.logs import LOG
from coalbaron_server.metrics import SHARED_DIRECTORY, forget_process
from coalbaron_server.settings import Settings
from coalbaron_server.sockets import say_where

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
LOOK_S: Final = 1.0
"""Pause between looks for processes that have ended or hang."""

BEAT_S: Final = 1.0
START_S: Final = 60.0
"""Time for a process to begin, before it is held to its beat."""

CLOSING_S: Final = 2
"""Time for answers to reach their clients after everything has been stopped."""

END_LOOK_S: Final = 0.05
BEAT: Final = b"alive"
HURRY: Final = b"hurry"

Target = Callable[[Settings, socket.socket, Pipe], None]
"""What a process runs: with its settings, the socket, and its end of the pipe."""


class Worker:
    """One process, as the supervisor sees it."""

    def __init__(self, target: Target, settings: Settings, listener: socket.socket) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process: Any = context.Process(target=target, args=(settings, listener, theirs))
        self.process.start()
        # It holds its end alone: each side sees when the other has gone, whatever ended it.
        theirs.close()
        self._most_s = max(START_S, settings.hang_s)
        self._hang_s = settings.hang_s
        self._seen = time.monotonic()
        LOG.info("process started", extra={"fields": {"pid": self.process.pid}})

    def hangs(self) -> bool:
        """Whether the process has been silent for too long."""
        with contextlib.suppress(EOFError, OSError):
            while self._pipe.poll():
                self._pipe.recv_bytes()
                self._seen = time.monotonic()
                self._most_s = self._hang_s
        return time.monotonic() - self._seen > self._most_s

    def hurry(self) -> None:
        """Have it wait no longer for load balancers."""
        with contextlib.suppress(OSError):
            self._pipe.send_bytes(HURRY)

    def forget(self) -> None:
        """Forget a process that has ended."""
        self.process.join()
        self._pipe.close()
        forget_process(self.process.pid)


class Supervisor:
    """Keeps a number of processes going."""

    def __init__(self, settings: Settings, listener: socket.socket, target: Target) -> None:
        self._settings = settings
        self._listener = listener
        self._target = target
        self._signals: list[int] = []
        self._ending = threading.Event()

    def run(self) -> None:
        """Keep the processes going until a signal comes, then end them in good order."""
        for number in SIGNALS:
            signal.signal(number, self._end)
        say_where(self._listener)
        with tempfile.TemporaryDirectory(prefix="coalbaron-") as directory:
            os.environ[SHARED_DIRECTORY] = directory
            workers: list[Worker] = []
            try:
                workers += [self._start() for _ in range(self._settings.workers)]
                while not self._ending.wait(LOOK_S):
                    self._look_after(workers)
            finally:
                self._listener.close()
                self._finish(workers)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self._signals.append(number)
        self._ending.set()

    def _start(self) -> Worker:
        return Worker(self._target, self._settings.share(), self._listener)

    def _look_after(self, workers: list[Worker]) -> None:
        """Replace the processes that have ended, and end those that hang."""
        for index, worker in enumerate(workers):
            fields = {"pid": worker.process.pid}
            if worker.process.is_alive() and worker.hangs():
                LOG.error("process hangs", extra={"fields": fields})
                worker.process.kill()
                worker.process.join()
            if not worker.process.is_alive():
                code = worker.process.exitcode
                LOG.error("process ended", extra={"fields": {**fields, "code": code}})
                worker.forget()
                workers[index] = self._start()

    def _finish(self, workers: Sequence[Worker]) -> None:
        for worker in workers:
            if worker.process.is_alive():
                worker.process.terminate()
        has_hurried = False
        settings = self._settings
        end = time.monotonic() + settings.drain_s + settings.grace_s + 2 * CLOSING_S
        while any(worker.process.is_alive() for worker in workers) and time.monotonic() < end:
            if self._signals != [signal.SIGTERM] and not has_hurried:
                has_hurried = True
                for worker in workers:
                    worker.hurry()
            time.sleep(END_LOOK_S)
        for worker in workers:
            worker.process.kill()
            worker.forget()


def keep_in_touch(
    pipe: Pipe,
    ask_loop: Callable[[Callable[[], object]], object],
    on_hurry: Callable[[], None],
    on_loss: Callable[[], None],
    last_s: float,
) -> None:
    """Tell the supervisor that the event loop goes round, until it has gone; runs in a thread.

    `ask_loop` has the loop call something. `on_loss` is to end the process; if it is still there
    after `last_s` seconds, it hangs as well and is ended at once.
    """
    goes_round = threading.Event()
    goes_round.set()
    try:
        while True:
            if pipe.poll(BEAT_S):
                pipe.recv_bytes()
                on_hurry()
            if goes_round.is_set():
                goes_round.clear()
                pipe.send_bytes(BEAT)
                ask_loop(goes_round.set)
    except RuntimeError:
        # The loop has been closed: the process ends.
        return
    except (EOFError, OSError):
        on_loss()
    time.sleep(last_s)
    os._exit(1)
