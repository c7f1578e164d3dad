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
from collections.abc import Iterator
from types import FrameType
from typing import Final

import uvicorn
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from coalbaron_fast.games import GAMES
from coalbaron_server.api.daily_routes import openings_of, puzzles_of
from coalbaron_server.api.positions import begin
from coalbaron_server.api.problems import Problem
from coalbaron_server.api.requests import NewBody
from coalbaron_server.app import create_app
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.transport.connections import NEVER_S, Connections, Watched
from coalbaron_server.transport.logs import LOG, set_up_logs
from coalbaron_server.transport.pulse import Pulse
from coalbaron_server.transport.sockets import BACKLOG
from coalbaron_server.transport.supervisor import CLOSING_S, Link
from coalbaron_server.work.heavy_requests import Helpers

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

OTHER_DESCRIPTORS: Final = 200
"""Files and sockets beside the open connections: refused ones, helpers, files of the page."""

DRAIN_LOOK_S: Final = 0.05
"""Pause between looks for a second signal while a load balancer finds out."""

FILE_THREADS: Final = 4
"""Threads that read the page's files: more of them only wait for each other."""

SWITCH_S: Final = 0.001
"""How long a thread may keep the interpreter while the event loop waits for it."""


class Server(uvicorn.Server):
    """One process of the service: SIGTERM ends it in good order, with status 0."""

    def __init__(self, settings: Settings, link: Link | None = None, *, replaced: int = 0) -> None:
        """`replaced` says how many replacements of processes it is to count."""
        self.settings = settings
        self.link = link
        self.helpers = Helpers(settings)
        self.app = create_app(settings, helpers=self.helpers)
        warm_up(self.app)
        config = uvicorn.Config(
            Watched(self.app),
            http="auto",
            loop="auto",
            ws="none",
            lifespan="off",
            backlog=BACKLOG,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=NEVER_S,
            timeout_graceful_shutdown=math.ceil(settings.grace_s) + CLOSING_S,
        )
        config.load()
        self.connections = Connections(settings, config.http_protocol_class)
        config.http_protocol_class = self.connections  # type: ignore[assignment]
        super().__init__(config)
        metrics: Metrics = self.app.state.service.metrics
        self.connections.on_refusal = lambda why: metrics.refused.labels(why).inc()
        self.pulse = Pulse(metrics, self.helpers, self.connections)
        metrics.restarts.labels("service").inc(replaced)
        self._signals: list[int] = []

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals, and do not raise them again at the end: they have been obeyed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGTERM, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the end. A service manager may tell all processes: the supervisor says it again."""
        if sig not in self._signals:
            self._signals.append(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say so, accept nothing more, let searches finish or stop them, answer, and close."""
        await self._drain()
        self.pulse.stop()
        self.connections.end_unfinished()
        closing = asyncio.create_task(self.app.state.service.queue.close(self.settings.grace_s))
        self.helpers.turns.close()
        await super().shutdown(sockets)
        await closing
        self.helpers.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        try:
            await super().startup(sockets)
        except OSError as error:
            # Another service had bound the address as well, and listens first.
            LOG.error("cannot listen", extra={"fields": {"why": error.strerror}})
            raise SystemExit(1) from None
        current_default_thread_limiter().total_tokens = FILE_THREADS
        self.pulse.start()
        if self.link is not None:
            ask = asyncio.get_running_loop().call_soon_threadsafe
            self.link.watch_loop(ask, self._hurry, self._lose_supervisor)

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


def warm_up(app: FastAPI) -> None:
    """Load what takes a tenth of a second now: the first clients shall not wait for it."""
    app.openapi()
    for name in GAMES:
        begin(NewBody.model_validate({"game": name, "seed": 0})).answer()
        for load in (puzzles_of, openings_of):
            with contextlib.suppress(Problem):
                load(name)


def run_process(
    settings: Settings, listener: socket.socket, link: Link, *, replaced: int = 0
) -> None:
    """Serve in this process until it is told to end, or until its supervisor has gone."""
    set_up_logs(settings.log)
    sys.setswitchinterval(SWITCH_S)
    allow_descriptors(settings.connections + OTHER_DESCRIPTORS)
    server = Server(settings, link, replaced=replaced)
    # What is there by now stays: looking through it again would hold up the event loop.
    gc.collect()
    gc.freeze()
    server.run(sockets=[listener])


def allow_descriptors(count: int) -> None:
    """Allow this process `count` files and sockets, as far as the system lets it."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if resource.RLIM_INFINITY != soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
