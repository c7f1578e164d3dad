"""What a game is worth to each seat, the same for every environment."""

from __future__ import annotations

from coalbaron_fast import State

__all__ = ["returns_of"]


def returns_of(state: State) -> list[float]:
    """Return what each seat has won: 1 for a win alone, and all seats sum to 0.

    The share of the win, less a fair share, so scaled: with two seats 1, 0 for a shared win and -1;
    with three 1 and -0.5, with four 1 and -1/3. Zeros before the end.
    """
    winners = state.winners()
    if winners is None:
        return [0.0] * state.players
    share = 1.0 / len(winners)
    return [
        (state.players * share * (seat in winners) - 1.0) / (state.players - 1)
        for seat in range(state.players)
    ]
