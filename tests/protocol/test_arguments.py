"""Arguments: one command, then the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import __version__
from tests.processes import PATIENCE_S
from tests.protocol.conversation import COMMAND


def run(*arguments: str, said: str = "") -> tuple[int, list[str], str]:
    """Run the command; return status, output, complaints."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_version_and_help() -> None:
    assert run("--version") == (0, [f"coalbaron-engine {__version__}"], "")
    status, lines, _ = run("--help")
    assert status == 0
    assert {"bench", "perft", "analyse", "play", "serve"} <= set(" ".join(lines).split())


@pytest.mark.parametrize(
    "command",
    ["bench", "perft", "analyse", "play", "match", "selfplay", "review", "serve", "help"],
)
def test_help_is_a_word(command: str) -> None:
    status, lines, complaints = run("help", command)
    assert (status, complaints) == (0, "")
    assert lines[0].startswith(f"usage: coalbaron-engine {command} ")
    assert run(command, "--help")[1] == lines


def test_help_of_all_and_of_nothing_known() -> None:
    assert run("help") == run("--help")
    status, lines, complaints = run("help", "dance")
    assert (status, lines) == (2, [])
    assert "invalid choice: 'dance'" in complaints


def test_perft() -> None:
    assert run("perft", "2") == (0, ["perft 2: 42"], "")
    assert run("perft", "2", "startpos", "players", "3", "seed", "7")[1] == ["perft 2: 90"]
    assert run("perft", "1", "--divide")[1][-1] == "divide 1: 7"


def test_analyse_one_position() -> None:
    status, lines, complaints = run("analyse", "--nodes", "20", "startpos", "seed", "1")
    assert (status, complaints) == (0, "")
    assert lines[-1].startswith("bestmove +")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["perft", "99"], "info string error perft: depth is a whole number"),
        (["perft", "0", "--divide"], "info string error divide: depth is a whole number"),
        (["perft", "2", "startpos", "players", "9"], "info string error position: "),
        (["bench", "0"], "info string error bench: nodes is a whole number"),
        (["analyse", "--nodes", "20", "text", "nonsense"], "info string error position: "),
        (["analyse", "--evaluation", "no.net"], "info string error setoption: "),
        (["bench", "--evaluation", "no.net"], "info string error setoption: "),
        (["analyse", "--nodes", "0"], "info string error go: nodes takes a whole number"),
    ],
)
def test_what_cannot_be_followed_ends_with_a_status(arguments: list[str], complaint: str) -> None:
    status, lines, _ = run(*arguments)
    assert status == 1
    assert lines[0].startswith(complaint)
    assert all(line.startswith(("info string error", "bestmove none")) for line in lines)


def test_the_signature_does_not_depend_on_threads() -> None:
    one, two = (run("bench", "2", "--threads", threads)[1] for threads in "12")
    assert one[-1] == two[-1]
    assert one[-1].startswith("signature: ")


def test_every_evaluation_has_a_signature() -> None:
    best, net, guess = (
        run("bench", "2", "--evaluation", evaluation)[1][-1]
        for evaluation in ("best", "net", "hand")
    )
    assert best == net != guess


@pytest.mark.parametrize("arguments", [["dance"], ["perft"], ["perft", "x"], ["bench", "x", "y"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    status, lines, complaints = run(*arguments)
    assert (status, lines) == (2, [])
    assert "usage: coalbaron-engine" in complaints


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("perft", "the following arguments are required: N"),
        ("analyse --threads 0", "argument --threads: a whole number from 1 to 64, not '0'"),
        ("analyse --threads two", "argument --threads: a whole number from 1 to 64, not 'two'"),
        ("analyse --json --format table", "--json and --format table exclude each other"),
        ("analyse --format json startpos", "the position asks chance: add a seed"),
        ("review game.txt --nodes 0", "argument --nodes: a whole number, 1 or more, not '0'"),
        ("learn adjust a.net calibrated ./a.net", "a.net is the network itself"),
        ("puzzles made.jsonl --output /dev/null", "--output /dev/null is no file"),
        ("calibrate games --json no/made", "--json no/made cannot be written: No such"),
        ("calibrate games --plot no/made", "--plot no/made cannot be written: No such"),
        ("match greedy random --plots /dev/null", "--plots /dev/null cannot be written: "),
        ("openings made.jsonl --output no/made", "--output no/made cannot be written: No such"),
    ],
)
def test_complaints_name_what_would_be_right(
    words: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, lines, complaints = run(*words.split())
    assert status in (1, 2)
    assert lines == []
    assert complaint in complaints.splitlines()[-1]
    assert "POSITION" not in complaints.splitlines()[-1]
    assert not list(tmp_path.iterdir())


FULL: Final = "/dev/full"


@pytest.mark.parametrize(
    "words",
    [
        "analyse --format table --nodes 20",
        "analyse --format json --nodes 20",
        "analyse --nodes 20",
        "completion bash",
        "play --human 0,1",
    ],
)
@pytest.mark.skipif(not Path(FULL).exists(), reason="there is no full disk here")
def test_output_that_cannot_be_written_is_no_traceback(words: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -m coalbaron_protocol {words}"
    for redirected in (f"{command} > {FULL}", f"{command} | sleep 0", f"{command} >&- <&-"):
        done = subprocess.run(
            ["/bin/bash", "-o", "pipefail", "-c", redirected],
            cwd=tmp_path, input="1\n", capture_output=True, text=True, check=False,
            timeout=PATIENCE_S,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, redirected
        assert len(done.stderr.splitlines()) <= 1, redirected
        if FULL in redirected:
            assert done.returncode == 1
