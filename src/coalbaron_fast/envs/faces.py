"""What the PettingZoo and the Gymnasium face share: spaces, masks, drawings."""

from __future__ import annotations

from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.board import draw_board
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.coalbaron.observation import ACTIONS, legal_mask, observation_size

__all__ = [
    "LOST",
    "RENDER_MODES",
    "action_mask",
    "check_choices",
    "observation_space",
    "render",
]

LOST: Final = -1.0
"""What an action that is not legal returns, with any number of seats; the game ends with it."""

RENDER_MODES: Final = ("ansi", "rgb_array")

LEAST: Final = -4.0
MOST: Final = 32.0
"""No number of an observation is less or more: 256 points below zero, 512 Marks."""


def check_choices(players: int, render_mode: str | None) -> None:
    """Refuse a number of seats or a way to render that there is not."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"players must be {MIN_PLAYERS} to {MAX_PLAYERS}, not {players}")
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode must be {' or '.join(RENDER_MODES)}, not {render_mode!r}")


def observation_space(players: int) -> spaces.Box:
    """Return the space of the observations of a game for so many players."""
    return spaces.Box(LEAST, MOST, (observation_size(players),), np.float32)


def action_mask(state: State, *, may_move: bool) -> NDArray[np.int8]:
    """Return which actions are legal, as Gymnasium's spaces take it; none for who may not move."""
    mask = np.zeros(ACTIONS, np.int8)
    if may_move and not state.is_over:
        legal_mask(state, mask.view(np.bool_))
    return mask


def render(state: State, render_mode: str, seat: int | None) -> str | NDArray[np.uint8]:
    """Return the table as that seat sees it, or all of it, as text or as a picture."""
    shown = state if seat is None else state.view(seat)
    if render_mode == "ansi":
        return "\n".join(draw_board(shown))
    # Pillow is only needed for pictures.
    from coalbaron_fast.games.coalbaron.picture import draw_picture  # noqa: PLC0415

    return draw_picture(shown)
