"""Connections: the layer between a client and the server's own protocol.

Uvicorn's protocol reads and keeps whatever comes, waits for a head and for a reader for ever, and
counts no connections. A connection here gives it one request at a time, cut by `framing`, and
stops reading while it is busy: so a client fills its own buffers, not ours. Of uvicorn this uses
what a protocol is made with and what asyncio calls. docs/http.md measures it beside going without.
"""

from __future__ import annotations

import asyncio
import math
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.api.problems import Problem
from coalbaron_server.settings import Settings
from coalbaron_server.transport.framing import MOST_HEAD_BYTES, NEW, FramingError, RequestFramer
from coalbaron_server.transport.logs import LOG
from coalbaron_server.transport.pacing import Pacer
from coalbaron_server.work.clients import Held, network_of

READ_BYTES: Final = 16_384
"""Bytes that are read at once: other connections come in between."""

MOST_AHEAD_BYTES: Final = MOST_HEAD_BYTES
"""Bytes after a request that are read before it is answered: reading shows who leaves."""

MOST_REFUSED_BYTES: Final = 16 * 2**20
"""Bytes that a refused client may still send: cut off at once, it would miss the answer."""

REFUSAL_PAUSE_S: Final = 1.0
MOST_TURNED_AWAY: Final = 64
"""Connections without a place that may stay for a moment to read why; others are closed at once."""

PROBE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
PROBES_S: Final = (0.1, 0.1, 1.0, 5.0)
"""Pauses before a client that sends no more is probed: by its silence it may be gone, or wait for
its answer. To the first probe the system of one that has gone answers, and the next one fails."""

KEEP_ALIVE: Final = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))
NEVER_S: Final = 10**6
"""The inner protocol's own limit for idle connections, which are closed here."""

STATE: Final = "coalbaron.connection"
"""The key of a request's state that holds its connection."""


class Connections:
    """All connections of a process. Called, it makes one, as a protocol class of uvicorn would."""

    def __init__(self, settings: Settings, make_inner: Callable[..., Any]) -> None:
        self.settings = settings
        self.make_inner = make_inner
        self.is_draining = False
        self.pacer = Pacer()
        self._open: set[Connection] = set()
        self._turned_away: set[Connection] = set()
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        self._held = Held(settings.client_connections)
        self.on_refusal: Callable[[str], None] = lambda _why: None
        """Called with the reason of every refusal; not all of them are logged."""
        self._said = -math.inf
        self._unsaid = 0
        self._proxies = settings.believed_proxies()
        detail = f"A client has at most {settings.client_connections} connections here."
        self.excess_answer = _plain_answer(Problem("busy", detail))
        full = Problem("not-ready", "All connections are taken.", headers={"Retry-After": "1"})
        self.full_answer = _plain_answer(full)

    def __call__(self, *, app_state: dict[str, Any], **more: Any) -> Connection:  # noqa: ANN401
        """Make a connection."""
        return Connection(self, app_state, more)

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def admit(self, connection: Connection, address: str) -> bytes | None:
        """Let a connection in; if there are too many, return what to tell the client."""
        client = None if address in self._proxies else network_of(address)
        if client is not None and not self._held.take(client):
            return self.excess_answer
        connection.holder = client
        if len(self._open) >= self.settings.connections and self._idle:
            next(iter(self._idle)).close_idle()
        if len(self._open) >= self.settings.connections:
            self.leave(connection)
            return self.full_answer
        self._open.add(connection)
        self.note_idle(connection)
        return None

    def note_idle(self, connection: Connection) -> None:
        """Note that a connection waits for a request: it gives way when all places are taken."""
        self._idle[connection] = None

    def note_busy(self, connection: Connection) -> None:
        """Note that a request has come, and keep its connection."""
        self._idle.pop(connection, None)

    def may_stay(self, connection: Connection) -> bool:
        """Whether a connection without a place may stay until its client has read why."""
        if len(self._turned_away) >= MOST_TURNED_AWAY:
            return False
        self._turned_away.add(connection)
        return True

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        self._open.discard(connection)
        self._turned_away.discard(connection)
        self.note_busy(connection)
        if connection.holder is not None:
            self._held.give_back(connection.holder)
            connection.holder = None

    def log_refusal(self, address: str, why: str) -> None:
        """Log what was refused, once a second at most: a client may be refused more often."""
        self.on_refusal(why)
        now = time.monotonic()
        if now - self._said < REFUSAL_PAUSE_S:
            self._unsaid += 1
            return
        fields = {"client": address, "why": why, "others": self._unsaid}
        LOG.info("refused", extra={"fields": fields})
        self._said, self._unsaid = now, 0

    def end_unfinished(self) -> None:
        """Cut off those whose request has not arrived yet."""
        for connection in tuple(self._open):
            connection.end_unfinished()


