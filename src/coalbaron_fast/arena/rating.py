"""Ratings for many players: the Plackett-Luce model, fitted by Newton's method.

Each place of a game goes to one of the players left, with a chance in proportion to its strength.
Of any two players the odds of being ahead are those of their strengths, so the logarithm is in Elo.
A tie counts as the mean over the orders that it could be. Each player has one more game,
drawn against a player of mean strength: so a player that wins everything has a rating too.

Intervals come from how much the deals differ (the sandwich estimate, grouped by deal), so games of
one deal are not taken for independent. A drawn game counts as a win and a loss of half the weight.
Four more deals are added that could come out either way: few deals that are alike are no certainty.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["ELO_SCALE", "Ranking", "Rated", "rate"]

ELO_SCALE: Final = 400 / math.log(10)
"""Elo points for a factor e of the odds."""

MOST_ROUNDS: Final = 100
PRECISION: Final = 1e-10
LONGEST_STEP: Final = 2.0

UNSEEN_DEALS: Final = 4
"""Deals added to the spread: 1.96² and no less, as for shares by Agresti and Coull. With one of
them ratings 870 Elo apart were covered in 87 % after 12 deals (`bench.arena coverage`)."""

Ranking = tuple[tuple[int, ...], tuple[int, ...]]
"""A game: who sat in each seat, and the place of every seat, equal where tied."""

Order = tuple[int, ...]
"""The players of a game from the first to the last."""

Matrix = list[list[float]]


class Rated(NamedTuple):
    """A player's rating in Elo, with half its 95 % interval; the mean of all players is 0."""

    rating: float
    half: float

    def __str__(self) -> str:
        """Return whole points: no rating is more exact."""
        return f"{round(self.rating):+} ± {round(self.half)}"


class _Fit:
    """The gradient and the curvature of the log-likelihood at given strengths."""

    def __init__(self, count: int) -> None:
        self.gradient = [0.0] * count
        self.curvature = [[0.0] * count for _ in range(count)]

    def add_place(self, left: Sequence[int], strengths: Sequence[float]) -> None:
        """Add that the first of the players `left` won the next place."""
        total = sum(strengths[entrant] for entrant in left)
        chance = [0.0] * len(self.gradient)
        for entrant in left:
            chance[entrant] += strengths[entrant] / total
        self.gradient[left[0]] += 1.0
        present = sorted(set(left))
        for one in present:
            self.gradient[one] -= chance[one]
            self.curvature[one][one] += chance[one]
            for other in present:
                self.curvature[one][other] -= chance[one] * chance[other]


@lru_cache(maxsize=65_536)
def orders(ranking: Ranking) -> tuple[Order, ...]:
    """Return the players from first to last, in every order that the ties allow."""
    entrants, ranks = ranking
    tied = [
        [entrants[seat] for seat, rank in enumerate(ranks) if rank == place]
        for place in sorted(set(ranks))
    ]
    found = itertools.product(*(itertools.permutations(group) for group in tied))
    return tuple(tuple(itertools.chain.from_iterable(groups)) for groups in found)


