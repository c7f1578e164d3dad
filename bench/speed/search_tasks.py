"""The engine's searches: walks through the tree, and endings solved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bench.endings import greedy_positions
from bench.search import positions
from bench.tasks import Task
from coalbaron_fast import Engine, Limits, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coalbaron_fast import Analysis

NODES: Final = 60
HASH_MB: Final = 32
ENDING_WORKERS: Final = {2: 4, 3: 3, 4: 3}
ENDINGS: Final = 6
ENOUGH_NODES: Final = 2000
"""Endings beyond this size, which the solver gives up at once, are left out."""


def answers(engine: Engine, states: Sequence[State], limits: Limits) -> list[Analysis]:
    """Search each position."""
    return [engine.search(state, limits) for state in states]


def walk(engine: Engine, states: Sequence[State]) -> list[tuple[list[str], int]]:
    """Return the best turn and its visits, for each position."""
    found = answers(engine, states, Limits(nodes=NODES))
    return [(answer.best, answer.lines[0].visits) for answer in found]


def solve(engine: Engine, states: Sequence[State]) -> list[tuple[list[str], int, bool]]:
    """Return the best turn, the positions looked at and whether that was all, for each ending."""
    found = answers(engine, states, Limits(nodes=ENOUGH_NODES))
    return [(answer.best, answer.nodes, answer.solved) for answer in found]


def solvable(engine: Engine, states: Iterable[State]) -> list[State]:
    """Return the positions that the engine solves."""
    limits = Limits(nodes=ENOUGH_NODES)
    return [state for state in states if engine.search(state, limits).solved]


def search_tasks() -> list[Task]:
    """Searches on one thread, by the number of seats, and the solver of endings."""
    tasks = []
    endings = []
    solver = Engine(hash_mb=HASH_MB)
    for players, workers in ENDING_WORKERS.items():
        states = positions(players)
        run = partial(walk, Engine(hash_mb=HASH_MB), states)
        name = f"search, {players} seats"
        tasks.append(Task(name, run, run(), {"iteration": NODES * len(states)}))
        endings += solvable(solver, greedy_positions(players, workers, ENDINGS))
    done = solve(solver, endings)
    looked_at = sum(nodes for _, nodes, _ in done)
    units = {"position": looked_at, "ending": len(endings)}
    return [*tasks, Task("endings solved", partial(solve, solver, endings), done, units)]
