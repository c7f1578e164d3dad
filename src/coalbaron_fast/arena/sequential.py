"""A sequential test of two hypotheses: play until one of them is unlikely enough.

One observation is a deal: the first player's mean rank points over the games of the deal. At two
seats that is one of five scores (0, ¼, ½, ¾, 1: the pentanomial test). At more seats it is the mean
part of the other seats that were beaten. A hypothesis is an expected score against any one other
seat, given in Elo.

The spread of the scores is estimated, not assumed. Each hypothesis gets the distribution that has
its expectation and fits the observed scores best (the empirical likelihood). The ratio of the two
likelihoods is compared with Wald's bounds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

__all__ = ["SequentialTest", "expected_score", "log_likelihood_ratio"]

ERROR: Final = 0.05
"""How often either hypothesis may be rejected while it is true."""

UPPER: Final = math.log((1 - ERROR) / ERROR)
LOWER: Final = -UPPER

PRIOR_DEALS: Final = 0.75
"""Weight, in deals, of a prior half-way between the hypotheses; without it the first scores would
decide. Its deals are won or lost altogether."""

FEWEST_DEALS: Final = 8
"""The fewest deals for a verdict."""

MOST_ROUNDS: Final = 200
PRECISION: Final = 1e-12


def expected_score(elo: float) -> float:
    """Return the expected score of a player that is stronger by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def tilt(weights: Mapping[float, float], mean: float) -> float:
    """Return the x with which weights / (1 + x (score - mean)) have this mean.

    The scores must lie on both sides of the mean.
    """
    total = sum(weights.values())
    gaps = [(score - mean, weight / total) for score, weight in weights.items()]
    low = -1 / max(gap for gap, _ in gaps)
    high = -1 / min(gap for gap, _ in gaps)
    x = 0.0
    for _ in range(MOST_ROUNDS):
        value = sum(weight * gap / (1 + x * gap) for gap, weight in gaps)
        # The value falls as x grows: above 0, x is too small.
        low, high = (x, high) if value > 0 else (low, x)
        slope = sum(weight * (gap / (1 + x * gap)) ** 2 for gap, weight in gaps)
        step = value / slope
        if abs(step) < PRECISION:
            break
        x = x + step if low < x + step < high else (low + high) / 2
    return x


def log_likelihood_ratio(scores: Mapping[float, float], low: float, high: float) -> float:
    """Return how strongly the scores favour the expected score `high` over `low`."""
    between = (low + high) / 2
    weights = Counter({0.0: PRIOR_DEALS * (1 - between), 1.0: PRIOR_DEALS * between})
    weights.update(scores)
    x_low, x_high = tilt(weights, low), tilt(weights, high)
    return sum(
        weight * math.log((1 + x_low * (score - low)) / (1 + x_high * (score - high)))
        for score, weight in weights.items()
    )


class SequentialTest:
    """Whether the first player is `high` Elo stronger rather than `low`."""

    def __init__(self, low: float, high: float) -> None:
        """Begin without observations."""
        self.low = low
        self.high = high
        self.ratio = 0.0
        """The logarithm of the likelihood ratio, between `LOWER` and `UPPER` while undecided."""
        self.deals = 0
        self._scores: Counter[float] = Counter()

    def add(self, score: float) -> None:
        """Take the score of a deal."""
        # Means of thirds are not always the same float.
        self._scores[round(score, 9)] += 1
        self.deals += 1
        self.ratio = log_likelihood_ratio(
            self._scores, expected_score(self.low), expected_score(self.high)
        )

    @property
    def verdict(self) -> float | None:
        """The accepted hypothesis, in Elo, or None while undecided."""
        if self.deals < FEWEST_DEALS or LOWER < self.ratio < UPPER:
            return None
        return self.high if self.ratio > 0 else self.low
