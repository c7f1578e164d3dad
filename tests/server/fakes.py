"""Stand-ins: an engine whose answers are known, and a client of an application without a socket."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from fastapi import FastAPI

from coalbaron_fast import Analysis, Limits, Line, State
from coalbaron_fast.engine import Search, Stop
from coalbaron_fast.engine.pool import EngineSettings
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_server.app import create_app
from coalbaron_server.settings import Settings


def line_of(codes: list[int], utility: float = 0.5) -> Line:
    """Return a line for two seats."""
    tokens = load_game(DEFAULT).spell(codes)
    line = Line(
        tokens=tokens,
        visits=10,
        win=[0.25, 0.75],
        vp=[90.0, 110.5],
        utility=utility,
        error=0.01,
        p_best=0.9,
        pv=[tokens],
        win_error=[0.02, 0.02],
        vp_error=[1.5, 2.5],
        vp_spread=[10.0, 5.0],
        vp_band=[[77.0, 103.0], [104.0, 117.0]],
    )
    return line.with_codes(codes, [codes])


def analysis_of(codes: list[int], nodes: int) -> Analysis:
    """Return a result that depends on nothing but the turn and the number of nodes."""
    line = line_of(codes)
    return Analysis(
        best=line.tokens,
        lines=[line],
        nodes=nodes,
        worlds=nodes,
        depth=3,
        time_ms=12.5,
        memory_used=0.25,
    )


class FakeEngine:
    """Answers at once, or waits until it is told to stop or to go on; its own search.

    What was asked is kept in `asked`, how it was made in `made`, for all engines of a test.
    """

    def __init__(
        self, asked: list[tuple[State, Limits]], made: list[EngineSettings], waits: bool
    ) -> None:
        self.asked = asked
        self.made = made
        self.waits = waits
        self.running = 0
        self.stopped = 0
        self.go_on = threading.Event()

    def __call__(self, settings: EngineSettings) -> Any:
        """Stand in for the maker of engines."""
        self.made.append(settings)
        return self

    def search(self, state: State, limits: Limits, *, stop: Stop) -> Analysis:
        return self.start(state, limits, stop=stop).result()

    def start(self, state: State, limits: Limits, *, stop: Stop) -> FakeEngine:
        self.asked.append((state, limits))
        stop.watch(cast(Search, self))
        return self

    def __iter__(self) -> Iterator[Analysis]:
        yield analysis_of(self.turn(), 100)
        yield self.result()

    def result(self) -> Analysis:
        self.running += 1
        if self.waits:
            assert self.go_on.wait(20), "the search was not stopped"
        self.running -= 1
        return analysis_of(self.turn(), 200)

    def turn(self) -> list[int]:
        state, _ = self.asked[-1]
        return state.legal_codes()[:1]

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        """Never call it: the stop may come again and again."""

    def stop(self) -> None:
        self.stopped += 1
        self.go_on.set()


class BrokenEngine(FakeEngine):
    """Fails, in words of the request."""

    error: type[Exception] = KeyError

    def search(self, state: State, limits: Limits, *, stop: Stop) -> Analysis:
        raise self.error(f"{state.to_text()} {limits} {stop}")


def fake_engine(*, waits: bool = False) -> FakeEngine:
    return FakeEngine([], [], waits)


class Answer(NamedTuple):
    """What an application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def events(self) -> list[tuple[str, Any]]:
        """Return a stream's events: their names and data."""
        found = []
        for block in self.body.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines())
            if fields.get("event"):
                found.append((fields["event"], json.loads(fields["data"])))
        return found


class Client:
    """Speaks to an application as a server would, one request at a time."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self.ask("GET", path, b"", headers or {})

    def post(self, path: str, body: object, headers: dict[str, str] | None = None) -> Answer:
        given = {"content-type": "application/json"} | (headers or {})
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", path, data, given)

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        return asyncio.run(self.asked(method, path, [body], headers))

    async def asked(
        self,
        method: str,
        path: str,
        parts: list[bytes],
        headers: dict[str, str],
        gone: asyncio.Event | None = None,
        *,
        host: str | None = "127.0.0.1",
        address: str | None = "127.0.0.1",
    ) -> Answer:
        """Send a body in parts; the client goes away when the event is set, or never.

        It asks for a host, and has an address, or none on a socket in the file system.
        """
        told = {"content-length": str(len(b"".join(parts)))} if len(parts) == 1 else {}
        waiting = [
            {"type": "http.request", "body": part, "more_body": number + 1 < len(parts)}
            for number, part in enumerate(parts)
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            if waiting:
                return waiting.pop(0)
            await (gone or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in {**({"host": host} if host else {}), **told, **headers}.items()
            ],
            "client": (address, 50000) if address else None,
            "server": ("127.0.0.1", 80),
        }
        await self.app(scope, receive, send)
        if not sent:
            return Answer(0, {}, b"")
        assert sent[0]["type"] == "http.response.start"
        return Answer(
            sent[0]["status"],
            {name.decode(): value.decode() for name, value in sent[0]["headers"]},
            b"".join(message.get("body", b"") for message in sent[1:]),
        )


def client_of(engine: Any = None, **settings: Any) -> Client:
    """Return a client of an application with these settings."""
    values = {"rate": 0.0, "slots": 2} | settings
    engines = {} if engine is None else {"make_engine": engine}
    return Client(create_app(Settings(**values), **engines))
