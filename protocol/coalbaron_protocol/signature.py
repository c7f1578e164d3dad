"""The engine's behaviour in one number: fixed positions, fixed nodes, no clock.

The positions are those that a fixed walk meets: for two, three and four seats the first one of
every phase in which a seat decides, in each shift and near the end, where the engine solves
instead of sampling. The number changes when the engine answers otherwise, and is the same on
every machine and for every number of threads: what it is made of are whole numbers, the search
calculates with sums, products and roots alone, which are rounded alike everywhere, and nothing
looks at a clock.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from coalbaron_fast import Analysis

POSITION_NODES: Final = 300
LAST_SHIFT: Final = 3
ENDING_WORKERS: Final = 5
"""With fewer workers left in the last shift, of all seats together, it is an ending."""

SEED: Final = 374
"""Of the deals: with this one the walk runs short of coal, and comes to endings that can be solved,
at every number of seats."""

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_BITS: Final = 2**64


def fixed_positions() -> Iterator[State]:
    """Yield the positions, always the same ones in the same order."""
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
    left = sum(state.workers) if state.shift == LAST_SHIFT else ENDING_WORKERS
    return state.phase, state.shift, min(left, ENDING_WORKERS)


def _numbers(seed: int) -> Iterator[int]:
    """Yield a fixed row of numbers: Knuth's generator, its upper half."""
    value = seed
    while True:
        value = (value * _MULTIPLIER + _INCREMENT) % _BITS
        yield value >> 32


def _step(state: State, number: int) -> str:
    """Choose a token of the walk: it buys tiles as long as it can, so that coal runs short."""
    legal = state.legal_moves()
    tiles = [token for token in legal if token.startswith("f")]
    liked = tiles or [token for token in legal if token.startswith(("c", "ox"))]
    choice = liked if liked and number % 8 else legal
    return choice[number // 8 % len(choice)]


class Fingerprint:
    """A checksum over answers: turns, visits and depth, no fractions."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, analysis: Analysis) -> None:
        """Take one answer in."""
        lines = [f"{' '.join(line.tokens)} {line.visits}" for line in analysis.lines]
        text = f"{analysis.nodes} {analysis.depth} {lines}"
        self.value = zlib.crc32(text.encode(), self.value)
