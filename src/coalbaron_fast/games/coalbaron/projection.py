"""Where the majorities are heading: what every seat is likely to count at the end.

Quick games are played from worlds that agree with what one seat knows. Every turn is the one that
is best by static evaluation. The counts at the end are averaged.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from coalbaron_fast.games.coalbaron.facts import REWARDS
from coalbaron_fast.games.coalbaron.state import State


@dataclass(frozen=True, slots=True)
class Projection:
    """What to expect at the end: means over quick games, with standard errors.

    `counts` holds a list of twelve for each seat, `vp` the final points, `win` the share of the
    win. Each has its `…errors`. `games` is the number of games played.
    """

    counts: list[list[float]]
    errors: list[list[float]]
    vp: list[float]
    vp_errors: list[float]
    win: list[float]
    win_errors: list[float]
    games: int


class _Means:
    """Means of several numbers, with their standard errors."""

    def __init__(self, width: int) -> None:
        self.count = 0
        self.sums = [0.0] * width
        self.squares = [0.0] * width

    def add(self, values: list[float]) -> None:
        self.count += 1
        for index, value in enumerate(values):
            self.sums[index] += value
            self.squares[index] += value * value

    def means(self) -> list[float]:
        return [total / self.count for total in self.sums]

    def errors(self) -> list[float]:
        """Return standard errors; 0 for a single game, which says nothing about them."""
        if self.count < 2:
            return [0.0] * len(self.sums)
        return [
            math.sqrt(max(square / self.count - (total / self.count) ** 2, 0.0) / (self.count - 1))
            for total, square in zip(self.sums, self.squares, strict=True)
        ]


def project(
    state: State,
    viewer: int | None = None,
    games: int = 100,
    seed: int = 1,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Projection:
    """Play quick games to the end, from what `viewer` knows, and return what was counted.

    By default `viewer` is the seat to move, or the one whose turn it is. The same seed gives the
    same answer. `is_stopped` is called after every game; true ends the work early.
    """
    seat = _viewer(state) if viewer is None else viewer
    generator = random.Random(seed)
    counts = [_Means(len(REWARDS)) for _ in range(state.players)]
    points, wins = _Means(state.players), _Means(state.players)
    for _ in range(max(games, 1)):
        end = _finished(state, seat, generator)
        majorities = end.majorities()
        for own, means in enumerate(counts):
            means.add([float(element[own]) for element, _ in majorities])
        points.add([float(vp) for vp in end.vp])
        winners = end.winners() or []
        wins.add([(own in winners) / len(winners) for own in range(state.players)])
        if is_stopped():
            break
    return Projection(
        counts=[means.means() for means in counts],
        errors=[means.errors() for means in counts],
        vp=points.means(),
        vp_errors=points.errors(),
        win=wins.means(),
        win_errors=wins.errors(),
        games=points.count,
    )


def _viewer(state: State) -> int:
    """Return the seat whose knowledge to use; during setup all know the same."""
    for seat in (state.viewer, state.turn, state.to_dict()["active"]):
        if seat is not None:
            return int(seat)
    return 0


def _finished(state: State, seat: int, generator: random.Random) -> State:
    """Play one game to its end, in a world that agrees with what the seat knows."""
    world = state.sample_world(seat, seed=generator.getrandbits(63))
    game = State.from_dict(world.to_dict(), seed=generator.getrandbits(63))
    while not game.is_over:
        game.push_codes(game.first_sight())
    return game