class Connection(asyncio.BufferedProtocol):
    """One connection, with limits of size and time in each of its states."""

    def __init__(
        self, connections: Connections, app_state: dict[str, Any], more: dict[str, Any]
    ) -> None:
        """`app_state` and `more` are for the inner protocol, which is made when it is needed."""
        self.holder: str | None = None
        """The client on whose account it is held."""
        self._address = self._client = "unknown"
        self._connections = connections
        self._settings = connections.settings
        self._inner_arguments = {"app_state": app_state | {STATE: self}, **more}
        self._inner: Any = None
        self._transport: Any = None
        self._framer = RequestFramer()
        self._buffer = bytearray()
        self._loop = asyncio.get_running_loop()
        self._deadline: asyncio.TimerHandle | None = None
        """When it is cut off, or probed while its answer is made."""
        self._send_deadline: asyncio.TimerHandle | None = None
        self._has_step = False
        self._has_begun_head = False
        self._is_answering = False
        self._has_begun_answer = False
        self._is_handing_on_head = False
        self._refused_bytes = -1
        self._is_paused = False
        self._has_ended = False
        self._may_probe = False

    # -- from the event loop

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401
        """Begin to wait for a head, if the client has not too many connections."""
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "unknown"
        self._client = network_of(self._address)
        excess = self._connections.admit(self, self._address)
        if excess is not None:
            self._connections.log_refusal(self._address, "connections")
            transport.write(excess)
            if self._connections.may_stay(self):
                self._linger(REFUSAL_PAUSE_S)
            else:
                transport.close()
            return
        self._connections.pacer.hold()
        _notice_dead_peers(transport.get_extra_info("socket"))
        self._set_deadline(self._settings.head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the inner protocol, and forget the timers."""
        self._connections.leave(self)
        self._clear_deadline()
        self._end_wait_for_reader()
        self._drop_inner(exc)
        self._inner_arguments.clear()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        """Return where to put what arrives."""
        if not self._buffer:
            self._buffer = bytearray(READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Take what has arrived."""
        if self.is_deaf:
            self._refused_bytes += nbytes
            if self._refused_bytes > MOST_REFUSED_BYTES:
                self._transport.abort()
        elif self._transport.is_closing():
            return
        else:
            if not self._is_answering and not self._has_begun_head:
                self._has_begun_head = True
                self._set_deadline(self._settings.head_s)
            self._framer.feed(memoryview(self._buffer)[:nbytes])
        self._ask_for_step()

    def eof_received(self) -> bool:
        """Stay for the answers to what has arrived: a client may end its side before it reads."""
        self._has_ended = True
        self._ask_for_step()
        return True

    def pause_writing(self) -> None:
        """Begin to wait for a client that does not read what it is sent."""
        if self._inner is not None:
            self._inner.pause_writing()
        self._send_deadline = self._loop.call_later(self._settings.send_s, self._transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        self._end_wait_for_reader()
        if self._inner is not None:
            self._inner.resume_writing()

    # -- from the application

    def begin_answer(self, headers: MutableHeaders) -> None:
        """Note that an answer begins; before its request has ended it is the last one."""
        self._has_begun_answer = True
        if self._connections.is_draining or not self._framer.is_complete:
            headers["Connection"] = "close"

    def end_answer(self) -> None:
        """Go on to the next request."""
        if not self._is_answering or self._transport.is_closing() or self.is_deaf:
            return
        if not self._framer.is_complete:
            self._linger(self._settings.head_s)
            return
        self._is_answering = self._has_begun_answer = False
        self._connections.note_idle(self)
        self._framer.begin_next()
        self._has_begun_head = bool(self._framer.waiting)
        has_begun = self._has_begun_head
        self._set_deadline(self._settings.head_s if has_begun else self._settings.idle_s)
        if has_begun or self._has_ended:
            self._ask_for_step()

    # -- from the inner protocol

    def close(self) -> None:
        """Close; a client that is still sending has a while to read its answer."""
        if self._transport.is_closing() or self.is_deaf:
            return
        if self._is_answering and not self._framer.is_complete:
            self._linger(self._settings.head_s)
        else:
            self._transport.close()

    @property
    def is_handing_on_head(self) -> bool:
        """Whether what the inner protocol writes just now refuses a head."""
        return self._is_handing_on_head

    @property
    def is_deaf(self) -> bool:
        """Whether all has been said, and what still comes is dropped."""
        return self._refused_bytes >= 0

    @property
    def _is_at_work(self) -> bool:
        """Whether a request has come whole, and its answer has not ended."""
        return self._is_answering and self._framer.is_complete

    # -- the way down

    def close_idle(self) -> None:
        """Give way to another connection, between two requests."""
        self._connections.leave(self)
        self._transport.close()

    def end_unfinished(self) -> None:
        """Cut the connection off if no request has arrived, or none to its end."""
        if self._inner is None or (self._is_answering and not self._framer.is_complete):
            self._transport.abort()

    # -- the inner protocol

    def _ask_for_step(self) -> None:
        if not self._has_step:
            self._has_step = True
            self._connections.pacer.take(self._client, self._step)
        self._choose_reading()

    def _step(self) -> None:
        """Hand on what may be handed on, and read on."""
        self._has_step = False
        if not self.is_deaf and not self._transport.is_closing():
            self._advance()
        if self._has_ended and self._is_at_work:
            self._probe_after(iter(PROBES_S))
        elif self._has_ended:
            # What is not whole by now never will be.
            self._transport.close()
        self._choose_reading()

    def _advance(self) -> None:
        try:
            while not self._is_at_work:
                data = self._framer.cut()
                if not data:
                    break
                if self._is_answering:
                    self._inner.data_received(data)
                else:
                    self._hand_on_head(data)
        except FramingError as error:
            self._refuse(error)

    def _hand_on_head(self, head: bytes) -> None:
        if self._inner is None:
            self._inner = self._connections.make_inner(**self._inner_arguments)
            self._inner.connection_made(_InnerTransport(self, self._transport))
        self._connections.note_busy(self)
        self._clear_deadline()
        self._may_probe = head.partition(b"\r\n")[0].endswith(NEW)
        self._is_answering = self._is_handing_on_head = True
        try:
            self._inner.data_received(head)
        finally:
            self._is_handing_on_head = False

    def refuse_head(self) -> None:
        """Answer a head that the inner protocol cannot read."""
        self._refuse(FramingError("malformed", "This is no HTTP request."))

    def _refuse(self, error: FramingError) -> None:
        """Say what is wrong, and hear no more."""
        self._is_handing_on_head = False
        self._connections.log_refusal(self._address, error.kind)
        if not self._has_begun_answer:
            self._transport.write(_plain_answer(Problem(error.kind, error.detail)))
        self._linger(self._settings.head_s)
        self._drop_inner(None)

    def _linger(self, seconds: float) -> None:
        """Send nothing more; drop what still comes, and close after a while."""
        self._refused_bytes = 0
        self._framer = RequestFramer()
        self._connections.note_busy(self)
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self._choose_reading()
        self._set_deadline(seconds)

    def _drop_inner(self, exc: Exception | None) -> None:
        inner, self._inner = self._inner, None
        if inner is not None:
            inner.connection_lost(exc)

    def _choose_reading(self) -> None:
        pauses = self._has_step if self.is_deaf else self._framer.waiting > MOST_AHEAD_BYTES
        if pauses is self._is_paused or self._has_ended or self._transport.is_closing():
            return
        self._is_paused = pauses
        if pauses:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _probe_after(self, pauses_s: Iterator[float]) -> None:
        """See after a while whether a client that sends no more still waits for its answer."""
        pause_s = next(pauses_s, None)
        if pause_s is not None and self._may_probe and not self._has_begun_answer:
            self._clear_deadline()
            self._deadline = self._loop.call_later(pause_s, self._probe, pauses_s)

    def _probe(self, pauses_s: Iterator[float]) -> None:
        if not self._has_begun_answer and not self._transport.is_closing():
            self._transport.write(PROBE)
            self._probe_after(pauses_s)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self._loop.call_later(seconds, self._transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_wait_for_reader(self) -> None:
        if self._send_deadline is not None:
            self._send_deadline.cancel()
            self._send_deadline = None


class _InnerTransport(asyncio.Transport):
    """The transport as the inner protocol sees it."""

    def __init__(self, connection: Connection, transport: Any) -> None:  # noqa: ANN401
        super().__init__()
        self._connection = connection
        self._transport = transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return bool(self._transport.is_closing())

    def write(self, data: bytes | bytearray | memoryview) -> None:
        # What it says of a head that it cannot read is said by `refuse_head` instead. Of a client
        # that has left it may hear a moment late.
        is_told = self._connection.is_handing_on_head or self._connection.is_deaf
        if not is_told and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        if self._connection.is_handing_on_head:
            self._connection.refuse_head()
        else:
            self._connection.close()

    def abort(self) -> None:
        self._transport.abort()

    def pause_reading(self) -> None:
        """Read on: what one request may bring is bounded, and what follows is not handed on."""

    def resume_reading(self) -> None:
        """Go on as before."""


class Watched:
    """Tells a connection when the answer to its request begins and ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        connection: Connection = scope["state"].pop(STATE)

        async def send_watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                connection.begin_answer(MutableHeaders(scope=message))
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                connection.end_answer()

        await self.app(scope, receive, send_watched)


def _notice_dead_peers(connection: socket.socket | None) -> None:
    """Have the system end a connection whose other end has vanished without a word."""
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE:
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _plain_answer(problem: Problem) -> bytes:
    """Return a problem as it goes over the wire."""
    response = problem.response()
    reason = "Bad Request" if problem.status == 400 else "Refused"
    lines = [f"HTTP/1.1 {problem.status} {reason}".encode("ascii")]
    lines += [b"%s: %s" % field for field in response.raw_headers]
    return b"\r\n".join([*lines, b"connection: close", b"", bytes(response.body)])
