"""Count the instructions of the core's hot paths under valgrind's callgrind.

Each count is the difference of two runs, divided by the difference of the work they did. Only calls
from the loops of ``games/coalbaron/workload.pyx`` and of the search are counted, not the
interpreter's start.
``--check`` fails if any work needs more than 3 % more than in the stored baseline. Counts depend on
the compiler. If system, interpreter, compiler or flags are not the baseline's, there is nothing to
compare: ``--check`` says so and ends with status 2.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.instructions.baseline_file import (
    BASELINE,
    TOLERANCE,
    read_baseline,
    regressions,
    stamp_differences,
)
from bench.instructions.counting import (
    base_of,
    count_runs,
    has_valgrind,
    more_of,
    output_file,
    own_path,
)
from bench.instructions.work import WORKS
from bench.machine import machine_stamp
from bench.report import add_json_option, print_table, run_program, write_json

NOT_COMPARABLE: Final = 2
COST: Final = re.compile(r"^\s*([\d,]+) \([ \d.]+%\)\s+(.*)$")


def own_instructions(output: Path) -> dict[str, int]:
    """Return each function's own instructions in a callgrind output."""
    command = ["callgrind_annotate", "--threshold=100", "--auto=no", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    counts: dict[str, int] = {}
    for line in done.stdout.splitlines():
        match = COST.match(line)
        if match and match[2] != "PROGRAM TOTALS":
            name = function_name(match[2])
            counts[name] = counts.get(name, 0) + int(match[1].replace(",", ""))
    return counts


def function_name(place: str) -> str:
    """Shorten callgrind's ``file:function [object]`` to the function, without Cython's prefix."""
    function = place.partition(" [")[0].rpartition(":")[2]
    return re.sub(
        r"^__pyx_f_\d+coalbaron_fast_(?:\d+(?:games|coalbaron|core|search)_)+\d+", "", function
    )


def print_profile(directory: Path, name: str, units: int) -> None:
    """Print the functions in which the additional work spent its instructions."""
    base = own_instructions(output_file(directory, base_of(name)))
    more = own_instructions(output_file(directory, more_of(name)))
    spent = {function: count - base.get(function, 0) for function, count in more.items()}
    total = sum(spent.values())
    rows = [
        [function, f"{count / units:.1f}", f"{count / total:.1%}"]
        for function, count in sorted(spent.items(), key=lambda item: -item[1])
        if count > 0.005 * total
    ]
    print(f"\n{name}: own instructions for one {WORKS[name].unit}")
    print_table(["function", "instructions", "share"], rows)


def check(found: dict[str, float], here: dict[str, str | int | None]) -> int:
    """Compare with the stored baseline; return the exit status."""
    stored = read_baseline()
    if stored is None:
        print("no baseline is stored: make one with --update", file=sys.stderr)
        return NOT_COMPARABLE
    differences = stamp_differences(stored["machine"], here)
    if differences:
        print("not comparable with the baseline, which was made with:", file=sys.stderr)
        print("\n".join(f"  {line}" for line in differences), file=sys.stderr)
        return NOT_COMPARABLE
    chosen = {name: count for name, count in stored["instructions"].items() if name in WORKS}
    complaints = regressions(chosen, found)
    if complaints:
        print(f"more than {TOLERANCE:.0%} over the baseline:", file=sys.stderr)
        print("\n".join(f"  {line}" for line in complaints), file=sys.stderr)
        return 1
    print(f"within {TOLERANCE:.0%} of the baseline")
    return 0


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="compare with the stored baseline")
    action.add_argument("--update", action="store_true", help="rewrite the stored baseline")
    parser.add_argument("--profile", action="store_true", help="also list the costly functions")
    parser.add_argument("--jobs", type=int, default=2, help="runs at once (2)")
    add_json_option(parser)
    arguments = parser.parse_args()
    if not has_valgrind():
        parser.exit(NOT_COMPARABLE, "valgrind is not installed\n")
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(temporary)
        found, runs = count_runs(directory, own_path(), WORKS, arguments.jobs)
        stored = (read_baseline() or {}).get("instructions", {})
        rows = [
            [
                work,
                WORKS[work].unit,
                f"{count:.1f}",
                f"{count / stored[work] - 1:+.1%}" if work in stored else "",
            ]
            for work, count in found.items()
        ]
        print_table(["work", "unit", "instructions", "to baseline"], rows)
        if arguments.profile:
            for name in WORKS:
                units = runs[more_of(name)].units[name] - runs[base_of(name)].units[name]
                print_profile(directory, name, units)
    stamp = machine_stamp()
    write_json(arguments.json, "instructions", {"instructions": found})
    if arguments.update:
        rounded = {work: round(count, 2) for work, count in found.items()}
        document = {"machine": stamp, "instructions": rounded}
        BASELINE.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return check(found, stamp) if arguments.check else 0


if __name__ == "__main__":
    run_program(main)
