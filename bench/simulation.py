"""Simulated matches with known strengths, to check statistics on.

In a game every seat has a performance: the strength of its player, plus the luck of the deal in
this seat, which is the same in all rotations, plus the luck of the game. Places and points follow
from the performances. What a player should get in the long run is known exactly.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

from coalbaron_fast.arena import GameResult, GameTask, MatchSettings

NORMAL: Final = NormalDist()
STEPS: Final = 4000
"""Of the integral over performances."""


class Luck(NamedTuple):
    """Standard deviations, in points: of a seat in a deal, and of a seat in one game."""

    deal: float = 20.0
    game: float = 20.0

    @property
    def both(self) -> float:
        """The standard deviation of a performance."""
        return math.hypot(self.deal, self.game)


def simulated_results(
    settings: MatchSettings, strengths: Sequence[float], luck: Luck, generator: random.Random
) -> Iterator[GameResult]:
    """Yield the results of a whole match; `strengths` are points, one a player."""

    def noise(spread: float) -> float:
        return generator.gauss(0.0, spread)

    yield from drawn_results(
        settings,
        lambda task: [noise(luck.deal) for _ in task.entrants],
        lambda entrant: strengths[entrant] + noise(luck.game),
    )


def simulated_rankings(
    settings: MatchSettings, logs: Sequence[float], generator: random.Random
) -> Iterator[GameResult]:
    """Yield the results of a match that follows Plackett-Luce exactly.

    Strengths are logarithms; their luck is Gumbel's, and deals have none.
    """
    yield from drawn_results(
        settings,
        lambda task: [0.0] * len(task.entrants),
        lambda entrant: logs[entrant] - math.log(-math.log(1.0 - generator.random())),
    )


def drawn_results(
    settings: MatchSettings,
    luck_of: Callable[[GameTask], list[float]],
    performance: Callable[[int], float],
) -> Iterator[GameResult]:
    """Yield results from the luck of a deal's seats and the performance of a player in a game."""
    luck: list[float] = []
    of_deal: tuple[int, int] | None = None
    for task in settings.tasks():
        if of_deal != (task.deal, task.table):
            of_deal, luck = (task.deal, task.table), luck_of(task)
        shown = [
            performance(entrant) + more for entrant, more in zip(task.entrants, luck, strict=True)
        ]
        ranks = tuple(sum(other > own for other in shown) for own in shown)
        yield GameResult(
            number=task.number,
            deal=task.deal,
            table=task.table,
            entrants=task.entrants,
            ranks=ranks,
            shares=tuple(float(rank == 0) for rank in ranks),
            vp=tuple(round(100 + value) for value in shown),
            faults=(),
            record="",
            seconds=(0.0,) * len(ranks),
        )


def points_of(lead: float, luck: Luck) -> float:
    """Return the expected rank points of a player that is `lead` points stronger."""
    return NORMAL.cdf(lead / (math.sqrt(2) * luck.both))


def lead_of(points: float, luck: Luck) -> float:
    """Return the lead in strength that gives these rank points."""
    return NORMAL.inv_cdf(points) * math.sqrt(2) * luck.both


def win_of(lead: float, seats: int, luck: Luck) -> float:
    """Return the expected share of the win: the chance to be above all others, who are equal."""
    spread = lead / luck.both
    width = 16.0 / STEPS
    places = (-8.0 + width * (step + 0.5) for step in range(STEPS))
    return sum(NORMAL.pdf(x) * NORMAL.cdf(x + spread) ** (seats - 1) * width for x in places)
