"""How many iterations two programs do in the same time, on the same positions.

    python -m bench.iterations OLD/coalbaron-engine coalbaron-engine --rounds 6

Both speak the line protocol, and search in turns, round by round, with what is their default. The
positions are a draft of each number of seats, and others from all over games; those that a program
solves are left out. The ratio is that of the second program's iterations to the first one's.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval, spread
from bench.search import positions
from coalbaron_fast import Limits, State
from coalbaron_fast.client import Client

HEADINGS: Final = ("seats", "positions", "where", "first, a second", "second, a second", "ratio")
LEAST_ROUNDS: Final = 2


def drafts(players: int, count: int) -> list[State]:
    """Return first decisions of games, which are drafts."""
    return [State(players, seed=seed) for seed in range(1, count + 1)]


def iterations(program: Client, state: State, limits: Limits) -> float | None:
    """Return iterations a second in one position; None if the program solved it."""
    program.new_game()
    best = program.search(state, limits).lines[0]
    if best.exact:
        return None
    if not best.nodes or not best.time_ms:
        raise ValueError("the program does not say how many nodes it searched in what time")
    return 1000.0 * best.nodes / best.time_ms


def rates(
    programs: Sequence[Client], states: Sequence[State], limits: Limits, rounds: int
) -> tuple[int, list[list[float]]]:
    """Return how many positions no program solved, and each one's mean rate there by round."""
    found: list[list[list[float]]] = [[] for _ in programs]
    for state in states:
        tried = [
            [iterations(program, state, limits) for program in programs] for _ in range(rounds)
        ]
        kept = [[rate for rate in one if rate is not None] for one in tried]
        if all(len(one) == len(programs) for one in kept):
            for index, rows in enumerate(found):
                rows.append([one[index] for one in kept])
    return len(found[0]), [
        [sum(column) / len(rows) for column in zip(*rows, strict=True)] for rows in found
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.iterations", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("programs", nargs=2, metavar="PROGRAM", help="a command")
    parser.add_argument("--rounds", type=int, default=6, help="default: %(default)s")
    parser.add_argument("--time-ms", type=int, default=100, help="a search; default: %(default)s")
    parser.add_argument(
        "--positions", type=int, default=6, help="of each kind, at most; default: %(default)s"
    )
    add_json_option(parser)
    chosen = parser.parse_args(arguments)
    if chosen.rounds < LEAST_ROUNDS or chosen.time_ms < 1 or chosen.positions < 1:
        parser.error("at least two rounds, a millisecond and a position")
    limits = Limits(time_ms=chosen.time_ms)
    rows, data = [], {}
    with Client.start(chosen.programs[0]) as old, Client.start(chosen.programs[1]) as new:
        for players in (2, 3, 4):
            kinds = {"draft": drafts(players, chosen.positions), "later": positions(players)}
            for where, states in kinds.items():
                count, found = rates((old, new), states[: chosen.positions], limits, chosen.rounds)
                data[f"{players} {where}"] = found
                if count:
                    rows.append(row(players, count, where, *found))
    print_table(HEADINGS, rows)
    write_json(chosen.json, "iterations", data)
    return 0


def row(players: int, count: int, where: str, old: list[float], new: list[float]) -> list[str]:
    """Return one line of the table."""
    ratio = ratio_interval(new, old)
    return [
        str(players),
        str(count),
        where,
        f"{spread(old).median:.0f}",
        f"{spread(new).median:.0f}",
        f"{ratio.mean:.2f} ({ratio.low:.2f}-{ratio.high:.2f})",
    ]


if __name__ == "__main__":
    run_program(main)
