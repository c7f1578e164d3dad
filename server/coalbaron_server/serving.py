"""The server: sockets, signals, slow clients, and the way down."""

from __future__ import annotations

import asyncio
import contextlib
import math
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from coalbaron_server.app import create_app
from coalbaron_server.logs import LOG, set_up_logs
from coalbaron_server.metrics import SHARED_DIRECTORY, forget_process
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings, read_settings

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
MOST_HEAD_BYTES: Final = 65_536
MOST_REFUSED_BYTES: Final = 16 * 2**20
"""Bytes that a refused client may still send: cut off at once, it would miss the answer."""

CLOSING_S: Final = 2
"""Time for answers to reach their clients after everything has been stopped."""

RESTART_S: Final = 1.0
"""Pause between looks for processes that ended by themselves; they are replaced."""

BACKLOG: Final = 1024
KEEP_ALIVE: Final = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))


class Connection(HttpProtocol):
    """A connection with time limits: for a head to arrive, and for a client to read."""

    settings: Settings

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._head_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        if len(self.connections) > self.settings.connections:
            transport.abort()
            return
        _notice_dead_peers(transport.get_extra_info("socket"))
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read on; the size and the time of a head are limited."""
        super().data_received(data)
        # The class declares it to be there; before the first head it is not.
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._end_wait_for_head()
            return
        self._head_bytes += len(data)
        is_refused_body = cycle is not None and cycle.more_body
        if self._head_bytes > (MOST_REFUSED_BYTES if is_refused_body else MOST_HEAD_BYTES):
            self.transport.abort()
        elif self._head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        self._end_wait_for_head()
        self._end_wait_for_reader()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait for a client that does not read what it is sent."""
        super().pause_writing()
        self._send_timer = self.loop.call_later(self.settings.send_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        self._end_wait_for_reader()
        super().resume_writing()

    def shutdown(self) -> None:
        """Finish the request that runs; one that has not arrived yet is not waited for."""
        cycle: Any = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_complete:
            self.transport.abort()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what is no HTTP."""
        body = bytes(Problem("malformed", "This is no HTTP request.").response().body)
        head = (
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(self.settings.head_s, self.transport.abort)

    def _end_wait_for_head(self) -> None:
        self._head_bytes = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _end_wait_for_reader(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None


def _notice_dead_peers(connection: socket.socket | None) -> None:
    """Have the system end a connection whose other end has vanished without a word."""
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE:
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Server(uvicorn.Server):
    """One process of the service: SIGTERM and SIGINT end it in good order, with status 0."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        super().__init__(
            uvicorn.Config(
                self.app,
                http=type("OwnConnection", (Connection,), {"settings": settings}),
                loop="auto",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=settings.proxies,
                server_header=False,
                timeout_keep_alive=settings.idle_s,
                timeout_graceful_shutdown=math.ceil(settings.grace_s) + CLOSING_S,
            )
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals, and do not raise them again at the end: they have been obeyed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, let searches finish or stop them, answer, and close."""
        queue = self.app.state.service.queue
        closing = asyncio.create_task(queue.close(self.settings.grace_s))
        await super().shutdown(sockets)
        await closing


def serve(words: Sequence[str]) -> int:
    """Serve until a signal comes; return the exit status."""
    settings = read_settings(words)
    set_up_logs(settings.log)
    try:
        listener = open_socket(settings.host, settings.port)
    except OSError as error:
        print(f"coalbaron-engine serve: {settings.host}:{settings.port}: {error}", file=sys.stderr)
        return 1
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    LOG.info("listening", extra={"fields": {"url": f"http://{shown}:{port}"}})
    if settings.workers == 1:
        run_process(settings, listener)
    else:
        Supervisor(settings, listener).run()
    LOG.info("ended")
    return 0


def open_socket(host: str, port: int) -> socket.socket:
    """Listen on an address."""
    family, kind, number, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def run_process(settings: Settings, listener: socket.socket) -> None:
    """Serve in this process until a signal comes."""
    set_up_logs(settings.log)
    Server(settings).run(sockets=[listener])


class Supervisor:
    """Several processes on one socket; one that ends by itself is replaced."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._context = multiprocessing.get_context("spawn")
        self._ending = threading.Event()

    def run(self) -> None:
        """Keep the processes going until a signal comes, then end them in good order."""
        for number in SIGNALS:
            signal.signal(number, self._end)
        with tempfile.TemporaryDirectory(prefix="coalbaron-") as directory:
            os.environ[SHARED_DIRECTORY] = directory
            processes = [self._start() for _ in range(self._settings.workers)]
            while not self._ending.wait(RESTART_S):
                for index, process in enumerate(processes):
                    if not process.is_alive():
                        LOG.error("process ended", extra={"fields": {"code": process.exitcode}})
                        forget_process(process.pid)
                        processes[index] = self._start()
            self._listener.close()
            self._finish(processes)

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._ending.set()

    def _start(self) -> Any:  # noqa: ANN401 - a process of a context has no public type
        process = self._context.Process(
            target=run_process, args=(self._settings.share(), self._listener), daemon=True
        )
        process.start()
        LOG.info("process started", extra={"fields": {"pid": process.pid}})
        return process

    def _finish(self, processes: Sequence[Any]) -> None:
        for process in processes:
            if process.is_alive():
                process.terminate()
        end = time.monotonic() + self._settings.grace_s + 2 * CLOSING_S
        for process in processes:
            process.join(max(end - time.monotonic(), 0.1))
            if process.is_alive():
                process.kill()
                process.join()
