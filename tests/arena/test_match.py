"""Whole matches from the command line: killed, interrupted, resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import (
    LocalBackend,
    MatchSettings,
    Tally,
    play_match,
    read_games,
    read_match,
)
from coalbaron_protocol.arguments import run_command
from tests.processes import PATIENCE_S, running

COMMAND: Final = (sys.executable, "-m", "coalbaron_protocol", "match")
PLAYERS: Final = ("engine:nodes=6", "greedy")
SETTINGS: Final = ("--deals", "8", "--seed", "5", "--plies", "4")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """The report and the summary of the match when nothing interrupts it."""
    path = tmp_path_factory.mktemp("match")
    run = subprocess.run(
        [*COMMAND, *PLAYERS, *SETTINGS, "--file", "games", "--summary", "summary"],
        cwd=path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout, json.loads((path / "summary").read_text(encoding="utf-8"))


def environment() -> dict[str, str]:
    """Return our environment, with the paths in it made absolute."""
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return os.environ | {"PYTHONPATH": os.pathsep.join(str(Path(path).resolve()) for path in paths)}


def begun(path: Path, jobs: int, *words: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start or resume the match, in a process group of its own."""
    asked = (*(words or (*PLAYERS, *SETTINGS)), "--file", "games", "--jobs", str(jobs))
    return running(*COMMAND, *asked, cwd=path, env=environment(), start_new_session=True)


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(process: subprocess.Popen[str], path: Path, count: int) -> None:
    while process.poll() is None and lines_of(path) < count:
        time.sleep(0.005)


