"""What an end position of a mining turn is worth, by playing out everything that can follow.

Only for late positions without chance (mining_positions.py). Worth is counted for
one seat, as the lead in victory points and as the win, each on its own. What the other seats
do is a `Reply`: all of their moves with the worst or the best for the seat, or a fixed choice
that depends on what lies open to them alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from coalbaron_fast import State

SEAT: Final = 0
"""The seat whose mining turn it is."""


class Worth(NamedTuple):
    """The best lead and the best win (2 alone, 1 shared, 0 none) that a seat reaches."""

    lead: int
    win: int


Reply = Callable[[State], list[str]]
"""The moves of another seat that are looked at."""


class Continuations:
    """Plays positions out to the end; remembers what it has seen."""

    def __init__(self, reply: Reply, combine: Callable[[list[int]], int]) -> None:
        self.reply = reply
        self.combine = combine
        self.known: dict[State, Worth] = {}

    def worth(self, state: State) -> Worth:
        """What a position is worth when the seat does its best from here on."""
        if state.is_over:
            return worth_at_end(state)
        if state not in self.known:
            assert not state.is_chance
            own = state.turn == SEAT
            children = [self.worth(child) for child in self.children(state, own=own)]
            combine: Callable[[list[int]], int] = max if own else self.combine
            self.known[state] = Worth(
                combine([worth.lead for worth in children]),
                combine([worth.win for worth in children]),
            )
        return self.known[state]

    def children(self, state: State, *, own: bool) -> list[State]:
        """The positions after each move; a whole mining turn counts as one."""
        if state.phase == "mine" and own:
            return [after_plan(state, tokens) for tokens, _ in state.mining_plans()]
        moves = state.legal_moves() if own else self.reply(state)
        return [pushed(state, token) for token in moves]


def pushed(state: State, token: str) -> State:
    """A copy after one token."""
    child = state.copy()
    child.push(token)
    return child


def after_plan(state: State, tokens: list[str]) -> State:
    """A copy after a mining turn; a turn that has steps left is stopped."""
    child = state.copy()
    seat, turns = state.turn, state.workers
    for token in tokens:
        child.push(token)
    if child.phase == "mine" and child.turn == seat and child.workers == turns:
        child.push("end")
    return child


def worth_at_end(state: State) -> Worth:
    """The lead over the best other seat, and the win."""
    scores, winners = state.scores(), state.winners()
    assert scores is not None
    assert winners is not None
    others = [score for seat, score in enumerate(scores) if seat != SEAT]
    win = 0 if SEAT not in winners else 2 if len(winners) == 1 else 1
    return Worth(scores[SEAT] - max(others), win)


def every_move(state: State) -> list[str]:
    """All of another seat's moves, within mining turns too."""
    return state.legal_moves()


def fixed(salt: int) -> Reply:
    """One move, chosen by what the seat may do and how many workers it has left."""

    def choose(state: State) -> list[str]:
        seat = state.turn
        assert seat is not None
        moves = state.legal_moves()
        return [moves[(salt * (state.workers[seat] + 7 * seat + 3)) % len(moves)]]

    return choose


def all_continuations() -> list[Continuations]:
    """The worst and the best that the others can do, and some of their fixed choices."""
    return [
        Continuations(every_move, min),
        Continuations(every_move, max),
        *(Continuations(fixed(salt), min) for salt in (1, 5, 11)),
    ]
