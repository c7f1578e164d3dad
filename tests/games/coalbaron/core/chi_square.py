"""How well counts fit a distribution: Pearson's chi-square test, without a library."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction

DOUBTFUL = 1e-6
"""Below this a fit is refused; a right sampler falls below it once in a million seeds."""


def fit(counts: Counter[Hashable], expected: Mapping[Hashable, Fraction]) -> float:
    """The probability of counts at least this uneven if ``expected`` holds.

    0 if something was counted that cannot be. Expected counts should be 5 or more a cell.
    """
    if counts.keys() - expected.keys():
        return 0.0
    total = counts.total()
    statistic = math.fsum(
        (counts[cell] - total * float(share)) ** 2 / (total * float(share))
        for cell, share in expected.items()
    )
    return chi_square_tail(statistic, len(expected) - 1)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability that chi-square with so many degrees of freedom is at least this large."""
    if degrees == 0:
        return 1.0
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return 1.0 - scale * lower_series(shape, x)
    return scale * upper_fraction(shape, x)


def lower_series(shape: float, x: float) -> float:
    """The series of the lower function, for small x."""
    term = total = 1 / shape
    n = shape
    while term > total * 1e-16:
        n += 1
        term *= x / n
        total += term
    return total


def upper_fraction(shape: float, x: float) -> float:
    """The continued fraction of the upper function, for large x (Lentz's method)."""
    b = x + 1 - shape
    c = 1e300
    d = 1 / b
    result = d
    for i in range(1, 10_000):
        a = -i * (i - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return result
