"""Self-play: correct, repeatable, and safe on the disk."""

from __future__ import annotations

import importlib
import json
import os
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast import Line, State, arena
from coalbaron_fast.arena import Finished, StoreError
from coalbaron_fast.arena import shards as module
from coalbaron_fast.arena.dataset import Dataset, read_outcomes, read_settings, read_table
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings, choose
from coalbaron_fast.engine.network_file import read_network, write_network
from coalbaron_fast.errors import NetworkError
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_protocol.arguments import run_command
from tests.arena.full_disk import room_for
from tests.search.random_network import random_floats, sizes_of

FEW = SelfplaySettings(games=3, seats=3, seed=5, nodes=3, lines=4)


@pytest.fixture(scope="module")
def games() -> list[SelfplayGame]:
    return [FEW.task(number).run() for number in range(FEW.games)]


def test_a_game_can_be_played_again_from_its_decisions(games: list[SelfplayGame]) -> None:
    for game in games:
        state = State(3, seed=game.seed, start=game.start or 0)
        for decision in game.decisions:
            assert state.turn == decision.seat
            assert state.view(decision.seat) == State.from_text(decision.view)
            assert (decision.phase, decision.vp) == (state.phase, state.vp)
            assert decision.columns == {
                "shift": state.shift,
                "marks": state.marks,
                "workers": state.workers,
                "supply": state.supply,
            }
            state.push_all(decision.turn)
        assert state.is_over
        assert game.vp == state.vp
        assert [bool(share) for share in game.win] == [
            seat in (state.winners() or []) for seat in range(3)
        ]
        assert sum(game.win) == pytest.approx(1.0)
        assert State.from_record(game.record).vp == game.vp


def test_lines_are_those_of_the_search_and_hold_the_turn(games: list[SelfplayGame]) -> None:
    for decision in games[0].decisions:
        assert 1 <= len(decision.lines) <= 4
        assert decision.turn == decision.lines[0]["turn"]
        assert all(len(line["win"]) == len(line["vp"]) == 3 for line in decision.lines)


def test_the_same_settings_play_the_same_games(games: list[SelfplayGame]) -> None:
    assert FEW.task(1).run() == games[1]
    assert FEW._replace(seed=6).task(1).run() != games[1]
    # Which games there are besides does not matter.
    assert FEW._replace(seed=6).task(0).run().seed == games[1].seed


def line(name: str, visits: int) -> Line:
    values: Any = dict.fromkeys((one.name for one in fields(Line) if one.init), 0.0)
    return Line(**values | {"tokens": [name], "visits": visits})


def test_a_temperature_draws_by_visits() -> None:
    lines = [line("often", 900), line("seldom", 100), line("never", 0)]
    chance = random.Random(1)

    def share(temperature: float) -> float:
        drawn = [choose(lines, temperature, chance).tokens[0] for _ in range(2000)]
        assert "never" not in drawn
        return drawn.count("often") / len(drawn)

    assert share(0.0) == 1.0
    assert share(1.0) == pytest.approx(0.9, abs=0.03)
    assert share(2.0) == pytest.approx(0.75, abs=0.04)
    assert share(0.001) == 1.0


@pytest.mark.parametrize(
    "wrong", [{"seats": 5}, {"games": 0}, {"nodes": 0}, {"temperature": -1.0}, {"seed": -1}]
)
def test_settings_that_cannot_be_played_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        FEW._replace(**wrong).checked()


def test_without_pyarrow_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert run_command(["selfplay", str(tmp_path / "games")]) == 2
    assert "'.[data]'" in capsys.readouterr().err
    assert not (tmp_path / "games" / "selfplay.json").exists()


def rows(path: Path, kind: str) -> list[dict[str, Any]]:
    """Return all rows of a directory, in the order of the games."""
    read_table = importlib.import_module("pyarrow.parquet").read_table
    tables = [read_table(shard) for shard in path.glob(f"{kind}-*.parquet")]
    found = [row for table in tables for row in table.to_pylist()]
    return sorted(found, key=lambda row: (row["game"], row.get("decision", 0)))


