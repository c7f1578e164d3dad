"""Play other engines' games at random beside ours, in turns, and print ratios.

Needs the packages of the extra ``bench``; what is not installed is left out. Work in C or C++ is
compared with our playouts of 2 seats, work through Python with our playouts through Python. The
floors are the least that anybody could do: copy our state, draw one random number, wait once for
memory. The interval is that of the mean ratio over the rounds (95 %).
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from bench.peers.catan import catan_tasks
from bench.peers.open_spiel import open_spiel_tasks
from bench.peers.petting_zoo import petting_zoo_tasks
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.speed.tasks import floors, playout_name, playouts, structs
from bench.tasks import Task, per_unit, time_tasks
from coalbaron_fast import State

SEED: Final = 1
PYTHON_GAMES: Final = 20
OURS: Final = playout_name(2)
OURS_PYTHON: Final = "playouts, 2 seats, Python"
PEERS: Final[tuple[tuple[str, str, Callable[[Any], list[Task]]], ...]] = (
    ("pyspiel", "open_spiel", open_spiel_tasks),
    ("catanatron", "catanatron", catan_tasks),
    ("pettingzoo", "pettingzoo", petting_zoo_tasks),
)


def play_in_python(players: int, games: int) -> int:
    """Play whole games at random through the Python API; return the decisions."""
    chooser = random.Random(SEED)
    decisions = 0
    for seed in range(games):
        state = State(players, seed=seed)
        while not state.is_over:
            state.push(chooser.choice(state.legal_moves()))
            decisions += 1
    return decisions


def our_tasks() -> list[Task]:
    """Our playouts compiled and through Python, and the floors."""
    run = partial(play_in_python, 2, PYTHON_GAMES)
    decisions = run()
    notes = {"decisions_per_game": decisions / PYTHON_GAMES}
    return [
        *playouts(),
        Task(OURS_PYTHON, run, decisions, {"decision": decisions}, notes),
        *floors(),
        *(task for task in structs() if task.name == "state copy"),
    ]


def peer_tasks() -> tuple[list[Task], dict[str, str | None]]:
    """Return the tasks of the peers that are installed, and their versions."""
    tasks: list[Task] = []
    versions: dict[str, str | None] = {}
    for module, distribution, make in PEERS:
        try:
            tasks += make(importlib.import_module(module))
        except ImportError:
            versions[distribution] = None
        else:
            versions[distribution] = importlib.metadata.version(distribution)
    return tasks, versions


def compare(tasks: Sequence[Task], times: dict[str, list[int]]) -> list[dict[str, Any]]:
    """Divide each task's time for one unit by ours, round by round."""
    by_name = {task.name: task for task in tasks}
    rows = []
    for task in tasks:
        own = OURS_PYTHON if task.name.endswith("Python") else OURS
        for unit, count in task.units.items():
            # What is neither decision nor event is compared with one of our decisions.
            own_count = by_name[own].units.get(unit, by_name[own].units["decision"])
            if unit == "event" and unit not in by_name[own].units:
                continue
            ratio = ratio_interval(
                [sample / count for sample in times[task.name]],
                [sample / own_count for sample in times[own]],
                relative_error=task.notes.get("relative_error", 0.0),
            )
            rows.append(
                {
                    "name": task.name,
                    "unit": unit,
                    "nanoseconds": per_unit(times[task.name], count)._asdict(),
                    "compared_with": own,
                    "ratio": ratio._asdict(),
                    "samples_ns": times[task.name],
                    "notes": task.notes,
                }
            )
    return rows


def print_rows(rows: Sequence[dict[str, Any]]) -> None:
    """Print the table."""
    table = []
    for row in rows:
        time, ratio = row["nanoseconds"], row["ratio"]
        length = row["notes"].get("decisions_per_game")
        table.append(
            [
                row["name"],
                row["unit"],
                f"{length:.1f}" if length else "",
                f"{time['median']:.4g}",
                f"{time['low']:.4g} - {time['high']:.4g}",
                f"{ratio['mean']:.3g}",
                f"{ratio['low']:.3g} - {ratio['high']:.3g}",
            ]
        )
    header = ["work", "unit", "decisions/game", "ns", "quartiles", "ratio to ours", "95 %"]
    print_table(header, table)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="repeats of each (15)")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("an interval needs at least 2 rounds")
    peers, versions = peer_tasks()
    for distribution, version in versions.items():
        if version is None:
            print(f"not installed, left out: {distribution}", file=sys.stderr)
    tasks = [*our_tasks(), *peers]
    rows = compare(tasks, time_tasks(tasks, arguments.rounds, progress=True))
    print_rows(rows)
    print()
    print("; ".join(f"{name} {version}" for name, version in versions.items() if version))
    write_json(
        arguments.json, "peers", {"rounds": arguments.rounds, "versions": versions, "rows": rows}
    )
    return 0


if __name__ == "__main__":
    run_program(main)
