"""What forecasts are worth: figures that can be worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coalbaron_fast.learning.figures import Measured
    from coalbaron_fast.learning.measure import Forecasts
    from coalbaron_fast.learning.samples import Table

np = pytest.importorskip("numpy", reason="the extra learning is not installed")
pytest.importorskip("scipy", reason="the extra learning is not installed")


def table() -> Table:
    """Return four positions of two parts, as much of a table as is measured."""
    values = {
        "seats": 2,
        "part": np.array([1, 1, 3, 3]),
        "final_vp": np.array([[50.0, 40], [30, 60], [20, 20], [100, 0]]),
        "final_win": np.array([[1.0, 0], [0, 1], [0.5, 0.5], [1, 0]]),
    }
    return cast("Table", SimpleNamespace(**values))


def forecasts(points: Sequence[Sequence[float]], spread: float = 10.0) -> Forecasts:
    """Return forecasts of these points, with a win that is open."""
    from coalbaron_fast.learning.measure import Forecasts  # noqa: PLC0415 - needs NumPy

    found = np.array(points, float)
    return Forecasts(found, np.full_like(found, spread), np.full_like(found, 0.5))


def measured(found: Forecasts, chosen: Sequence[int] = (0, 1, 2, 3)) -> list[Measured]:
    from coalbaron_fast.learning.measure import measure  # noqa: PLC0415 - needs NumPy

    return list(measure(table(), np.array(chosen), found))


def test_a_perfect_forecast() -> None:
    early, late = measured(forecasts(table().final_vp.tolist()))
    assert (early.part, early.positions, late.part, late.positions) == (1, 2, 3, 2)
    assert (early.margin_r2, early.points_error, early.bias, early.inside) == (1.0, 0.0, 0.0, 1.0)
    assert early.brier == pytest.approx(0.5)
    assert late.brier == pytest.approx(0.25)


def test_errors_are_those_of_the_points() -> None:
    # Margins of 10 and -30 are forecast as 0: their mean square of 500 against a variance of 400.
    early, _ = measured(forecasts([[60, 60], [60, 60], [0, 0], [0, 0]]))
    assert early.margin_r2 == pytest.approx(1 - 500 / 400)
    assert early.points_error == pytest.approx(np.sqrt((100 + 400 + 900 + 0) / 4))
    assert early.bias == pytest.approx(15.0)
    # The band reaches 12.8 points to either side.
    assert early.inside == pytest.approx(0.5)


def test_one_game_alone_has_no_variance_to_explain() -> None:
    (only,) = measured(forecasts([[60, 60]], spread=float("nan")), [0])
    assert only.margin_r2 is None
    assert only.inside is None


def test_bins_hold_what_happened() -> None:
    from coalbaron_fast.learning.measure import bins_of  # noqa: PLC0415 - needs NumPy

    forecast = np.array([0.02, 0.08, 0.55, 1.0, 0.99])
    bins = bins_of(forecast, np.array([0.0, 1.0, 0.5, 1.0, 1.0]))
    assert [one.positions for one in bins] == [2, 1, 2]
    assert [one.forecast for one in bins] == pytest.approx([0.05, 0.55, 0.995])
    assert [one.happened for one in bins] == pytest.approx([0.5, 0.5, 1.0])


def test_a_game_is_held_out_as_a_whole_and_one_in_twenty_is() -> None:
    from coalbaron_fast.learning.samples import hold_out  # noqa: PLC0415 - needs scipy

    games = np.repeat(np.arange(30_000), 3)
    held_out = hold_out(games).reshape(-1, 3)
    assert (held_out.all(axis=1) == held_out.any(axis=1)).all()
    for seats in range(3):
        assert held_out[seats::3, 0].mean() == pytest.approx(0.05, abs=0.01)
