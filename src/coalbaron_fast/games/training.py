"""What the environments ask of a game: a record as plain as `Game` itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from coalbaron_fast.games.options import OptionValue

__all__ = ["Training"]


class Training(NamedTuple):
    """What the environments ask of a game; it needs NumPy.

    An observation is a vector of `observation_size` numbers (by players), none outside `bounds`:
    what a seat knows. `legal_mask` writes which move codes are legal. `longest_game` says how many
    decisions and how many chance events no game of so many players with these options has more of.
    """

    observation_size: Callable[[int], int]
    observe: Callable[..., Any]
    bounds: tuple[float, float]
    legal_mask: Callable[..., Any]
    longest_game: Callable[[int, Mapping[str, OptionValue]], tuple[int, int]]
    draw_picture: Callable[[Any], Any] | None = None