def finish(path: Path) -> tuple[str, dict[str, Any]]:
    """Go on with the match to its end."""
    run = subprocess.run(
        [*COMMAND, "--resume", "--file", "games", "--summary", "summary", "--jobs", "2"],
        cwd=path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout, json.loads((path / "summary").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_match_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(
    tmp_path: Path, undisturbed: tuple[str, dict[str, Any]]
) -> None:
    games = tmp_path / "games"
    for words, number in (((), 2), (("--resume",), 5), (("--resume",), 9)):
        with begun(tmp_path, 2, *words) as process:
            wait_for_lines(process, games, number)
        assert process.returncode == -signal.SIGKILL
        assert lines_of(games) < 17
    # What a kill within the write of a line would leave.
    with games.open("ab") as file:
        file.write(b'{"number": 15, "deal"')
    assert finish(tmp_path) == undisturbed
    assert sorted(game.number for game in read_games(games)) == list(range(16))


@pytest.mark.parametrize("lines", [1, 8])
def test_ctrl_c_ends_with_a_summary_and_says_how_to_go_on(
    tmp_path: Path, undisturbed: tuple[str, dict[str, Any]], lines: int
) -> None:
    with begun(tmp_path, 1) as process:
        wait_for_lines(process, tmp_path / "games", lines)
        # As a terminal does it: to the workers too.
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    if lines > 1:
        assert "match at 2 seats" in output
        assert "engine:nodes=6" in output
    assert "to go on: coalbaron-engine match --resume --file games" in errors
    assert "Traceback" not in errors
    assert finish(tmp_path) == undisturbed


def test_workers_do_not_outlive_a_killed_match(tmp_path: Path) -> None:
    with begun(tmp_path, 2) as process:
        wait_for_lines(process, tmp_path / "games", 4)
    waited = time.monotonic()
    while is_group_alive(process.pid):
        assert time.monotonic() - waited < PATIENCE_S
        time.sleep(0.05)


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return any(state != "Z" for state in states_of(group))


def states_of(group: int) -> Iterator[str]:
    """Yield the states of the processes in a group."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            yield fields[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_number_of_processes_changes_nothing(
    undisturbed: tuple[str, dict[str, Any]], jobs: int
) -> None:
    _, summary = undisturbed
    settings = MatchSettings.from_dict(summary["settings"].copy())
    tally = Tally(settings)
    with LocalBackend(jobs) as backend:
        play_match(tally, backend)
    assert tally.standing(0).win.mean == summary["players"][0]["win"]["mean"]
    assert tally.standing(0).margin.mean == summary["players"][0]["margin"]["mean"]


def test_every_record_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status = run_command(
        ["match", "greedy", "random", "greedy:name=c", "--seats", "3", "--deals", "2"]
    )
    assert status == 0
    games = list(read_games(tmp_path / "match.jsonl"))
    assert len(games) == 6
    for game in games:
        state = State.from_record(game.record)
        assert (tuple(state.vp), state.players) == (game.vp, 3)


def test_a_sequential_test_stops_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games"
    words = ["match", "greedy", "random", "--deals", "5000", "--sprt", "0", "100", "--jobs", "2"]
    assert run_command([*words, "--file", str(path)]) == 0
    assert "100 Elo is taken after" in capsys.readouterr().out
    tally = read_match(path)
    assert len(tally.deals) < 100
    assert run_command(["match", "--resume", "--file", str(path)]) == 0
    assert read_match(path).standings() == tally.standings()


def test_all_results_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "greedy", "random", "flat:nodes=2", "--format", "round-robin", "--deals", "2"]
    places = ["--file", str(tmp_path / "g"), "--summary", str(tmp_path / "s")]
    plots = ["--plots", str(tmp_path / "plots"), "--plot-kind", "png"]
    assert run_command([*words, *places, *plots]) == 0
    output = capsys.readouterr().out
    assert "greedy against flat:nodes=2" in output
    summary = json.loads((tmp_path / "s").read_text(encoding="utf-8"))
    assert [player["games"] for player in summary["players"]] == [8, 8, 8]
    assert all("rating" in player for player in summary["players"])
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == ["margins.png", "ratings.png", "score.png"]


def test_without_matplotlib_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = ["match", "greedy", "random", "--deals", "2", "--file", str(tmp_path / "g")]
    assert run_command([*words, "--plots", str(tmp_path / "plots")]) == 2
    assert "pip install '.[arena]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "players are needed, or --resume"),
        (["greedy"], "takes 2 players, not 1"),
        (["greedy", "stockfish"], "no player 'stockfish'"),
        (["greedy", "random", "--jobs", "0"], "jobs must be at least 1"),
        (["greedy", "random", "--resume"], "cannot be opened"),
        (["greedy", "random", "--sprt", "5", "0"], "the first is the lower one"),
        (["greedy", "random", "--sprt", "0", "inf"], "hypotheses are -2000 to 2000 Elo, not 0 and"),
        (["greedy", "random", "--sprt", "nan", "0"], "hypotheses are -2000 to 2000 Elo"),
        (["greedy", "random", "--sprt", "0", "1e9"], "hypotheses are -2000 to 2000 Elo"),
        (["greedy", "random", "--jobs", "100000"], "each is a process"),
        (["greedy", "random", "--summary", "no/such/s"], "--summary no/such/s cannot be written"),
        (["greedy", "random", "--summary", "/"], "--summary / cannot be written: Is a directory"),
        (["greedy", "random", "--plots", "/dev/null/x"], "--plots /dev/null/x cannot be written"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert run_command(["match", *words, "--file", str(tmp_path / "games")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("coalbaron-engine match: ")
    assert complaint in error
    assert error.count("\n") == 1
    assert not (tmp_path / "games").exists()


# -- a second match in one folder


SMALL: Final = ("match", "greedy", "random", "--deals", "2")


def test_files_are_numbered_where_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command([*SMALL]) == 0
    assert capsys.readouterr().err.count("match") == 0
    assert run_command([*SMALL, "--seed", "9"]) == 0
    assert "the games go to match-2.jsonl" in capsys.readouterr().err
    # The same match again is played again: it may well be one that comes out otherwise.
    assert run_command([*SMALL]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "match-2.jsonl", "match-3.jsonl", "match.jsonl",
    ]  # fmt: skip
    # The last one is gone on with.
    assert run_command(["match", "--resume", "--deals", "3"]) == 0
    assert [lines_of(path) for path in sorted(tmp_path.iterdir())] == [5, 7, 5]


def test_a_match_that_waits_is_not_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command([*SMALL]) == 0
    games = tmp_path / "match.jsonl"
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:-1]))
    capsys.readouterr()
    assert run_command([*SMALL]) == 2
    assert "--resume --file match.jsonl goes on with it, --file names" in capsys.readouterr().err
    assert run_command(["match", "--resume"]) == 0
    assert lines_of(games) == 5
    assert run_command([*SMALL, "--file", "match.jsonl"]) == 2
    assert "--file names another" in capsys.readouterr().err


# -- results that cannot be written, or that are not read


def shell(path: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, where `$match` is a small match."""
    match = " ".join((sys.executable, "-m", "coalbaron_protocol", *SMALL))
    return subprocess.run(
        ["/bin/bash", "-c", f"match='{match}'; {line}"],
        cwd=path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_nobody_reads_the_table(tmp_path: Path) -> None:
    done = shell(tmp_path, "$match --summary s | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads((tmp_path / "s").read_text(encoding="utf-8"))["games"] == 4
    assert lines_of(tmp_path / "match.jsonl") == 5


def test_the_table_goes_to_a_full_disk(tmp_path: Path) -> None:
    done = shell(tmp_path, "$match > /dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "coalbaron-engine: [Errno 28] No space left on device" in done.stderr


@pytest.mark.parametrize("closed", [">&- 2>&-", "2> /dev/full"])
def test_streams_that_are_closed(tmp_path: Path, closed: str) -> None:
    done = shell(tmp_path, f"$match {closed}")
    assert (done.returncode, done.stderr) == (0, "")
    assert lines_of(tmp_path / "match.jsonl") == 5


def test_the_disk_is_full_midway(tmp_path: Path) -> None:
    done = shell(tmp_path, "ulimit -f 4; $match --deals 40 --summary s")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    complaint, way = done.stderr.splitlines()[-2:]
    assert complaint == "coalbaron-engine match: match.jsonl cannot be written: File too large"
    assert way == "to go on: coalbaron-engine match --resume --file match.jsonl"
    kept = lines_of(tmp_path / "match.jsonl") - 1
    assert 1 <= kept < 5
    assert "match at 2 seats" in done.stdout
    assert shell(tmp_path, "$match --resume --deals 2").returncode == 0
    assert lines_of(tmp_path / "match.jsonl") == 5


def test_the_summary_meets_a_full_disk_after_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SMALL, "--file", str(tmp_path / "g"), "--summary", "/dev/full"]
    assert run_command(words) == 1
    told = capsys.readouterr()
    assert (
        told.err == "coalbaron-engine match: /dev/full cannot be written: No space left on device\n"
    )
    assert "match at 2 seats" in told.out


def test_help_tells_of_players_and_formats(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        run_command(["match", "--help"])
    text = capsys.readouterr().out
    for word in ("engine:nodes=", "cmd,time_ms=", "round-robin", "--resume", "--sprt", "examples:"):
        assert word in text
