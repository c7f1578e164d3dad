"""Simulated matches with known strengths, to check statistics on.

In a game every seat has a performance: the strength of its player, plus luck of the deal, plus luck
of the game. The luck of the deal stays with the seats when the players change them, or goes with
the players: then the games of a deal say the same again and again. Places and points follow from
the performances. What a player should get in the long run is known exactly.
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
    """Standard deviations, in points: of a seat in a deal, and of a seat in one game.

    With `follows`, the luck of a deal goes with the players and not with the seats.
    """

    deal: float = 20.0
    game: float = 20.0
    follows: bool = False

    @property
    def both(self) -> float:
        """The standard deviation of a performance."""
        return math.hypot(self.deal, self.game)


def simulated_results(
    settings: MatchSettings, strengths: Sequence[float], luck: Luck, generator: random.Random
) -> Iterator[GameResult]:
    """Yield the results of a whole match; `strengths` are points, one a player."""
    yield from drawn_results(
        settings,
        lambda task: [generator.gauss(0.0, luck.deal) for _ in task.entrants],
        lambda entrant, of_deal: strengths[entrant] + of_deal + generator.gauss(0.0, luck.game),
        follows=luck.follows,
    )


def simulated_rankings(
    settings: MatchSettings,
    logs: Sequence[float],
    generator: random.Random,
    *,
    alike: float = 0.0,
    follows: bool = False,
) -> Iterator[GameResult]:
    """Yield the results of a match in which every game follows Plackett-Luce exactly.

    Strengths are logarithms, the luck is Gumbel's. In a part `alike` of the deals it is drawn once
    for all games of a table, else afresh for every game.
    """

    def gumbel() -> float:
        return -math.log(-math.log(1.0 - generator.random()))

    def luck_of(task: GameTask) -> list[float]:
        is_alike = generator.random() < alike
        return [gumbel() if is_alike else math.nan for _ in task.entrants]

    yield from drawn_results(
        settings,
        luck_of,
        lambda entrant, luck: logs[entrant] + (gumbel() if math.isnan(luck) else luck),
        follows=follows,
    )


def drawn_results(
    settings: MatchSettings,
    luck_of: Callable[[GameTask], list[float]],
    performance: Callable[[int, float], float],
    *,
    follows: bool,
) -> Iterator[GameResult]:
    """Yield results from the luck of a deal's places and the performance of a player with it.

    Places are seats. With `follows` they are counted from the seat of the table's first player, so
    the luck goes round with the players.
    """
    luck: list[float] = []
    of_deal: tuple[int, int] | None = None
    for task in settings.tasks():
        if of_deal != (task.deal, task.table):
            of_deal, luck = (task.deal, task.table), luck_of(task)
        turned = task.entrants.index(min(task.entrants)) if follows else 0
        shown = [
            performance(entrant, luck[(seat - turned) % len(luck)])
            for seat, entrant in enumerate(task.entrants)
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
