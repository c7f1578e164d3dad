"""How often 95 % intervals of simulated matches cover the truth, case by case.

A case is how strong the players are and how the luck of a deal falls. Luck is `fresh` in every
game, or stays with the `seats` in all games of a deal, or goes with the `players`: then all games
of a deal come out alike.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from bench.simulation import (
    Luck,
    lead_of,
    points_of,
    simulated_rankings,
    simulated_results,
    win_of,
)
from coalbaron_fast.arena import GameResult, Interval, MatchSettings, Tally
from coalbaron_fast.arena.intervals import elo_of, interval_of, share_interval_of
from coalbaron_fast.arena.rating import ELO_SCALE
from coalbaron_fast.arena.statistics import score_deal

LUCKS: Final = {
    "fresh": Luck(0.0, 28.0),
    "seats": Luck(20.0, 20.0),
    "players": Luck(28.0, 0.0, follows=True),
}
"""The luck of a deal against that of a game, in points, by name."""

POINTS: Final = (0.5, 0.65, 0.8, 0.95, 0.99)
"""Rank points that the first of two players should get."""

LOGS: Final = ((0.0, 0.0, 0.0, 0.0), (0.6, 0.2, -0.2, -0.6), (2.5, 1.0, -1.0, -2.5))
"""Strengths of four players, as natural logarithms: up to 870 Elo apart."""

TWO: Final = ("greedy:name=one", "greedy:name=others")
FOUR: Final = tuple(f"greedy:name={name}" for name in "abcd")

FEWEST: Final = 0.93
"""Intervals of 95 % shall cover at least this often."""


class Count(NamedTuple):
    """How often something happened, of a number of tries."""

    times: int
    tries: int

    @property
    def share(self) -> float:
        """The part of the tries."""
        return self.times / self.tries

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of its probability (Wilson)."""
        z = 1.959964
        centre = self.share + z * z / (2 * self.tries)
        half = z * math.sqrt(
            self.share * (1 - self.share) / self.tries + z * z / (4 * self.tries * self.tries)
        )
        scale = 1 + z * z / self.tries
        return (centre - half) / scale, (centre + half) / scale

    def __str__(self) -> str:
        """Return the share with its bounds."""
        low, high = self.bounds
        return f"{self.share:.4f} [{low:.4f}, {high:.4f}]"


class Case(NamedTuple):
    """How often an interval covered in one case, and in how many tries it had no width.

    `players` says how strong they are, `luck` is one of `LUCKS`.
    """

    interval: str
    seats: int
    deals: int
    players: str
    luck: str
    covered: Count
    empty: int


def covers(interval: Interval, truth: float) -> bool:
    """Whether an interval covers the truth."""
    return interval.low - 1e-9 <= truth <= interval.high + 1e-9


def measure_shares(
    seats: int, deals: int, points: float, luck_name: str, tries: int, seed: int = 1
) -> list[Case]:
    """Return how often the intervals of two players' results cover what the first should get."""
    luck = LUCKS[luck_name]
    lead = lead_of(points, luck)
    truths = {
        "win": win_of(lead, seats, luck),
        "points": points_of(lead, luck),
        "margin": lead,
        "vp": 100.0 + lead,
    }
    settings = MatchSettings(TWO, seats=seats, deals=deals)
    generator = random.Random(f"{seats} {deals} {points} {luck_name} {seed}")
    hits = dict.fromkeys((*truths, "Elo"), 0)
    empty = dict.fromkeys(hits, 0)
    for _ in range(tries):
        tally = Tally(settings)
        for result in simulated_results(settings, (lead, 0.0), luck, generator):
            tally.add(result)
        standing = tally.standing(0)
        for name, truth in truths.items():
            interval: Interval = getattr(standing, name)
            hits[name] += covers(interval, truth)
            empty[name] += interval.high <= interval.low
        elo = tally.elo() or Interval(math.nan, math.nan, math.nan)
        hits["Elo"] += covers(elo, elo_of(truths["points"]))
        empty["Elo"] += not elo.high > elo.low
    players = f"{points:g} of points"
    return [
        Case(name, seats, deals, players, luck_name, Count(hits[name], tries), empty[name])
        for name in hits
    ]


