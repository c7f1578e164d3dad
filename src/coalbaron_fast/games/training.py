"""What the environments ask of a game: records as plain as `Game` itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

__all__ = ["Lanes", "Training"]


class Lanes(NamedTuple):
    """Many games at once, compiled: what `BatchEnv` steps.

    `batch` is the class of the batch. `kinds` numbers from 0 on who may play a seat, `rewards` what
    the end of a game may pay, both by name. Seats of a further kind are asked, as a learner's are.
    A game without compiled lanes gets plain ones (`coalbaron_fast.envs.lanes`).
    """

    batch: Callable[..., Any]
    kinds: Mapping[str, int]
    rewards: Mapping[str, int]


class Training(NamedTuple):
    """What the environments ask of a game; it needs NumPy.

    An observation is a vector of `observation_size` numbers (by players), none outside `bounds`:
    what a seat knows. `legal_mask` writes which move codes are legal. `longest_game` says how many
    decisions and how many chance events no game has more of, by players; a chance event has at
    most `chance_outcomes`.
    """

    observation_size: Callable[[int], int]
    observe: Callable[..., Any]
    bounds: tuple[float, float]
    legal_mask: Callable[..., Any]
    longest_game: Callable[[int], tuple[int, int]]
    chance_outcomes: int
    draw_picture: Callable[[Any], Any] | None = None
    lanes: Lanes | None = None
