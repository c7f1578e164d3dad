"""What a hostile client sends. Each attack is bounded in bytes, connections and time."""

from __future__ import annotations

import contextlib
import itertools
import random
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from bench.http.service import request_bytes
from coalbaron_fast import State

CHUNKED: Final = (
    b"POST /v1/legal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
GET: Final = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SCRIPT: Final = b"/static/js/main.js"
BLOCK: Final = 65_536
PLANS_MB: Final = 4
MANY_PLANS: Final = 30_000
LATE_TURNS: Final = 12
MOST_AT_ONCE: Final = 90
SPACES: Final = b" " * 16_000
FIRST_ADDRESS: Final = 10
"""Attacks from several addresses come from 127.0.0.10 on, where the system has them."""

Stream = Iterator[bytes]
"""What one connection sends, piece by piece, for as long as it is let."""


def endless(first: bytes, again: bytes) -> Callable[[], Stream]:
    """Return what sends something once, and then something else for ever."""
    block = again * max(BLOCK // len(again), 1)

    def stream() -> Stream:
        if first:
            yield first
        while True:
            yield block

    return stream


def again(path: str, body: object) -> Callable[[], Stream]:
    """Return what sends one request again and again."""
    data = request_bytes(path, body)
    return endless(data, data)


def head_of(value: bytes) -> bytes:
    """Return a request with this value of a field."""
    return GET[:-2] + b"A:" + value + b"\r\n\r\n"


def json_of(size: int, make: Callable[[int], str], first: str, last: str) -> Callable[[], Stream]:
    """Return what sends a body of `size` parts again and again."""
    body = (first + ",".join(make(number) for number in range(size)) + last).encode()
    head = (
        "POST /v1/legal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return endless(b"", head.encode() + body)


def position_of_many_plans() -> tuple[State, int]:
    """Return a position and a number of steps with as many plans as the service lists."""
    state, generator = State(2, seed=0), random.Random(0)
    while not state.is_over:
        seat = state.turn
        if state.phase == "place" and seat is not None:
            for steps in (10, 9, 8, 7):
                with contextlib.suppress(MemoryError):
                    plans = state.mining_plans(steps, seat, memory_mb=PLANS_MB)
                    if len(plans) > MANY_PLANS:
                        return state, steps
        tokens = state.legal_moves()
        # Orders and carts make for many plans.
        wanted = [token for token in tokens if token.startswith(("t", "o"))]
        state.push(generator.choice(wanted or tokens))
    raise RuntimeError("no position with many plans was found")


def late_position() -> State:
    """Return a position whose end is searched to the last turn."""
    state = State(2, seed=7)
    turns: list[State] = []
    while not state.is_over:
        turns.append(state.copy())
        state.push_codes(state.first_sight())
    return next(one for one in turns[-LATE_TURNS:] if one.phase == "place")


class Attack:
    """Some connections that send the same; one that was closed is opened again."""

    def __init__(
        self,
        stream: Callable[[], Stream],
        connections: int = 1,
        *,
        reads: bool = True,
        addresses: int = 1,
        reads_log: bool = True,
    ) -> None:
        """`reads_log` says whether what the service logs is read, which no client decides."""
        self.stream = stream
        self.connections = connections
        self.reads_log = reads_log
        self._reads = reads
        self._addresses = itertools.cycle(range(addresses) if sys.platform == "linux" else [0])
        self.sent = 0
        self.closed = 0

    def run(self, port: int, seconds: float, most_bytes: int) -> None:
        """Attack for a while."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for _ in range(self.connections):
                self._open(selector, port)
            while (left := end - time.monotonic()) > 0 and self.sent < most_bytes:
                for key, events in selector.select(min(left, 0.1)):
                    self._serve(selector, port, key, events)
            # What was sent works on for the rest of the time.
            while (left := end - time.monotonic()) > 0:
                for key, events in selector.select(min(left, 0.1)):
                    if events & selectors.EVENT_READ:
                        self._serve(selector, port, key, selectors.EVENT_READ)
                    else:
                        selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
            for key in tuple(selector.get_map().values()):
                key.fileobj.close()  # type: ignore[union-attr]

    def _open(self, selector: selectors.BaseSelector, port: int) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        if number := next(self._addresses):
            connection.bind((f"127.0.0.{FIRST_ADDRESS + number}", 0))
        connection.connect_ex(("127.0.0.1", port))
        reading = selectors.EVENT_READ if self._reads else 0
        data: dict[str, Any] = {"stream": self.stream(), "left": b""}
        selector.register(connection, reading | selectors.EVENT_WRITE, data)

    def _serve(
        self, selector: selectors.BaseSelector, port: int, key: selectors.SelectorKey, events: int
    ) -> None:
        connection: Any = key.fileobj
        try:
            if events & selectors.EVENT_READ and not connection.recv(BLOCK):
                raise ConnectionResetError
            if events & selectors.EVENT_WRITE and not self._send(connection, key.data):
                reading = selectors.EVENT_READ if self._reads else selectors.EVENT_WRITE
                selector.modify(connection, reading, key.data)
        except BlockingIOError:
            pass
        except OSError:
            self.closed += 1
            selector.unregister(connection)
            connection.close()
            self._open(selector, port)

    def _send(self, connection: socket.socket, data: dict[str, Any]) -> bool:
        """Send some; false if there is nothing more to send."""
        piece = data["left"] or next(data["stream"], b"")
        if not piece:
            return False
        count = connection.send(piece)
        data["left"] = piece[count:]
        self.sent += count
        return True


def all_attacks() -> dict[str, Attack]:
    """Return every attack by name."""
    generator = random.Random(1)
    text = State(2, seed=7).to_text()
    many, steps = position_of_many_plans()
    analysis = request_bytes("/v1/analyse", {"position": text, "limits": {"time_ms": 50_000}})
    tags = {f"A{number}": "0" for number in range(15_000)}
    plans = {"position": many.to_text(), "steps": steps, "dominated": True, "limit": 1000}
    lists = json_of(170_000, lambda _: "[]", '{"position":{"a":[', "]}}")
    unknown = json_of(45_000, lambda number: f'"{number:x}":0', "{", "}")
    late = late_position()
    largest = [
        request_bytes(
            "/v1/bestmove",
            {
                "position": one,
                "limits": {"nodes": 2_000_000, "time_ms": 50_000},
                "options": {"hash_mb": 256},
            },
        )
        for one in (text, late.to_text())
    ]
    lines = {"position": text, "limits": {"time_ms": 2000, "lines": 100}}
    games = {"position": text, "games": 1000}
    review = {"record": late.to_record(), "limits": {"nodes": 20, "lines": 100}}
    attacks = {
        "nothing": Attack(lambda: iter([])),
        "a head of spaces and a zero": Attack(lambda: iter([head_of(SPACES + b"\0")])),
        "a legal head of spaces": Attack(lambda: iter([head_of(b"b" + SPACES + b"b")]), 10),
        "a read of spaces and a zero": Attack(lambda: iter([head_of(4 * SPACES + b"\0")])),
        "1000 idle connections, ten addresses": Attack(lambda: iter([]), 1000, addresses=10),
        "GETs, and a log that is never read": Attack(endless(GET, GET), reads_log=False),
        "trailers without end": Attack(endless(CHUNKED + b"0\r\n", b"a: b\r\n")),
        "one trailer without end": Attack(endless(CHUNKED + b"0\r\na: ", b"b" * BLOCK)),
        "headers during /v1/analyse": Attack(
            endless(analysis + b"GET / HTTP/1.1\r\n", b"a: b\r\n")
        ),
        "small GETs, pipelined": Attack(endless(GET, GET)),
        "small GETs, 50 connections": Attack(endless(GET, GET), 50),
        "answers that are never read": Attack(
            endless(b"", GET.replace(b"/ ", b"/openapi.json ")), 90, reads=False
        ),
        "a head without end": Attack(endless(b"GET / HTTP/1.1\r\n", b"a: b\r\n"), 10),
        "chunks of one byte": Attack(endless(CHUNKED, b"1\r\n \r\n"), 20),
        "50 bodies of empty lists": Attack(lists, 50),
        "50 bodies of unknown fields": Attack(unknown, 50),
        "1500 connections": Attack(lambda: iter([b"GET"]), 1500),
        "/v1/new with 15,000 tags": Attack(again("/v1/new", {"tags": tags}), 4),
        "/v1/plans of many plans": Attack(again("/v1/plans", plans), 4),
        "searches as long as may be": Attack(lambda: iter([generator.choice(largest)]), 4),
        "streams of 100 lines": Attack(again("/v1/analyse", lines), 4),
        "projections of 1,000 games": Attack(again("/v1/project", games), 4),
        "reviews": Attack(again("/v1/review", review), 4),
        "files of the page": Attack(endless(b"", GET.replace(b"/ ", SCRIPT + b" ")), 50),
    }
    return attacks | {"all of these at once": AllAtOnce(list(attacks.values()))}


class AllAtOnce(Attack):
    """Several attacks, connection by connection."""

    def __init__(self, attacks: list[Attack]) -> None:
        kinds = itertools.cycle([attack.stream for attack in attacks])

        def next_kind() -> Stream:
            return next(kinds)()

        super().__init__(next_kind, MOST_AT_ONCE)


class Oddity(NamedTuple):
    """Something that is to be answered, and how."""

    sent: bytes
    status: int
    ends: bool = False
    """Whether the client ends its side then."""

    def answer(self, port: int, seconds: float) -> int:
        """Return the status that is answered, interim ones left out; 0 for none in this time."""
        data = b""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as one:
            one.settimeout(seconds)
            one.sendall(self.sent)
            if self.ends:
                one.shutdown(socket.SHUT_WR)
            while piece := one.recv(BLOCK):
                data += piece
        statuses = [int(line[9:12]) for line in data.split(b"\r\n") if line[:9] == b"HTTP/1.1 "]
        return next((status for status in statuses if status >= 200), 0)


def all_oddities() -> dict[str, Oddity]:
    """Return what is no attack, but was met by silence."""
    start = b"GET / HTTP/1.1\r\nHost: x\r\nA: "
    body = {"position": State(2, seed=7).to_text(), "limits": {"time_ms": 500}}
    return {
        "a head of the limit, without an end": Oddity(start + b"a" * (16_384 - len(start)), 431),
        "a head of twice the limit at once": Oddity(head_of(2 * SPACES + b"b"), 431),
        "a head with bare line feeds": Oddity(GET.replace(b"\r", b""), 400),
        "GET, then the client ends its side": Oddity(GET, 200, ends=True),
        "a search, then the client ends its side": Oddity(
            request_bytes("/v1/bestmove", body), 200, ends=True
        ),
    }


def describe(attack: Attack) -> str:
    """Say how much an attack came to."""
    return f"{attack.sent / 1e6:.0f} MB, {attack.closed} closed"
