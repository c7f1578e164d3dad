"""Every module that is a command answers `--help`, and does nothing else then."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.processes import PATIENCE_S

PROJECT: Final = Path(__file__).parents[1]
ROOTS: Final = {"bench": ".", "tests": ".", "coalbaron_fast": "src", "coalbaron_server": "server"}
STARTED: Final = re.compile(r'^if __name__ == "__main__":', re.MULTILINE)


def find_commands() -> list[str]:
    """Return the modules that `python -m` runs."""
    found = []
    for package, root in ROOTS.items():
        for path in sorted((PROJECT / root / package).rglob("*.py")):
            if "node_modules" in path.parts or not STARTED.search(path.read_text(encoding="utf-8")):
                continue
            parts = path.relative_to(PROJECT / root).with_suffix("").parts
            found.append(".".join(part for part in parts if part != "__main__"))
    return found


def changes() -> dict[Path, int]:
    """Return when each picture, note and baseline of the tree was last written."""
    kept = (".png", ".svg", ".json", ".txt", ".md", ".jsonl")
    places = [PROJECT / name for name in ("bench", "docs", "tests")]
    paths = [*PROJECT.glob("*"), *(path for place in places for path in place.rglob("*"))]
    return {
        path: path.stat().st_mtime_ns
        for path in paths
        if path.suffix in kept and "node_modules" not in path.parts
    }


def test_there_are_such_modules() -> None:
    found = find_commands()
    assert {"bench.speed", "tests.web.screenshots", "coalbaron_fast"} <= set(found)
    assert len(found) > 30


@pytest.mark.parametrize("module", find_commands())
def test_it_helps_and_does_nothing(module: str) -> None:
    before = changes()
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"],
        cwd=PROJECT, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    # By the name to type, not by that of its file.
    assert done.stdout.startswith(("usage: python -m ", "usage: coalbaron-engine"))
    assert changes() == before
