"""What came of self-play games, beside what was expected: every game counts once."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast.arena.calibration import (
    calibration_data,
    calibration_rows,
    calibration_text,
)
from coalbaron_fast.arena.forecast import GameOutcomes, played_line
from coalbaron_fast.arena.plots import SELFPLAY, draw_calibrations, draw_selfplay_plots


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
    other, one = outcomes.whole.bins()
    assert one.forecast == pytest.approx(0.75)
    assert one.outcome.mean == pytest.approx(0.5)
    assert one.games == other.games == 2
    assert one.outcome.low < 0.1
    assert one.outcome.high > 0.9
    # Where one game counted once, nine forecasts of it weigh no more than one of the other.
    assert outcomes.whole.turns == 10
    assert outcomes.whole.brier.mean == pytest.approx((2 * 0.29**2 + 2 * 0.79**2) / 2)


def test_a_forecast_is_that_of_the_turn_that_was_played_for_every_seat() -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(1, 0.25, 60.0), decision(0, 1.0, 57.0)])
    bins = outcomes.whole.bins()
    assert [(one.forecast, one.outcome.mean) for one in bins] == [
        (0.0, 0.0),
        (0.25, 1.0),
        (0.75, 0.0),
        (1.0, 1.0),
    ]
    # Seat 1 was told 40 points and got 50, seat 0 was told 57 and got 60.
    assert [miss.mean for miss in outcomes.misses()] == [10.0, 3.0]
    assert outcomes.whole.bias.mean == pytest.approx((0 - 10 - 3 - 10) / 4)
    assert outcomes.whole.error == pytest.approx(math.sqrt((0 + 100 + 9 + 100) / 4))
    # Seat 1 thought that it would win by 0.75, seat 0 was right.
    assert outcomes.whole.optimism.mean == pytest.approx(0.75 / 2)


def test_results_are_counted_in_the_band_of_their_forecast() -> None:
    outcomes = GameOutcomes(2, "shift")
    spreads = [([5.0, 5.0], 1), ([9.0, 9.0], 2), (None, 2)]
    decisions = [decision(0, 0.5, 50.0, shift=shift) for _, shift in spreads]
    for made, (spread, _) in zip(decisions, spreads, strict=True):
        made["lines"] = [line | {"vp_spread": spread} for line in made["lines"]]
    # Seat 0 was told 50 and got 60: 2 spreads of 5, 1.1 of 9. Seat 1 was told 40 and got 40.
    outcomes.add(game(0, [60, 40], [1.0, 0.0]), decisions)
    assert {part: one.inside.mean for part, one in outcomes.parts.items() if one.inside} == {
        1: 0.5,
        2: 1.0,
    }
    assert outcomes.whole.inside is not None
    assert outcomes.whole.inside.mean == 0.75
    assert outcomes.whole.spread == pytest.approx(math.sqrt((25 + 81) / 2))
    assert outcomes.whole.turns == 3


def test_games_without_a_band_say_so() -> None:
    outcomes = GameOutcomes(2, "shift")
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(0, 0.5, 60.0, shift=1)] * 2)
    assert outcomes.whole.inside is None
    assert outcomes.whole.spread is None
    (row, whole) = calibration_rows({2: outcomes}, "shift")
    assert (row.name, whole.name) == ("shift 1", "all")
    assert "0.50" in calibration_text([row, whole])
    # Of one game no interval is known, and JSON knows no infinite numbers.
    assert not math.isfinite(whole.found.brier.half)
    data = json.loads(json.dumps(calibration_data([row, whole]), allow_nan=False))
    assert data[0]["brier"] == {"mean": whole.found.brier.mean, "low": None, "high": None}
    assert data[0]["inside"] is None
    assert data[0]["games"] == 1


def test_what_was_never_tried_is_no_forecast() -> None:
    untried = {"turn": "bank", "visits": 0, "win": [0.0, 0.0], "vp": [0.0, 0.0]}
    assert played_line(decision(0, 0.5, 1.0, lines=[untried])) is None
    assert played_line(decision(0, 0.5, 1.0, lines=[untried], solved=True)) == untried
    assert played_line(decision(0, 0.5, 1.0, turn="c4")) is None
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [decision(0, 0.5, 1.0, lines=[untried])])
    assert not outcomes.whole.bins()
    assert calibration_rows({2: outcomes}, None) == []
    assert not outcomes.misses()


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_every_picture_is_drawn(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib")
    outcomes = GameOutcomes(3)
    for start in range(2):
        wins = [0.0, 1.0, 0.0]
        line = {"turn": "bank", "visits": 3, "win": [0.3, 0.4, 0.3], "vp": [61.0, 65.0, 55.0]}
        turn = decision(0, 0.3, 61.0, lines=[line])
        outcomes.add(game(start, [60, 70, 50], wins), [turn] * (40 + start))
    paths = draw_selfplay_plots(outcomes, tmp_path / "plots", kind)
    assert [path.name for path in paths] == [f"{name}.{kind}" for name in SELFPLAY]
    assert all(path.stat().st_size > 1000 for path in paths)
    again = draw_selfplay_plots(outcomes, tmp_path / "again", kind)
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]


def test_calibrations_are_drawn_part_by_part(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    outcomes = GameOutcomes(2, "shift")
    for won in (0.0, 1.0):
        turns = [decision(0, 0.3 + won / 5, 61.0, shift=shift) for shift in (1, 2)]
        outcomes.add(game(0, [60, 70], [won, 1 - won]), turns)
    rows = calibration_rows({2: outcomes, 3: outcomes}, "shift")
    for kind in ("svg", "png"):
        path = tmp_path / f"calibration.{kind}"
        draw_calibrations(rows, path)
        assert path.stat().st_size > 1000
    # Without an interval, as of a single game, there is still a picture.
    alone = GameOutcomes(2)
    alone.add(game(0, [60, 70], [0.0, 1.0]), [decision(0, 0.3, 61.0)])
    draw_calibrations(calibration_rows({2: alone}, None), tmp_path / "alone.svg")


def test_pictures_need_two_games(tmp_path: Path) -> None:
    outcomes = GameOutcomes(2)
    outcomes.add(game(0, [60, 50], [1.0, 0.0]), [])
    with pytest.raises(ValueError, match="two games"):
        draw_selfplay_plots(outcomes, tmp_path)
