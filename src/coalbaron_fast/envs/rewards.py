"""What a game is worth to each seat, the same for every environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from coalbaron_fast.games import Position

__all__ = ["REWARDS", "margins_of", "read_reward", "returns_of"]


def returns_of(state: Position) -> list[float]:
    """Return what each seat has won: 1 for a win alone, and all seats sum to 0.

    The share of the win, less a fair share, so scaled: with two seats 1, 0 for a shared win and -1;
    with three 1 and -0.5, with four 1 and -1/3. Zeros before the end.
    """
    shares = state.win_shares()
    if shares is None:
        return [0.0] * state.players
    if state.players == 1:
        return shares
    return [(state.players * share - 1.0) / (state.players - 1) for share in shares]


def margins_of(state: Position) -> list[float]:
    """Return each seat's final points beyond the mean of the others; zeros before the end."""
    points = state.scores()
    if points is None:
        return [0.0] * state.players
    others = max(state.players - 1, 1)
    return [own - (sum(points) - own) / others for own in points]


REWARDS: Final[Mapping[str, Callable[[Position], list[float]]]] = {
    "win": returns_of,
    "margin": margins_of,
}
"""What the end of a game may pay, by name."""


def read_reward(name: str) -> Callable[[Position], list[float]]:
    """Return what pays the end of a game; ValueError for a name that there is not."""
    if name not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]
