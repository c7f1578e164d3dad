"""The supervisor: processes on one socket, replaced when they end or hang by themselves.

There is one even for a single process. A call that keeps the interpreter keeps every thread and
every signal of its process waiting: only another process can end it, and hear SIGTERM meanwhile.

Each process is bound to the supervisor by a pipe. It says through it once a second that it lives,
from its first moment on, and that its event loop goes round, once it does. When the supervisor has
gone, whatever ended it, the pipe is closed, and the process ends in good order.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection as Pipe
from types import FrameType
from typing import Any, Final

from coalbaron_server.metrics import SHARED_DIRECTORY, forget_process
from coalbaron_server.settings import Settings, read_settings
from coalbaron_server.transport.logs import LOG, set_up_logs
from coalbaron_server.transport.sockets import bound_socket, say_where

TERMINAL_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)
]
"""What a terminal sends to all processes at once; those that serve leave it to the supervisor."""

LOOK_S: Final = 1.0
"""Pause between looks for processes that have ended or hang."""

BEAT_S: Final = 1.0
BOOT_S: Final = 10.0
"""Time for the interpreter of a process to say its first word."""

START_S: Final = 60.0
"""Time for a process that lives to answer requests."""

CLOSING_S: Final = 2
"""Time for answers to reach their clients after everything has been stopped."""

END_LOOK_S: Final = 0.05
LIVES: Final = b"lives"
BEAT: Final = b"goes round"
HURRY: Final = b"hurry"

Target = Callable[[Settings, socket.socket, Pipe, int], None]
"""What a process runs: with its settings, the socket, and its end of the pipe.

