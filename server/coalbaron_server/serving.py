"""The server: one process of the service, its signals, and the way down."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection as Pipe
from types import FrameType
from typing import Final

import uvicorn
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from coalbaron_fast.games import GAMES, load_game
from coalbaron_server.app import create_app
from coalbaron_server.connections import NEVER_S, Connections, Watched
from coalbaron_server.heavy_requests import Helpers
from coalbaron_server.logs import LOG, set_up_logs
from coalbaron_server.positions import begin
from coalbaron_server.requests import NewBody
from coalbaron_server.settings import Settings, read_settings
from coalbaron_server.sockets import open_socket, say_where
from coalbaron_server.supervisor import CLOSING_S, SIGNALS, Supervisor, keep_in_touch

DRAIN_LOOK_S: Final = 0.05
"""Pause between looks for a second signal while a load balancer finds out."""

FILE_THREADS: Final = 4
"""Threads that read the page's files: more of them only wait for each other."""

SWITCH_S: Final = 0.001
"""How long a thread may keep the interpreter while the event loop waits for it."""


class Server(uvicorn.Server):
    """One process of the service: SIGTERM and SIGINT end it in good order, with status 0."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.helpers = Helpers(settings)
        self.app = create_app(settings, helpers=self.helpers)
        warm_up(self.app)
        config = uvicorn.Config(
            Watched(self.app),
            http="auto",
            loop="auto",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies,
            server_header=False,
            timeout_keep_alive=NEVER_S,
            timeout_graceful_shutdown=math.ceil(settings.grace_s) + CLOSING_S,
        )
        config.load()
        self.connections = Connections(settings, config.http_protocol_class)
        config.http_protocol_class = self.connections  # type: ignore[assignment]
        super().__init__(config)
        self._signals: list[int] = []
        self._supervisor: Pipe | None = None

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

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the end; a second signal ends the wait for load balancers."""
        self._signals.append(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say so, accept nothing more, let searches finish or stop them, answer, and close."""
        await self._drain()
        self.connections.end_unfinished()
        closing = asyncio.create_task(self.app.state.service.queue.close(self.settings.grace_s))
        self.helpers.turns.close()
        await super().shutdown(sockets)
        await closing
        self.helpers.close()

    def watch(self, supervisor: Pipe) -> None:
        """Tell a supervisor that all is well, and end when it has gone."""
        self._supervisor = supervisor

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        current_default_thread_limiter().total_tokens = FILE_THREADS
        if self._supervisor is None:
            for listener in sockets or ():
                say_where(listener)
        else:
            loop = asyncio.get_running_loop()
            threading.Thread(
                target=keep_in_touch,
                args=(
                    self._supervisor,
                    loop.call_soon_threadsafe,
                    self._hurry,
                    self._lose_supervisor,
                    self.settings.grace_s + 2 * CLOSING_S,
                ),
                daemon=True,
            ).start()

    def _hurry(self) -> None:
        self._signals.append(signal.SIGINT)

    def _lose_supervisor(self) -> None:
        LOG.error("supervisor gone")
        self.should_exit = True

    async def _drain(self) -> None:
        """Go on as before for a while, but say that clients had better go elsewhere."""
        if self._signals != [signal.SIGTERM]:
            return
        self.app.state.service.draining.set()
        self.connections.is_draining = True
        end = time.monotonic() + self.settings.drain_s
        while time.monotonic() < end and len(self._signals) == 1:
            await asyncio.sleep(DRAIN_LOOK_S)


def serve(words: Sequence[str]) -> int:
    """Serve until a signal comes; return the exit status."""
    settings = read_settings(words)
    set_up_logs(settings.log)
    try:
        listener = open_socket(settings.host, settings.port)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        print(
            f"coalbaron-engine serve: cannot listen on {where}: {error.strerror}", file=sys.stderr
        )
        return 1
    if settings.workers == 1:
        run_process(settings, listener)
    else:
        Supervisor(settings, listener, run_process).run()
    LOG.info("ended")
    return 0


def warm_up(app: FastAPI) -> None:
    """Load what takes a tenth of a second now: the first clients shall not wait for it."""
    app.openapi()
    for name in GAMES:
        players = load_game(name).players[0]
        begin(NewBody(game=name, players=players, seed=0, tags={})).answer()


def run_process(
    settings: Settings, listener: socket.socket, supervisor: Pipe | None = None
) -> None:
    """Serve in this process until a signal comes, or until its supervisor has gone."""
    set_up_logs(settings.log)
    sys.setswitchinterval(SWITCH_S)
    server = Server(settings)
    if supervisor is not None:
        server.watch(supervisor)
    # What is there by now stays: looking through it again would hold up the event loop.
    gc.collect()
    gc.freeze()
    server.run(sockets=[listener])
