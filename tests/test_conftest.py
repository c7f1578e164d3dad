"""How the tests are run: they hear signals, end where they hang, and say once what is missing.

What fails on a busy machine alone runs once more by itself, and is named.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[1]
PATIENCE_S: Final = 300
"""A run that lasts so long has hung."""

WITH_SIGNALS_IGNORED: Final = ("sh", "-c", """trap '' HUP INT TERM; exec "$@\"""", "sh")
"""Runs a command as a script runs its background jobs, and as some CI runs everything."""

INTERRUPTED: Final = (
    "tests/client/test_programs.py::test_ctrl_c_stops_the_search_and_the_client_goes_on",
    "tests/protocol/test_interrupts.py::test_commands[perft]",
    "tests/protocol/test_analyse.py::test_ctrl_c_answers_with_what_is_known[json]",
    "tests/server/test_process.py::test_a_terminal_that_closes_ends_it_in_good_order",
)

WAYS: Final = ("sleep", "lock", "fixture")
HANGING: Final = f"""\
import ctypes, threading, time
import pytest

def test_before():
    pass

@pytest.fixture
def one_that_hangs():
    threading.Event().wait()

@pytest.mark.parametrize("way", {WAYS})
def test_that_hangs(way, request):
    if way == "sleep":
        time.sleep(100_000)
    if way == "fixture":
        request.getfixturevalue("one_that_hangs")
    # This keeps the interpreter's lock: no thread of Python could end it.
    ctypes.PyDLL(None).pause()

def test_after():
    pass
"""

UNSTEADY: Final = """\
import pathlib
import pytest

@pytest.mark.parametrize("number", range({tests}))
def test_unsteady(number):
    runs = pathlib.Path(f"runs-{{number}}")
    runs.touch()
    with runs.open("a") as file:
        file.write("x")
    assert runs.stat().st_size > {failures}

def test_steady():
    with open("runs-steady", "a") as file:
        file.write("x")
"""
"""Tests that fail so often before they pass, and one that never does."""


def run_pytest(
    *words: str, before: tuple[str, ...] = (), environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """Run pytest in a process of its own; return its status and all that it printed."""
    settings = ("-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(PROJECT))
    run = subprocess.run(
        [*before, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *settings, *words],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("workers", ["0", "1"])
def test_tests_of_interrupts_pass_where_signals_are_ignored(workers: str) -> None:
    pytest.importorskip("xdist")
    bound = f"faulthandler_timeout={PATIENCE_S // 2}"
    words = ("-n", workers, "-o", bound, *INTERRUPTED)
    status, said = run_pytest(*words, before=WITH_SIGNALS_IGNORED)
    assert status == 0, said
    assert f"{len(INTERRUPTED)} passed" in said


@pytest.mark.parametrize("way", WAYS)
def test_a_test_that_hangs_is_ended_with_a_stack(way: str, tmp_path: Path) -> None:
    path = tmp_path / "test_hanging.py"
    path.write_text(HANGING)
    status, said = run_pytest("-o", "faulthandler_timeout=2", "-k", way, str(path))
    assert status == 1
    assert "Timeout (0:00:02)!" in said
    assert f'"{path}", line' in said
    assert "in test_that_hangs" in said


def test_a_worker_whose_test_hangs_names_it_and_the_others_run(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    path = tmp_path / "test_hanging.py"
    path.write_text(HANGING)
    status, said = run_pytest("-n", "1", "-o", "faulthandler_timeout=2", str(path))
    assert status == 1
    for way in WAYS:
        assert re.search(rf"crashed while running '.*::test_that_hangs\[{way}\]'", said), said
    assert "3 failed, 2 passed" in said


def test_every_run_has_the_bound(pytestconfig: pytest.Config) -> None:
    assert float(pytestconfig.getini("faulthandler_timeout")) > 0
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True


def test_without_a_browser_the_summary_says_so_once() -> None:
    pytest.importorskip("playwright")
    environment = {**os.environ, "PATH": str(Path(sys.executable).parent), "COALBARON_CHROMIUM": ""}
    names = ("test_seats.py", "test_welcome.py")
    words = [str(PROJECT / "tests" / "web" / name) for name in names]
    status, said = run_pytest(*words, environment=environment)
    assert status == 0, said
    skips = [line for line in said.splitlines() if line.startswith("SKIPPED")]
    assert len(skips) == 1, said
    assert "no Chromium is installed" in skips[0]
    assert "tests/web/conftest.py" in skips[0]


@pytest.mark.slow
def test_a_browser_leaves_other_tests_their_event_loops() -> None:
    names = (
        "web/test_welcome.py::test_three_doors_and_no_dialog",
        "server/test_middleware.py::test_a_false_length_does_not_help",
        "web/test_help.py::test_the_question_mark_explains_what_has_the_focus",
        "server/test_middleware.py::test_the_bodies_of_one_client_are_bounded_together",
    )
    status, said = run_pytest("-n", "0", *(str(PROJECT / "tests" / name) for name in names))
    assert status == 0, said


def run_as_ci(folder: Path, text: str, *words: str) -> tuple[int, list[str]]:
    """Run the tests of one file as `.ci/run` does; return the status and the lines printed."""
    pytest.importorskip("xdist")
    (folder / "test_of_ci.py").write_text(text)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # Half of the time would go into plugins.
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p xdist"}
    run = subprocess.run(
        [str(PROJECT / ".ci" / "tests"), *words],
        cwd=folder,
        env={**os.environ, **plugins, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return run.returncode, run.stdout.splitlines()


def unsteady(lines: list[str]) -> list[str]:
    """Return the names of the tests that a run calls unsteady."""
    return [line.rpartition(" ")[2] for line in lines if line.startswith("UNSTEADY: ")]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_ci_runs_a_few_failed_tests_once_more_and_names_them(workers: str, tmp_path: Path) -> None:
    text = UNSTEADY.format(tests=5, failures=1)
    status, lines = run_as_ci(tmp_path, text, "-n", workers)
    assert status == 0, lines
    names = [f"test_of_ci.py::test_unsteady[{number}]" for number in range(5)]
    assert sorted(unsteady(lines)) == names
    assert "5 failed, 1 passed" in lines[-2]
    assert "5 passed" in lines[-1]
    assert (tmp_path / "runs-steady").read_text() == "x"


def test_ci_fails_where_a_test_fails_again(tmp_path: Path) -> None:
    status, lines = run_as_ci(tmp_path, UNSTEADY.format(tests=1, failures=2))
    assert status == 1
    assert unsteady(lines) == []
    assert "1 failed" in lines[-1]
    assert (tmp_path / "runs-0").read_text() == "xx"


def test_ci_fails_at_once_where_many_tests_fail(tmp_path: Path) -> None:
    status, lines = run_as_ci(tmp_path, UNSTEADY.format(tests=6, failures=1))
    assert status == 1
    assert "6 failed, 1 passed" in lines[-1]
    assert (tmp_path / "runs-0").read_text() == "x"


def test_ci_fails_at_once_where_tests_cannot_be_read(tmp_path: Path) -> None:
    status, lines = run_as_ci(tmp_path, "import no_such_module\n")
    assert status == 2
    assert "1 error" in lines[-1]
    assert len([line for line in lines if "test session starts" in line]) == 1


def test_ci_calls_no_test_unsteady_where_all_pass(tmp_path: Path) -> None:
    status, lines = run_as_ci(tmp_path, UNSTEADY.format(tests=2, failures=0))
    assert status == 0
    assert unsteady(lines) == []
    assert "3 passed" in lines[-1]
