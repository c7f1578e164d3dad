"""The linters and the type checker as ordinary tests, and a few house rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[1]
ROOMS: Final = ("src", "protocol", "server", "tests", "bench")
CODE: Final = (".py", ".pyi", ".pyx", ".pxd", ".pxi", ".h", ".js", ".css")
MADE: Final = frozenset(("__pycache__", "node_modules"))
LONGEST_FILE: Final = 800
STUBTEST: Final = (
    *("--mypy-config-file", "pyproject.toml"),
    "--ignore-missing-stub",  # what a module imports is not what it offers
    "--ignore-disjoint-bases",
)


def find_code() -> list[Path]:
    return sorted(
        path
        for room in ROOMS
        for path in (PROJECT / room).rglob("*")
        if path.suffix in CODE and MADE.isdisjoint(path.parts)
    )


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "--no-cache", "."),
        ("ruff", "format", "--no-cache", "--check", "."),
        ("mypy",),
        ("cython-lint", "src"),
        ("stubtest", *STUBTEST, "coalbaron_fast.games.coalbaron.core"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_the_tools_are_content(command: tuple[str, ...]) -> None:
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    tool = shutil.which(command[0], path=path)
    if tool is None:
        pytest.skip(f"{command[0]} is not installed")
    run = subprocess.run(
        [tool, *command[1:]],
        cwd=PROJECT,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_file_is_too_long_to_read() -> None:
    lengths = {
        str(path.relative_to(PROJECT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in find_code()
    }
    assert lengths, "no code was found"
    assert {path: n for path, n in lengths.items() if n > LONGEST_FILE} == {}


def test_every_file_says_what_it_is_about() -> None:
    vague = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [path for path in find_code() if path.stem in vague] == []
