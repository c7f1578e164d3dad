"""The value of a late position by brute force: every legal token, every outcome of chance.

It is slow and obvious on purpose and shares nothing with the solver but the rules of `State`:
no planner, no pruning, no dominance, no equivalence, no hand in closed form. A look is drawn
token by token. Everybody is thought to know everything that anybody knows, so that positions
must be such that nothing hidden matters.

Wins come first and margin second, as for the solver, but as a pair of numbers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast import State

SAME: Final = 1e-9


class TooLargeError(Exception):
    """The position has more states than the budget allows."""


class Value(NamedTuple):
    """What every seat can expect: its share of the win and its points."""

    win: tuple[float, ...]
    points: tuple[float, ...]

    def worth(self, seat: int) -> tuple[float, float]:
        """Share of the win, then the margin over the mean of the others."""
        others = [points for index, points in enumerate(self.points) if index != seat]
        return self.win[seat], self.points[seat] - sum(others) / len(others)


def compare(one: tuple[float, float], other: tuple[float, float]) -> int:
    """Return 1, 0 or -1: which of two worths is more, give or take rounding."""
    for a, b in zip(one, other, strict=True):
        if abs(a - b) > SAME:
            return 1 if a > b else -1
    return 0


class BruteForce:
    """Values of all positions that can follow one of a root seat's."""

    def __init__(self, root_seat: int, budget: int) -> None:
        self.root_seat = root_seat
        self.budget = budget
        self.known: dict[State, Value] = {}

    def value(self, state: State) -> Value:
        """Return what can be expected of a position."""
        if state.is_over:
            return final_value(state)
        found = self.known.get(state)
        if found is None:
            if len(self.known) >= self.budget:
                raise TooLargeError
            found = self.chance(state) if state.is_chance else self.decision(state)
            self.known[state] = found
        return found

    def chance(self, state: State) -> Value:
        """Take the mean over the outcomes."""
        win = [0.0] * state.players
        points = [0.0] * state.players
        for token, probability in state.chance_outcomes():
            value = self.value(after(state, token))
            for seat in range(state.players):
                win[seat] += probability * value.win[seat]
                points[seat] += probability * value.points[seat]
        return Value(tuple(win), tuple(points))

    def decision(self, state: State) -> Value:
        """Take the seat's best; of what is the same to it the worst for the root's seat."""
        seat = state.turn
        assert seat is not None
        best: Value | None = None
        for token in state.legal_moves():
            value = self.value(after(state, token))
            if best is None or self.is_better(value, best, seat):
                best = value
        assert best is not None
        return best

    def is_better(self, value: Value, best: Value, seat: int) -> bool:
        """Whether the seat takes a value instead of the best so far."""
        order = compare(value.worth(seat), best.worth(seat))
        if order or seat == self.root_seat:
            return order > 0
        return compare(value.worth(self.root_seat), best.worth(self.root_seat)) < 0


def after(state: State, token: str) -> State:
    """Return the position that a token leads to."""
    child = state.copy()
    child.push(token)
    return child


def final_value(state: State) -> Value:
    """Return what a finished game came to."""
    winners = state.winners() or []
    win = tuple((seat in winners) / len(winners) for seat in range(state.players))
    return Value(win, tuple(float(points) for points in state.vp))


def solve(state: State, budget: int = 1 << 20) -> tuple[BruteForce, Value]:
    """Return the value of a position, and what it was found with."""
    assert state.turn is not None
    force = BruteForce(state.turn, budget)
    return force, force.value(state)
