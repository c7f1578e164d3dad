"""``python -m coalbaron_fast``: one random game, printed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from coalbaron_fast import State, __version__
from coalbaron_fast.__main__ import main, play_random_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_summary_shows_scores_and_position(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--players", str(players), "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    state = play_random_game(players, 7)
    assert lines[0].startswith(f"A random game of {players} players, seed 7: ")
    seats = [line.split() for line in lines[3 : 3 + players]]
    assert [(int(vp), int(marks)) for _, vp, marks, *_ in seats] == list(
        zip(state.vp, state.marks, strict=True)
    )
    assert [seat for seat, words in enumerate(seats) if "wins" in words] == state.winners()
    assert State.from_text(lines[-1]) == state


def test_the_record_gives_the_game_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "3", "--record"]) == 0
    assert State.from_record(capsys.readouterr().out) == play_random_game(3, 3)


def test_the_same_seed_is_the_same_game() -> None:
    assert play_random_game(4, 5) == play_random_game(4, 5)
    assert play_random_game(4, 5) != play_random_game(4, 6)


def test_the_module_runs_as_a_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "coalbaron_fast", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"coalbaron-fast {__version__}\n"
    assert run.stderr == ""


@pytest.mark.parametrize(
    "arguments", [["--players", "5"], ["--seed", "x"], ["--seed", "-1"], ["more"]]
)
def test_wrong_arguments_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    complaints = capsys.readouterr().err
    assert "usage:" in complaints
    assert "read_seed" not in complaints
