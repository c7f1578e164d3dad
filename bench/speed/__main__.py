"""Time the compiled core: each benchmark checks the work it does, then all run in turns.

One thread. The table shows nanoseconds for one unit of work: the median over the rounds, the
quartiles, the least, and the median as a multiple of one random draw measured in the same run.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
from collections.abc import Sequence
from typing import Any

from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_spread
from bench.speed.suite import all_tasks
from bench.speed.tasks import DRAW, WORK, fixed_counts, known_work
from bench.tasks import Task, WorkError, per_unit, time_tasks


def measure(tasks: Sequence[Task], rounds: int) -> list[dict[str, Any]]:
    """Time the tasks; return one row for each task and unit."""
    times = time_tasks(tasks, rounds, progress=True)
    draws = next(task for task in tasks if task.name == DRAW).units["draw"]
    rows = []
    for task in tasks:
        for unit, count in task.units.items():
            nanoseconds = per_unit(times[task.name], count)
            floor = ratio_spread(
                [sample / count for sample in times[task.name]],
                [sample / draws for sample in times[DRAW]],
            )
            rows.append(
                {
                    "name": task.name,
                    "unit": unit,
                    "units": count,
                    "nanoseconds": nanoseconds._asdict(),
                    "draws": floor._asdict(),
                    "samples_ns": times[task.name],
                    "notes": task.notes,
                }
            )
    return rows


def print_rows(rows: Sequence[dict[str, Any]]) -> None:
    """Print the table of times, and what the planner found."""
    table = []
    for row in rows:
        time = row["nanoseconds"]
        table.append(
            [
                row["name"],
                row["unit"],
                f"{time['median']:.4g}",
                f"{time['low']:.4g} - {time['high']:.4g}",
                f"{time['least']:.4g}",
                f"{1e3 / time['median']:.4g}",
                f"{row['draws']['median']:.3g}",
            ]
        )
    header = ["work", "unit", "ns", "quartiles", "least", "million/s", "draws"]
    print_table(header, table)
    plans = [
        [
            row["name"],
            *(f"{row['notes'][key]}" for key in ("turns", "positions", "largest", "kept")),
            f"{row['notes']['kept_share']:.1%}",
        ]
        for row in rows
        if row["unit"] == "end state" and row["name"].endswith("marked")
    ]
    if plans:
        print()
        print_table(["planner", "turns", "end states", "most", "kept", "share"], plans)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="repeats of each (15)")
    parser.add_argument("--only", metavar="GLOB", default="*", help="tasks whose name matches")
    parser.add_argument("--list", action="store_true", help="list the tasks and end")
    parser.add_argument(
        "--update-work",
        action="store_true",
        help="rewrite work.json, after a wanted change of behaviour",
    )
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.update_work:
        WORK.write_text("{}\n", encoding="utf-8")
        known_work.cache_clear()
        counts = fixed_counts(all_tasks())
        WORK.write_text(json.dumps(counts, indent=2) + "\n", encoding="utf-8")
        return 0
    tasks = [t for t in all_tasks() if fnmatch.fnmatch(t.name, arguments.only) or t.name == DRAW]
    if arguments.list:
        print("\n".join(task.name for task in tasks))
        return 0
    try:
        rows = measure(tasks, arguments.rounds)
    except WorkError as error:
        parser.exit(1, f"the work is not what it was: {error}\n")
    print_rows(rows)
    write_json(arguments.json, "speed", {"rounds": arguments.rounds, "rows": rows})
    return 0


if __name__ == "__main__":
    run_program(main)
