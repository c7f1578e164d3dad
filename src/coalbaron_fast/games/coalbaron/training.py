"""What the environments ask of Coal Baron: observations, masks, many games at once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalbaron.facts import (
    DRAFT_CARDS,
    DRAFT_ROUNDS,
    LOCKED,
    LOOK,
    MINING_SPACES,
    MINING_STEPS,
    SHIFTS,
    SPACES,
    WORKERS,
)
from coalbaron_fast.games.coalbaron.observation import legal_mask, observation_size, observe
from coalbaron_fast.games.training import Training

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from coalbaron_fast.games.coalbaron.state import State
    from coalbaron_fast.games.options import OptionValue

__all__ = ["TRAINING", "longest_game"]

BOUNDS: Final = (-4.0, 32.0)
"""No number of an observation is less or more: 256 points below zero, 512 Marks."""


def longest_game(players: int, _options: Mapping[str, OptionValue]) -> tuple[int, int]:
    """Return how many decisions and how many chance events no game has more of."""
    return _longest_game(players)


@functools.cache
def _longest_game(players: int) -> tuple[int, int]:
    unlocked = [space for space in SPACES if space not in LOCKED[players]]
    laid_out = sum(space[0] in "fo" and space[1:].isdigit() for space in unlocked)
    setup = laid_out - 1 + DRAFT_CARDS[players]  # a card of the draft is left over for the row
    workers = players * WORKERS[players]
    decisions = players * DRAFT_ROUNDS + SHIFTS * _most_in_a_shift(
        {space: _decisions_on(space) for space in unlocked}, workers
    )
    chances = setup + SHIFTS * _most_in_a_shift(
        {space: _chances_on(space) for space in unlocked}, workers
    )
    return decisions, chances


def _most_in_a_shift(worth: Mapping[str, int], workers: int) -> int:
    """Return the most that n workers get, if the k-th turn on a space takes k of them."""
    # The bank takes one each time. Splitting the last turn's worth makes it a bound.
    turns = [
        (worth[space] / cost, cost)
        for space in worth
        for cost in ([1] * workers if space == "bank" else range(1, workers + 1))
    ]
    most = 0.0
    for rate, cost in sorted(turns, reverse=True):
        taken = min(cost, workers)
        most += rate * taken
        workers -= taken
    return int(most)


def _decisions_on(space: str) -> int:
    """Return the most decisions of a turn on this space."""
    if space == "fx":
        return 1 + 1 + 2 + 1 + LOOK - 2  # place, keep one, two carts to fill, side, all others
    if space == "ox":
        return 1 + 1 + 1 + LOOK - 1  # place, keep none, side, all but the last
    if space in MINING_SPACES:
        return 1 + MINING_STEPS[MINING_SPACES.index(space)]
    return 3 if space.startswith("f") else 1


def _chances_on(space: str) -> int:
    """Return the most chance events of a turn on this space."""
    if space in ("fx", "ox"):
        return LOOK
    return int(space[0] in "fo")


def _draw_picture(state: State) -> NDArray[np.uint8]:
    # Pillow is only needed for pictures.
    from coalbaron_fast.games.coalbaron.picture import draw_picture  # noqa: PLC0415

    return draw_picture(state)


TRAINING: Final = Training(
    observation_size=observation_size,
    observe=observe,
    bounds=BOUNDS,
    legal_mask=legal_mask,
    longest_game=longest_game,
    draw_picture=_draw_picture,
)