The last one says how many replacements of processes it is to count.
"""


class Worker:
    """One process, as the supervisor sees it."""

    def __init__(
        self,
        target: Target,
        settings: Settings,
        listener: socket.socket,
        *,
        replaced: int = 0,
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process: Any = context.Process(
            target=target, args=(settings, listener, theirs, replaced)
        )
        self.process.start()
        # It holds its end alone: each side sees when the other has gone, whatever ended it.
        theirs.close()
        self._hang_s = settings.hang_s
        self._most_s = max(BOOT_S, settings.hang_s)
        self._began = self._seen = time.monotonic()
        self._has_begun = False
        LOG.info("process started", extra={"fields": {"pid": self.process.pid}})

    def has_begun(self) -> bool:
        """Whether the process answers requests."""
        self._hear()
        return self._has_begun

    def hangs(self) -> bool:
        """Whether the process has been silent for too long, or lives and does not begin."""
        self._hear()
        now = time.monotonic()
        is_late = not self._has_begun and now - self._began > START_S
        return is_late or now - self._seen > self._most_s

    def _hear(self) -> None:
        """Take what the process has said of itself."""
        with contextlib.suppress(EOFError, OSError):
            while self._pipe.poll():
                self._has_begun |= self._pipe.recv_bytes() == BEAT
                self._seen = time.monotonic()
                self._most_s = self._hang_s

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
        self._replaced = 0
        self._signals: list[int] = []
        self._ending = threading.Event()

    def run(self) -> int:
        """Keep the processes going until a signal comes; return the exit status."""
        signal.signal(signal.SIGTERM, self._end)
        for number in TERMINAL_SIGNALS:
            # Under nohup a terminal that closes is no reason to end.
            if number == signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._end)
        with tempfile.TemporaryDirectory(prefix="coalbaron-") as directory:
            if self._settings.workers > 1:
                os.environ[SHARED_DIRECTORY] = directory
            workers: list[Worker] = []
            try:
                workers += [self._start() for _ in range(self._settings.workers)]
                if not self._wait_for_first(workers):
                    return 1
                while not self._ending.wait(LOOK_S):
                    self._look_after(workers)
            finally:
                self._listener.close()
                self._finish(workers)
        return 0

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self._signals.append(number)
        self._ending.set()

    def _start(self, *, replaced: int = 0) -> Worker:
        share = self._settings.share()
        return Worker(self._target, share, self._listener, replaced=replaced)

    def _wait_for_first(self, workers: list[Worker]) -> bool:
        """Wait until a process answers requests, and say so; false if one ends before that."""
        while not any(worker.has_begun() for worker in workers):
            if self._ending.wait(END_LOOK_S):
                return True
            if not all(worker.process.is_alive() for worker in workers):
                # The next one would do so as well.
                LOG.error("cannot begin")
                return False
            self._look_after(workers)
        say_where(self._listener)
        return True

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
                self._replaced += 1
                # Several processes keep what those before them have counted.
                is_kept = self._settings.workers > 1
                workers[index] = self._start(replaced=1 if is_kept else self._replaced)

    def _is_in_a_hurry(self) -> bool:
        """Whether load balancers are not waited for: after Ctrl-C, or a second signal."""
        return len(self._signals) != 1 or self._signals[0] == signal.SIGINT

    def _finish(self, workers: Sequence[Worker]) -> None:
        for worker in workers:
            if worker.process.is_alive():
                worker.process.terminate()
        has_hurried = False
        settings = self._settings
        end = time.monotonic() + settings.drain_s + settings.grace_s + 2 * CLOSING_S
        while any(worker.process.is_alive() for worker in workers) and time.monotonic() < end:
            if not has_hurried and self._is_in_a_hurry():
                has_hurried = True
                for worker in workers:
                    worker.hurry()
            time.sleep(END_LOOK_S)
        for worker in workers:
            worker.process.kill()
            worker.forget()


class Link:
    """The other end: tells the supervisor how a process is, from a thread of its own."""

    def __init__(self, pipe: Pipe, last_s: float) -> None:
        """A process that is still there `last_s` seconds after it was told to end is ended."""
        self._pipe = pipe
        self._last_s = last_s
        self._ask_loop: Callable[[Callable[[], object]], object] | None = None
        self._goes_round = threading.Event()

    def start(self) -> None:
        """Begin: the process lives."""
        threading.Thread(target=self.run, name="link", daemon=True).start()

    def watch_loop(
        self,
        ask_loop: Callable[[Callable[[], object]], object],
        on_hurry: Callable[[], None],
        on_loss: Callable[[], None],
    ) -> None:
        """From now on say that the event loop goes round, which is asked to call something."""
        self._on_hurry, self._on_loss = on_hurry, on_loss
        self._goes_round.set()
        self._ask_loop = ask_loop

    def run(self) -> None:
        """Tell the supervisor until it has gone."""
        try:
            while True:
                if self._pipe.poll(BEAT_S) and self._pipe.recv_bytes() and self._ask_loop:
                    self._on_hurry()
                self._tell()
        except RuntimeError:
            # The loop has been closed: the process ends.
            return
        except (EOFError, OSError):
            if self._ask_loop is not None:
                self._on_loss()
                time.sleep(self._last_s)
        os._exit(1)

    def _tell(self) -> None:
        if self._ask_loop is None:
            self._pipe.send_bytes(LIVES)
        elif self._goes_round.is_set():
            self._goes_round.clear()
            self._pipe.send_bytes(BEAT)
            self._ask_loop(self._goes_round.set)


def begin_process(settings: Settings, listener: socket.socket, pipe: Pipe, replaced: int) -> None:
    """Run one process: in touch from its first moment, before it loads what takes seconds."""
    for number in TERMINAL_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    link = Link(pipe, settings.grace_s + 2 * CLOSING_S)
    link.start()
    from coalbaron_server.transport.serving import run_process  # noqa: PLC0415

    run_process(settings, listener, link, replaced=replaced)


def serve(words: Sequence[str]) -> int:
    """Serve until a signal comes; return the exit status."""
    settings = read_settings(words)
    set_up_logs(settings.log)
    with contextlib.ExitStack() as stack:
        try:
            listener = stack.enter_context(bound_socket(settings))
        except OSError as error:
            where = settings.uds or f"{settings.host}:{settings.port}"
            why = error.strerror or error
            print(f"coalbaron-engine serve: cannot listen on {where}: {why}", file=sys.stderr)
            return 1
        warn_of_names(settings)
        status = Supervisor(settings, listener, begin_process).run()
    LOG.info("ended")
    return status


def warn_of_names(settings: Settings) -> None:
    """Say so where clients from elsewhere can come, but under no name."""
    if settings.names().takes_addresses and not settings.hosts:
        note = "only addresses and localhost are answered; --hosts adds names"
        LOG.warning("no hosts", extra={"fields": {"note": note}})
