"""The arithmetic of repeated measurements: medians, quartiles, ratios and their intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from coalbaron_fast.arena.intervals import student_95


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
