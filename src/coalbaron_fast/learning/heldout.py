"""A network on the games that were held out: what it is worth, and what rounding costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.arena.plots import save_picture
from coalbaron_fast.learning.measure import Bin, Forecasts, Measured, bins_of, measure
from coalbaron_fast.learning.samples import Table
from coalbaron_fast.learning.whole import WholeNetwork
from coalbaron_fast.tables import format_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from coalbaron_fast.learning.fit import Fit

__all__ = ["HeldOut", "Rounding", "draw_calibration", "measure_held_out"]

MOST: Final = 20_000
"""Positions of one number of seats that are looked at."""
AT_A_TIME: Final = 1024


class Rounding(NamedTuple):
    """How far the whole numbers are from the floats: the root of the mean square, and the most."""

    points: float
    most_points: float
    win: float


class HeldOut(NamedTuple):
    """What was measured: by forecaster, the rounding, and the calibration by seats.

    Of a few games none may be held out: then nothing is known, and `rounding` is None.
    """

    measured: dict[str, list[Measured]]
    rounding: Rounding | None
    calibration: dict[int, list[Bin]]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {
            "measured": {
                name: [one._asdict() for one in rows] for name, rows in self.measured.items()
            },
            "rounding": None if self.rounding is None else self.rounding._asdict(),
            "calibration": {
                seats: [one._asdict() for one in bins] for seats, bins in self.calibration.items()
            },
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> HeldOut:
        """Read what `as_data` gave, as it comes out of JSON."""
        rounding = data["rounding"]
        return cls(
            {name: [Measured(**one) for one in rows] for name, rows in data["measured"].items()},
            None if rounding is None else Rounding(**rounding),
            {
                int(seats): [Bin(**one) for one in bins]
                for seats, bins in data["calibration"].items()
            },
        )

    def text(self) -> str:
        """Return it as tables."""
        if self.rounding is None:
            return "no game is held out: nothing is known of what the network is worth"
        columns = ["forecast", "seats", "part", "positions"]
        columns += ["R² of margins", "error VP", "bias VP", "Brier", "in 80 %"]
        rows = [
            [
                name,
                str(one.seats),
                str(one.part),
                str(one.positions),
                shown(one.margin_r2),
                f"{one.points_error:.2f}",
                f"{one.bias:+.2f}",
                f"{one.brier:.3f}",
                shown(one.inside),
            ]
            for name, measured in self.measured.items()
            for one in measured
        ]
        rounding = self.rounding
        bins = [
            [str(seats), f"{one.forecast:.3f}", f"{one.happened:.3f}", str(one.positions)]
            for seats, found in self.calibration.items()
            for one in found
        ]
        off = f"{rounding.points:.3f} VP, at most {rounding.most_points:.2f}"
        return "\n".join(
            (
                format_table(columns, rows),
                f"rounding to whole numbers: {off}; {rounding.win:.5f} of the win",
                format_table(["seats", "forecast win", "happened", "positions"], bins),
            )
        )


def draw_calibration(found: HeldOut, path: Path) -> None:
    """Draw forecast shares of the win against what happened, a line for each number of seats."""

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color="gray", linestyle=":")
        for seats, bins in found.calibration.items():
            forecast, happened = [one.forecast for one in bins], [one.happened for one in bins]
            axes.plot(forecast, happened, marker="o", label=f"{seats} seats")
        axes.set_xlabel("forecast share of the win")
        axes.set_ylabel("what happened, on held-out games")
        axes.legend()

    save_picture(path, draw)


def shown(share: float | None) -> str:
    """Return a share to read, or nothing."""
    return "" if share is None else f"{share:.3f}"


def measure_held_out(fit: Fit) -> HeldOut:
    """Measure what a fit has found, in whole numbers, beside the searches where there are any."""
    whole = WholeNetwork(fit.floats())
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
    """Return evenly spaced ones of them, not too many."""
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
