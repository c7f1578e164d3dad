"""The real process: how it starts, how it ends, what it survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Final

import pytest

from coalbaron_fast.wire.words import LONGEST_LINE
from tests.processes import PATIENCE_S
from tests.protocol import abuse, timing, ugi_match
from tests.protocol.conversation import COMMAND, Talk

SEARCH: Final = b"position startpos seed 1\ngo infinite\n"


def test_the_first_replies_come_without_anything_large() -> None:
    program = (
        "import sys; from coalbaron_protocol.session import Session;"
        "session = Session(lambda *lines: print(*lines, sep='\\n'), sys.exit);"
        "[session.handle(line) for line in ('uci', 'isready')];"
        "print('MODULES', *sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    *replies, modules = run.stdout.splitlines()
    assert replies[-1] == "readyok"
    large = {"numpy", "fastapi", "argparse", "click", "typer", "json", "random", "asyncio"}
    large |= {"dataclasses", "inspect"}
    assert large & set(modules.split()) == set()


def test_lines_may_end_with_cr_and_lf() -> None:
    talk = Talk()
    talk.send_bytes(b"isready\r\n\r\nposition startpos seed 1\r\nquery turn\r\nisready")
    assert talk.finish() == ["readyok", "response 1", "readyok"]


def test_a_line_that_is_too_long_is_dropped() -> None:
    talk = Talk()
    talk.send_bytes(b"x" * (LONGEST_LINE + 1) + b"\nisready\n" + b"y" * 3 * LONGEST_LINE + b"\n")
    talk.send_bytes(b"#" * LONGEST_LINE + b"\nisready\n" + b"z" * 2 * LONGEST_LINE)
    refused = f"info string error line: more than {LONGEST_LINE} bytes; nothing of it was read"
    assert talk.finish() == [refused, "readyok", refused, "readyok", refused]


def test_bytes_of_any_kind_are_answered() -> None:
    talk = Talk()
    talk.send_bytes(bytes(byte for byte in range(256) if byte not in b"\n#") + b"\nisready\n")
    error, ready = talk.finish()
    assert error.startswith("info string error command: ")
    assert ready == "readyok"


@pytest.mark.parametrize("said", [b"", b"isready\n", SEARCH], ids=["nothing", "little", "search"])
def test_nobody_reads(said: bytes) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdin, process.stderr:
        process.stdout.close()
        process.stdin.write(said)
        process.stdin.flush()
        if said != SEARCH:
            # A search finds it out by itself, as its info lines go nowhere.
            process.stdin.close()
        assert process.wait(PATIENCE_S) == (1 if said else 0)
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("end", "complaint"),
    [
        ("return 0", ""),
        ("raise BrokenPipeError", ""),
        ("raise OSError('no space')", "coalbaron-engine: no space\n"),
        ("raise MemoryError", "coalbaron-engine: not enough memory\n"),
    ],
)
def test_what_was_said_and_cannot_be_written_is_dropped(end: str, complaint: str) -> None:
    """Python itself would complain of it once more at its end, with a status of its own."""
    program = (
        "import sys\n"
        "from coalbaron_protocol import __main__ as program\n"
        "def run(words):\n"
        "    print('said')\n"
        f"    {end}\n"
        "program._run = run\n"
        "sys.exit(program.main([]))"
    )
    # As it is for people: what is printed waits until there is more of it.
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONUNBUFFERED"}
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nowhere:
        run = subprocess.run(
            [sys.executable, "-c", program],
            stdout=nowhere, stderr=subprocess.PIPE, text=True, env=environment, check=False,
        )  # fmt: skip
    assert (run.returncode, run.stderr) == (1, complaint)


@pytest.mark.parametrize("closed", [0, 1])
def test_a_stream_is_closed_from_the_start(closed: int) -> None:
    redirected = f"{'<' if closed == 0 else '>'}&-"
    run = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m coalbaron_protocol {redirected}', sys.executable],
        input=b"isready\n",
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (closed, b"", b"")


@pytest.mark.parametrize("said", [["isready"], ["position startpos seed 1", "go infinite"]])
def test_ctrl_c_ends(said: list[str]) -> None:
    talk = Talk()
    talk.send("isready", *said)
    talk.receive_until("readyok")
    time.sleep(0.2)
    os.kill(talk.process.pid, signal.SIGINT)
    assert talk.process.wait(PATIENCE_S) == 130
    talk.close()
    assert talk.complaints == []


def test_every_go_is_answered_once() -> None:
    talk = Talk()
    talk.send("position startpos seed 1", *(["go infinite", "stop", "go nodes 1"] * 20))
    lines = talk.finish()
    assert sum(line.startswith("bestmove ") for line in lines) == 40


def test_junk_is_survived() -> None:
    before, after = abuse.abuse(lines=3000, seed=3)
    if before is not None and after is not None:
        assert after < 1.5 * before + 20_000


def test_stop_is_heard_at_any_moment() -> None:
    # How fast it is, `python -m tests.protocol.timing stop` measures.
    assert len(timing.measure_stops(12, seed=1)) == 12


def test_two_engines_play_a_match() -> None:
    command = ugi_match.COMMAND
    results = ugi_match.play_match(1, ugi_match.Pace(1, None, 0), (command, command))
    assert results[0] in ("p1win", "p2win", "draw")
