"""How fast Ruhrschifffahrt's rules are, beside Coal Baron's.

    python -m bench.ruhr --rounds 15

Random playouts of both games in turns, round by round, as a ratio by decision; then the listing of
whole turns on the positions of greedy games: turns a second, and microseconds a position.
Times are of the processor.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.tasks import Task, per_unit, time_tasks
from coalbaron_fast.games.coalbaron import workload as coalbaron
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State, workload

GAMES: Final = 300
PLAYERS: Final = (2, 3, 4)
KINDS: Final = ("option", "buy")
SEARCHED: Final = 192
"""Turns that the search looks at in one position."""
EVERYTHING: Final = 1 << 16
SEEDS: Final = 6


def positions(players: int, kind: str) -> list[bytes]:
    """Return where a group of decisions begins in some greedy games."""
    found = []
    for seed in range(SEEDS):
        state = State(players, seed=seed)
        while not state.is_over:
            if state.phase == kind and state.decision in BEGINS:
                found.append(state.data())
            state.push_codes(state.first_sight())
    return found


def playouts(players: int) -> list[Task]:
    """Return the random games of both, with their decisions as units."""
    tasks = []
    ruhr = workload.playouts(GAMES, players, 1)
    other = coalbaron.play_games(players, GAMES, 1)
    for name, run, done in (
        ("ruhr", lambda: workload.playouts(GAMES, players, 1), ruhr),
        ("coalbaron", lambda: coalbaron.play_games(players, GAMES, 1), other),
    ):
        decisions = done[0] if isinstance(done, tuple) else done["decisions"]
        tasks.append(Task(f"{name} {players}", run, done, {"decision": decisions}))
    return tasks


def listings(players: int) -> list[Task]:
    """Return the listing of turns: those with the best priors, and all of them."""
    tasks = []
    for kind in KINDS:
        states = positions(players, kind)
        for name, limit in (("best", SEARCHED), ("all", EVERYTHING)):
            turns = workload.count_turns(states, 1, limit)
            tasks.append(
                Task(
                    f"{kind} {name} {players}",
                    lambda states=states, limit=limit: workload.count_turns(states, 1, limit),  # type: ignore[misc]
                    turns,
                    {"turn": turns, "position": len(states)},
                )
            )
    return tasks


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.ruhr",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=15, help="rounds (default 15)")
    add_json_option(parser)
    options = parser.parse_args()
    tasks = [task for players in PLAYERS for task in (*playouts(players), *listings(players))]
    times = time_tasks(tasks, options.rounds, progress=True)
    rows = []
    for players in PLAYERS:
        interval = ratio_interval(times[f"ruhr {players}"], times[f"coalbaron {players}"])
        units = {task.name: task.units["decision"] for task in tasks if "decision" in task.units}
        factor = units[f"coalbaron {players}"] / units[f"ruhr {players}"]
        own = per_unit(times[f"ruhr {players}"], units[f"ruhr {players}"])
        ratios = " ".join(f"{part * factor:.2f}" for part in interval)
        rows.append([str(players), f"{own.median:.0f} ns", ratios])
    print_table(["seats", "a decision", "times Coal Baron's, with interval"], rows)
    rows = []
    for task in tasks:
        if "turn" in task.units:
            turn = per_unit(times[task.name], task.units["turn"]).median
            each = per_unit(times[task.name], task.units["position"]).median
            rows.append([task.name, f"{1000 / turn:.1f} M", f"{each / 1000:.1f} us"])
    print()
    print_table(["turns", "a second", "a position"], rows)
    data: dict[str, Any] = {"times": times, "units": {task.name: task.units for task in tasks}}
    write_json(options.json, "ruhr", data)
    return 0


if __name__ == "__main__":
    run_program(main)
