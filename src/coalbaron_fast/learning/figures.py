"""What a network was found to be worth on held-out games: figures as data, tables, a picture.

Reading them needs neither NumPy nor JAX.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from coalbaron_fast.arena.plots import save_picture
from coalbaron_fast.tables import format_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Bin", "HeldOut", "Measured", "Rounding", "draw_calibration"]


class Measured(NamedTuple):
    """What forecasts were worth for one number of seats in one part of the game.

    `margin_r2` is the part of the variance of final margins that is explained (None if all were
    alike). `points_error` is the root of the mean squared error of a seat's points, `bias` the mean
    error. `brier` is the mean over positions of the squared error of all shares of the win.
    `inside` is the part of the results in the forecast's 80 % band, None without a spread.
    """

    seats: int
    part: int
    positions: int
    margin_r2: float | None
    points_error: float
    bias: float
    brier: float
    inside: float | None


class Bin(NamedTuple):
    """Forecasts of the win in one tenth of the scale: their mean, and what happened."""

    positions: int
    forecast: float
    happened: float


class Rounding(NamedTuple):
    """How far the whole numbers are from the floats: the root of the mean square, and the most."""

    points: float
    most_points: float
    win: float


class HeldOut(NamedTuple):
    """What was measured: by forecaster, the rounding, and the calibration by seats.

    With few games none may be held out: then nothing was measured, and `rounding` is None.
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
        columns += ["R² of margins", "error", "bias", "Brier", "in 80 %"]
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
            for name, measured in sorted(self.measured.items())
            for one in measured
        ]
        rounding = self.rounding
        bins = [
            [str(seats), f"{one.forecast:.3f}", f"{one.happened:.3f}", str(one.positions)]
            for seats, found in self.calibration.items()
            for one in found
        ]
        off = f"{rounding.points:.3f} points, at most {rounding.most_points:.2f}"
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
