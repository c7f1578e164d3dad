"""Round trips through the engine's doors, as a program on the other side sees them.

The other side waits, so these are timed by the clock on the wall, not by the processor's time.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from functools import cache, partial
from typing import Final

from bench.machine import PROJECT
from bench.speed.tasks import random_line
from bench.tasks import Task

TRIPS: Final = 200
SEED: Final = 1
CLOSED_WITHIN_S: Final = 10


class EngineProcess:
    """A running `coalbaron-engine`: what is said to it, and what it answers."""

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
        """Say something and return the answer that begins as the last line is known to."""
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise ValueError("the engine was started without pipes")
        process.stdin.write(words + "\n")
        for line in process.stdout:
            if line.startswith(last):
                return line.rstrip()
        raise ValueError(f"the engine ended instead of answering {words!r}")

    def close(self) -> None:
        """Say goodbye and wait."""
        self._process.communicate("quit\n", timeout=CLOSED_WITHIN_S)


@cache
def engine_process() -> EngineProcess:
    """Start the engine, once; it ends with this program."""
    process = EngineProcess()
    atexit.register(process.close)
    return process


def ready(times: int) -> list[str]:
    """Ask whether it is there, again and again."""
    process = engine_process()
    return [process.ask("isready", "readyok") for _ in range(times)]


def count(words: str, times: int) -> list[str]:
    """Send a position and have its legal tokens counted, again and again."""
    process = engine_process()
    return [process.ask(f"{words}\nperft 1", "perft 1:") for _ in range(times)]


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
