"""Searches on two threads, stopped from a third: what the thread sanitizer watches.

python -m tests.search.two_threads
"""

from __future__ import annotations

import argparse
import tempfile
import threading
from pathlib import Path

from coalbaron_fast import Engine, EngineBusyError, Limits, State
from coalbaron_fast.engine.evaluation import HAND
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import DEFAULT, load_game
from tests.search.random_network import random_floats, sizes_of

POSITIONS = 2
NODES = 5000
STOPS = 10
WALKS = 200


def positions(players: int) -> list[State]:
    """Positions from all over a greedy game."""
    state = State(players, seed=players)
    found = []
    turns = 0
    while not state.is_over:
        if turns % 9 == 0:
            found.append(state.copy())
        state.push_codes(state.first_sight())
        turns += 1
    return found


def search_everything(engine: Engine) -> int:
    """Search by nodes, by time and by error; return the nodes."""
    nodes = 0
    for players in (2, 3, 4):
        for state in positions(players)[:POSITIONS]:
            for limits in (Limits(nodes=NODES), Limits(time_ms=30), Limits(error=0.03)):
                nodes += engine.search(state, limits).nodes
    return nodes


def stop_searches(engine: Engine) -> None:
    """Start searches without a limit, ponder on some, and end each from outside."""
    state = positions(3)[1]
    for number in range(STOPS):
        search = engine.start(state, Limits(infinite=True), ponder=number % 2 == 0)
        for _ in zip(range(number % 3), search, strict=False):
            search.ponder_hit()
        search.stop()
        search.result()


def walk_side_by_side(engine: Engine) -> int:
    """Walk from two threads at once; return how often one was refused because of the other."""
    state = positions(3)[1]
    refused = []

    def walk() -> None:
        for _ in range(WALKS):
            try:
                engine.walk(state, 4, 4)
            except EngineBusyError as error:
                refused.append(error)

    threads = [threading.Thread(target=walk) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(refused)


def main() -> None:
    """Run everything once; a race ends the process."""
    argparse.ArgumentParser(
        prog="python -m tests.search.two_threads",
        description="Searches on two threads, stopped from a third, for the thread sanitizer.",
    ).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for evaluation in (HAND, random_network(Path(folder, "random.net"))):
            engine = Engine(threads=2, hash_mb=16, evaluation=evaluation)
            print(f"{search_everything(engine)} nodes on two threads with {Path(evaluation).name}")
            stop_searches(engine)
            print(f"{STOPS} searches stopped")
            print(f"{walk_side_by_side(engine)} of {2 * WALKS} walks side by side refused")


def random_network(path: Path) -> str:
    """Write a network with random weights; return its file."""
    game = load_game(DEFAULT)
    sizes = sizes_of(game.ops)
    write_network(path, game.name, sizes.layout, random_floats(sizes), {})
    return str(path)


if __name__ == "__main__":
    main()
