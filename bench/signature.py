"""Compare the engine's signatures with those that the tree and its history state.

    python -m bench.signature

`coalbaron-engine bench` gives a signature: one number that is the same on every machine and changes
with the engine's answers. ``bench/signature.txt`` states one for each game and each evaluation
that comes with it (``--update`` rewrites it). The first one, of the default game as it is played,
is the signature: who changes it states it as the line ``Bench: N`` of the commit's message, too.
The newest commit with such a line must state what the file states; where there is no history, the
file alone counts.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bench.machine import PROJECT
from bench.report import run_program
from coalbaron_fast.engine.evaluation import BEST, HAND, name_of
from coalbaron_fast.games import DEFAULT, GAMES, load_game

STATED: Final = Path(__file__).with_name("signature.txt")
ANSWER: Final = re.compile(r"^signature: (\d+)$", re.MULTILINE)
LINE: Final = r"^Bench: [0-9]+$"
COMMIT_FORMAT: Final = "%h%n%B"


class Kind(NamedTuple):
    """Whose answers a signature is made of."""

    game: str
    evaluation: str


Signatures = dict[Kind, int]
"""The signature of every kind; the first one is that of commits."""


class Commit(NamedTuple):
    """A commit that states a signature."""

    name: str
    signature: int


def kinds() -> Iterator[Kind]:
    """Yield what has a signature: the default game with its best evaluation first."""
    for name in sorted(GAMES, key=lambda name: name != DEFAULT):
        game = load_game(name)
        if game.study is not None:
            for evaluation in dict.fromkeys((name_of(BEST, game), HAND)):
                yield Kind(name, evaluation)


def measured_signatures() -> Signatures:
    """Run the engine's own command for each; return the numbers."""
    return {kind: measured_signature(kind) for kind in kinds()}


def measured_signature(kind: Kind) -> int:
    """Run the engine's own command; return the number."""
    options = ["--game", kind.game, "--evaluation", kind.evaluation]
    command = [sys.executable, "-m", "coalbaron_protocol", "bench", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    found = ANSWER.search(done.stdout)
    if found is None:
        raise SystemExit(f"no signature in what the engine said:\n{done.stdout}{done.stderr}")
    return int(found[1])


def stated_signatures(path: Path = STATED) -> Signatures:
    """Return the numbers in the file."""
    rows = [line.split() for line in path.read_text("utf-8").splitlines()]
    return {Kind(game, evaluation): int(number) for game, evaluation, number in rows}


def state_signatures(signatures: Signatures, path: Path = STATED) -> None:
    """Write the file."""
    rows = [f"{kind.game} {kind.evaluation} {number}" for kind, number in signatures.items()]
    path.write_text("\n".join([*rows, ""]), encoding="utf-8")


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


def complaints(measured: Signatures, stated: Signatures, committed: Commit | None) -> list[str]:
    """Return what does not agree."""
    found = []
    for kind in dict.fromkeys((*measured, *stated)):
        is_now, was = measured.get(kind, "none"), stated.get(kind, "none")
        if is_now != was:
            found.append(
                f"the answers in {kind.game} with {kind.evaluation} changed: their signature is "
                f"{is_now}, {STATED.name} states {was}. If that is wanted: --update"
            )
    said = next(iter(stated.values()), None)
    if committed is not None and committed.signature != said:
        found.append(
            f"commit {committed.name} states 'Bench: {committed.signature}', {STATED.name} states "
            f"{said} first: the commit that changes that says 'Bench: {said}'"
        )
    return found


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.signature", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--update", action="store_true", help=f"rewrite {STATED.name}")
    arguments = parser.parse_args()
    measured = measured_signatures()
    if arguments.update:
        state_signatures(measured)
        first = next(iter(measured.values()))
        print(f"{STATED.name} is written: say 'Bench: {first}' in the commit if that is new")
        return 0
    stated, committed = stated_signatures(), committed_signature()
    for kind, number in measured.items():
        print(f"{kind.game} with {kind.evaluation}: {number}; stated: {stated.get(kind, 'none')}")
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
