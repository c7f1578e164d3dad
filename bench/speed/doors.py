"""Round trips through the engine's doors, as a program on the other side sees them.

The other side waits, so the clock on the wall times these, not the processor's.
"""

from __future__ import annotations

import atexit
import http.client
import importlib.util
import json
import os
import subprocess
import sys
import time
from functools import cache, partial
from typing import Final

from bench.http.service import PATIENCE_S, running_service
from bench.machine import PROJECT
from bench.speed.tasks import random_line
from bench.tasks import Task

TRIPS: Final = 200
SEED: Final = 1
CLOSED_WITHIN_S: Final = 10


class EngineProcess:
    """A running `coalbaron-engine` and its pipes."""

    def __init__(self) -> None:
        path = os.pathsep.join(part for part in (*sys.path, str(PROJECT)) if part)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "coalbaron_protocol"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            text=True,
            bufsize=1,
        )

    def ask(self, words: str, last: str) -> str:
        """Send a line and return the last line of the answer, known by its beginning."""
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise ValueError("the engine was started without pipes")
        process.stdin.write(words + "\n")
        for line in process.stdout:
            if line.startswith(last):
                return line.rstrip()
        raise ValueError(f"the engine ended instead of answering {words!r}")

    def close(self) -> None:
        """Send `quit` and wait for the end."""
        self._process.communicate("quit\n", timeout=CLOSED_WITHIN_S)


@cache
def engine_process() -> EngineProcess:
    """Start the engine, once; it ends with this program."""
    process = EngineProcess()
    atexit.register(process.close)
    return process


def ready(times: int) -> list[str]:
    """Send `isready` again and again."""
    process = engine_process()
    return [process.ask("isready", "readyok") for _ in range(times)]


def count(words: str, times: int) -> list[str]:
    """Send a position and have its legal tokens counted, again and again."""
    process = engine_process()
    return [process.ask(f"{words}\nperft 1", "perft 1:") for _ in range(times)]


class HttpClient:
    """One connection, kept open, to a service that was started for it."""

    def __init__(self) -> None:
        self._serving = running_service(rate=0)
        service = self._serving.__enter__()
        self._connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)

    def ask(self, path: str, body: str | None) -> tuple[int, int]:
        """Send a request; return the status, and how many legal tokens the answer holds."""
        method = "GET" if body is None else "POST"
        self._connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        return answer.status, len(json.loads(answer.read()).get("legal", ()))

    def close(self) -> None:
        """Close the connection and end the service."""
        self._connection.close()
        self._serving.__exit__(None, None, None)


@cache
def http_client() -> HttpClient:
    """Start the service, once; it ends with this program."""
    client = HttpClient()
    atexit.register(client.close)
    return client


def request(path: str, body: str | None, times: int) -> list[tuple[int, int]]:
    """Send the same request again and again."""
    client = http_client()
    return [client.ask(path, body) for _ in range(times)]


def http_tasks() -> list[Task]:
    """The shortest answer of the HTTP service, and the legal tokens of a position; one client."""
    if importlib.util.find_spec("fastapi") is None:
        return []
    _, states = random_line(2, SEED)
    state = states[len(states) // 2]
    body = json.dumps({"position": state.to_text()})
    times = TRIPS // 10
    return [
        Task(
            f"HTTP, {name}",
            partial(request, path, sent, times),
            [(200, legal)] * times,
            {"round trip": times},
            clock=time.perf_counter_ns,
        )
        for name, path, sent, legal in (
            ("alive", "/healthz", None, 0),
            ("legal", "/v1/legal", body, len(state.legal_moves())),
        )
    ]


def protocol_tasks() -> list[Task]:
    """The shortest round trip of the line protocol, and one with a long position."""
    tokens, states = random_line(2, SEED)
    middle = len(tokens) // 2
    position = f"position startpos seed {SEED} moves {' '.join(tokens[:middle])}"
    legal = f"perft 1: {states[middle].perft(1)}"
    return [
        Task(
            "protocol, isready",
            partial(ready, TRIPS),
            ["readyok"] * TRIPS,
            {"round trip": TRIPS},
            clock=time.perf_counter_ns,
        ),
        Task(
            "protocol, position",
            partial(count, position, TRIPS // 10),
            [legal] * (TRIPS // 10),
            {"round trip": TRIPS // 10},
            {"tokens": middle},
            clock=time.perf_counter_ns,
        ),
    ]
