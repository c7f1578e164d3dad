"""Openings: what is counted of the first turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from coalbaron_fast.arena.exploring import BATCH, FIRST, OpeningSettings, OpeningTask, add_up
from coalbaron_fast.games import load_game
from coalbaron_fast.review.openings import OpeningFile, load_openings, save_openings
from coalbaron_protocol.arguments import run_command

GAME = load_game("coalbaron")


@pytest.fixture(scope="module")
def counted() -> OpeningFile:
    settings = OpeningSettings(games=2 * BATCH, seats=(2,), seed=5)
    results = [task.run()[1] for task in settings.tasks(())]
    return OpeningFile(settings._asdict(), add_up(results, GAME))


def test_each_first_turn_is_counted_once(counted: OpeningFile) -> None:
    for shift in (1, 2, 3):
        openings = counted.of(2, "place", shift)
        # Half of the games are drawn, in each two seats take three turns of a shift.
        assert sum(one.tries for one in openings) == BATCH * 2 * FIRST
        assert sum(one.taken for one in openings) == BATCH * 2 * FIRST
        assert all(0 <= one.taken <= one.offered for one in openings)


def test_leads_of_two_seats_cancel_in_the_draft(counted: OpeningFile) -> None:
    openings = counted.of(2, "draft", 1)
    assert openings
    total = sum(one.tries * one.lead for one in openings)
    tries = sum(one.tries for one in openings)
    # Both seats draw equally often, and the leads of the two add up to 0.
    assert total / tries == pytest.approx(0.0, abs=0.01)
    shares = sum(one.tries * one.win for one in openings) / tries
    assert shares == pytest.approx(0.5, abs=1e-3)


def test_the_same_settings_count_the_same() -> None:
    settings = OpeningSettings(games=BATCH, seats=(2,), seed=5)
    assert OpeningTask(0, settings).run() == OpeningTask(0, settings).run()
    assert settings.tasks([0]) == []


def test_an_option_is_counted_by_itself() -> None:
    usual = OpeningSettings(games=BATCH, seats=(2,), seed=5, game="ruhr")
    calm = usual._replace(options="calm")
    assert OpeningTask(0, calm).run() != OpeningTask(0, usual).run()


def test_a_file_comes_back(counted: OpeningFile, tmp_path: Path) -> None:
    path = tmp_path / "openings.json.gz"
    save_openings(path, {"games": 1}, counted.openings)
    assert list(load_openings(path).openings) == list(counted.openings)


def test_what_is_shipped_covers_all_orders_and_seats() -> None:
    assert GAME.openings is not None
    shipped = load_openings(GAME.openings)
    for players in GAME.players:
        draft = shipped.of(players, "draft", 1)
        assert len(draft) == 44
        assert min(one.tries for one in draft) > 20
        assert [one.lead - one.lead_error for one in draft] == sorted(
            (one.lead - one.lead_error for one in draft), reverse=True
        )
        for shift in (1, 2, 3):
            assert shipped.of(players, "place", shift)


def test_a_table_shows_no_error_of_one_try_and_asks_for_a_phase_that_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["openings", str(tmp_path / "counted"), "--games", "1", "--seats", "2", "--table"]
    assert run_command([*words, "draft"]) == 0
    shown = capsys.readouterr().out
    assert " ± ? " in shown
    assert "100.0" not in shown.replace("100.0%", "")
    assert run_command([*words, "opening"]) == 2
    assert "no phase 'opening' was counted: draft, " in capsys.readouterr().err