def measure_ratings(
    seats: int, deals: int, logs: Sequence[float], luck_name: str, tries: int, seed: int = 1
) -> list[Case]:
    """Return how often the intervals of four players' ratings cover, one case a player."""
    settings = MatchSettings(FOUR, form="round-robin", seats=seats, deals=deals)
    generator = random.Random(f"rating {seats} {deals} {logs} {luck_name} {seed}")
    hits, empty = [0] * len(logs), 0
    for _ in range(tries):
        tally = Tally(settings)
        for result in simulated_rankings(
            settings,
            logs,
            generator,
            alike=float(luck_name != "fresh"),
            follows=LUCKS[luck_name].follows,
        ):
            tally.add(result)
        for entrant, rated in enumerate(tally.ratings() or ()):
            hits[entrant] += abs(rated.rating - ELO_SCALE * logs[entrant]) <= rated.half
            empty += rated.half <= 0
    return [
        Case(
            "rating",
            seats,
            deals,
            f"log {log:g} of {max(logs):g}",
            luck_name,
            Count(n, tries),
            empty,
        )
        for log, n in zip(logs, hits, strict=True)
    ]


def measure_all(seats: int, deals: int, tries: int) -> list[Case]:
    """Return every case; ratings take a quarter of the tries."""
    cases = []
    for luck_name in LUCKS:
        for points in POINTS:
            cases += measure_shares(seats, deals, points, luck_name, tries)
        for logs in LOGS:
            cases += measure_ratings(seats, deals, logs, luck_name, max(tries // 4, 1))
    return cases


def measure_drawn(tally: Tally, deals: int, tries: int, seed: int = 1) -> dict[str, Count]:
    """Return how often the intervals of small matches, drawn from a real one, cover its means."""
    scores = [
        score_deal([game for game in games if 0 in game.entrants], 0) for games in tally.deals
    ]
    generator = random.Random(f"drawn {deals} {seed}")
    rows: dict[str, tuple[Callable[[Sequence[float]], Interval], list[float]]] = {
        "win": (share_interval_of, [score.win for score in scores]),
        "points": (share_interval_of, [score.points for score in scores]),
        "margin": (interval_of, [score.margin or 0.0 for score in scores]),
        "vp": (interval_of, [score.vp or 0.0 for score in scores]),
    }
    return {
        name: Count(
            sum(
                covers(interval(generator.choices(row, k=deals)), fmean(row)) for _ in range(tries)
            ),
            tries,
        )
        for name, (interval, row) in rows.items()
    }


def measure_widths(
    seats: int, deals: Sequence[int], points: float, tries: int
) -> list[tuple[str, list[float]]]:
    """Return how many times as wide as Student's t the intervals of shares are, on average."""
    ratios: dict[str, list[float]] = {"win": [], "points": []}
    luck = LUCKS["fresh"]
    for count in deals:
        settings = MatchSettings(TWO, seats=seats, deals=count)
        generator = random.Random(f"widths {seats} {count} {points}")
        ours, student = dict.fromkeys(ratios, 0.0), dict.fromkeys(ratios, 0.0)
        for _ in range(tries):
            results = simulated_results(settings, (lead_of(points, luck), 0.0), luck, generator)
            groups: dict[int, list[GameResult]] = {}
            for result in results:
                groups.setdefault(result.deal, []).append(result)
            scores = [score_deal(games, 0) for games in groups.values()]
            for name in ratios:
                row = [getattr(score, name) for score in scores]
                if min(row) < max(row):
                    ours[name] += share_interval_of(row).half
                    student[name] += interval_of(row).half
        for name, found in ratios.items():
            found.append(ours[name] / student[name] if student[name] else math.nan)
    return list(ratios.items())


def worst_of(cases: Sequence[Case]) -> list[Case]:
    """Return the case that covers least, for each interval, number of seats and of deals."""
    worst: dict[tuple[str, int, int], Case] = {}
    for case in cases:
        key = case.interval, case.seats, case.deals
        if key not in worst or case.covered.share < worst[key].covered.share:
            worst[key] = case
    return list(worst.values())


def is_off(case: Case) -> bool:
    """Whether an interval surely covers less often than it shall, or once had no width."""
    return case.covered.bounds[1] < FEWEST or case.empty > 0
