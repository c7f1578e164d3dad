"""Means with 95 % intervals that hold with few deals too.

Values between 0 and 1, such as shares of the win, get an interval that counts the worst case as
one more value: it is never of width zero. Values without bounds, such as points, get Student's t,
and no interval while they are all alike.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from coalbaron_fast.arena.rating import ELO_SCALE
from coalbaron_fast.arena.sequential import tilt

__all__ = ["Interval", "elo_of", "interval_of", "share_interval_of", "student_95"]

STUDENT_95: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Two-sided 95 % quantiles of Student's t with 1, 2, 3 … degrees of freedom; then 1.96 to 2.04."""


def student_95(degrees: int) -> float:
    """Return the two-sided 95 % quantile of Student's t."""
    if degrees < 1:
        raise ValueError("an interval needs at least two samples")
    if degrees <= len(STUDENT_95):
        return STUDENT_95[degrees - 1]
    return 1.96 + 2.4 / degrees


NORMAL_975: Final = 1.959964
"""The 97.5 % quantile of the normal distribution."""

SHARES: Final = (0.0, 1.0)
"""The least and the largest share."""

HALVINGS: Final = 20
"""Steps of the search for the end of an interval."""

NEAR: Final = 1e-4
"""Deviations below this are too small to be corrected."""

UNEVEN: Final = 0.05
"""Ends are written out if their distances from the mean differ by more than this part."""


class Interval(NamedTuple):
    """A mean with its 95 % interval, whose ends are infinite where nothing is known of them."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2

    def as_data(self) -> dict[str, float | None]:
        """Return it as data for JSON, which has no infinite numbers: they become None."""
        named = self._asdict().items()
        return {name: value if math.isfinite(value) else None for name, value in named}

    def __str__(self) -> str:
        """Return ``mean ± half`` with two figures of the error; uneven ends are written out."""
        if math.isnan(self.mean):
            return "-"
        if not math.isfinite(self.half):
            return f"{self.mean:.3g} ± ?"
        below, above = self.mean - self.low, self.high - self.mean
        if abs(above - below) > UNEVEN * self.half:
            digits = decimals_of(self.high - self.low)
            return f"{self.mean:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"
        digits = decimals_of(self.half)
        return f"{self.mean:.{digits}f} ± {max(below, above):.{digits}f}"


def decimals_of(size: float) -> int:
    """Return the decimals that show two figures of a number."""
    return max(0, 1 - math.floor(math.log10(size))) if size > 0 else 2


def interval_of(values: Sequence[float]) -> Interval:
    """Return the mean of unbounded values with its 95 % interval by Student's t.

    One value, or values that are all alike, tell of no spread: the ends are infinite.
    """
    if not values:
        return Interval(math.nan, -math.inf, math.inf)
    mean = statistics.fmean(values)
    if min(values) == max(values):
        return Interval(mean, -math.inf, math.inf)
    half = student_95(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def share_interval_of(values: Sequence[float]) -> Interval:
    """Return the mean of values between 0 and 1 with its 95 % interval; see `end_of`."""
    if not values:
        return Interval(math.nan, *SHARES)
    # Means of thirds are not always the same float.
    counts = Counter(round(value, 9) for value in values)
    mirrored = ((1.0 - value, count) for value, count in counts.items())
    low, high = 1.0 - end_of(tuple(sorted(mirrored))), end_of(tuple(sorted(counts.items())))
    return Interval(statistics.fmean(values), low, high)


@lru_cache(maxsize=4096)
def end_of(counted: tuple[tuple[float, int], ...]) -> float:
    """Return the upper end of the 95 % interval of a mean of counted values between 0 and 1.

    One more value is added, the worst case of 1, and all get random weights that sum to 1 (a flat
    Dirichlet distribution). The end is the 97.5 % quantile of the weighted mean. For values of 0
    and 1 alone that is the exact interval of Clopper and Pearson. For others it was proposed by
    Gaffke (2005). That it always holds is not proved; `bench.arena coverage` tests it.

    The quantile comes from the saddle point: weights are exponential variables over their sum, so
    the mean is below x with the chance that a sum of exponential variables is below 0.
    """
    worst = SHARES[1]
    if counted[0][0] == worst:
        return worst
    weights = Counter(dict(counted)) + Counter((worst,))
    low = sum(value * count for value, count in weights.items()) / weights.total()
    high = worst
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if deviation(weights, middle) < NORMAL_975:
            low = middle
        else:
            high = middle
    return high


def deviation(weights: Counter[float], mean: float) -> float:
    """Return how far `mean` lies above the middle of the weighted mean, in standard deviations.

    That is the saddle point approximation of Barndorff-Nielsen, right to 1 % from one value on.
    """
    slope = tilt(weights, mean)
    gaps = [(value - mean, weight) for value, weight in weights.items()]
    height = sum(weight * math.log1p(slope * gap) for gap, weight in gaps)
    curvature = sum(weight * (gap / (1 + slope * gap)) ** 2 for gap, weight in gaps)
    root = math.sqrt(max(2 * height, 0.0))
    if root < NEAR:
        return root
    return root + math.log(-slope * math.sqrt(curvature) / root) / root


def elo_of(points: float) -> float:
    """Return the advantage in Elo that gives this expected score; infinite at 0 and 1."""
    if points <= 0 or points >= 1:
        return math.copysign(math.inf, points - 0.5)
    return ELO_SCALE * math.log(points / (1 - points))
