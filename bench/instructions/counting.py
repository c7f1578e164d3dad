"""Counting instructions under callgrind: differences of runs that differ in one piece of work.

What both runs do alike cancels, the interpreter's start too. Only calls from the loops of
``games/coalbaron/workload.pyx`` and of the search are counted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bench.instructions.work import WORKS
from bench.machine import PROJECT
from bench.positions import mining_turns

POSITIONS: Final = 24
TOTALS: Final = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


class Choice(NamedTuple):
    """A run: which work does more than little, if any, and where instructions are counted."""

    work: str | None
    inside: str


class Run(NamedTuple):
    """One run under callgrind: its instructions, and the units of each work."""

    instructions: int
    units: dict[str, int]


def write_positions(path: Path) -> None:
    """Write the texts of positions in which the player took ten steps."""
    states = [turn.state for turn in mining_turns() if turn.steps == 10]
    chosen = [states[index * len(states) // POSITIONS] for index in range(POSITIONS)]
    path.write_text(json.dumps([state.to_text() for state in chosen]), encoding="utf-8")


def has_valgrind() -> bool:
    """Whether there is anything to count with."""
    return shutil.which("valgrind") is not None


def own_path() -> str:
    """Return the path on which Python finds the build of this process, and the benchmarks."""
    return os.pathsep.join(part for part in (str(PROJECT), *sys.path) if part)


def run_under_callgrind(directory: Path, path: str, choice: Choice) -> Run:
    """Run the work in an interpreter under callgrind, with the build that a path leads to."""
    output = output_file(directory, choice)
    command = [
        "valgrind", "--tool=callgrind", "--quiet", "--dump-instr=no",
        f"--toggle-collect={choice.inside}", f"--callgrind-out-file={output}",
        sys.executable, "-m", "bench.instructions.work", str(directory / "positions.json"),
        *([choice.work] if choice.work else []),
    ]  # fmt: skip
    environment = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]}
    done = subprocess.run(  # noqa: S603
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"the work failed under callgrind:\n{done.stderr}")
    totals = TOTALS.findall(output.read_text("utf-8"))
    if not totals or totals[-1] == "0":
        raise SystemExit("callgrind saw nothing of the core: are its symbols stripped?")
    return Run(int(totals[-1]), json.loads(done.stdout))


def run_each(directory: Path, path: str, choices: Sequence[Choice], jobs: int) -> dict[Choice, Run]:
    """Run once for each choice, several at a time; after Ctrl-C start no more."""
    pool = ThreadPoolExecutor(jobs)
    try:
        runs = pool.map(partial(run_under_callgrind, directory, path), choices)
        return dict(zip(choices, runs, strict=True))
    finally:
        pool.shutdown(cancel_futures=True)


def output_file(directory: Path, choice: Choice) -> Path:
    """Return where a run leaves callgrind's output."""
    inside = sorted({work.inside for work in WORKS.values()}).index(choice.inside)
    more = "base" if choice.work is None else list(WORKS).index(choice.work)
    return directory / f"callgrind.{inside}.{more}"


def difference(base: Run, more: Run, name: str) -> float:
    """Return the instructions for one unit of the work that one run did more of."""
    units = more.units[name] - base.units[name]
    others = {key for key in base.units if key != name and base.units[key] != more.units[key]}
    if units <= 0 or others:
        raise ValueError(f"{name}: the runs differ by {units} units, and in {sorted(others)}")
    return (more.instructions - base.instructions) / units


def base_of(name: str) -> Choice:
    """Return the run in which every work does little, counted in the functions of `name`."""
    return Choice(None, WORKS[name].inside)


def more_of(name: str) -> Choice:
    """Return the run in which this work does more, and all others little."""
    return Choice(name, WORKS[name].inside)


def count_runs(
    directory: Path, path: str, names: Iterable[str], jobs: int
) -> tuple[dict[str, float], dict[Choice, Run]]:
    """Count the instructions for one unit of each work; return them, and the runs they are from.

    Callgrind's output stays in the directory.
    """
    write_positions(directory / "positions.json")
    names = list(names)
    choices = dict.fromkeys([*map(base_of, names), *map(more_of, names)])
    runs = run_each(directory, path, list(choices), jobs)
    return {
        name: difference(runs[base_of(name)], runs[more_of(name)], name) for name in names
    }, runs


def count_instructions(path: str, names: Iterable[str], jobs: int) -> dict[str, float]:
    """Count the instructions for one unit of each work of the build that a path leads to."""
    with tempfile.TemporaryDirectory() as temporary:
        return count_runs(Path(temporary), path, names, jobs)[0]
