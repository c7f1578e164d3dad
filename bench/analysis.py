"""What an answer with many lines costs: the nodes beside those of a search that shows one line.

    python -m bench.analysis --rounds 10

Positions are from all over greedy games. Each is analysed for the same time with one line
and with a hundred, in turns, pair by pair; somebody listens to every interim answer. Nodes are
counted for each second of processor time, so that what else runs on the machine matters little.
"""

from __future__ import annotations

import time
from typing import Final

from bench.report import run_program
from bench.samples import ratio_interval, spread
from bench.search import HASH_MB, NEVER_SOLVE, compare_by_seats, positions
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
    headings = "seats", "nodes a second, 1 line", f"{LINES[1]} lines", "ratio"
    return compare_by_seats("analysis", __doc__, 200.0, headings, measure, row)


if __name__ == "__main__":
    run_program(main)
