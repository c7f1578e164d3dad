"""What the documents tell a reader to type works.

The tutorials are followed line by line. On every other page each call of our programs is held
against the program's own help, and `tests/test_readme.py` looks at the README itself.
"""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.doc_pages import DOCS, PAGES, PROJECT, Block, Call, find_calls, parse_call, read_blocks
from tests.processes import PATIENCE_S

TUTORIALS: Final = sorted((DOCS / "tutorials").glob("*.md"))
ADDRESS: Final = "http://127.0.0.1:8000"
BASH: Final = shutil.which("bash") or "bash"


def lacks_what_it_needs(line: str) -> bool:
    """Whether this machine lacks what a command needs."""
    return ("curl" in line and shutil.which("curl") is None) or (
        "selfplay" in line and importlib.util.find_spec("pyarrow") is None
    )


def environment() -> dict[str, str]:
    """The programs of this Python come first."""
    places = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return os.environ | {"PATH": os.pathsep.join(places), "PYTHONPATH": str(PROJECT / "docs")}


class Reader:
    """Follows a page: saves its files, types its commands, runs its examples."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.service: subprocess.Popen[str] | None = None
        self.address = ADDRESS
        self.typed = 0

    def follow(self, block: Block) -> None:
        if block.language == "python" and ">>>" not in block.text:
            assert block.file, f"no name for:\n{block.text}"
            (self.folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            for line in block.lines:
                self.type(line)

    def type(self, line: str) -> None:
        if line.startswith("coalbaron-engine serve"):
            self.serve(line)
            return
        if lacks_what_it_needs(line):
            return
        done = subprocess.run(
            [BASH, "-o", "pipefail", "-c", line.replace(ADDRESS, self.address)],
            cwd=self.folder, env=environment(), input="quit\n", capture_output=True, text=True,
            check=False, timeout=PATIENCE_S,
        )  # fmt: skip
        self.typed += 1
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        # The line protocol goes on after an error; the status tells of none.
        assert "info string error" not in done.stdout, f"{line}\n{done.stdout}"

    def serve(self, line: str) -> None:
        self.service = subprocess.Popen(
            [BASH, "-c", f"exec {line} --port 0"],
            cwd=self.folder, env=environment(), stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.service.stderr is not None
        for said in self.service.stderr:
            if found := re.search(r"http://127\.0\.0\.1:\d+", said):
                self.address = found[0]
                self.typed += 1
                return
        pytest.fail("the service did not say where it is")

    def close(self) -> None:
        if self.service is not None:
            assert self.service.stderr is not None
            self.service.terminate()
            self.service.stderr.read()
            self.service.stderr.close()
            assert self.service.wait(PATIENCE_S) == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_can_be_followed(page: Path, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    try:
        for block in read_blocks(page):
            reader.follow(block)
    finally:
        reader.close()
    assert reader.typed >= 3


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_the_examples_of_a_tutorial_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", environment()["PATH"])
    results = doctest.testfile(str(page), module_relative=False)
    assert results.failed == 0


@cache
def help_of(program: str) -> str:
    """Return what a program says of itself."""
    command = program.replace("python -m", f"{sys.executable} -m").split()
    done = subprocess.run(
        [*command, "--help"], cwd=PROJECT, env=environment(), capture_output=True, text=True,
        check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, f"{program}\n{done.stderr}"
    return done.stdout


def calls() -> dict[Call, str]:
    """All calls that the documents show and that have options, each with a page that shows it."""
    found: dict[Call, str] = {}
    for page in PAGES:
        for line in find_calls(page):
            call = parse_call(line)
            if call is not None and not call.program.startswith(
                ("python -m venv", "python -m pip")
            ):
                found.setdefault(call, f"{page.name}: {line}")
    return found


def test_every_call_names_a_program_and_options_that_there_are() -> None:
    wrong = []
    shown = calls()
    assert len(shown) > 40
    for call, place in shown.items():
        program = call.program
        # A word behind the program may be an argument: `coalbaron-engine` has commands and none.
        known = help_of(program) if call.options else ""
        wrong += [
            f"{place}: {option}"
            for option in call.options
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known)
        ]
    assert wrong == []


def test_a_wrong_option_would_be_found() -> None:
    call = parse_call("coalbaron-engine match a b --deel 5")
    assert call == Call("coalbaron-engine match", ("--deel",))
    assert "--deel" not in help_of(call.program)
    assert parse_call("python -m bench.speed --nothing=3") == Call(
        "python -m bench.speed", ("--nothing",)
    )
