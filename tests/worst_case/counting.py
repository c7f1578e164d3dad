"""Counting instructions: in a process under valgrind's callgrind, piece of work by piece of work.

Counts are exact and do not depend on what else the machine does. Python's own functions, loops in C
and compiled code are all in them. The process tells callgrind by client requests when to begin and
when to write down: a few instructions that do nothing on a real processor.

Where only a search is guided, the time of the processor does: it is ready at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import mmap
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from asyncio import events
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

PROJECT: Final = Path(__file__).parents[2]

A_MILLISECOND: Final = 8_000_000
"""Instructions in a millisecond: 8 in a nanosecond. Where this was written it was 9 to 15."""

BOUND: Final = 5 * A_MILLISECOND
"""What one input may take of an event loop at a time, or of a reader."""

ON_VALGRIND: Final = 0x1001
CALLGRIND: Final = (ord("C") << 24) | (ord("T") << 16)
ZERO: Final = CALLGRIND + 1
DUMP: Final = CALLGRIND + 3
START: Final = CALLGRIND + 4

REQUEST: Final = bytes.fromhex("4889f8 31d2 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3")
"""A function of one argument, where the words of the request are, in x86-64: the rotations of rdi
come to none, and valgrind knows them."""

TOTAL: Final = re.compile(rb"^(?:totals|summary): (\d+)", re.MULTILINE)
CLOSE: Final = 0.7
"""A step that took this share of the longest one's time may be longer, and is counted."""

Work = Callable[[], object]


class Measure(Protocol):
    """Says what work takes."""

    def __call__(self, work: Work, *, in_steps: bool) -> int:
        """Do it, whatever it raises; of work for an event loop, say what its longest step takes."""


def why_not() -> str | None:
    """Return why nothing can be counted here; None if it can."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "instructions are counted on Linux and x86-64"
    return None if shutil.which("valgrind") else "valgrind is not installed"


def thread_time(work: Work, *, in_steps: bool) -> int:
    """Measure nanoseconds of this thread on the processor."""
    longest = 0

    def timed(step: Callable[[], None]) -> None:
        nonlocal longest
        began = time.thread_time_ns()
        step()
        longest = max(longest, time.thread_time_ns() - began)

    with watched_steps(timed) if in_steps else contextlib.nullcontext():
        began = time.thread_time_ns()
        with contextlib.suppress(Exception):
            work()
        return longest if in_steps else time.thread_time_ns() - began


@contextlib.contextmanager
def watched_steps(watch: Callable[[Callable[[], None]], None]) -> Iterator[None]:
    """Have each step of asyncio's own event loops done by a function."""
    run = events.Handle._run

    def run_watched(self: events.Handle) -> None:
        watch(lambda: run(self))

    events.Handle._run = run_watched  # type: ignore[method-assign]
    try:
        yield
    finally:
        events.Handle._run = run  # type: ignore[method-assign]


class Counter:
    """Counts the instructions of this process, which runs under callgrind."""

    def __init__(self, output: Path) -> None:
        """`output` is what callgrind was told to write to."""
        self._output = output
        self._dumps = 0
        access = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
        self._code = mmap.mmap(-1, mmap.PAGESIZE, prot=access)
        self._code.write(REQUEST)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._code))
        self._call = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(address)
        if not self._request(ON_VALGRIND):
            raise RuntimeError("this process does not run under valgrind")
        self._request(START)

    def __call__(self, work: Work, *, in_steps: bool = False) -> int:
        """Count the instructions of this thread."""
        gc.collect()
        gc.freeze()
        if in_steps:
            return self._longest_step(work)
        self._request(ZERO)
        with contextlib.suppress(Exception):
            work()
        return self._read()

    def _longest_step(self, work: Work) -> int:
        longest_ns = longest = 0

        def counted(step: Callable[[], None]) -> None:
            nonlocal longest_ns, longest
            began = time.thread_time_ns()
            self._request(ZERO)
            step()
            # Reading a count takes longer than most steps: only long ones are worth it.
            took_ns = time.thread_time_ns() - began
            if took_ns > CLOSE * longest_ns:
                longest = max(longest, self._read())
            longest_ns = max(longest_ns, took_ns)

        with watched_steps(counted), contextlib.suppress(Exception):
            work()
        return longest

    def _read(self) -> int:
        self._request(DUMP)
        self._dumps += 1
        dumps = sorted(self._output.parent.glob(f"{self._output.name}.{self._dumps}*"))
        # One for each thread; ours is the first.
        total = int(TOTAL.findall(dumps[0].read_bytes())[-1])
        for dump in dumps:
            dump.unlink()
        return total

    def _request(self, request: int) -> int:
        words = (ctypes.c_uint64 * 6)(request)
        if request == DUMP:
            self._reason = ctypes.create_string_buffer(b"count")
            words[1] = ctypes.addressof(self._reason)
        return int(self._call(ctypes.addressof(words)))


def counted(module: str, jobs: Iterable[Any]) -> Iterator[Any]:
    """Have a module of the tests, which ends in `serve_counts`, do jobs; yield its answers."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "counts"
        command = [
            "valgrind", "--tool=callgrind", "--quiet", "--instr-atstart=no", "--dump-line=no",
            "--separate-threads=yes", f"--callgrind-out-file={output}",
            sys.executable, "-W", "ignore", "-m", module, str(output),
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        with subprocess.Popen(
            command, cwd=PROJECT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                for job in jobs:
                    process.stdin.write(json.dumps(job) + "\n")
                    process.stdin.flush()
                    line = process.stdout.readline()
                    if not line:
                        raise RuntimeError(f"{module} ended at {job}")
                    yield json.loads(line)
                process.stdin.close()
            finally:
                process.kill()


def serve_counts(do: Callable[[Any, Measure], Any], output: Path) -> None:
    """Answer jobs on standard input, each a line of JSON."""
    counter = Counter(output)
    for line in sys.stdin:
        print(json.dumps(do(json.loads(line), counter)), flush=True)
