"""Compare the engine's signature with the one that the tree and its history state.

    python -m bench.signature

`coalbaron-engine bench` gives the signature: one number that is the same on every machine and
changes with the engine's answers. A wanted change is stated twice: in ``bench/signature.txt``
(``--update`` rewrites it) and as the line ``Bench: N`` of the commit's message. The newest commit
with such a line must state what the file states; where there is no history, the file alone counts.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from bench.machine import PROJECT
from bench.report import run_program

STATED: Final = Path(__file__).with_name("signature.txt")
ANSWER: Final = re.compile(r"^signature: (\d+)$", re.MULTILINE)
LINE: Final = r"^Bench: [0-9]+$"
COMMIT_FORMAT: Final = "%h%n%B"


class Commit(NamedTuple):
    """A commit that states a signature."""

    name: str
    signature: int


def measured_signature() -> int:
    """Run the engine's own command; return the number."""
    command = [sys.executable, "-m", "coalbaron_protocol", "bench"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    found = ANSWER.search(done.stdout)
    if found is None:
        raise SystemExit(f"no signature in what the engine said:\n{done.stdout}{done.stderr}")
    return int(found[1])


def stated_signature(path: Path = STATED) -> int:
    """Return the number in the file."""
    return int(path.read_text("utf-8"))


def committed_signature(project: Path = PROJECT) -> Commit | None:
    """Return the newest commit that states a signature; None without one, or without history.

    git finds the history by itself, or in the directory that ``GIT_DIR`` names.
    """
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(project), "log", "-1", "-E", f"--grep={LINE}"]
    done = subprocess.run(  # noqa: S603
        [*command, f"--format={COMMIT_FORMAT}"], capture_output=True, text=True, check=False
    )
    if done.returncode or not done.stdout.strip():
        return None
    name, _, message = done.stdout.partition("\n")
    return Commit(name, int(re.findall(LINE, message, re.MULTILINE)[-1].partition(" ")[2]))


def complaints(measured: int, stated: int, committed: Commit | None) -> list[str]:
    """Return what does not agree."""
    found = []
    if measured != stated:
        found.append(
            f"the engine's answers changed: its signature is {measured}, {STATED.name} states "
            f"{stated}. If that is wanted: --update, and 'Bench: {measured}' in the commit"
        )
    if committed is not None and committed.signature != stated:
        found.append(
            f"commit {committed.name} states 'Bench: {committed.signature}', {STATED.name} states "
            f"{stated}: the commit that changes the file says 'Bench: {stated}'"
        )
    return found


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.signature", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--update", action="store_true", help=f"rewrite {STATED.name}")
    arguments = parser.parse_args()
    measured = measured_signature()
    if arguments.update:
        STATED.write_text(f"{measured}\n", encoding="utf-8")
        print(f"{STATED.name} states {measured}: say 'Bench: {measured}' in the commit")
        return 0
    stated, committed = stated_signature(), committed_signature()
    print(f"signature of the engine: {measured}")
    print(f"bench/{STATED.name}: {stated}")
    print(
        f"commit {committed.name}: {committed.signature}"
        if committed
        else "no commit here states a signature"
    )
    found = complaints(measured, stated, committed)
    for line in found:
        print(line, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    run_program(main)
