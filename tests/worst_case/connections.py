"""All bytes of HTTP: a connection of the service with a transport that hands over anything."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

from coalbaron_server.settings import Settings
from coalbaron_server.transport.connections import READ_BYTES
from coalbaron_server.transport.serving import Server
from tests.server.test_connections import FakeTransport
from tests.worst_case.counting import Work
from tests.worst_case.readers import Reader

ROUNDS: Final = 8
"""Rounds of the event loop after which what arrived is worked on; threads may still be at it."""

HEAD: Final = "POST /v1/legal HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SEEDS: Final = (
    "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: a, b;q=0.5\r\nA:b\r\n\r\n",
    "GET /static/page.css?a=b&c=%41 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br;q=0\r\n\r\n",
    'GET /sw.js HTTP/1.1\r\nHost: x\r\nIf-None-Match: "a", W/"b"\r\nRange: bytes=0-1,2-3\r\n\r\n',
    "GET /readyz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4, ::1\r\nX-API-Key: a\r\n\r\n",
    HEAD + 'Content-Length: 17\r\n\r\n{"position": "a"}',
    HEAD + 'Transfer-Encoding: chunked\r\n\r\n11;a=b\r\n{"position": "a"}\r\n0\r\nA: b\r\n\r\n',
    "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nCookie: a=b; c=d\r\n\r\n",
)


class AnyTransport(FakeTransport):
    """A transport that never complains of being told the same twice."""

    def write(self, data: bytes) -> None:
        """Throw away what is sent."""

    def pause_reading(self) -> None:
        """Note it."""
        self.is_reading = False

    def resume_reading(self) -> None:
        """Note it."""
        self.is_reading = True


@cache
def _server(parser: str) -> Server:
    server = Server(Settings(rate=0.0, log="error"))
    module = __import__(f"uvicorn.protocols.http.{parser}_impl", fromlist=["protocol"])
    names = {"h11": "H11Protocol", "httptools": "HttpToolsProtocol"}
    server.connections.make_inner = getattr(module, names[parser])
    return server


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _receive(parser: str, text: str) -> Work:
    """Return a connection that is sent some bytes, ready to be worked on."""
    data = text.encode("latin-1", "replace")
    return partial(_loop().run_until_complete, _sent(_server(parser), data))


async def _sent(server: Server, data: bytes) -> None:
    connection = server.connections(
        config=server.config, server_state=server.server_state, app_state={}
    )
    transport: Any = AnyTransport()
    connection.connection_made(transport)
    await _rounds()
    rest = memoryview(data)
    while rest and not transport.is_closing() and transport.is_reading:
        part, rest = rest[:READ_BYTES], rest[READ_BYTES:]
        buffer = connection.get_buffer(-1)
        size = min(len(part), len(buffer))
        buffer[:size] = part[:size]
        connection.buffer_updated(size)
        await _rounds()
    connection.connection_lost(None)
    await _rounds()


async def _rounds() -> None:
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


def connection_readers() -> Iterator[Reader]:
    """Yield a connection before each parser that uvicorn has."""
    for parser in ("httptools", "h11"):
        yield Reader(
            f"bytes of HTTP, {parser}",
            lambda: list(SEEDS),
            partial(_receive, parser),
            in_steps=True,
        )
