"""Ctrl-C while the program starts: it ends at once, with the status of Ctrl-C and not a word."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

PATIENCE_S: Final = 30.0
MOMENTS_MS: Final = (*range(0, 60, 4), *range(60, 180, 20))
"""Most of them in the imports, the others when the program waits for a line."""

READY: Final = """\
import sys, coalbaron_protocol.__main__ as program
print("ready", flush=True)
sys.exit(program.main(sys.argv[1:]))"""
"""The program, with a word about when Python's own start is over: nobody can mend that."""


def interrupted_after(
    wait_ms: float, *arguments: str, folder: Path | None = None
) -> tuple[int, str, str]:
    """Start the program and press Ctrl-C so much later; return status, output, complaints."""
    process = subprocess.Popen(
        [sys.executable, "-c", READY, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdin, process.stdout, process.stderr:
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait_ms / 1000)
        process.send_signal(signal.SIGINT)
        try:
            # The input stays open: the program ends by itself, not because nobody speaks.
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()
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


def test_who_ignores_it_is_not_disturbed() -> None:
    started = f"import signal; signal.signal({int(signal.SIGINT)}, signal.SIG_IGN)\n{READY}"
    process = subprocess.run(
        [sys.executable, "-c", started], input="isready\n", capture_output=True, text=True,
        check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert process.stdout == "ready\nreadyok\n"
