"""What the PettingZoo and the Gymnasium interface share: spaces, masks, drawings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from coalbaron_fast.envs.opponents import Opponent, one_for_each
from coalbaron_fast.games import Game, Position

__all__ = [
    "LOST",
    "RENDER_MODES",
    "action_mask",
    "check_choices",
    "check_seat",
    "observation_space",
    "read_opponents",
    "render",
]

LOST: Final = -1.0
"""What an action that is not legal returns, with any number of seats; the game ends with it."""

RENDER_MODES: Final = ("ansi", "rgb_array")


def check_choices(game: Game, players: int, render_mode: str | None) -> None:
    """Refuse a number of seats or a way to render that there is not."""
    game.check_players(players)
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode must be {' or '.join(RENDER_MODES)}, not {render_mode!r}")


def check_seat(players: int, seat: int | None) -> None:
    """Refuse a learner's seat that there is not; None is any."""
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"seat must be 0 to {players - 1}, not {seat}")


def read_opponents(players: int, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Return the opponents of one learner, clockwise from its seat."""
    others = one_for_each(opponents, players - 1)
    if len(others) != players - 1:
        raise ValueError(f"{players} players need {players - 1} opponents, not {len(others)}")
    return others


def observation_space(game: Game, players: int) -> spaces.Box:
    """Return the space of the observations of a game for n players."""
    training = game.trained()
    return spaces.Box(*training.bounds, (training.observation_size(players),), np.float32)


def action_mask(game: Game, state: Position, *, may_move: bool) -> NDArray[np.int8]:
    """Return which actions are legal, as Gymnasium's spaces take it; none for who may not move."""
    mask = np.zeros(len(game.tokens), np.int8)
    if may_move and not state.is_over:
        game.trained().legal_mask(state, mask.view(np.bool_))
    return mask


def render(
    game: Game, state: Position, render_mode: str, seat: int | None
) -> str | NDArray[np.uint8]:
    """Return the table as that seat sees it, or all of it, as text or as a picture."""
    shown = state if seat is None else state.view(seat)
    if render_mode == "ansi":
        return "\n".join(game.draw_board(shown))
    draw_picture = game.trained().draw_picture
    if draw_picture is None:
        raise ValueError(f"{game.title} has no picture: render_mode='ansi' draws it as text")
    picture: NDArray[np.uint8] = draw_picture(shown)
    return picture
