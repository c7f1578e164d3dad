"""Connections without a socket: what they read, what they keep, and when they close."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.datastructures import MutableHeaders

from coalbaron_server.settings import Settings
from coalbaron_server.transport import connections as connections_module
from coalbaron_server.transport.connections import (
    MOST_AHEAD_BYTES,
    MOST_REFUSED_BYTES,
    MOST_TURNED_AWAY,
    PROBE,
    READ_BYTES,
    STATE,
    Connection,
    Connections,
)
from coalbaron_server.transport.framing import MOST_HEAD_BYTES

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /v1/new HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
UNREADABLE = b"MARKER / HTTP/1.1\r\nHost: x\r\n\r\n"
ROUNDS = 50
"""Rounds of the loop after which all is done that could be done."""


class FakeTransport:
    """A transport whose client sends whenever it is read."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.written = b""
        self.is_reading = True
        self.has_ended = False
        self.state = "open"

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 50_000) if name == "peername" else default

    def write(self, data: bytes) -> None:
        assert not self.has_ended
        self.written += data

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.has_ended = True

    def pause_reading(self) -> None:
        assert self.is_reading
        self.is_reading = False

    def resume_reading(self) -> None:
        assert not self.is_reading
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.state != "open"

    def close(self) -> None:
        self.state = "closed"

    def abort(self) -> None:
        self.state = "aborted"


class FakeServer:
    """In place of uvicorn's protocol: keeps what it is given, and answers when it is told to."""

    def __init__(self, app_state: dict[str, Any], **more: Any) -> None:
        self.connection: Connection = app_state[STATE]
        self.more = more
        self.transport: Any = None
        self.data = b""
        self.is_lost = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        if data == UNREADABLE:
            self.transport.write(b"HTTP/1.1 400 from somebody else\r\n\r\n")
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        assert not self.is_lost
        self.is_lost = True
        if exc is None:
            self.transport.close()

    def answer(self) -> MutableHeaders:
        headers = MutableHeaders()
        self.connection.begin_answer(headers)
        self.transport.write(b"answer")
        if headers.get("connection") == "close":
            self.transport.close()
        self.connection.end_answer()
        return headers


