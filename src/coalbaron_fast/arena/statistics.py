"""What games say about players: means with intervals, counted by whole deals.

The games of a deal share its luck, so their mean is one observation. Each player has four numbers
for each deal, means over its seats:

    win     its share of the win; fair is 1 / seats
    points  rank points: the part of the other players' seats that it beat, ties half; fair is 0.5
    margin  its victory points over the mean of the other players' seats
    vp      its victory points

Adjudicated games count only for `win` and `points`: their victory points say nothing.

`arena.intervals` makes intervals of the rows of numbers.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coalbaron_fast.arena.intervals import (
    Interval,
    elo_of,
    interval_of,
    share_interval_of,
    student_95,
)
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.rating import Rated, rate
from coalbaron_fast.arena.results import Fault, GameResult
from coalbaron_fast.arena.sequential import SequentialTest

__all__ = ["DealScore", "Standing", "Tally", "pairing_gain", "score_deal"]


class DealScore(NamedTuple):
    """A player's results in one deal."""

    win: float
    points: float
    margin: float | None
    vp: float | None


def score_deal(games: Iterable[GameResult], entrant: int) -> DealScore:
    """Return a player's results in one deal, as means over its seats in the deal's games."""
    win, points, margin, vp = [], [], [], []
    for game in games:
        others = [seat for seat, other in enumerate(game.entrants) if other != entrant]
        for seat, own in enumerate(game.entrants):
            if own != entrant:
                continue
            win.append(game.shares[seat])
            beaten = (
                (game.ranks[seat] < game.ranks[other]) + (game.ranks[seat] == game.ranks[other]) / 2
                for other in others
            )
            points.append(sum(beaten) / len(others))
            if game.vp is not None:
                vp.append(game.vp[seat])
                margin.append(game.vp[seat] - statistics.fmean(game.vp[other] for other in others))
    mean = statistics.fmean
    return DealScore(mean(win), mean(points), *(mean(row) if row else None for row in (margin, vp)))


class Standing(NamedTuple):
    """A player's results, over all its games or those of one table."""

    name: str
    games: int
    win: Interval
    points: Interval
    margin: Interval
    vp: Interval


class Tally:
    """The results of a match. It takes games in any order and counts whole deals in order.

    So the results do not depend on which game ended first, and a sequential test always stops at
    the same deal.
    """

    def __init__(self, settings: MatchSettings) -> None:
        """Begin with nothing played."""
        self.settings = settings
        self.names = settings.names
        self.tables = settings.tables()
        self.games_a_deal = settings.games_a_deal()
        self.deals: list[list[GameResult]] = []
        """The whole deals, without the records of the games."""
        self.faults: list[tuple[int, Fault]] = []
        """The faults of players, with the number of the game."""
        self.test = None if settings.sprt is None else SequentialTest(*settings.sprt)
        self.numbers: set[int] = set()
        """The games taken so far, with those of unfinished deals."""
        self._waiting: dict[int, list[GameResult]] = {}

    def is_decided(self) -> bool:
        """Whether nothing more needs to be played."""
        tested = self.test is not None and self.test.verdict is not None
        return tested or len(self.deals) >= self.settings.deals

    @property
    def games(self) -> int:
        """How many games count."""
        return len(self.deals) * self.games_a_deal

    def add(self, result: GameResult) -> None:
        """Take a game; it counts once all games of its deal and of earlier deals are there."""
        self.numbers.add(result.number)
        self._waiting.setdefault(result.deal, []).append(result._replace(record=""))
        while not self.is_decided():
            games = self._waiting.get(len(self.deals), [])
            if len(games) < self.games_a_deal:
                return
            del self._waiting[len(self.deals)]
            self._count(sorted(games, key=lambda game: game.number))

    def _count(self, games: list[GameResult]) -> None:
        self.deals.append(games)
        self.faults += [(game.number, fault) for game in games for fault in game.faults]
        if self.test is not None:
            self.test.add(score_deal(games, 0).points)

    def standing(self, entrant: int, table: int | None = None) -> Standing:
        """Return a player's results over all deals, at one table or at all of them."""
        scores, played = [], 0
        for games in self.deals:
            own = [
                game for game in games if entrant in game.entrants and table in (None, game.table)
            ]
            played += len(own)
            if own:
                scores.append(score_deal(own, entrant))
        margins = [score.margin for score in scores if score.margin is not None]
        points = [score.vp for score in scores if score.vp is not None]
        return Standing(
            self.names[entrant],
            played,
            share_interval_of([score.win for score in scores]),
            share_interval_of([score.points for score in scores]),
            interval_of(margins),
            interval_of(points),
        )

    def standings(self) -> list[Standing]:
        """Return the results of every player, in the order of the settings."""
        return [self.standing(entrant) for entrant in range(len(self.settings.players))]

    def elo(self) -> Interval | None:
        """Return the first player's Elo over the second, where two play; see `elo_of`."""
        if len(self.settings.players) != 2 or not self.deals:
            return None
        return Interval(*map(elo_of, self.standing(0).points))

    def ratings(self) -> list[Rated] | None:
        """Return a rating for every player where more than two play."""
        if len(self.settings.players) <= 2 or len(self.deals) < 2:
            return None
        rankings = [[(game.entrants, game.ranks) for game in games] for games in self.deals]
        return rate(len(self.settings.players), rankings, student_95(len(self.deals)))

    def errors_by_kind(self, entrant: int) -> Counter[str]:
        """Return how many faults of each kind a player has."""
        games = {game.number: game for games in self.deals for game in games}
        return Counter(
            str(fault.kind)
            for number, fault in self.faults
            if games[number].entrants[fault.seat] == entrant
        )

    def single_scores(self, kind: str = "win") -> list[list[float]]:
        """Return the first player's results by deal and game: `win`, `points` or `margin`.

        Deals with adjudicated games have no margins and are left out there.
        """
        groups = []
        for games in self.deals:
            own = [game for game in games if 0 in game.entrants]
            scores = [getattr(score_deal([game], 0), kind) for game in own]
            if None not in scores:
                groups.append(scores)
        return groups


def pairing_gain(groups: Sequence[Sequence[float]]) -> float | None:
    """Return how many times as many games would be needed without pairing.

    `groups` holds the results of single games by deal. The gain is the variance of the mean of
    unpaired games over that of a deal's mean, with as many games; None if all deals are equal.
    """
    if len(groups) < 2:
        return None
    between = statistics.variance(statistics.fmean(scores) for scores in groups)
    single = [score for scores in groups for score in scores]
    if between == 0:
        return None
    return statistics.variance(single) / (between * len(single) / len(groups))
