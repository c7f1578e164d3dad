"""The program that runs under callgrind: a little of every piece of work, and more of one.

``python -m bench.instructions.work POSITIONS [NAME]`` reads position texts (a JSON list) and
prints, as JSON, the units done of each piece of work. Two runs that differ only in NAME differ by
the additional work of NAME: all else cancels.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.engine.evaluation import HAND, NETWORK
from coalbaron_fast.games.coalbaron import workload

SEED: Final = 1
STEPS: Final = 10
SEARCHED: Final = 6
"""One in this many positions is searched."""


LOOPS: Final = "__pyx_pw_*_9coalbaron_8workload_*"
SEARCH: Final = "__pyx_pw_*coalbaron_fast_6search_4mcts_8Searcher_*run"
"""The C functions to count in, by Cython's names; callgrind takes one pattern a run."""


class Work(NamedTuple):
    """A piece of work: its little and its larger amount, and its unit."""

    unit: str
    little: int
    more: int
    run: Callable[[list[State], int], int]
    """Takes positions and an amount; returns the units of work done."""
    inside: str = LOOPS


def play(players: int) -> Callable[[list[State], int], int]:
    """Return playouts of a number of seats."""
    return lambda _, games: workload.play_games(players, games, SEED)["decisions"]


def plan(*, mark: bool) -> Callable[[list[State], int], int]:
    """Return the planner, on as many positions."""

    def run(states: list[State], count: int) -> int:
        return workload.list_plans(states[:count], STEPS, mark)["positions"]

    return run


def copy(states: list[State], times: int) -> int:
    """Copy each position."""
    for state in states:
        workload.copy_states(state, times)
    return times * len(states)


def hash_all(states: list[State], times: int) -> int:
    """Hash each position."""
    for state in states:
        workload.hash_states(state, times)
    return times * len(states)


def view(states: list[State], times: int) -> int:
    """Take the active seat's view of each position."""
    for state in states:
        workload.make_views(state, state.turn or 0, times)
    return times * len(states)


def sample(states: list[State], times: int) -> int:
    """Draw worlds from the active seat's view of each position."""
    for state in states:
        workload.sample_worlds(state, state.turn or 0, times, SEED)
    return times * len(states)


def search(evaluation: str) -> Callable[[list[State], int], int]:
    """Return a work: walks through the tree of each of some positions."""

    def run(states: list[State], nodes: int) -> int:
        engine = Engine(hash_mb=8, evaluation=evaluation)
        chosen = [state.copy() for state in states[::SEARCHED]]
        for state in chosen:
            while state.phase != "place":
                if state.is_chance:
                    state.push(state.chance_outcomes()[0][0])
                else:
                    state.push_codes(state.first_sight())
            engine.search(state, Limits(nodes=nodes))
        return nodes * len(chosen)

    return run


WORKS: Final = {
    "playouts, 2 seats": Work("decision", 20, 320, play(2)),
    "playouts, 3 seats": Work("decision", 20, 320, play(3)),
    "playouts, 4 seats": Work("decision", 20, 320, play(4)),
    "planner, 10 steps": Work("end state", 1, 24, plan(mark=False)),
    "planner, 10 steps, marked": Work("end state", 1, 24, plan(mark=True)),
    "state copy": Work("copy", 10, 2010, copy),
    "state hash": Work("hash", 10, 1010, hash_all),
    "view": Work("view", 10, 1010, view),
    "sample_world": Work("world", 10, 1010, sample),
    "search, network": Work("iteration", 20, 2020, search(NETWORK), SEARCH),
    "search, hand": Work("iteration", 20, 420, search(HAND), SEARCH),
}


def run_all(states: list[State], chosen: str | None) -> dict[str, int]:
    """Do all work, and more of the chosen piece; return the units done."""
    return {
        name: work.run(states, work.more if name == chosen else work.little)
        for name, work in WORKS.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m bench.instructions.work",
        description="Does the work whose instructions bench.instructions counts.",
    )
    parser.add_argument("positions", type=Path, help="a JSON list of position texts")
    parser.add_argument("name", nargs="?", help="of the piece to do more of")
    asked = parser.parse_args()
    states = [State.from_text(text) for text in json.loads(asked.positions.read_text("utf-8"))]
    print(json.dumps(run_all(states, asked.name)))
