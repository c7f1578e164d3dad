"""How fast the process answers: start to `readyok`, `stop` to `bestmove`, and through a client.

python -m tests.protocol.timing start --tries 40
python -m tests.protocol.timing stop --tries 500
python -m tests.protocol.timing client --tries 2000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time
from typing import Final

from coalbaron_fast.client import AsyncClient, Client
from tests.protocol.conversation import COMMAND, Talk

POSITIONS: Final = (
    "position startpos seed 1",
    "position startpos players 3 seed 7",
    "position startpos seed 1 moves +Cb/+Cg/+Tb/+Tk/+Cyyy/+Tkkk",
    "position startpos players 4 seed 2",
)


def start_ms(command: tuple[str, ...], lines: bytes) -> float:
    """Return how long a process takes to answer its input and end."""
    started = time.perf_counter()
    subprocess.run(command, input=lines, capture_output=True, check=True)
    return (time.perf_counter() - started) * 1000


def measure_starts(tries: int) -> tuple[float, float]:
    """Return the medians of our start and of the interpreter's alone, measured in turn."""
    ours, bare = [], []
    for _ in range(tries):
        ours.append(start_ms(COMMAND, b"isready\nquit\n"))
        bare.append(start_ms((sys.executable, "-c", "pass"), b""))
    return statistics.median(ours), statistics.median(bare)


def measure_stops(tries: int, seed: int) -> list[float]:
    """Return the milliseconds from `stop` to `bestmove`, sorted."""
    generator = random.Random(seed)
    found = []
    talk = Talk()
    try:
        talk.send("isready")
        talk.receive_until("readyok")
        for number in range(tries):
            talk.send(POSITIONS[number % len(POSITIONS)], "go infinite")
            # At once, while the search sets itself up, and later.
            time.sleep(generator.choice((0.0, generator.random() / 100, generator.random() / 5)))
            started = time.perf_counter()
            talk.send("stop")
            talk.receive_until("bestmove")
            found.append((time.perf_counter() - started) * 1000)
        talk.finish()
    finally:
        talk.close()
    return sorted(found)


class BarePipe:
    """The least that can be done: a write, and reads up to the end of a line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout

    def ping(self) -> None:
        """Wait for `readyok`."""
        self._input.write(b"isready\n")
        answer = b""
        while not answer.endswith(b"\n"):
            answer += self._output.read(4096)

    def quit(self) -> None:
        """End."""
        self.process.communicate(b"quit\n")


BLOCK: Final = 10
"""Round trips that are timed together."""


async def measure_pings(tries: int) -> dict[str, list[float]]:
    """Return microseconds for a round trip over each way, block by block in turns."""
    pipe, sync = BarePipe(), Client.start(COMMAND)
    found: dict[str, list[float]] = {"bare pipe": [], "AsyncClient": [], "Client": []}
    async with await AsyncClient.start(COMMAND) as client:
        for _ in range(max(tries // BLOCK, 1) + 1):
            for name, ping in (("bare pipe", pipe.ping), ("Client", sync.ping)):
                started = time.perf_counter()
                for _ in range(BLOCK):
                    ping()
                found[name].append((time.perf_counter() - started) * 1e6 / BLOCK)
            started = time.perf_counter()
            for _ in range(BLOCK):
                await client.ping()
            found["AsyncClient"].append((time.perf_counter() - started) * 1e6 / BLOCK)
    sync.quit()
    pipe.quit()
    # The first block warms up.
    return {name: values[1:] for name, values in found.items()}


def report_pings(found: dict[str, list[float]]) -> None:
    """Print each way beside the bare pipe: the tenth that was least disturbed, and the median."""
    base = statistics.quantiles(found["bare pipe"], n=10)[0]
    for name, values in found.items():
        least = statistics.quantiles(values, n=10)[0]
        print(
            f"{name}: {least:.0f} us a round trip in the best tenth, {least / base:.2f} times the "
            f"bare pipe; median {statistics.median(values):.0f}"
        )


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.timing", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=("start", "stop", "client"))
    parser.add_argument("--tries", type=int, default=40)
    chosen = parser.parse_args()
    if chosen.what == "start":
        ours, bare = measure_starts(chosen.tries)
        print(f"start to readyok and the end: {ours:.1f} ms; python -c pass: {bare:.1f} ms")
        print(f"the interpreter's share: {bare / ours:.0%}")
    elif chosen.what == "client":
        report_pings(asyncio.run(measure_pings(chosen.tries)))
    else:
        found = measure_stops(chosen.tries, seed=1)
        high = found[min(len(found) - 1, int(len(found) * 0.99))]
        print(f"stop to bestmove, {len(found)} tries: median {statistics.median(found):.2f} ms, ")
        print(f"99th percentile {high:.2f} ms, worst {found[-1]:.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
