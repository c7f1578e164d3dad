"""Ctrl-C while the program starts: it ends at once, with the status of Ctrl-C and not a word."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.processes import PATIENCE_S, running

MOMENTS_MS: Final = (*range(0, 60, 4), *range(60, 180, 20))
"""Most of them in the imports, the others when the program waits for a line."""

READY: Final = """\
import sys, coalbaron_protocol.__main__ as program
guard = program.leave_at_interrupt
def guard_and_say():
    program.leave_at_interrupt = guard
    guard()
    print("ready", flush=True)
program.leave_at_interrupt = guard_and_say
sys.exit(program.main(sys.argv[1:]))"""
"""The program, with a word about when its guard is up: nobody can mend Python's own start."""


def interrupted_after(
    wait_ms: float, *arguments: str, folder: Path | None = None
) -> tuple[int, str, str]:
    """Start the program and press Ctrl-C so much later; return status, output, complaints."""
    with running(sys.executable, "-c", READY, *arguments, cwd=folder) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait_ms / 1000)
        process.send_signal(signal.SIGINT)
        # The input stays open: the program ends by itself, not because nobody speaks.
        process.wait(PATIENCE_S)
        return process.returncode, process.stdout.read(), process.stderr.read()


@pytest.mark.parametrize("wait_ms", MOMENTS_MS)
def test_the_line_protocol(wait_ms: float) -> None:
    assert interrupted_after(wait_ms) == (130, "", "")


@pytest.mark.parametrize("command", ["perft", "analyse", "play", "match"])
def test_commands(command: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp(command)
    words = {
        "perft": ["9"],
        "analyse": ["--time", "60000"],
        "play": ["--seed", "1", "--human", "0,1"],
        "match": ["random", "random", "--deals", "9999", "--file", str(folder / "m.jsonl")],
    }[command]
    for wait_ms in (1, 20, 50, 90):
        status, _, complaints = interrupted_after(wait_ms, command, *words, folder=folder)
        assert status == 130
        assert "Traceback" not in complaints
        (folder / "m.jsonl").unlink(missing_ok=True)


@pytest.mark.parametrize("moment", ["starting", "waiting", "searching"])
def test_a_background_job_that_ignores_it_is_not_disturbed(moment: str) -> None:
    deaf = f"import signal; signal.signal({int(signal.SIGINT)}, signal.SIG_IGN)\n{READY}"
    with running(sys.executable, "-c", deaf) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        if moment != "starting":
            searching = ["position startpos seed 1", "go infinite"] * (moment == "searching")
            process.stdin.write("\n".join([*searching, "isready", ""]))
            process.stdin.flush()
            while process.stdout.readline() != "readyok\n":
                assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate("stop\nisready\nquit\n", timeout=PATIENCE_S)
    assert said.endswith("readyok\n")
    assert (process.returncode, complaints) == (0, "")


def test_python_s_own_end_is_not_disturbed() -> None:
    """A command has ended, the process not quite: a Ctrl-C then ends it without a word."""
    script = (
        "import os, signal, sys; from coalbaron_protocol.__main__ import main;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"
        "sys.argv[1:] = ['--version'];"
        "\ntry: main()\nexcept SystemExit: pass\nos.kill(os.getpid(), signal.SIGINT)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stderr) == (130, "")
