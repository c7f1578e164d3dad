"""How long Ctrl-C takes to bring the prompt back, for every call that can run long.

    python -m bench.interrupts --tries 10

Each call runs in a Python of its own. After a random time SIGINT is sent; what counts is the time
until KeyboardInterrupt is there, where a person would see the prompt. A call that ends by itself
before is an error of this program: nothing was measured then.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from typing import Final

from bench.endings import greedy_positions
from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast import State

LONGEST_WAIT_S: Final = 0.5
PATIENCE_S: Final = 240.0

FRAME: Final = """\
import sys, time
from coalbaron_fast import *
{before}
print("ready", flush=True)
try:
    {call}
    print("ended by itself", flush=True)
except KeyboardInterrupt:
    print(time.monotonic_ns(), flush=True)
{after}
"""

PLAYERS: Final = """\
from coalbaron_fast.bots import *
from coalbaron_fast.review import review_turns
"""
OPENING: Final = "state, engine = State(2, seed=1), Engine()"
BATCH: Final = """\
from coalbaron_fast.envs import BatchEnv
env = BatchEnv(20_000, 4, learners=[0], bots="greedy", threads={threads})
"""

CALLS: Final = {
    "Engine.search, time": (OPENING, "engine.search(state, Limits(time_ms=8000))"),
    "Engine.search, 2 threads": (
        "state, engine = State(2, seed=1), Engine(2)",
        "engine.search(state, Limits(time_ms=8000))",
    ),
    "Engine.search, nodes": (OPENING, "engine.search(state, Limits(nodes=10**7))"),
    "Engine.search, an ending": (
        "from bench.interrupts import hard_ending\nstate, engine = hard_ending(), Engine()",
        "engine.search(state, Limits(nodes=10**8))",
    ),
    "Engine.audit": (OPENING, "engine.audit(state, Limits(nodes=2000), 10**6)"),
    "Engine.analyse": (OPENING, "list(engine.analyse(state, Limits(time_ms=8000)))"),
    # The search itself goes on, on a thread of its own: its caller may ask again.
    "Search.result": (
        "search = Engine().start(State(2, seed=1), Limits(time_ms=8000))",
        "search.result()",
    ),
    "State.perft": ("state = State(2)", "state.perft(12)"),
    "State.perft, divide": ("state = State(2)", "state.perft(12, divide=True)"),
    "State.mining_plans": (
        "from bench.interrupts import unmined\nstate = unmined()",
        "state.mining_plans(10, memory_mb=1000)",
    ),
    "play_game": (
        PLAYERS + "bots = [EngineBot(Engine(), Limits(nodes=20_000)) for _ in range(2)]",
        "play_game(State(2, seed=1), bots)",
    ),
    "BatchEnv.reset": (BATCH.format(threads=1), "while True: env.reset()"),
    "BatchEnv.step": (
        BATCH.format(threads=1) + "env.reset()",
        "while True: env.step(env.sample())",
    ),
    "BatchEnv.step, 2 threads": (
        BATCH.format(threads=2) + "env.reset()",
        "while True: env.step(env.sample())",
    ),
    "project": (
        "from coalbaron_fast.games.coalbaron.projection import project\nstate = State(4, seed=1)",
        "project(state, games=10**6)",
    ),
    "review_turns": (
        PLAYERS + "game = play_game(State(2, seed=1), [GreedyBot(), GreedyBot()])",
        "list(review_turns(game, Engine(), Limits(nodes=10**5)))",
    ),
}
"""What runs before the clock, and the call, by name."""

ONCE_MORE: Final = """\
if "engine" in globals():
    engine.search(State(2, seed=2), Limits(nodes=50))
"""
"""The engine must be free again."""


class EndedByItselfError(RuntimeError):
    """The call was over before it could be interrupted."""


def hard_ending() -> State:
    """Return an ending that the solver works on for a quarter of a minute or more."""
    return list(greedy_positions(2, 9, 3))[2]


def unmined() -> State:
    """Play a game without mining; return the place from which most can be mined."""
    generator = random.Random(1)
    state, found, most = State(2, seed=48), State(2), 0
    while not state.is_over:
        wanted = state.legal_moves()
        if state.phase == "place":
            taking = [token for token in wanted if re.fullmatch(r"[fo]\d", token)]
            wanted = taking or [token for token in wanted if token[0] in "cb"] or wanted
            plans = len(state.mining_plans(4))
            if plans > most:
                found, most = state.copy(), plans
        state.push(generator.choice(wanted))
    return found


def interrupt(name: str, wait_s: float) -> float:
    """Interrupt a call `wait_s` seconds after it began; return the milliseconds to the prompt."""
    before, call = CALLS[name]
    program = FRAME.format(before=before, call=call, after=ONCE_MORE)
    with subprocess.Popen(  # noqa: S603 - ours
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None  # noqa: S101 - for the type checker
        try:
            if process.stdout.readline() != "ready\n":
                raise RuntimeError(f"{name} did not begin")
            time.sleep(wait_s)
            pressed = time.monotonic_ns()
            process.send_signal(signal.SIGINT)
            answer = process.stdout.readline().strip()
            if process.wait(PATIENCE_S):
                raise RuntimeError(f"{name}: status {process.returncode} after Ctrl-C")
        finally:
            process.kill()
    if not answer.isdigit():
        raise EndedByItselfError(f"{name} {answer or 'did not end'}")
    return (int(answer) - pressed) / 1e6


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.interrupts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--tries", type=int, default=10, help="default: %(default)s")
    parser.add_argument("--calls", nargs="+", choices=list(CALLS), default=list(CALLS))
    add_json_option(parser)
    arguments = parser.parse_args()
    generator = random.Random(1)
    found: dict[str, list[float]] = {name: [] for name in arguments.calls}
    for _ in range(arguments.tries):
        for name, times in found.items():
            times.append(interrupt(name, generator.random() * LONGEST_WAIT_S))
    rows = [
        [name, f"{statistics.median(times):.0f}", f"{max(times):.0f}"]
        for name, times in found.items()
    ]
    print_table(["call", "median ms", "worst ms"], rows)
    write_json(arguments.json, "interrupts", {"milliseconds": found})
    return 0


if __name__ == "__main__":
    run_program(main)
