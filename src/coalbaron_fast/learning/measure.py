"""What forecasts are worth on games that nothing was fitted to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.engine.analysis import IN_BAND
from coalbaron_fast.learning.figures import Bin, Measured
from coalbaron_fast.learning.samples import Table

__all__ = ["Forecasts", "bins_of", "measure"]

BINS: Final = 10

Doubles = NDArray[np.float64]


class Forecasts(NamedTuple):
    """What is expected of every seat: final points, their spread, its share of the win."""

    points: Doubles
    spread: Doubles
    win: Doubles


def measure(table: Table, chosen: NDArray[np.int64], forecasts: Forecasts) -> Iterator[Measured]:
    """Yield what forecasts for the chosen positions of a table were worth, part by part."""
    final, win = table.final_vp[chosen].astype(np.float64), table.final_win[chosen]
    for part in np.unique(table.part[chosen]):
        there = table.part[chosen] == part
        error = forecasts.points[there] - final[there]
        expected, happened = margin(forecasts.points[there]), margin(final[there])
        yield Measured(
            seats=table.seats,
            part=int(part),
            positions=int(there.sum()),
            margin_r2=explained(expected, happened),
            points_error=float(np.sqrt(np.mean(error**2))),
            bias=float(np.mean(error)),
            brier=float(np.mean(np.sum((forecasts.win[there] - win[there]) ** 2, axis=1))),
            inside=inside(error, forecasts.spread[there]),
        )


def explained(expected: Doubles, happened: Doubles) -> float | None:
    """Return the part of the variance of what happened that was expected."""
    variance = float(np.var(happened))
    return 1 - float(np.mean((expected - happened) ** 2)) / variance if variance else None


def inside(error: Doubles, spread: Doubles) -> float | None:
    """Return the part of errors in the 80 % band; None if the forecasts have no spread."""
    if np.isnan(spread).any():
        return None
    return float(np.mean(np.abs(error) <= IN_BAND * spread))


def margin(points: Doubles) -> Doubles:
    """Return the first seat's points less the most of another."""
    others: Doubles = points[:, 1:].max(axis=1)
    return points[:, 0] - others


def bins_of(forecast: Doubles, happened: Doubles) -> list[Bin]:
    """Return forecast shares of the win in ten bins beside what happened, without empty bins."""
    place = np.minimum((forecast * BINS).astype(np.int64), BINS - 1)
    found = []
    for number in range(BINS):
        there = place == number
        if there.any():
            found.append(
                Bin(
                    int(there.sum()),
                    float(forecast[there].mean()),
                    float(happened[there].mean()),
                )
            )
    return found
