"""The benchmarks of the search do the work that they time, and report it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bench import analysis, evaluations, search, stops

from coalbaron_fast.engine.evaluation import HAND
from tests.search.two_threads import random_network


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "POSITIONS", 2)
    monkeypatch.setattr(search, "COUNTED_NODES", 40)
    monkeypatch.setattr(evaluations, "REPEATS", 1)
    monkeypatch.setattr(evaluations, "NODES", {HAND: 20, "net": 20})
    monkeypatch.setattr(stops, "ENDINGS", 1)
    monkeypatch.setattr(stops, "LONGEST_WAIT_S", 0.001)


def test_turns_an_iteration_are_counted_the_same_again() -> None:
    states = search.positions(3)
    assert [state.players for state in states] == [3, 3]
    counted = search.turns_an_iteration(states)
    assert counted == search.turns_an_iteration(states)
    assert counted > 10


def test_a_row_holds_rates_and_the_ratio_of_threads() -> None:
    row = search.row(2, [100.0, 100.0, 100.0], [200.0, 200.0, 200.0], 50.0)
    assert row == ["2", "100 (100-100)", "50", "0.01 M", "200", "2.000 (2.000-2.000)"]


def test_the_programs_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["search", "--rounds", "2", "--time-ms", "2"])
    assert search.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    monkeypatch.setattr(sys, "argv", ["analysis", "--rounds", "2", "--time-ms", "2"])
    assert analysis.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    monkeypatch.setattr(sys, "argv", ["stops", "--tries", "3"])
    assert stops.main() == 0
    assert capsys.readouterr().out.startswith("3 stops: median")


def test_a_network_is_timed_beside_the_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = random_network(tmp_path / "a.net")
    monkeypatch.setattr(sys, "argv", ["evaluations", file, "--rounds", "2"])
    assert evaluations.main() == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    monkeypatch.setattr(sys, "argv", ["evaluations", "nowhere.net"])
    with pytest.raises(SystemExit):
        evaluations.main()
    assert "nowhere.net cannot be read" in capsys.readouterr().err
