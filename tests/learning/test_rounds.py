"""Going round: what each round does, what the table keeps, and that it goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast import arena
from coalbaron_fast.arena import Finished, MatchSettings, Tally
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import load_game
from coalbaron_protocol.arguments import run_command
from tests.arena.drawn import result
from tests.search.random_network import random_floats, sizes_of

pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")

GAME = load_game("coalbaron")
HELD_OUT = {"seats": 2, "part": 1, "margin_r2": 0.25}
TRAINED: dict[str, Any] = {
    "positions": {"2": 70, "3": 30},
    "held_out": {"measured": {"network": [HELD_OUT, HELD_OUT | {"margin_r2": None}]}},
}


def match(*, won: bool) -> Tally:
    """Return a match that the new network has won or lost altogether."""
    found = Tally(MatchSettings(("greedy", "random"), deals=20, sprt=(0.0, 40.0)))
    for number in range(40):
        entrants = (0, 1) if number % 2 == 0 else (1, 0)
        ranks = [int((entrant == 0) != won) for entrant in entrants]
        found.add(result(number, entrants, ranks, (90, 90), deal=number // 2))
    return found


def test_a_network_that_passes_plays_the_next_round(tmp_path: Path) -> None:
    from coalbaron_fast.learning.rounds import Rounds  # noqa: PLC0415 - needs NumPy

    sizes = sizes_of(GAME.ops)
    rounds = Rounds(tmp_path)
    for number, won in ((1, True), (2, False)):
        here = rounds.next
        assert (here.number, here.path) == (number, tmp_path / f"round-{number:02}")
        here.path.mkdir()
        words = dict(here.commands([]))
        evaluation = "best" if number == 1 else str((tmp_path / "round-01/new.net").resolve())
        seed = str(number * 100_000_000)
        assert words["play"][1:] == ["--seed", seed, "--evaluation", evaluation]
        assert words["gate"][-3:] == ["--against", evaluation, "--resume"]
        floats = random_floats(sizes, seed=number)
        write_network(here.network, GAME.name, sizes.layout, floats, TRAINED)
        # What is there is not fitted again.
        assert "fit" not in dict(here.commands([]))
        rounds.add(here, {2: match(won=won)})
        # A process that goes on finds the same.
        rounds = Rounds(tmp_path)
    assert [row["passed"] for row in rounds.done] == [True, False]
    assert rounds.has_ended
    best = (tmp_path / "best.net").read_bytes()
    assert best == (tmp_path / "round-01/new.net").read_bytes()
    assert "0.25 -" in rounds.text()


def test_the_first_round_plays_with_what_there_is(tmp_path: Path) -> None:
    from coalbaron_fast.learning.rounds import Rounds  # noqa: PLC0415 - needs NumPy

    words = dict(Rounds(tmp_path, Path("old.net")).next.commands([]))
    assert words["play"][-1] == "old.net"
    assert words["gate"][-2] == "old.net"


def test_a_fit_learns_from_all_rounds(tmp_path: Path) -> None:
    from coalbaron_fast.learning.rounds import Round  # noqa: PLC0415 - needs NumPy

    for name in ("round-01", "round-02"):
        (tmp_path / name / "samples").mkdir(parents=True)
    words = dict(Round(2, tmp_path / "round-02", None).commands([Path("more")]))
    assert words["fit"][1:] == [
        str(tmp_path / "round-01/samples"),
        str(tmp_path / "round-02/samples"),
        "more",
    ]


def test_the_command_goes_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax", reason="the extra learning is not installed")
    command = ["learn", "loop", str(tmp_path), "--rounds", "1"]
    command += ["--play=--games 4 --seats 2 --nodes 4", "--label=--behind 1"]
    command += ["--fit=--steps 4 --batch 128 --units 8 8 8 8 8"]
    command += ["--gate=--limit nodes=2 --deals 1 --seats 2"]
    assert run_command(command) == 0
    shown = capsys.readouterr().out
    assert "round 1" in shown
    assert "R² by seats and part" in shown
    (row,) = map(json.loads, (tmp_path / "rounds.jsonl").read_text("utf-8").splitlines())
    assert row["matches"]["2"]["deals"] == 1
    network = Path(row["network"]).read_bytes()
    assert run_command(command) == 0
    assert Path(row["network"]).read_bytes() == network
    assert "round 1" not in capsys.readouterr().out


def test_ctrl_c_says_that_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Iterator[Finished]:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_tasks", interrupted)
    command = ["learn", "loop", str(tmp_path), "--play=--games 1 --nodes 0"]
    assert run_command(command) == 130
    assert capsys.readouterr().err.endswith("interrupted; the same command goes on\n")
