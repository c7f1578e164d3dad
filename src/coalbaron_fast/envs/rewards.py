"""What a game is worth to each seat, the same for every environment."""

from __future__ import annotations

from coalbaron_fast.games import Position

__all__ = ["returns_of"]


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
