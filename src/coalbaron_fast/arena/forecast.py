"""What came of self-play games, and what the search had expected of them.

Decisions of one game hang together, so a game is one observation: wherever something is averaged,
each game counts once.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from coalbaron_fast.arena.intervals import Interval, interval_of, share_interval_of
from coalbaron_fast.engine.analysis import IN_BAND

__all__ = ["Bin", "Calibration", "Forecast", "GameOutcomes", "played_line"]

BINS: Final = 10
"""The number of bins for forecasts of the win, and of parts that a game's turns fall into."""

Row = Mapping[str, Any]


class Bin(NamedTuple):
    """Forecasts that lie close together, and what happened; `games` have any of them."""

    forecast: float
    outcome: Interval
    games: int


class Forecast(NamedTuple):
    """What was expected of one seat before a turn, and what it got: share of the win, points.

    `spread` is the standard deviation of its final points that was forecast, None if none was.
    """

    win: float
    won: float
    vp: float
    final: float
    spread: float | None

    @property
    def strayed(self) -> float | None:
        """How many spreads the result lay from the forecast; None without a spread, or of none.

        What is known for sure has no band, and would make the bands of others look better.
        """
        return abs(self.vp - self.final) / self.spread if self.spread else None


Turn = tuple[int, Sequence[Forecast]]
"""The seat that moved, and what was expected of every seat."""


class Calibration:
    """What forecasts were worth: add games, then read the means, of which each is one value."""

    def __init__(self) -> None:
        self.turns = 0
        self._bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
        self._values: dict[str, list[float]] = {name: [] for name in MEANS}
        self._strayed: list[tuple[float, float]] = []

    def add(self, turns: Sequence[Turn]) -> None:
        """Count the turns of a game."""
        if not turns:
            return
        self.turns += len(turns)
        by_bin: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
        for one in seats_of(turns):
            by_bin[min(int(one.win * BINS), BINS - 1)].append((one.win, one.won))
        for kept, found in zip(self._bins, by_bin, strict=True):
            if found:
                forecasts, outcomes = zip(*found, strict=True)
                kept.append((statistics.fmean(forecasts), statistics.fmean(outcomes)))
        strayed = [one.strayed for one in seats_of(turns) if one.strayed is not None]
        self._strayed += [(size, 1 / len(strayed)) for size in strayed]
        for name, mean in MEANS.items():
            value = mean(turns)
            if value is not None:
                self._values[name].append(value)

    @property
    def games(self) -> int:
        """How many games had any forecast."""
        return len(self._values["brier"])

    def bins(self) -> list[Bin]:
        """Return what happened in each bin of forecasts of the win, without empty bins."""
        return [
            Bin(
                statistics.fmean(forecast for forecast, _ in kept),
                share_interval_of([outcome for _, outcome in kept]),
                len(kept),
            )
            for kept in self._bins
            if kept
        ]

    @property
    def brier(self) -> Interval:
        """The squared errors of all seats' shares of the win, added up; 0 is perfect, 2 the worst.

        Equal shares all the time would get 1 - 1/seats.
        """
        return interval_of(self._values["brier"])

    @property
    def inside(self) -> Interval | None:
        """The share of final points in the forecast's 80 % band; None if there was none."""
        values = self._values["inside"]
        return share_interval_of(values) if values else None

    @property
    def bias(self) -> Interval:
        """By how many points forecasts were too high."""
        return interval_of(self._values["bias"])

    @property
    def optimism(self) -> Interval:
        """By how much of the win the mover's own forecast was too high."""
        return interval_of(self._values["optimism"])

    @property
    def error(self) -> float:
        """The root of the mean squared error of the points."""
        return math.sqrt(statistics.fmean(self._values["square"]))

    @property
    def spread(self) -> float | None:
        """The same error as the forecasts' spreads have it; None if there were none."""
        values = self._values["variance"]
        return math.sqrt(statistics.fmean(values)) if values else None

    @property
    def factor(self) -> float | None:
        """What the spreads must be multiplied by, so that 80 % of the results lie in the band.

        None if there were none.
        """
        left = 0.8 * sum(weight for _, weight in self._strayed)
        for size, weight in sorted(self._strayed):
            left -= weight
            if left <= 0:
                return size / IN_BAND
        return None

    def as_data(self) -> dict[str, Any]:
        """Return all of it as plain data, for JSON."""
        return {
            "games": self.games,
            "turns": self.turns,
            "brier": self.brier.as_data(),
            "inside": None if self.inside is None else self.inside.as_data(),
            "error": self.error,
            "spread": self.spread,
            "factor": self.factor,
            "bias": self.bias.as_data(),
            "optimism": self.optimism.as_data(),
            "bins": [one._asdict() | {"outcome": one.outcome.as_data()} for one in self.bins()],
        }


