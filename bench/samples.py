"""The arithmetic of repeated measurements: medians, quartiles, ratios and their intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Spread(NamedTuple):
    """A median with the quartiles around it, and the least value."""

    median: float
    low: float
    high: float
    least: float


class Interval(NamedTuple):
    """A mean ratio with its 95 % interval."""

    mean: float
    low: float
    high: float


STUDENT_95 = (
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


def spread(samples: Sequence[float]) -> Spread:
    """Return median, quartiles and least value."""
    if not samples:
        raise ValueError("no samples")
    if len(samples) == 1:
        return Spread(samples[0], samples[0], samples[0], samples[0])
    low, median, high = statistics.quantiles(samples, n=4, method="inclusive")
    return Spread(median, low, high, min(samples))


def ratio_spread(numerators: Sequence[float], denominators: Sequence[float]) -> Spread:
    """Return the spread of the ratios of what was measured side by side, round by round."""
    return spread([a / b for a, b in zip(numerators, denominators, strict=True)])


def relative_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean as a share of the mean."""
    if len(values) < 2:
        raise ValueError("an error needs at least two values")
    return statistics.stdev(values) / math.sqrt(len(values)) / statistics.fmean(values)


def ratio_interval(
    numerators: Sequence[float], denominators: Sequence[float], *, relative_error: float = 0.0
) -> Interval:
    """Return the geometric mean of the paired ratios with its 95 % interval.

    On the logarithm a ratio and its inverse weigh the same; Student's t on the rounds. A
    relative standard error that all rounds share (of a count that both were divided by) is
    added in quadrature.
    """
    logs = [math.log(a / b) for a, b in zip(numerators, denominators, strict=True)]
    centre = statistics.fmean(logs)
    own = student_95(len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs))
    half = math.hypot(own, 1.96 * relative_error)
    return Interval(math.exp(centre), math.exp(centre - half), math.exp(centre + half))