def rate(count: int, deals: Sequence[Sequence[Ranking]], quantile: float) -> list[Rated]:
    """Return the ratings of `count` players; `quantile` is that of Student's t."""
    logs = [0.0] * count
    weights = weights_of(deals)
    for _ in range(MOST_ROUNDS):
        gradient, curvature = fit_all(weights, logs)
        step = solved(curvature, [[value] for value in gradient])
        longest = max(abs(value) for (value,) in step)
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        logs = [value + scale * more for value, (more,) in zip(logs, step, strict=True)]
        if longest < PRECISION:
            break
    _, curvature = fit_all(weights, logs)
    outer = summed_squares(gradients(deals, logs), count)
    groups = len(deals)
    # Further deals, not seen yet, whose games may all come out alike: their gradient varies as the
    # model expects, times the games that a player has in a deal.
    most = max(Counter(entrant for entrants, _ in deals[0] for entrant in entrants).values())
    added = UNSEEN_DEALS * most / groups
    for row, curved in zip(outer, curvature, strict=True):
        row[:] = [value + added * more for value, more in zip(row, curved, strict=True)]
    half_way = solved(curvature, outer)
    covariance = solved(curvature, [list(row) for row in zip(*half_way, strict=True)])
    mean = sum(logs) / count
    rated = []
    for entrant, value in enumerate(logs):
        # The variance of a rating less the mean of all.
        contrast = [(index == entrant) - 1 / count for index in range(count)]
        variance = sum(
            contrast[one] * contrast[other] * covariance[one][other]
            for one in range(count)
            for other in range(count)
        )
        error = math.sqrt(max(variance, 0.0) * (groups + 1) / groups)
        rated.append(Rated(ELO_SCALE * (value - mean), ELO_SCALE * quantile * error))
    return rated


def weights_of(deals: Sequence[Sequence[Ranking]]) -> dict[Order, float]:
    """Return how often games ended in each order; a tie is shared out among its orders."""
    weights: defaultdict[Order, float] = defaultdict(float)
    for games in deals:
        for game in games:
            possible = orders(game)
            for order in possible:
                weights[order] += 1 / len(possible)
    return weights


def fit_all(weights: Mapping[Order, float], logs: Sequence[float]) -> tuple[list[float], Matrix]:
    """Return the gradient and the curvature of all games and of the drawn ones."""
    strengths = [math.exp(value) for value in logs]
    total = _Fit(len(logs))
    for order, weight in weights.items():
        fit = fit_of(order, strengths)
        total.gradient = [
            value + weight * slope
            for value, slope in zip(total.gradient, fit.gradient, strict=True)
        ]
        for row, curved in zip(total.curvature, fit.curvature, strict=True):
            row[:] = [value + weight * more for value, more in zip(row, curved, strict=True)]
    for entrant, strength in enumerate(strengths):
        chance = strength / (strength + 1)
        total.gradient[entrant] += 0.5 - chance
        total.curvature[entrant][entrant] += chance * (1 - chance)
    return total.gradient, total.curvature


def gradients(deals: Sequence[Sequence[Ranking]], logs: Sequence[float]) -> Iterator[list[float]]:
    """Yield the gradient of every deal, then those of the drawn games, two for each player."""
    strengths = [math.exp(value) for value in logs]
    of_order = {order: fit_of(order, strengths).gradient for order in weights_of(deals)}
    for games in deals:
        gradient = [0.0] * len(logs)
        for game in games:
            possible = orders(game)
            for order in possible:
                for entrant, slope in enumerate(of_order[order]):
                    gradient[entrant] += slope / len(possible)
        yield gradient
    for entrant, strength in enumerate(strengths):
        for won in (0, 1):
            gradient = [0.0] * len(logs)
            gradient[entrant] = (won - strength / (strength + 1)) / 2
            yield gradient


def summed_squares(found: Iterable[Sequence[float]], count: int) -> Matrix:
    """Return the sum of the gradients times themselves."""
    outer = [[0.0] * count for _ in range(count)]
    for gradient in found:
        for one, slope in enumerate(gradient):
            for other in range(count):
                outer[one][other] += slope * gradient[other]
    return outer


def fit_of(order: Order, strengths: Sequence[float]) -> _Fit:
    """Return the fit of one game that ended in this order."""
    fit = _Fit(len(strengths))
    for place in range(len(order) - 1):
        fit.add_place(order[place:], strengths)
    return fit


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """Solve linear equations with several right sides, by Gauss with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for index in range(size):
            if index != column:
                factor = rows[index][column] / head[column]
                rows[index] = [a - factor * b for a, b in zip(rows[index], head, strict=True)]
    return [[value / row[index] for value in row[size:]] for index, row in enumerate(rows)]
