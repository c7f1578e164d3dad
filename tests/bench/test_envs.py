"""The benchmark of the environments does the work that it times, and reports it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bench import envs
from bench.tasks import Task


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "ZOO_GAMES", 1)
    monkeypatch.setattr(envs, "CATAN_STEPS", 3)
    monkeypatch.setattr(envs, "SEATS", (2,))


def test_batches_on_any_number_of_threads_do_the_same_work() -> None:
    one, two = envs.batch_tasks(lanes=40, steps=250)
    assert one.done == two.done
    assert one.done[0] >= 20
    assert one.units == {"step": 10_000}
    one.check()
    two.check()


def test_ratios_are_those_to_connect_four() -> None:
    tasks = [
        Task(name, lambda: 0, 0, {"step": steps})
        for name, steps in ((envs.CONNECT_FOUR, 10), ("fast", 1000))
    ]
    rows = envs.compare(tasks, {envs.CONNECT_FOUR: [400, 400], "fast": [200, 200]})
    assert [round(row["ratio"]["mean"]) for row in rows] == [1, 200]
    assert rows[1]["nanoseconds"]["median"] == 0.2


def test_the_program_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("pettingzoo.classic.connect_four_v3", exc_type=ImportError)
    monkeypatch.setattr(envs, "OTHERS", ())
    arguments = ["--rounds", "2", "--lanes", "4", "--steps", "5", "--json", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", ["envs", *arguments])
    assert envs.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(envs.CONNECT_FOUR) for line in lines)
    assert '"benchmark": "envs"' in (tmp_path / "out").read_text("utf-8")