class Scene:
    """A connection between a client and a server that are both played by the test."""

    def __init__(self, connections: Connections | None = None, address: str = "192.0.2.1") -> None:
        self.servers: list[FakeServer] = []
        if connections is None:
            connections = Connections(Settings(), FakeServer)
        self.connections = connections
        self.transport = FakeTransport(address)
        self.connection = self.connections(app_state={}, config=None)
        self.connection.connection_made(self.transport)

    def make(self, **arguments: Any) -> FakeServer:
        self.servers.append(FakeServer(**arguments))
        return self.servers[-1]

    @property
    def server(self) -> FakeServer:
        return self.servers[-1]

    async def send(self, data: bytes, most: int | None = None) -> int:
        """Send over and over for as long as it is read; return how much was."""
        self.connections.make_inner = self.make
        sent = 0
        stream = data if most is None else data * (most // len(data) + 1)
        while sent < len(stream) and not self.transport.is_closing():
            for _ in range(ROUNDS):
                if not self.transport.is_reading:
                    await asyncio.sleep(0)
            if not self.transport.is_reading:
                break
            buffer = self.connection.get_buffer(-1)
            piece = stream[sent : sent + len(buffer)]
            buffer[: len(piece)] = piece
            self.connection.buffer_updated(len(piece))
            sent += len(piece)
        await self.rest()
        return sent

    async def rest(self) -> None:
        for _ in range(ROUNDS):
            await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_requests_come_one_after_the_other() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(GET * 3)
        for number in range(1, 4):
            assert scene.server.data == GET * number
            scene.server.answer()
            await scene.rest()
        assert scene.transport.written == b"answer" * 3
        assert scene.transport.state == "open"

    run(test)


def test_what_is_pipelined_fills_the_clients_own_buffers() -> None:
    async def test() -> None:
        scene = Scene()
        assert await scene.send(GET, 60 * 10**6) <= MOST_AHEAD_BYTES + 2 * READ_BYTES
        assert scene.server.data == GET
        # Answers make room again, and nothing is lost.
        for _ in range(2000):
            scene.server.answer()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await scene.rest()
        assert scene.transport.is_reading
        assert set(scene.server.data.split(GET)) == {b""}

    run(test)


def test_headers_behind_a_request_that_is_at_work_are_not_kept() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(GET + b"GET / HTTP/1.1\r\n")
        assert await scene.send(b"a: b\r\n", 10**7) <= MOST_AHEAD_BYTES + 2 * READ_BYTES
        scene.server.answer()
        await scene.rest()
        assert b" 431 " in scene.transport.written
        assert scene.transport.has_ended

    run(test)


def test_trailers_without_end_are_refused() -> None:
    async def test() -> None:
        for trailers in (b"a: b\r\n", b"c" * 1000):
            scene = Scene()
            await scene.send(CHUNKED + b"0\r\na: ")
            await scene.send(trailers, 100_000)
            assert b" 400 " in scene.transport.written
            assert scene.server.is_lost
            assert len(scene.server.data) < MOST_HEAD_BYTES

    run(test)


def test_a_refused_client_may_read_its_answer_but_not_send_for_ever() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(b"HELLO THERE\r\n\r\n")
        assert b" 400 " in scene.transport.written
        assert (scene.transport.state, scene.transport.has_ended) == ("open", True)
        sent = await scene.send(b"x" * READ_BYTES, 2 * MOST_REFUSED_BYTES)
        assert scene.transport.state == "aborted"
        assert sent <= MOST_REFUSED_BYTES + READ_BYTES

    run(test)


def test_an_answer_before_the_end_of_its_request_is_the_last() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(POST + b"Content-Length: 1000000\r\n\r\n{")
        assert scene.server.answer()["connection"] == "close"
        assert (scene.transport.state, scene.transport.has_ended) == ("open", True)
        before = scene.server.data
        await scene.send(b"x" * 100_000)
        assert scene.server.data == before

    run(test)


def test_while_load_balancers_find_out_every_answer_is_the_last() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(GET)
        scene.connections.is_draining = True
        assert scene.server.answer()["connection"] == "close"
        assert scene.transport.state == "closed"

    run(test)


def test_a_head_that_the_server_cannot_read_is_answered_here() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(UNREADABLE)
        assert b"application/problem+json" in scene.transport.written
        assert b"somebody else" not in scene.transport.written
        assert scene.server.is_lost

    run(test)


def test_a_client_has_only_so_many_connections() -> None:
    async def test() -> None:
        connections = Connections(Settings(client_connections=3, proxies="10.0.0.9"), FakeServer)
        scenes = [Scene(connections, "192.0.2.1") for _ in range(5)]
        states = [scene.transport.state for scene in scenes]
        assert states == ["open"] * 5
        assert len(connections) == 3
        assert b" 429 " in scenes[-1].transport.written
        # Others are not held up by it, a trusted proxy is many clients, and places come back.
        assert Scene(connections, "192.0.2.2").transport.state == "open"
        proxied = [Scene(connections, "10.0.0.9").transport.state for _ in range(5)]
        assert proxied == ["open"] * 5
        for scene in scenes:
            scene.connection.connection_lost(None)
        assert Scene(connections, "192.0.2.1").transport.state == "open"
        assert len(connections) == 1 + 5 + 1

    run(test)


def test_the_longest_idle_connection_gives_way_to_a_new_one() -> None:
    async def test() -> None:
        connections = Connections(Settings(connections=3), FakeServer)
        first, second, third = (Scene(connections, f"192.0.2.{one}") for one in range(3))
        # A head on its way is no request yet; one that was answered makes idle again, but later.
        await second.send(b"GET / HT")
        await first.send(GET)
        first.server.answer()
        states = []
        for number in range(3, 6):
            await Scene(connections, f"192.0.2.{number}").rest()
            states.append([scene.transport.state for scene in (first, second, third)])
            assert len(connections) == 3
        assert states == [
            ["open", "closed", "open"],
            ["open", "closed", "closed"],
            ["closed", "closed", "closed"],
        ]

    run(test)


def test_where_all_are_at_work_a_new_one_is_told_so() -> None:
    async def test() -> None:
        connections = Connections(Settings(connections=2), FakeServer)
        scenes = [Scene(connections, f"192.0.2.{one}") for one in range(2)]
        for scene in scenes:
            await scene.send(GET)
        late = Scene(connections, "192.0.2.9")
        assert late.transport.written.startswith(b"HTTP/1.1 503 ")
        assert b"/problems/not-ready" in late.transport.written
        # It may read that, whatever it sends itself; the table does not know it.
        assert (late.transport.state, late.transport.has_ended) == ("open", True)
        await late.send(GET * 10)
        assert late.servers == []
        assert len(connections) == 2
        scenes[0].server.answer()
        assert Scene(connections, "192.0.2.9").transport.written == b""
        assert scenes[0].transport.state == "closed"

    run(test)


def test_only_so_many_stay_to_read_why_they_have_no_place() -> None:
    async def test() -> None:
        connections = Connections(Settings(client_connections=1), FakeServer)
        scenes = [Scene(connections) for _ in range(MOST_TURNED_AWAY + 3)]
        states = [scene.transport.state for scene in scenes]
        assert states == ["open"] * (1 + MOST_TURNED_AWAY) + ["closed"] * 2
        scenes[1].connection.connection_lost(None)
        assert Scene(connections).transport.state == "open"

    run(test)


def test_a_client_that_has_ended_its_side_gets_its_answers() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(GET * 2)
        assert scene.connection.eof_received()
        for number in (1, 2):
            await scene.rest()
            assert (scene.server.data, scene.transport.state) == (GET * number, "open")
            scene.server.answer()
        await scene.rest()
        assert scene.transport.written == b"answer" * 2
        assert scene.transport.state == "closed"

    run(test)


def test_what_is_not_whole_when_a_client_ends_its_side_is_closed() -> None:
    async def test() -> None:
        for sent in (b"", b"GET / HT", POST + b"Content-Length: 9\r\n\r\n{", b"HELLO\r\n\r\n"):
            scene = Scene()
            await scene.send(sent)
            scene.connection.eof_received()
            await scene.rest()
            assert scene.transport.state == "closed"

    run(test)


def test_a_silent_client_is_probed_until_its_answer_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections_module, "PROBES_S", (0, 0, 0))

    async def test() -> None:
        new, old, quick = Scene(), Scene(), Scene()
        await new.send(GET)
        await old.send(GET.replace(b"1.1", b"1.0"))
        await quick.send(GET)
        quick.connection.begin_answer(MutableHeaders())
        for scene in (new, old, quick):
            scene.connection.eof_received()
            await scene.rest()
        assert new.transport.written == PROBE * 3
        # A client of HTTP 1.0 knows no such answer, and nothing may come into another one.
        assert old.transport.written == quick.transport.written == b""

    run(test)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 2 * MOST_HEAD_BYTES + b"\r\n\r\n", 431),
        ((b"GET / HTTP/1.1\r\nA: " + b"a" * MOST_HEAD_BYTES)[:MOST_HEAD_BYTES], 431),
        (b"GET / HTTP/1.1\nHost: x\n\n", 400),
    ],
)
def test_a_head_that_never_ends_well_is_answered_at_once(head: bytes, status: int) -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(head)
        assert scene.transport.written.startswith(b"HTTP/1.1 %d " % status)

    run(test)


def test_nothing_is_written_to_a_client_that_has_left() -> None:
    async def test() -> None:
        scene = Scene()
        await scene.send(GET)
        scene.transport.close()
        scene.server.answer()
        assert scene.transport.written == b""
        scene.connection.connection_lost(None)
        assert scene.server.is_lost

    run(test)


def test_at_the_end_only_requests_that_have_arrived_are_waited_for() -> None:
    async def test() -> None:
        connections = Connections(Settings(), FakeServer)
        silent, half, whole = (Scene(connections) for _ in range(3))
        await half.send(POST + b"Content-Length: 9\r\n\r\n{")
        await whole.send(GET)
        connections.end_unfinished()
        states = [scene.transport.state for scene in (silent, half, whole)]
        assert states == ["aborted", "aborted", "open"]

    run(test)
