"""How far from the end positions can be solved, and how well sampling plays solved ones.

Without arguments it takes positions of greedy games, by the workers that all seats have left. It
prints how many are solved within a second, how many of them exactly, and the median of the
positions looked at. With a file of positions, one text a line, it prints how often the tree search
without a solver plays a turn that is as good as the best.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from coalbaron_fast import State
from coalbaron_fast.engine import Engine, Limits
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.games.coalbaron.notation.tokens import token_of
from coalbaron_fast.search.expectimax import Solver

if TYPE_CHECKING:
    from coalbaron_fast.search.expectimax import Solution

NO_LIMIT = 1 << 60
SAME = 1e-6


def greedy_positions(players: int, left: int, count: int) -> Iterator[State]:
    """Yield positions with `left` workers left, one from each greedy game."""
    seed = 0
    while count:
        seed += 1
        state = State(players, seed=seed, start=seed % players)
        while not state.is_over:
            if state.shift == 3 and state.phase == "place" and sum(state.workers) <= left:
                break
            state.push_codes(state.first_sight())
        if not state.is_over and sum(state.workers) == left:
            count -= 1
            yield state


def solve(
    solver: Solver, state: State, time_ms: int, nodes: int | None = None
) -> list[Solution] | None:
    """Solve a position within a time, or by looking at `nodes` positions."""
    if nodes is not None:
        return solver.solve(state.data(), seat_of(state), nodes)
    deadline = time.monotonic_ns() + time_ms * 1_000_000
    return solver.solve(state.data(), seat_of(state), NO_LIMIT, deadline)


def seat_of(state: State) -> int:
    """Return the seat to move."""
    if state.turn is None:
        raise ValueError(f"no seat is to move in phase {state.phase}")
    return state.turn


def measure(
    players: int, left: int, count: int, time_ms: int, solver: Solver, limit: int | None = None
) -> str:
    """Return one line of the table."""
    solved = exact = 0
    nodes = []
    for state in greedy_positions(players, left, count):
        found = solve(solver, state, time_ms, limit)
        if found is not None:
            solved += 1
            exact += found[0][3]
        nodes.append(solver.nodes)
    return (
        f"| {players} | {left} | {solved / count:.2f} | {exact / count:.2f} "
        f"| {statistics.median(nodes):.0f} |"
    )


def is_as_good(state: State, tokens: list[str], solver: Solver) -> bool:
    """Whether a turn is worth as much to its seat as the best one is."""
    seat = seat_of(state)
    best = solver.solve(state.data(), seat, NO_LIMIT)
    if best is not None and (after := played(state, tokens)).is_over:
        return abs(worth(best[0], seat) - worth_of_end(after, seat)) < SAME
    codes = next(every_turn(state, tokens, solver), None)
    if codes is None:
        return False
    # The solver may leave the turn out for one that is as good: then search it alone.
    mine = solver.solve(state.data(), seat, NO_LIMIT, allowed=lambda turn: turn == codes)
    return (
        best is not None
        and mine is not None
        and abs(worth(best[0], seat) - worth(mine[0], seat)) < SAME
    )


def worth(solution: Solution, seat: int) -> float:
    """Return a value to compare: share of the win first, margin second."""
    _, win, points, *_ = solution
    return scalar(win, points, seat)


def worth_of_end(state: State, seat: int) -> float:
    """Return win shares and points of a finished game."""
    winners = state.winners() or []
    win = [(other in winners) / len(winners) for other in range(state.players)]
    return scalar(win, [float(points) for points in state.vp], seat)


def scalar(win: list[float], points: list[float], seat: int) -> float:
    """Return one number for win shares and points."""
    others = (sum(points) - points[seat]) / (len(points) - 1)
    return 1e6 * win[seat] + points[seat] - others


def compare_with_sampling(path: Path, nodes: int, solver: Solver) -> str:
    """Return how often the tree search finds a turn that is as good as the best."""
    engine = Engine(parameters={"solve": 0})
    good = 0
    texts = path.read_text(encoding="utf-8").splitlines()
    for text in texts:
        state = State.from_text(text)
        tokens = engine.search(state, Limits(nodes=nodes)).best
        good += is_as_good(state, tokens, solver)
    return f"{good} of {len(texts)} turns at {nodes} nodes are as good as the best"


def every_turn(state: State, tokens: list[str], solver: Solver) -> Iterator[list[int]]:
    """Yield the solver's turn that ends in the same position as these tokens."""
    turns: list[list[int]] = []

    def collect(turn: list[int]) -> bool:
        turns.append(turn)
        return True

    solver.solve(state.data(), seat_of(state), 0, allowed=collect)
    wanted = played(state, tokens)
    for turn in turns:
        if played(state, [token_of(code) for code in turn]) == wanted:
            yield turn


def played(state: State, tokens: list[str]) -> State:
    """Return the position after some tokens."""
    after = state.copy()
    after.push_all(tokens)
    return after


def main(arguments: list[str] | None = None) -> int:
    """Print the table, or the comparison."""
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--positions", type=Path, help="file of positions: compare sampling with the solver"
    )
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes of the tree search")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--left", type=int, nargs="*", default=list(range(2, 13, 2)))
    parser.add_argument("--count", type=int, default=20, help="positions for each line")
    parser.add_argument("--time-ms", type=int, default=1000)
    parser.add_argument(
        "--most", type=int, metavar="N", help="positions to look at, in the place of a time"
    )
    chosen = parser.parse_args(arguments)
    solver = Solver(TURN_OPS, 64)
    if chosen.positions is not None:
        print(compare_with_sampling(chosen.positions, chosen.nodes, solver))
        return 0
    print("| seats | workers left | solved | exact | positions, median |\n|---|---|---|---|---|")
    for players in chosen.players:
        for left in chosen.left:
            print(
                measure(players, left, chosen.count, chosen.time_ms, solver, chosen.most),
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
