"""Steps of the batch environment for every game, in one run, as ratios to Coal Baron's.

    python -m bench.lanes --rounds 15

A step is one decision of a seat: a random legal action is chosen and played, and observation and
mask of the next decision are written, as floats and bytes or compact. All are timed in turns, round
by round, on one thread by the processor's own time. Each ratio is of the time of a step to that of
Coal Baron with as many seats (or the number nearest to it) and arrays of the same kind.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

from bench.envs import per_step, read_arguments, run_batch
from bench.report import print_table, run_program, write_json
from bench.samples import ratio_interval
from bench.tasks import Task, per_unit, time_tasks
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import DEFAULT, GAMES, Game, load_game

KINDS: Final = {"floats": False, "compact": True}


def name_of(game: Game, players: int, kind: str) -> str:
    """Return what a row is called."""
    return f"{game.name}, {players} seats, {kind}"


def base_of(players: int, kind: str) -> str:
    """Return the row that others with n seats are compared with."""
    base = load_game(DEFAULT)
    return name_of(base, min(max(players, base.players[0]), base.players[-1]), kind)


def all_tasks(lanes: int, steps: int) -> dict[str, tuple[str, Task]]:
    """Return the base and the task of every game that can be learnt, by the name of its row."""
    tasks = {}
    for game in map(load_game, GAMES):
        if game.training is None:
            continue
        for players in game.players:
            for kind, compact in KINDS.items():
                name = name_of(game, players, kind)
                env = BatchEnv(lanes, players, game=game, threads=1, compact=compact)
                run = partial(run_batch, env, steps)
                task = Task(name, run, run(), {"step": lanes * steps}, clock=time.thread_time_ns)
                tasks[name] = base_of(players, kind), task
    return tasks


def compare(
    tasks: dict[str, tuple[str, Task]], times: dict[str, list[int]]
) -> list[dict[str, Any]]:
    """Return for each game the time of a step, and how many times the base's that is."""
    return [
        {
            "name": name,
            "nanoseconds": per_unit(times[name], task.units["step"])._asdict(),
            "ratio": ratio_interval(
                per_step(task, times[name]), per_step(tasks[base][1], times[base])
            )._asdict(),
            "samples_ns": times[name],
        }
        for name, (base, task) in tasks.items()
    ]


def main() -> int:
    """Run the program."""
    arguments = read_arguments("lanes", __doc__, clock=False)
    tasks = all_tasks(arguments.lanes, arguments.steps)
    times = time_tasks([task for _, task in tasks.values()], arguments.rounds, progress=True)
    rows = compare(tasks, times)
    print_table(
        ["game", "ns a step", "quartiles", "times Coal Baron's", "95 %"],
        [
            [
                row["name"],
                f"{row['nanoseconds']['median']:,.0f}",
                f"{row['nanoseconds']['low']:,.0f} - {row['nanoseconds']['high']:,.0f}",
                f"{row['ratio']['mean']:.2f}",
                f"{row['ratio']['low']:.2f} - {row['ratio']['high']:.2f}",
            ]
            for row in rows
        ],
    )
    choices = {"lanes": arguments.lanes, "steps": arguments.steps}
    write_json(arguments.json, "lanes", {**choices, "rows": rows})
    return 0


if __name__ == "__main__":
    run_program(main)
