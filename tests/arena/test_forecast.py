"""What came of self-play games, beside what was expected: every game counts once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast.arena.forecast import GameOutcomes, played_line
from coalbaron_fast.arena.plots import SELFPLAY, draw_selfplay_plots


def decision(seat: int, win: float, vp: float, **changed: Any) -> dict[str, Any]:  # noqa: ANN401
    """A decision whose played turn is the second line."""
    line = {"turn": "bank", "visits": 3, "win": [win, 1 - win], "vp": [vp, 40.0]}
    other = line | {"turn": "m8/end", "win": [0.0, 1.0]}
    made = {"seat": seat, "turn": "bank", "lines": [other, line], "solved": False}
    return made | changed


def game(start: int, vp: list[int], win: list[float]) -> dict[str, Any]:
    return {"start": start, "vp": vp, "win": win}


def test_points_and_wins_are_counted_from_the_start_seat() -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [])
    outcomes.add(game(1, [60, 50], [1.0, 0.0]), [decision(0, 0.5, 60.0)] * 3)
    assert outcomes.points == [[60, 50], [50, 60]]
    assert [share.mean for share in outcomes.wins()] == [0.5, 0.5]
    assert outcomes.lengths == [0, 3]


def test_a_game_counts_once_however_many_forecasts_it_has() -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(0, 0.71, 60.0)] * 9)
    outcomes.add(game(0, [50, 60], [0.0, 1.0]), [decision(0, 0.79, 50.0)])
    (one,) = outcomes.calibration()
    assert one.forecast == pytest.approx(0.75)
    assert one.outcome.mean == pytest.approx(0.5)
    assert one.games == 2
    assert one.outcome.low < 0.1
    assert one.outcome.high > 0.9


def test_a_forecast_is_that_of_the_mover_and_of_its_turn() -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(1, 0.25, 60.0), decision(0, 1.0, 57.0)])
    sure, unsure = sorted(outcomes.calibration(), key=lambda one: -one.forecast)
    assert (sure.forecast, sure.outcome.mean) == (1.0, 1.0)
    assert (unsure.forecast, unsure.outcome.mean) == (0.75, 0.0)
    # Seat 1 was told 40 points and got 50, seat 0 was told 57 and got 60.
    assert [miss.mean for miss in outcomes.misses()] == [10.0, 3.0]


def test_what_was_never_tried_is_no_forecast() -> None:
    untried = {"turn": "bank", "visits": 0, "win": [0.0, 0.0], "vp": [0.0, 0.0]}
    assert played_line(decision(0, 0.5, 1.0, lines=[untried])) is None
    assert played_line(decision(0, 0.5, 1.0, lines=[untried], solved=True)) == untried
    assert played_line(decision(0, 0.5, 1.0, turn="c4")) is None
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(0, 0.5, 1.0, lines=[untried])])
    assert not outcomes.calibration()
    assert not outcomes.misses()


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_every_picture_is_drawn(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib")
    outcomes = GameOutcomes(3)
    for start in range(2):
        wins = [0.0, 1.0, 0.0]
        outcomes.add(game(start, [60, 70, 50], wins), [decision(0, 0.3, 61.0)] * (40 + start))
    paths = draw_selfplay_plots(outcomes, tmp_path / "plots", kind)
    assert [path.name for path in paths] == [f"{name}.{kind}" for name in SELFPLAY]
    assert all(path.stat().st_size > 1000 for path in paths)
    again = draw_selfplay_plots(outcomes, tmp_path / "again", kind)
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]


def test_pictures_need_two_games(tmp_path: Path) -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [])
    with pytest.raises(ValueError, match="two games"):
        draw_selfplay_plots(outcomes, tmp_path)