class TestDataset:
    """What is on the disk, at any moment."""

    @pytest.fixture(autouse=True)
    def needs_pyarrow(self) -> None:
        pytest.importorskip("pyarrow", reason="the extra data is not installed")

    def test_tables_hold_what_was_played(self, games: list[SelfplayGame], tmp_path: Path) -> None:
        with Dataset.create(tmp_path / "games", FEW) as dataset:
            for game in reversed(games):
                dataset.add(game)
        stored = rows(tmp_path / "games", "games")
        assert [(row["game"], row["vp"], row["record"]) for row in stored] == [
            (game.number, game.vp, game.record) for game in games
        ]
        decisions = rows(tmp_path / "games", "decisions")
        assert len(decisions) == sum(row["decisions"] for row in stored)
        first = decisions[0]
        assert first["view"] == games[0].decisions[0].view
        assert [line["visits"] for line in first["lines"]] == [
            line["visits"] for line in games[0].decisions[0].lines
        ]
        assert (first["final_vp"], first["final_win"]) == (games[0].vp, games[0].win)

    def test_a_kill_loses_what_was_not_flushed_and_it_is_played_again(
        self, games: list[SelfplayGame], tmp_path: Path
    ) -> None:
        path = tmp_path / "games"
        dataset = Dataset.create(path, FEW)
        dataset.add(games[2])
        dataset.flush()
        dataset.add(games[0])
        # A kill: nothing is closed, a shard is cut off between its two files.
        os.close(dataset._lock)
        (path / "decisions-000001.parquet").write_bytes(b"PAR1")
        with Dataset.reopen(path, FEW._replace(games=4)) as again:
            assert again.done == {2}
            again.add(games[0])
            again.add(games[1])
        assert [row["game"] for row in rows(path, "games")] == [0, 1, 2]
        assert {row["game"] for row in rows(path, "decisions")} == {0, 1, 2}

    def test_shards_are_written_when_full_or_late(
        self, games: list[SelfplayGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [0.0]
        monkeypatch.setattr(module, "SHARD", 2)
        with Dataset.create(tmp_path / "games", FEW) as dataset:
            dataset._clock = lambda: now[0]
            dataset._flushed = 0.0
            dataset.add(games[0])
            assert rows(tmp_path / "games", "games") == []
            dataset.add(games[1])
            assert len(rows(tmp_path / "games", "games")) == 2
            now[0] = module.FLUSH_S
            dataset.add(games[2])
            assert len(rows(tmp_path / "games", "games")) == 3

    def test_other_games_are_not_mixed_in(self, tmp_path: Path) -> None:
        path = tmp_path / "games"
        with pytest.raises(StoreError, match="no games of this kind"):
            Dataset.reopen(path, FEW)
        with Dataset.create(path, FEW):
            with pytest.raises(StoreError, match="in use"):
                Dataset.reopen(path, FEW)
            with pytest.raises(StoreError, match="already"):
                Dataset.create(path, FEW)
        with pytest.raises(StoreError, match="differ in nodes"):
            Dataset.reopen(path, FEW._replace(nodes=4, games=9))

    def test_the_command_plays_and_goes_on(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "games"
        words = ["selfplay", str(path), "--seats", "3", "--seed", "5", "--nodes", "3"]
        assert run_command([*words, "--lines", "4", "--games", "1"]) == 0
        assert capsys.readouterr().out == f"1 games in {path}\n"
        assert run_command([*words, "--lines", "4", "--games", "2"]) == 2
        assert "--resume" in capsys.readouterr().err
        assert run_command([*words, "--lines", "4", "--games", "2", "--resume"]) == 0
        assert [row["game"] for row in rows(path, "games")] == [0, 1]
        assert rows(path, "games")[1]["record"] == FEW.task(1).run().record

    def test_a_directory_is_read_in_order_and_without_what_was_cut_off(
        self, games: list[SelfplayGame], tmp_path: Path
    ) -> None:
        path = tmp_path / "games"
        with pytest.raises(StoreError, match="no games"):
            read_table(path, "games")
        with Dataset.create(path, FEW) as dataset:
            for game in reversed(games):
                dataset.add(game)
                dataset.flush()
        (path / "decisions-000003.parquet").write_bytes(b"PAR1")
        assert read_table(path, "games", ["start"]).to_pylist() == [
            {"game": game.number, "start": game.start} for game in games
        ]
        decisions = read_table(path, "decisions", ["seat"]).to_pylist()
        assert decisions == [
            {"game": game.number, "decision": place, "seat": decision.seat}
            for game in games
            for place, decision in enumerate(game.decisions)
        ]
        assert read_settings(path) == FEW
        outcomes = read_outcomes(path)
        assert sorted(outcomes.lengths) == sorted(len(game.decisions) for game in games)
        assert sorted(map(sum, zip(*outcomes.points, strict=True))) == sorted(
            sum(game.vp) for game in games
        )

    def test_resume_takes_the_settings_of_the_directory_and_draws(
        self,
        games: list[SelfplayGame],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        pytest.importorskip("matplotlib")
        path = tmp_path / "games"
        with Dataset.create(path, FEW) as dataset:
            for game in games:
                dataset.add(game)

        def nothing_is_played(*_: object) -> Iterator[Finished]:
            raise AssertionError

        monkeypatch.setattr(arena, "run_tasks", nothing_is_played)
        words = ["selfplay", str(path), "--resume", "--plots", str(tmp_path / "plots")]
        assert run_command(words) == 0
        assert capsys.readouterr().out == f"3 games in {path}\n"
        assert len(list((tmp_path / "plots").iterdir())) == 5
        assert run_command([*words, "--nodes", "4"]) == 2
        assert "differ in nodes" in capsys.readouterr().err
        blocked = tmp_path / "file"
        blocked.write_text("")
        assert run_command([*words[:-1], str(blocked)]) == 0
        assert "no pictures: " in capsys.readouterr().err

    def test_calibrate_plays_all_seats_and_tells_what_forecasts_were_worth(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        net, out = tmp_path / "random.net", tmp_path / "adjusted.net"
        sizes = sizes_of(load_game(DEFAULT).ops)
        write_network(net, DEFAULT, sizes.layout, random_floats(sizes), {})
        path, data = tmp_path / "calibration", tmp_path / "it.json"
        words = ["calibrate", str(path), "--games", "1", "--nodes", "2", "--seats", "2", "3"]
        assert run_command([*words, "--evaluation", str(net), "--json", str(data)]) == 0
        shown = capsys.readouterr().out
        assert "in 80 % band" in shown
        found = json.loads(data.read_text())
        assert [(row["seats"], row["part"]) for row in found] == [
            (seats, part) for seats in (2, 3) for part in ("shift 1", "shift 2", "shift 3", "all")
        ]
        assert run_command(["learn", "adjust", str(net), str(path), str(out)]) == 0
        factors = {
            seats: {part: found[4 * seats - 9 + part]["factor"] for part in (1, 2, 3)}
            for seats in (2, 3)
        }
        spread = read_network(out).spread
        assert list(spread) == [2, 3]
        for seats, parts in factors.items():
            assert spread[seats] == pytest.approx(parts, abs=6e-4)
        # With the new factors the bands of the same games would hold 80 %.
        assert run_command(["learn", "adjust", str(out), str(path), str(net)]) == 2
        assert f"holds games with {net}" in capsys.readouterr().err
        # More of the same games, and nothing else, goes on.
        assert run_command(["calibrate", str(path), "--seats", "2"]) == 2
        assert "holds games already" in capsys.readouterr().err
        assert run_command(["calibrate", str(path), "--seats", "2", "--resume"]) == 0
        # Ctrl-C came before the first game of three: it is begun, with the settings of the others.
        shutil.rmtree(path / "3-seats")
        assert run_command(["calibrate", str(path), "--seats", "2", "3", "--resume"]) == 0
        two, three = (read_settings(path / f"{seats}-seats") for seats in (2, 3))
        assert three == two._replace(seats=3)
        assert run_command(["calibrate", str(tmp_path / "none"), "--resume"]) == 2
        assert "holds no games of this kind" in capsys.readouterr().err

    def test_a_limit_of_time_and_an_evaluation_are_settings(self, tmp_path: Path) -> None:
        settings = SelfplaySettings(games=1, time_ms=1, nodes=10**9).checked()
        assert (settings.limits().time_ms, settings.limits().nodes) == (1, None)
        assert '[Time "1 ms"]' in settings.task(0).run().record
        with pytest.raises(NetworkError):
            SelfplaySettings(evaluation=str(tmp_path / "none.net")).checked()

    def test_ctrl_c_keeps_what_was_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def interrupted(*_: object) -> Iterator[Finished]:
            yield Finished(1, FEW.task(1).run())
            raise KeyboardInterrupt

        monkeypatch.setattr(arena, "run_tasks", interrupted)
        words = ["selfplay", str(tmp_path / "games"), "--seats", "3", "--seed", "5", "--nodes", "3"]
        assert run_command([*words, "--games", "9"]) == 130
        assert [row["game"] for row in rows(tmp_path / "games", "games")] == [1]
        assert "--resume goes on" in capsys.readouterr().err

    def test_a_full_disk_leaves_whole_files(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "games"
        words = ["selfplay", str(path), "--nodes", "3", "--games", "1"]
        with room_for(2000):
            assert run_command(words) == 1
        error = capsys.readouterr().err
        assert "decisions-000000.parquet cannot be written: File too large" in error
        assert [item.name for item in path.iterdir()] == ["selfplay.json"]
        assert run_command([*words, "--resume"]) == 0
        assert [row["game"] for row in rows(path, "games")] == [0]

    @pytest.mark.parametrize("content", ["[]", '{"kind": 1}', "x", '{"settings": 3}'])
    def test_settings_of_something_else(self, tmp_path: Path, content: str) -> None:
        (tmp_path / "selfplay.json").write_text(content, encoding="utf-8")
        with pytest.raises(StoreError, match="no games of this kind"):
            Dataset.reopen(tmp_path, FEW)

    def test_a_place_that_is_no_directory(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "taken").touch()
        assert run_command(["selfplay", str(tmp_path / "taken")]) == 2
        assert "taken cannot be written: File exists" in capsys.readouterr().err
