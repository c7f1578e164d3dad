"""What the environments ask of the game: observations and masks.

An observation is what a network is told (core/features.pxd), as one vector: the viewer's own seat,
the other seats in the order of the table, the board. Each number is a flag or a small count.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from coalbaron_fast.games.ruhr.core.features import sizes
from coalbaron_fast.games.ruhr.core.game import TURN_OPS
from coalbaron_fast.games.ruhr.facts import (
    DEBT_SPACES,
    EXPORT_TURNS,
    GET_TURNS,
    MARKER_TURNS,
    MARKERS,
    PAY_TURNS,
    REMOVE,
    THALER_CAP,
    TRACK_BOXES,
    TURNS,
)
from coalbaron_fast.games.training import Training
from coalbaron_fast.search.game import features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coalbaron_fast.games.ruhr.state import State

__all__ = ["TRAINING", "longest_game"]

BOUNDS: Final = (-4.0, 16.0)
"""No number of an observation is less or more: 64 points below zero, 255 above it."""

COUNTED_BY: Final = 16
"""What counts are divided by; flags stay 1."""

_SIZES: Final = sizes()


def observation_size(players: int) -> int:
    """Return how many numbers an observation has."""
    return players * _SIZES["seat"] + _SIZES["board"]


@functools.cache
def _scale(players: int) -> NDArray[np.float32]:
    """Return what each number of an observation is multiplied with."""
    seat, board = (np.ones(_SIZES[part], np.float32) for part in ("seat", "board"))
    seat[_SIZES["seat_counts"] :] /= COUNTED_BY
    board[_SIZES["board_counts"] :] /= COUNTED_BY
    return np.concatenate([*[seat] * players, board])


def observe(
    state: State, seat: int | None = None, out: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """Return what a seat knows, by default the one to move, as a vector of floats.

    With `out`, a contiguous vector of `observation_size` numbers, that is written and returned.
    """
    viewer = state.turn if seat is None else seat
    if viewer is None:
        raise ValueError("a seat must be named where none is to move")
    if out is None:
        out = np.zeros(observation_size(state.players), np.float32)
    out[:] = 0
    found = features(TURN_OPS, state.data())
    starts = np.frombuffer(found[0], np.int64)
    indices, values = (np.frombuffer(found[1], np.uint16), np.frombuffer(found[2], np.int16))
    for part, (begin, end) in enumerate(pairwise(starts)):
        # The viewer's own seat first; the board is the last part.
        shown = (part - viewer) % state.players if part < state.players else part
        out[shown * _SIZES["seat"] + indices[begin:end]] = values[begin:end]
    out *= _scale(state.players)
    return out


def legal_mask(state: State, out: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Write which move codes are legal, and return it."""
    out[:] = False
    if state.turn is not None:
        out[state.legal_codes()] = True
    return out


@functools.cache
def longest_game(players: int) -> tuple[int, int]:
    """Return how many decisions and how many chance events no game has more of."""
    # Option, target, start, hauler; the trip and what it brings back.
    each = 4 + 1 + 1
    # Everything is bought for a Thaler at least: the cap, a good sale, a wage, the inn.
    purchases = THALER_CAP + 12
    places = 2 * (TRACK_BOXES[0] - TRACK_BOXES[-1])
    events = len(PAY_TURNS) + len(GET_TURNS)
    decisions = (
        players * (TURNS * (each + purchases + DEBT_SPACES) + events)
        + places
        + len(REMOVE[players])
    )
    return decisions, len(MARKER_TURNS) + len(EXPORT_TURNS)


TRAINING: Final = Training(
    observation_size=observation_size,
    observe=observe,
    bounds=BOUNDS,
    legal_mask=legal_mask,
    longest_game=longest_game,
    chance_outcomes=len(MARKERS),
)
