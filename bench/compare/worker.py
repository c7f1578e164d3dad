"""One build, driven line by line.

``python -m bench.compare.worker DIRECTORY PATTERN`` prints, as JSON, the units of every task whose
name matches and that this build does as stated, and why it does not do the others. Then it reads
names of tasks and prints for each the nanoseconds it took.
"""

from __future__ import annotations

import argparse
import fnmatch
import gc
import json
import sys
from pathlib import Path
from typing import Any

import coalbaron_fast
from bench.speed.suite import SUITES
from bench.tasks import Task, WorkError


def find_tasks(pattern: str) -> tuple[dict[str, Task], dict[str, str]]:
    """Return the tasks that do their work, by name, and why the others do not."""
    tasks: dict[str, Task] = {}
    refused: dict[str, str] = {}
    for make in SUITES:
        try:
            made = make()
        except Exception as error:  # noqa: BLE001 - another build may lack anything
            refused[make.__name__] = repr(error)
            continue
        for task in (task for task in made if fnmatch.fnmatch(task.name, pattern)):
            try:
                task.check()
            except WorkError:
                refused[task.name] = "does other work than this tree's benchmarks state"
            except Exception as error:  # noqa: BLE001 - as above
                refused[task.name] = repr(error)
            else:
                tasks[task.name] = task
    return tasks, refused


def say(data: dict[str, Any]) -> None:
    """Print one line."""
    print(json.dumps(data), flush=True)


def main(directory: Path, pattern: str) -> None:
    """Print what this build can do, then time each task asked for, until the input ends."""
    package = Path(coalbaron_fast.__file__)
    if not package.is_relative_to(directory):
        raise SystemExit(f"the engine at hand is not that of {directory}: {package}")
    tasks, refused = find_tasks(pattern)
    say({"units": {name: task.units for name, task in tasks.items()}, "refused": refused})
    gc.disable()
    for line in sys.stdin:
        say({"nanoseconds": tasks[line.strip()].time()})
        gc.collect()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m bench.compare.worker",
        description="Times tasks of one build as they are asked for; bench.compare starts it.",
    )
    parser.add_argument("directory", type=Path, help="of the build that must be at hand")
    parser.add_argument("pattern", help="of the names of tasks")
    chosen = parser.parse_args()
    main(chosen.directory, chosen.pattern)
