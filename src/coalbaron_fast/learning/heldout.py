"""A network on the games that were held out: what it is worth, and what rounding costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.learning.figures import HeldOut, Measured, Rounding
from coalbaron_fast.learning.measure import Forecasts, bins_of, measure
from coalbaron_fast.learning.samples import Table
from coalbaron_fast.learning.whole import WholeNetwork

if TYPE_CHECKING:
    from coalbaron_fast.learning.fit import Fit

__all__ = ["measure_held_out"]

MOST: Final = 20_000
"""The most positions that are measured for each number of seats."""
AT_A_TIME: Final = 1024


def measure_held_out(fit: Fit) -> HeldOut:
    """Measure what a fit has found, in whole numbers, beside the searches where there are any."""
    whole = WholeNetwork.of(fit.floats())
    measured: dict[str, list[Measured]] = {"network": [], "search": [], "network there": []}
    calibration, points, win = {}, [], []
    for seats, table in fit.tables.items():
        chosen = some_of(np.flatnonzero(table.held_out & table.settled))
        if not len(chosen):
            continue
        rounded = gather(whole.forecasts, table, chosen)
        floats = gather(fit.forecasts, table, chosen)
        points.append((rounded.points - floats.points).ravel())
        win.append((rounded.win - floats.win).ravel())
        measured["network"] += measure(table, chosen, rounded)
        calibration[seats] = bins_of(rounded.win.ravel(), table.final_win[chosen].ravel())
        there = np.flatnonzero(table.visits[chosen] > 0)
        if len(there):
            chosen = chosen[there]
            measured["search"] += measure(table, chosen, searched(table, chosen))
            measured["network there"] += measure(
                table, chosen, Forecasts(*(array[there] for array in rounded))
            )
    if not points:
        return HeldOut(measured, None, calibration)
    off, off_win = np.concatenate(points), np.concatenate(win)
    rounding = Rounding(
        points=float(np.sqrt(np.mean(off**2))),
        most_points=float(np.abs(off).max()),
        win=float(np.sqrt(np.mean(off_win**2))),
    )
    return HeldOut(measured, rounding, calibration)


def some_of(positions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return at most `MOST` of the positions, evenly spaced."""
    return positions[:: max(-(-len(positions) // MOST), 1)]


def gather(
    forecasts: Callable[[Table, NDArray[np.int64]], Forecasts],
    table: Table,
    chosen: NDArray[np.int64],
) -> Forecasts:
    """Return the forecasts for many positions of a table, made a part at a time."""
    parts = [
        forecasts(table, chosen[first : first + AT_A_TIME])
        for first in range(0, len(chosen), AT_A_TIME)
    ]
    return Forecasts(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def searched(table: Table, chosen: NDArray[np.int64]) -> Forecasts:
    """Return what the searches thought; they say nothing of how far results stray."""
    points = table.search_vp[chosen].astype(np.float64)
    return Forecasts(
        points, np.full_like(points, np.nan), table.search_win[chosen].astype(np.float64)
    )
