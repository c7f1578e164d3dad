"""How the tests are run: they hear signals, end where they hang, and say once what is missing."""

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
