"""What an answer with many lines costs: the nodes beside those of a search that shows one line.

    python -m bench.analysis --rounds 10

Positions are from all over games at first sight. Each is analysed for the same time with one line
and with a hundred, in turns, pair by pair; somebody listens to every interim answer. Nodes are
counted for each second of processor time, so that what else runs on the machine matters little.
"""

from __future__ import annotations

import argparse
import time
from typing import Final

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval, spread
from bench.search import HASH_MB, NEVER_SOLVE, positions
from coalbaron_fast import Engine, Limits, State

LINES: Final = (1, 100)


def rate(engine: Engine, state: State, time_ms: float, lines: int) -> float:
    """Analyse a position for a time; return nodes a second of processor time."""
    started = time.process_time()
    for analysis in engine.analyse(state, Limits(time_ms=time_ms, lines=lines)):
        nodes = analysis.nodes
    return nodes / (time.process_time() - started)


def measure(players: int, rounds: int, time_ms: float) -> dict[str, list[float]]:
    """Return the rates of all pairs, with one line and with many."""
    engine = Engine(hash_mb=HASH_MB, parameters=NEVER_SOLVE)
    rates: dict[int, list[float]] = {lines: [] for lines in LINES}
    for number in range(rounds):
        for place, state in enumerate(positions(players)):
            for lines in LINES if (number + place) % 2 else LINES[::-1]:
                rates[lines].append(rate(engine, state, time_ms, lines))
    return {"one": rates[LINES[0]], "many": rates[LINES[1]]}


def row(players: int, one: list[float], many: list[float]) -> list[str]:
    """Return one line of the table."""
    ratio = ratio_interval(many, one)
    return [
        str(players),
        f"{spread(one).median:.0f}",
        f"{spread(many).median:.0f}",
        f"{ratio.mean:.3f} ({ratio.low:.3f}-{ratio.high:.3f})",
    ]


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=10, help="default: %(default)s")
    parser.add_argument("--time-ms", type=float, default=200.0, help="a search; %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 2 or not arguments.time_ms > 0:
        parser.error("at least two rounds, and some time for each search")
    found = {
        players: measure(players, arguments.rounds, arguments.time_ms) for players in (2, 3, 4)
    }
    print_table(
        ["seats", "nodes a second, 1 line", f"{LINES[1]} lines", "ratio"],
        [row(players, **rates) for players, rates in found.items()],
    )
    write_json(arguments.json, "analysis", {str(seats): rates for seats, rates in found.items()})
    return 0


if __name__ == "__main__":
    run_program(main)