def seats_of(turns: Iterable[Turn]) -> list[Forecast]:
    """Return the forecasts of all turns and seats."""
    return [one for _, forecasts in turns for one in forecasts]


def mean_brier(turns: Sequence[Turn]) -> float:
    """Return the mean of a turn's squared errors."""
    return statistics.fmean(
        sum((one.win - one.won) ** 2 for one in forecasts) for _, forecasts in turns
    )


def mean_inside(turns: Sequence[Turn]) -> float | None:
    """Return the share of results in their bands; None if a band is not known."""
    known = [one.strayed <= IN_BAND for one in seats_of(turns) if one.strayed is not None]
    return statistics.fmean(known) if known else None


def mean_variance(turns: Sequence[Turn]) -> float | None:
    """Return the mean square of the spreads; None if one is not known."""
    known = [one.spread**2 for one in seats_of(turns) if one.spread]
    return statistics.fmean(known) if known else None


MEANS: Final[Mapping[str, Callable[[Sequence[Turn]], float | None]]] = {
    "brier": mean_brier,
    "inside": mean_inside,
    "variance": mean_variance,
    "square": lambda turns: statistics.fmean((one.vp - one.final) ** 2 for one in seats_of(turns)),
    "bias": lambda turns: statistics.fmean(one.vp - one.final for one in seats_of(turns)),
    "optimism": lambda turns: statistics.fmean(
        forecasts[seat].win - forecasts[seat].won for seat, forecasts in turns
    ),
}
"""What is averaged over the turns of a game."""


class GameOutcomes:
    """Counts games; `order` is a seat's place after the start seat, from 0.

    Where that seat was drawn, it is the seat's number.
    """

    def __init__(self, seats: int, part: str | None = None) -> None:
        """`part` is the column of a decision that tells parts of the game apart, if there is."""
        self.seats = seats
        self.points: list[list[int]] = [[] for _ in range(seats)]
        """The final points by order."""
        self.shares: list[list[float]] = [[] for _ in range(seats)]
        """The shares of the win by order."""
        self.lengths: list[int] = []
        """How many turns each game had."""
        self.whole = Calibration()
        """What forecasts were worth, all over the game."""
        self.parts: dict[int, Calibration] = {}
        """The same, part by part."""
        self._part = part
        self._misses: list[list[float]] = [[] for _ in range(BINS)]

    def add(self, game: Row, decisions: Sequence[Row]) -> None:
        """Count a game: a row of the games, and those of its decisions in order."""
        for order in range(self.seats):
            seat = ((game["start"] or 0) + order) % self.seats
            self.points[order].append(game["vp"][seat])
            self.shares[order].append(game["win"][seat])
        self.lengths.append(len(decisions))
        turns: list[Turn] = []
        by_part: dict[int, list[Turn]] = {}
        by_place: list[list[float]] = [[] for _ in range(BINS)]
        for place, decision in enumerate(decisions):
            line = played_line(decision)
            if line is None:
                continue
            seat = decision["seat"]
            turn = seat, forecasts_of(line, game)
            turns.append(turn)
            if self._part is not None:
                by_part.setdefault(decision[self._part], []).append(turn)
            miss = abs(line["vp"][seat] - game["vp"][seat])
            by_place[place * BINS // len(decisions)].append(miss)
        self.whole.add(turns)
        for part, own_turns in by_part.items():
            self.parts.setdefault(part, Calibration()).add(own_turns)
        for misses, own in zip(self._misses, by_place, strict=True):
            if own:
                misses.append(statistics.fmean(own))

    def wins(self) -> list[Interval]:
        """Return the share of the win by order."""
        return [share_interval_of(shares) for shares in self.shares]

    def misses(self) -> list[Interval]:
        """Return by how many points the forecast missed the mover's final ones, by part of game."""
        return [interval_of(misses) for misses in self._misses if misses]


def played_line(decision: Row) -> Row | None:
    """Return what the search knew of the turn that was played; None if it never tried it."""
    lines = (line for line in decision["lines"] if line["turn"] == decision["turn"])
    line: Row | None = next(lines, None)
    # What is solved needs no visits.
    return line if line is not None and (line["visits"] or decision["solved"]) else None


def forecasts_of(line: Row, game: Row) -> list[Forecast]:
    """Return what a line expected of every seat, and how the game ended."""
    # Games of older versions have no spread.
    spreads = line.get("vp_spread") or [None] * len(line["vp"])
    rows = zip(line["win"], game["win"], line["vp"], game["vp"], spreads, strict=True)
    return [Forecast(*row) for row in rows]
