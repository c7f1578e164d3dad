"""Compare two builds of the engine: how much faster or slower is each piece of work?

    python -m bench.compare HEAD~1 HEAD
    python -m bench.compare HEAD . --only 'search*' --instructions

OLD and NEW are directories in which the engine is built, or revisions, which are unpacked and
built aside. Both run, in turns, the tasks of this tree's `bench.speed`. Tasks that one of them does
otherwise than stated are left out and named. The ratio is new to old: below 1 is faster. Its 95 %
interval is over restarted processes, so that the luck of one start does not look like a
difference. ``--instructions`` counts under callgrind instead, exactly on a busy machine too.
With ``--most 1.03`` more than 3 % more instructions are a failure.
"""

from __future__ import annotations

import argparse
import fnmatch
import math
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.compare.builds import Build, BuildError, find_build
from bench.compare.times import Row, Worker, compare_times
from bench.instructions.counting import count_instructions, has_valgrind
from bench.instructions.work import WORKS
from bench.report import add_json_option, print_table, run_program, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def print_times(rows: Sequence[Row]) -> None:
    """Print the table of times."""
    print_table(
        ["work", "unit", "old ns", "new ns", "new/old", "95 %"],
        [
            [
                row.task,
                row.unit,
                f"{statistics.median(row.old):.4g}",
                f"{statistics.median(row.new):.4g}",
                f"{row.ratio.mean:.3f}",
                f"{row.ratio.low:.3f} - {row.ratio.high:.3f}",
            ]
            for row in rows
        ],
    )


def compare_instructions(
    builds: tuple[Build, Build], pattern: str, jobs: int
) -> dict[str, tuple[float, float]]:
    """Count the instructions of both builds for one unit of each work, and print them."""
    works = [name for name in WORKS if fnmatch.fnmatch(name, pattern)]
    old, new = (count_instructions(build.search_path(), works, jobs) for build in builds)
    found = {name: (old[name], new[name]) for name in works}
    print_table(
        ["work", "unit", "old instructions", "new", "new/old"],
        [
            [name, WORKS[name].unit, f"{before:.1f}", f"{after:.1f}", f"{after / before:.4f}"]
            for name, (before, after) in found.items()
        ],
    )
    return found


def dearer(found: Mapping[str, tuple[float, float]], most: float) -> list[str]:
    """Name the work that takes more instructions than `most` times the old ones."""
    return [name for name, (before, after) in found.items() if after > most * before]


def main(words: Sequence[str] | None = None) -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("old", metavar="OLD", help="a directory or a revision")
    parser.add_argument("new", metavar="NEW", help="the same; . is this tree")
    parser.add_argument("--only", metavar="GLOB", default="*", help="work whose name matches")
    parser.add_argument("--starts", type=int, default=5, help="starts of both builds (5)")
    parser.add_argument("--rounds", type=int, default=5, help="repeats in each start (5)")
    parser.add_argument("--instructions", action="store_true", help="count instead of timing")
    parser.add_argument("--most", type=float, help="fail if a count grew to more than this ratio")
    parser.add_argument("--jobs", type=int, default=2, help="runs of callgrind at once (2)")
    add_json_option(parser)
    arguments = parser.parse_args(words)
    if arguments.starts < 2 or arguments.rounds < 1:
        parser.error("an interval needs at least 2 starts, each with a round")
    if arguments.most is not None and not arguments.instructions:
        parser.error("--most judges counts alone: say --instructions")
    if arguments.instructions and not has_valgrind():
        parser.error("valgrind is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        try:
            builds = (
                find_build(arguments.old, Path(scratch, "old")),
                find_build(arguments.new, Path(scratch, "new")),
            )
        except BuildError as error:
            parser.error(str(error))
        names = {"old": arguments.old, "new": arguments.new}
        if arguments.instructions:
            counts = compare_instructions(builds, arguments.only, arguments.jobs)
            write_json(arguments.json, "compare", {**names, "instructions": counts})
            most = math.inf if arguments.most is None else arguments.most
            complaints = dearer(counts, most)
            for name in complaints:
                print(f"{name}: more than {most:g} times the instructions", file=sys.stderr)
            return bool(complaints)
        rows, missing = compare_times(
            Worker, builds, arguments.only, arguments.starts, arguments.rounds
        )
    print_times(rows)
    for line in missing:
        print(f"not compared: {line}", file=sys.stderr)
    data = [row._asdict() | {"ratio": row.ratio._asdict()} for row in rows]
    write_json(arguments.json, "compare", {**names, "rows": data, "missing": missing})
    return 0


if __name__ == "__main__":
    run_program(main)
