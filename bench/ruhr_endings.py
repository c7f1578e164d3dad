"""How far from the end Ruhrschifffahrt is solved.

    python -m bench.ruhr_endings --games 4 --most 1000000

Positions of greedy games, by the turn of the game, what is asked, and how many seats are
still to be asked that in this turn: how many are solved by looking at `--most` positions, and
what the longest took of the processor's time.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from typing import Final, NamedTuple

from bench.report import add_json_option, print_table, run_program, write_json
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.core.game import TURN_OPS
from coalbaron_fast.search.expectimax import Solver

PLAYERS: Final = (2, 3, 4)
MEGABYTES: Final = 64


class Place(NamedTuple):
    """How far a position is from the end."""

    turn: int
    phase: str
    left: int


class Attempt(NamedTuple):
    """What came of solving a position."""

    solved: bool
    nodes: int
    seconds: float


def late_positions(players: int, seed: int, solver: Solver) -> list[tuple[Place, bytes, int]]:
    """Return where a seat is asked after the last chance of a game, the last one first.

    Dice that come back are left out.
    """
    state = State(players, seed=seed)
    found = []
    while not state.is_over:
        seat, data = state.turn, state.data()
        if seat is not None and solver.turns_left(data, seat) and state.phase != "place":
            place = Place(state.shift, state.phase, players - state.to_dict()["index"])
            found.append((place, data, seat))
        state.push_codes(state.first_sight())
    return found[::-1]


def attempts(players: int, games: int, most: int) -> dict[Place, list[Attempt]]:
    """Solve the positions of some games; go back in a game until two have not been solved."""
    solver = Solver(TURN_OPS, MEGABYTES)
    found: dict[Place, list[Attempt]] = defaultdict(list)
    for seed in range(games):
        unsolved = 0
        for place, data, seat in late_positions(players, seed, solver):
            begun = time.process_time()
            lines = solver.solve(data, seat, most)
            seconds = time.process_time() - begun
            found[place].append(Attempt(lines is not None, solver.nodes, seconds))
            unsolved += lines is None
            if unsolved == 2:
                break
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.ruhr_endings", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=4, help="games of each size (4)")
    parser.add_argument(
        "--most", type=int, default=1_000_000, help="positions to look at (1000000)"
    )
    add_json_option(parser)
    options = parser.parse_args()
    rows, data = [], {}
    for players in PLAYERS:
        found = attempts(players, options.games, options.most)
        for place in sorted(found, key=lambda place: (-place.turn, place.phase, place.left)):
            tried = found[place]
            solved = [attempt for attempt in tried if attempt.solved]
            data[f"{players} {place.turn} {place.phase} {place.left}"] = tried
            rows.append(
                [
                    str(players),
                    str(place.turn),
                    place.phase,
                    str(place.left),
                    f"{len(solved)} of {len(tried)}",
                    f"{max((attempt.nodes for attempt in solved), default=0):,}",
                    f"{max((attempt.seconds for attempt in solved), default=0.0):.2f} s",
                ]
            )
    print_table(["seats", "turn", "asked", "left", "solved", "positions", "longest"], rows)
    write_json(options.json, "ruhr endings", data)
    return 0


if __name__ == "__main__":
    run_program(main)
