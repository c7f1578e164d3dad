"""What the environments ask of the game: observations and masks.

An observation is what a network is told (core/features.pxd), as one vector: the viewer's own seat,
the other seats in the order of the table, the board. Each number is a flag or a small count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from coalbaron_fast.contract.observations import Observations
from coalbaron_fast.games.coalcountry.core.board import BOARD_OPS
from coalbaron_fast.games.coalcountry.facts import (
    CALENDAR,
    EXTRA_MOST,
    INFLUENCES,
    MOST_INFLUENCE,
    STACKS,
    TILES_IN_ALL,
    UTILITIES,
)
from coalbaron_fast.games.coalcountry.notation import TOKENS
from coalbaron_fast.games.training import Training

if TYPE_CHECKING:
    from coalbaron_fast.games.options import OptionValue

__all__ = ["TRAINING", "longest_game"]

BOUNDS: Final = (-64.0, 64.0)
"""No number of an observation is less or more: counts to 1,023, a sixteenth each."""

OBSERVATIONS: Final = Observations(BOARD_OPS, len(TOKENS))

_A_ROUND: Final = (
    len(INFLUENCES)  # placed
    + MOST_INFLUENCE  # swaps
    + 1  # church
    + 2  # a sale and its marker
    + 2 * (1 + len(UTILITIES))  # two buyers and their cubes
    + 2  # a building and its space
    + EXTRA_MOST  # cubes from the storage
    + 1  # a report's marker
)
"""Decisions of a seat in a round without permits."""


def longest_game(players: int, options: Mapping[str, OptionValue]) -> tuple[int, int]:
    """Return how many decisions and how many chance events no game has more of."""
    rounds = int(options["rounds"])
    permits = players * rounds * len(INFLUENCES) + TILES_IN_ALL
    decisions = players * rounds * _A_ROUND + permits
    # Each round a building a seat, and four indicators at most; the first order; every tile.
    chance = rounds * (players + CALENDAR) + players + TILES_IN_ALL + len(STACKS)
    return decisions, chance


TRAINING: Final = Training(
    observation_size=OBSERVATIONS.size,
    observe=OBSERVATIONS.observe,
    bounds=BOUNDS,
    legal_mask=OBSERVATIONS.legal_mask,
    longest_game=longest_game,
)
