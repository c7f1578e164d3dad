"""What came of self-play games, and what the search had expected of them.

Decisions of one game hang together, so a game is one observation: wherever something is averaged,
each game counts once.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from coalbaron_fast.arena.intervals import Interval, interval_of, share_interval_of

__all__ = ["Bin", "GameOutcomes"]

BINS: Final = 10
"""Forecasts of the win are sorted into so many bins, and a game's turns into so many parts."""

Row = Mapping[str, Any]


class Bin(NamedTuple):
    """Forecasts that lie close together, and what happened; `games` have any of them."""

    forecast: float
    outcome: Interval
    games: int


class GameOutcomes:
    """Counts games; `order` is a seat's place after the start seat, from 0."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.points: list[list[int]] = [[] for _ in range(seats)]
        """The final points by order."""
        self.shares: list[list[float]] = [[] for _ in range(seats)]
        """The shares of the win by order."""
        self.lengths: list[int] = []
        """How many turns each game had."""
        self._bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
        self._misses: list[list[float]] = [[] for _ in range(BINS)]

    def add(self, game: Row, decisions: Sequence[Row]) -> None:
        """Count a game: a row of the games, and those of its decisions in order."""
        for order in range(self.seats):
            seat = (game["start"] + order) % self.seats
            self.points[order].append(game["vp"][seat])
            self.shares[order].append(game["win"][seat])
        self.lengths.append(len(decisions))
        by_bin: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
        by_part: list[list[float]] = [[] for _ in range(BINS)]
        for place, decision in enumerate(decisions):
            line = played_line(decision)
            if line is None:
                continue
            seat = decision["seat"]
            share = line["win"][seat]
            by_bin[min(int(share * BINS), BINS - 1)].append((share, game["win"][seat]))
            miss = abs(line["vp"][seat] - game["vp"][seat])
            by_part[place * BINS // len(decisions)].append(miss)
        for kept, found in zip(self._bins, by_bin, strict=True):
            if found:
                forecasts, outcomes = zip(*found, strict=True)
                kept.append((statistics.fmean(forecasts), statistics.fmean(outcomes)))
        for misses, own in zip(self._misses, by_part, strict=True):
            if own:
                misses.append(statistics.fmean(own))

    def wins(self) -> list[Interval]:
        """Return the share of the win by order."""
        return [share_interval_of(shares) for shares in self.shares]

    def calibration(self) -> list[Bin]:
        """Return what happened where the search expected so much of the win for the mover."""
        return [
            Bin(
                statistics.fmean(forecast for forecast, _ in kept),
                share_interval_of([outcome for _, outcome in kept]),
                len(kept),
            )
            for kept in self._bins
            if kept
        ]

    def misses(self) -> list[Interval]:
        """Return by how many points the forecast missed the mover's final ones, by part of game."""
        return [interval_of(misses) for misses in self._misses if misses]


def played_line(decision: Row) -> Row | None:
    """Return what the search knew of the turn that was played; None if it never tried it."""
    lines = (line for line in decision["lines"] if line["turn"] == decision["turn"])
    line: Row | None = next(lines, None)
    # What is solved needs no visits.
    return line if line is not None and (line["visits"] or decision["solved"]) else None
