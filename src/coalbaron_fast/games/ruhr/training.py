"""What the environments ask of the game: observations and masks.

An observation is what a network is told (core/features.pxd), as one vector: the viewer's own seat,
the other seats in the order of the table, the board. Each number is a flag or a small count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from coalbaron_fast.contract.observations import Observations
from coalbaron_fast.games.ruhr.core.board import BOARD_OPS
from coalbaron_fast.games.ruhr.facts import (
    DEBT_SPACES,
    EXPORT_TURNS,
    GET_TURNS,
    MARKER_TURNS,
    PAY_TURNS,
    REMOVE,
    THALER_CAP,
    TRACK_BOXES,
    TURNS,
)
from coalbaron_fast.games.ruhr.notation import TOKENS
from coalbaron_fast.games.training import Training

if TYPE_CHECKING:
    from coalbaron_fast.games.options import OptionValue

__all__ = ["TRAINING", "longest_game"]

BOUNDS: Final = (-4.0, 16.0)
"""No number of an observation is less or more: 64 points below zero, 255 above it."""

OBSERVATIONS: Final = Observations(BOARD_OPS, len(TOKENS))


def longest_game(players: int, _options: Mapping[str, OptionValue]) -> tuple[int, int]:
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
    observation_size=OBSERVATIONS.size,
    observe=OBSERVATIONS.observe,
    bounds=BOUNDS,
    legal_mask=OBSERVATIONS.legal_mask,
    longest_game=longest_game,
)
