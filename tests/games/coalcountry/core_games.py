"""Random games of the compiled core, with all options in turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from coalbaron_fast.games.coalcountry.state import State

PLACING = 0.4
"""How often the turn that looks best is taken: of random tokens alone mines stay small."""


def begin(number: int) -> State:
    """The beginning of a game by its number."""
    players = 2 + number % 3
    start = None if number % 2 else number % players
    return State(
        players,
        start=start,
        rounds=6 if number % 5 else 8,
        reformed=number // 3 % 2 == 1,
        amok=number // 6 % 2 == 1,
    )


def token(state: State, rng: Random) -> str:
    """A random token, or the first of the turn that looks best."""
    if state.turn is not None and rng.random() < PLACING:
        return state.legal_moves()[state.legal_codes().index(state.first_sight()[0])]
    return rng.choice(state.legal_moves())


def positions(numbers: range, part: float = 1.0) -> Iterator[State]:
    """Positions of these games, this part of them, and each end."""
    for number in numbers:
        rng = Random(f"core/{number}")
        state = begin(number)
        while not state.is_over:
            if rng.random() < part:
                yield state.copy()
            state.push(token(state, rng))
        yield state
