"""The command that plays many games, called small: it plays what it says."""

from __future__ import annotations

import re

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import workload
from tests.games.coalbaron.core import random_games
from tests.games.coalbaron.core.games import SEAT_COUNTS
from tests.games.coalbaron.core.random_games import main


def numbers_of(line: str) -> dict[str, int]:
    """The counts of a summary line by what they count."""
    return {name: int(number) for number, name in re.findall(r"(\d+) ([a-z]+(?: [a-z]+)*)", line)}


def test_the_summary_counts_the_games_that_were_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--games", "120", "--seed", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(SEAT_COUNTS)
    for players, line in zip(SEAT_COUNTS, lines, strict=True):
        counts = numbers_of(line)
        # One call of the core for what the command plays in slices.
        played = workload.play_games(players, 120, 5)
        assert line.startswith(f"{players} players: 120 random games (")
        assert counts["decisions"] == played["decisions"] > 120 * 60
        assert counts["chance events"] == played["chances"]
        assert counts["steered games"] == 12
        assert counts["views played along"] == 12 * players
        assert counts["tokens"] > 12 * 60
        assert counts["looks"] > 12
        assert counts["answers to shortages"] > 0
        # With two seats it would take more than a style to empty a stack.
        assert counts["empty stacks"] > 0 or players == 2
        assert counts["tokens played on in views"] > 0
        assert counts["decisions in sampled worlds"] > 0


def test_one_seat_count_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "11", "--players", "3"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("3 players: 11 random games (")
    assert numbers_of(line)["steered games"] == 2


def test_the_same_seed_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for seed in ("7", "7", "8"):
        assert main(["--games", "10", "--players", "2", "--seed", seed]) == 0
        lines.append(capsys.readouterr().out)
    assert lines[0] == lines[1] != lines[2]


def test_help_and_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, code, text in (
        (["--help"], 0, "--players"),
        (["--games", "0"], 2, "from 1 on"),
        (["--players", "5"], 2, "invalid choice"),
        (["--seed", "-1"], 2, "2**64"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = capsys.readouterr()
        assert stop.value.code == code
        assert text in captured.out + captured.err


def test_an_interrupt_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> dict[str, int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(workload, "play_games", interrupt)
    assert main(["--games", "10"]) == 130
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "stopped\n")


def test_progress_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(random_games, "PROGRESS_SECONDS", -1.0)
    assert main(["--games", "60", "--players", "2"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["--games", "60", "--players", "2"]) == 0
    errors = capsys.readouterr().err
    assert "2 players: 50 of 60 random games\n2 players: 60 of 60 random games\n" in errors
    assert errors.endswith("2 players: 6 of 6 steered games\n")


def test_a_view_that_loses_track_is_reported() -> None:
    class Forgetful(State):
        def history_seen_by(self, seat: int) -> list[str]:
            return super().history_seen_by(seat)[:-1]

    game = Forgetful(players=2, seed=1)
    game.push_all([game.legal_moves()[0]])
    with pytest.raises(random_games.ViewError):
        random_games.follow(game, 0)
