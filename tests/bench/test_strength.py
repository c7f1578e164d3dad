"""The ladder: every rung at every number of seats, resumed by the same command."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import strength

from coalbaron_fast.arena import read_games, read_player


def play(directory: Path, *words: str) -> int:
    return strength.main(
        ["random", "greedy", "flat:nodes=2", "--directory", str(directory), *words]
    )


def test_the_ladder_is_one_table_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(tmp_path, "--seats", "2", "3", "--deals", "1") == 0
    first = list(read_games(tmp_path / "2.jsonl"))
    assert len(first) == 4
    plot = tmp_path / "ladder.svg"
    assert play(tmp_path, "--seats", "2", "3", "--deals", "2", "--plot", str(plot)) == 0
    assert "<svg" in plot.read_text("utf-8")
    plot.unlink()
    assert list(read_games(tmp_path / "2.jsonl"))[:4] == first
    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][-5:]
    assert table[0].startswith("| --- |")
    assert all(line.split(" | ")[7].startswith(("+", "-", "0")) for line in table[1:])
    assert [line.split(" | ")[:4] for line in table[1:]] == [
        ["| greedy", "random", "2", "4"],
        ["| flat:nodes=2", "greedy", "2", "4"],
        ["| greedy", "random", "3", "6"],
        ["| flat:nodes=2", "greedy", "3", "6"],
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "2.json",
        "2.jsonl",
        "3.json",
        "3.jsonl",
    ]


def test_a_picture_of_no_kind_is_refused_before_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        play(tmp_path, "--seats", "2", "--deals", "1", "--plot", "ladder.pdf")
    assert "svg" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_another_ladder_is_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(tmp_path, "--seats", "2", "--deals", "1") == 0
    assert play(tmp_path, "--seats", "2", "--deals", "1", "--seed", "8") == 2
    assert "it differs in seed" in capsys.readouterr().err


def test_the_ladders_players_play_the_same_games_everywhere() -> None:
    assert all(read_player(text).is_repeatable for text in strength.LADDER)
