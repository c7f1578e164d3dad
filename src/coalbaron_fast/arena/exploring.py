"""Counting openings: greedy games, and games whose first turns are drawn at random."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from coalbaron_fast.engine.evaluation import HAND, load_evaluation
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.games.position import SMALL
from coalbaron_fast.review.openings import Opening

__all__ = ["OpeningSettings", "OpeningTask", "add_up"]

FIRST: Final = 3
"""How many turns of a seat in each phase of a shift count as its first ones."""

BATCH: Final = 20
"""Games of one task."""

UNKNOWN: Final = 100.0
"""The error of what was tried less than twice."""

Key = tuple[int, str, int, str]
COUNTS: Final = ("offered", "taken", "tries", "win", "win_squares", "lead", "lead_squares")


class OpeningSettings(NamedTuple):
    """The same settings count the same. Of `games`, rounded up to whole tasks, half are drawn."""

    games: int = 6000
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    evaluation: str = HAND
    game: str = DEFAULT
    options: str = ""

    def tasks(self, done: Iterable[int]) -> list[OpeningTask]:
        """Return the tasks that are not done."""
        left = set(range(math.ceil(self.games / BATCH))) - set(done)
        return [OpeningTask(number, self) for number in sorted(left)]


class OpeningTask(NamedTuple):
    """Some games, and what their first turns came to."""

    number: int
    settings: OpeningSettings

    def run(self) -> tuple[int, list[list[Any]]]:
        """Play the games; return the task's number, and a row of counts for each opening."""
        game = load_game(self.settings.game)
        counts: dict[Key, list[float]] = defaultdict(lambda: [0.0] * len(COUNTS))
        for number in range(self.number * BATCH, (self.number + 1) * BATCH):
            _Explored(self.settings, game, number).count(counts)
        return self.number, [[*key, *values] for key, values in sorted(counts.items())]


class _Explored:
    """One game."""

    def __init__(self, settings: OpeningSettings, game: Game, number: int) -> None:
        seed = settings.seed * 1_000_003 + number
        self._game = game
        self._evaluation = load_evaluation(settings.evaluation, game)
        self._random = random.Random(seed)
        # Pairs of games have the same deal: one greedy game, one with random first turns.
        pair = number // 2
        players = settings.seats[pair % len(settings.seats)]
        self._is_drawn = bool(number % 2)
        self._state: Position = game.begin(
            players, seed - number % 2, game.start_of(pair, players), settings.options
        )

    def count(self, counts: dict[Key, list[float]]) -> None:
        """Play the game, and add what its first turns came to."""
        chosen = list(self._play(counts))
        final = self._state
        shares = final.win_shares() or []
        for seat, key in chosen:
            others = [vp for other, vp in enumerate(final.vp) if other != seat]
            lead = float(final.vp[seat] - max(others, default=0))
            values = (1.0, shares[seat], shares[seat] ** 2, lead, lead * lead)
            for place, value in enumerate(values, COUNTS.index("tries")):
                counts[key][place] += value

    def _play(self, counts: dict[Key, list[float]]) -> Iterator[tuple[int, Key]]:
        """Play; yield the first turns that were drawn, with their seats."""
        state, met = self._state, defaultdict[tuple[int, int, str], int](int)
        while state.turn is not None:
            seat, moment = state.turn, (state.players, state.phase, state.shift)
            met[seat, state.shift, state.phase] += 1
            view = state.view(seat)
            listed = self._evaluation.turns(view.data())
            best = max(listed, key=lambda turn: turn[1])[0]
            if met[seat, state.shift, state.phase] <= FIRST and state.decision not in SMALL:
                ways = {turn[0][0]: turn for turn in sorted(listed, key=lambda turn: turn[1])}
                if self._is_drawn:
                    best = ways[self._random.choice(sorted(ways))][0]
                    yield seat, (*moment, self._game.tokens[best[0]])
                else:
                    for code in ways:
                        row = counts[(*moment, self._game.tokens[code])]
                        row[COUNTS.index("offered")] += 1
                        row[COUNTS.index("taken")] += code == best[0]
            state.push_codes(best)


def add_up(results: Iterable[list[list[Any]]], game: Game) -> list[Opening]:
    """Return the openings of all tasks."""
    sums: dict[Key, list[float]] = defaultdict(lambda: [0.0] * len(COUNTS))
    for rows in results:
        for players, phase, shift, token, *values in rows:
            row = sums[players, phase, shift, token]
            for place, value in enumerate(values):
                row[place] += value
    return [_opening(game, key, values) for key, values in sorted(sums.items())]


def _opening(game: Game, key: Key, values: list[float]) -> Opening:
    players, phase, shift, token = key
    offered, taken, tries, *rest = values
    win, win_error = _mean(tries, *rest[:2])
    lead, lead_error = _mean(tries, *rest[2:])
    return Opening(
        players=players,
        phase=phase,
        shift=shift,
        token=token,
        text=game.describe(game.read_words(token)[0]),
        offered=int(offered),
        taken=int(taken),
        tries=int(tries),
        win=round(win, 4),
        win_error=round(win_error, 4),
        lead=round(lead, 3),
        lead_error=round(lead_error, 3),
    )


def _mean(count: float, total: float, squares: float) -> tuple[float, float]:
    """Return a mean and its standard error; of fewer than two values the error is no number of use.

    Then it is as large as any result.
    """
    if count < 2:
        return total / max(count, 1.0), UNKNOWN
    mean = total / count
    return mean, math.sqrt(max(squares / count - mean * mean, 0.0) / (count - 1))
