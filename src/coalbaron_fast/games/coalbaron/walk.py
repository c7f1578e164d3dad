"""The positions of the engine's signature: those that a fixed walk meets.

The walk meets, for every number of seats, the first position of every phase in which a seat
decides: once in each shift, and again near the end, where the engine solves instead of sampling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS, SHIFTS
from coalbaron_fast.games.coalbaron.state import State

ENDING_WORKERS: Final = 5
"""With fewer workers left in the last shift, all seats together, a position is an ending."""

SEED: Final = 374
"""Seed of the deals. With this one coal runs short, and the walk meets endings that can be solved
at every number of seats."""

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_BITS: Final = 2**64


def signature_positions() -> Iterator[State]:
    """Yield the positions of the signature, always the same ones in the same order."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        met: set[tuple[str, int, int]] = set()
        state = State(players, seed=SEED)
        for number in _numbers(players):
            if state.is_over:
                break
            if _moment(state) not in met:
                met.add(_moment(state))
                yield state.copy()
            state.push(_step(state, number))


def _moment(state: State) -> tuple[str, int, int]:
    """Return what tells positions apart: phase, shift, and near the end the workers left."""
    left = sum(state.workers) if state.shift == SHIFTS else ENDING_WORKERS
    return state.phase, state.shift, min(left, ENDING_WORKERS)


def _numbers(seed: int) -> Iterator[int]:
    """Yield a fixed sequence of numbers: Knuth's generator, its upper half."""
    value = seed
    while True:
        value = (value * _MULTIPLIER + _INCREMENT) % _BITS
        yield value >> 32


def _step(state: State, number: int) -> str:
    """Choose a token of the walk: it buys tiles while it can, so that coal runs short."""
    legal = state.legal_moves()
    tiles = [token for token in legal if token.startswith("f")]
    liked = tiles or [token for token in legal if token.startswith(("c", "ox"))]
    choice = liked if liked and number % 8 else legal
    return choice[number // 8 % len(choice)]
