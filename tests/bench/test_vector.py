"""The benchmark of the vector environment does the work that it times, and reports it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

vector = pytest.importorskip("bench.vector", exc_type=ImportError)


def test_everybody_plays_the_games_it_counts() -> None:
    tasks = {task.name: task for task in vector.all_tasks(8, 200, 1)}
    assert tasks["make_vec"].done == tasks["make_vec, copy=False"].done >= 8
    assert tasks["make_vec"].units == tasks[vector.BASE].units == {"step": 1600}
    tasks[vector.BASE].check()
    tasks["make_vec"].check()


def test_the_program_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--rounds", "2", "--lanes", "4", "--steps", "5", "--json", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", ["vector", *arguments])
    assert vector.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("make_vec, sync") for line in lines)
    assert '"benchmark": "vector"' in (tmp_path / "out").read_text("utf-8")
