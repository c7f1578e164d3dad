"""The way of one best move through the doors: which functions it calls, and what it reads twice.

    python -m bench.walk

A position in text goes in, the best turn comes out, once over standard input and once over HTTP,
both within this process and without a socket. Every call of our own Python functions is counted,
on all threads. `parsed` says how often the text was read, `checked` how often its shape was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast import State

if TYPE_CHECKING:
    from collections.abc import MutableMapping

NODES: Final = 200
PACKAGES: Final = ("coalbaron_fast", "coalbaron_protocol", "coalbaron_server")
PARSER: Final = ("position", "PositionShape.read")
CHECK: Final = ("position", "PositionShape.check")


class Walk(NamedTuple):
    """The calls of one request, by module and function, in the order of the first call."""

    calls: Counter[tuple[str, str]]

    @property
    def total(self) -> int:
        """All calls."""
        return self.calls.total()

    def of(self, function: tuple[str, str]) -> int:
        """Return how often a function was called."""
        return self.calls[function]

    def rooms(self) -> list[str]:
        """Return the modules that it went through, each once."""
        return list(dict.fromkeys(module for module, _ in self.calls))


@contextmanager
def counted() -> Iterator[Counter[tuple[str, str]]]:
    """Count the calls of our functions on this thread, and on those that begin meanwhile."""
    calls = Counter[tuple[str, str]]()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if any(package in path.parts for package in PACKAGES):
                calls[path.stem, frame.f_code.co_qualname] += 1

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def walk_stdin(text: str) -> Walk:
    """Ask the line protocol."""
    from coalbaron_protocol.session import Session  # noqa: PLC0415 - each door by itself

    said: list[str] = []
    done = threading.Event()

    def write(*lines: str) -> None:
        said.extend(lines)
        if any(line.startswith("bestmove") for line in lines):
            done.set()

    def ask(session: Session) -> None:
        done.clear()
        session.handle(f"position text {text}")
        session.handle(f"go nodes {NODES}")
        if not done.wait(60):
            raise TimeoutError(f"no bestmove: {said}")

    session = Session(write, lambda: None)
    with counted() as calls:
        # The first search makes the engine and its threads.
        ask(session)
        calls.clear()
        ask(session)
    session.close()
    return Walk(calls)


def walk_http(text: str) -> Walk:
    """Ask the HTTP service, as a server would."""
    from coalbaron_server.app import create_app  # noqa: PLC0415 - needs the extra `server`
    from coalbaron_server.settings import Settings  # noqa: PLC0415 - the same

    app = create_app(Settings(log="error", rate=0))
    body = json.dumps({"position": text, "limits": {"nodes": NODES}}).encode()
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": "/v1/bestmove", "raw_path": b"/v1/bestmove", "root_path": "",
        "query_string": b"", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ],
    }  # fmt: skip

    async def ask() -> None:
        sent: list[MutableMapping[str, Any]] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> MutableMapping[str, Any]:
            if not waiting:
                await asyncio.sleep(60)
                return {"type": "http.disconnect"}
            return waiting.pop(0)

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await app(dict(scope), receive, send)
        if sent[0]["status"] != 200:
            raise RuntimeError(f"the service answered {sent}")

    async def ask_twice() -> Walk:
        with counted() as calls:
            await ask()
            calls.clear()
            await ask()
        return Walk(calls)

    return asyncio.run(ask_twice())


DOORS: Final[dict[str, Callable[[str], Walk]]] = {"stdin": walk_stdin, "http": walk_http}


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.walk",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_json_option(parser)
    arguments = parser.parse_args()
    text = State(2, seed=1).to_text()
    walks = {door: walk(text) for door, walk in DOORS.items()}
    print_table(
        ["door", "calls", "parsed", "checked", "modules"],
        [
            [door, *map(str, (walk.total, walk.of(PARSER), walk.of(CHECK), len(walk.rooms())))]
            for door, walk in walks.items()
        ],
    )
    for door, walk in walks.items():
        print(f"\n{door}: {' -> '.join(walk.rooms())}")
    write_json(
        arguments.json,
        "walk",
        {
            door: [{"module": m, "function": f, "calls": n} for (m, f), n in walk.calls.items()]
            for door, walk in walks.items()
        },
    )
    return 0


if __name__ == "__main__":
    run_program(main)
