"""What a network costs beside the game's own guess: at a leaf, and in a whole search.

    python -m bench.evaluations FILE --rounds 7

Both work on the same positions in turns, round by round. A leaf is one position's expected points
and shares of the win. The searches are those of the engine, each for the same number of nodes on
positions from all over greedy games. Times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, Final

from bench import leaves
from bench.endings import seat_of
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval, spread
from bench.search import HASH_MB, positions
from coalbaron_fast import State
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.evaluation import HAND, load_evaluation, parameters_of
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher

REPEATS: Final = 50
NODES: Final = {HAND: 500, "net": 5000}
"""Of one search: about as long for each."""


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor's time for some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def walk(searcher: Searcher, name: str, states: list[State]) -> float:
    """Search each position; return the processor's seconds an iteration."""
    spent = 0.0
    parameters = parameters_of(name, load_game(DEFAULT), PARAMETERS)
    for state in states:
        searcher.begin(state.data(), seat_of(state), 1, parameters)
        spent += seconds_of(lambda: searcher.run(NODES[name]))
    return spent / (NODES[name] * len(states))


def leaf_states(players: int) -> bytes:
    """Return the positions with a seat to move of two greedy games."""
    found = []
    for seed in (1, 2):
        state = State(players, seed=seed)
        while not state.is_over:
            found.append(state.data())
            state.push_codes(state.first_sight())
    return b"".join(found)


def measure(evaluations: dict[str, Evaluation], players: int, rounds: int) -> dict[str, Any]:
    """Return seconds for each leaf and each iteration of both, and for the features alone."""
    states, leaf_data = positions(players), leaf_states(players)
    count = REPEATS * len(leaf_data) // len(states[0].data())
    searchers = {
        name: Searcher(evaluation.game, HASH_MB, evaluation)
        for name, evaluation in evaluations.items()
    }
    network = evaluations["net"]
    seconds: dict[str, list[float]] = {}
    for number in range(rounds):
        for name in sorted(evaluations, reverse=number % 2 == 0):
            evaluation = evaluations[name]
            spent = seconds_of(lambda e=evaluation: leaves.evaluate(e, leaf_data, REPEATS))  # type: ignore[misc]
            seconds.setdefault(f"{name} leaf", []).append(spent / count)
            iteration = walk(searchers[name], name, states)
            seconds.setdefault(f"{name} iteration", []).append(iteration)
        spent = seconds_of(lambda: leaves.write_features(network, leaf_data, REPEATS))
        seconds.setdefault("features", []).append(spent / count)
    return seconds


def row(players: int, seconds: dict[str, list[float]]) -> list[str]:
    """Return one line of the table."""
    leaf = ratio_interval(seconds["net leaf"], seconds[f"{HAND} leaf"])
    search = ratio_interval(seconds[f"{HAND} iteration"], seconds["net iteration"])
    return [
        str(players),
        *(
            f"{1e6 * spread(seconds[name]).median:.2f}"
            for name in ("features", "net leaf", f"{HAND} leaf")
        ),
        f"{leaf.mean:.2f} ({leaf.low:.2f}-{leaf.high:.2f})",
        *(
            f"{1 / spread(seconds[name]).median:.0f}"
            for name in ("net iteration", f"{HAND} iteration")
        ),
        f"{search.mean:.1f} ({search.low:.1f}-{search.high:.1f})",
    ]


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.evaluations", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("network", metavar="FILE", help="the network")
    parser.add_argument("--rounds", type=int, default=7, help="default: %(default)s")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("at least two rounds")
    game = load_game(DEFAULT)
    try:
        network = load_evaluation(arguments.network, game)
    except ValueError as error:
        parser.error(str(error))
    evaluations = {HAND: load_evaluation(HAND, game), "net": network}
    found = {players: measure(evaluations, players, arguments.rounds) for players in (2, 3, 4)}
    headings = ["seats", "features µs", "net leaf µs", "hand leaf µs", "ratio"]
    headings += ["net iterations/s", "hand iterations/s", "ratio"]
    print_table(headings, [row(players, seconds) for players, seconds in found.items()])
    write_json(arguments.json, "evaluations", {str(p): seconds for p, seconds in found.items()})
    return 0


if __name__ == "__main__":
    run_program(main)
