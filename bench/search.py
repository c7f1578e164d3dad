"""The speed of the search: iterations and plans a second, and what a second thread brings.

    python -m bench.search --rounds 15

Positions are from all over greedy games. Each is searched for the same time with one thread
and with two, in turns, round by round. The ratio is that of their iterations. The turns weighed in
an iteration are counted, not timed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench.endings import seat_of
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval, spread
from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.search.mcts import Searcher

POSITIONS: Final = 8
EVERY: Final = 11
COUNTED_NODES: Final = 1000
HASH_MB: Final = 128
NEVER_SOLVE: Final = {"solve": 0}


def positions(players: int) -> list[State]:
    """Return positions from all over greedy games."""
    found: list[State] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        state = State(players, seed=seed, start=seed % players)
        turns = 0
        while not state.is_over and len(found) < POSITIONS:
            if turns % EVERY == seed % EVERY and state.phase == "place":
                found.append(state.copy())
            state.push_codes(state.first_sight())
            turns += 1
    return found


def turns_an_iteration(states: list[State]) -> float:
    """Count the turns that are weighed for one iteration."""
    searcher = Searcher(TURN_OPS, HASH_MB)
    total = 0
    for state in states:
        searcher.begin(state.data(), seat_of(state), 1, PARAMETERS)
        if searcher.run(COUNTED_NODES) != COUNTED_NODES:
            raise ValueError("the search did not do its work")
        total += searcher.turns_listed
    return total / (COUNTED_NODES * len(states))


def rate(engine: Engine, states: list[State], time_ms: float) -> float:
    """Search each position for a time; return iterations a second."""
    nodes = 0
    spent_ms = 0.0
    for state in states:
        analysis = engine.search(state, Limits(time_ms=time_ms))
        nodes += analysis.nodes
        spent_ms += analysis.time_ms
    return 1000.0 * nodes / spent_ms


def measure(players: int, rounds: int, time_ms: float) -> dict[str, list[float] | float]:
    """Return the rates of all rounds with one thread and with two, and turns an iteration."""
    states = positions(players)
    engines = {threads: Engine(threads, HASH_MB, parameters=NEVER_SOLVE) for threads in (1, 2)}
    rates: dict[int, list[float]] = {1: [], 2: []}
    for number in range(rounds):
        for threads in (1, 2) if number % 2 else (2, 1):
            rates[threads].append(rate(engines[threads], states, time_ms))
    return {"one": rates[1], "two": rates[2], "turns": turns_an_iteration(states)}


def row(players: int, one: list[float], two: list[float], turns: float) -> list[str]:
    """Return one line of the table."""
    middle = spread(one)
    ratio = ratio_interval(two, one)
    return [
        str(players),
        f"{middle.median:.0f} ({middle.low:.0f}-{middle.high:.0f})",
        f"{turns:.0f}",
        f"{turns * middle.median / 1e6:.2f} M",
        f"{spread(two).median:.0f}",
        f"{ratio.mean:.3f} ({ratio.low:.3f}-{ratio.high:.3f})",
    ]


def compare_by_seats(
    name: str,
    description: str | None,
    time_ms: float,
    headings: Sequence[str],
    measure: Callable[[int, int, float], dict[str, Any]],
    row: Callable[..., list[str]],
) -> int:
    """Read the command line, measure at two, three and four seats, and print a row for each."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.{name}", description=description)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=10, help="default: %(default)s")
    parser.add_argument(
        "--time-ms", type=float, default=time_ms, help="for each search; default: %(default)s"
    )
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 2 or not arguments.time_ms > 0:
        parser.error("at least two rounds, and some time for each search")
    found = {
        players: measure(players, arguments.rounds, arguments.time_ms) for players in (2, 3, 4)
    }
    print_table(headings, [row(players, **rates) for players, rates in found.items()])
    write_json(arguments.json, name, {str(players): rates for players, rates in found.items()})
    return 0


def main() -> int:
    """Run the program."""
    headings = (
        "seats",
        "iterations a second",
        "turns weighed each",
        "a second",
        "two threads",
        "ratio",
    )
    return compare_by_seats("search", __doc__, 100.0, headings, measure, row)


if __name__ == "__main__":
    run_program(main)
