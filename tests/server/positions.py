"""Positions to ask about."""

from __future__ import annotations

from coalbaron_fast import State


def placed(players: int = 2, seed: int = 1, turns: int = 0) -> State:
    """Return a position in which a placement is asked for, without a seed."""
    state = State(players, seed=seed)
    while state.phase != "place" or turns > 0:
        turns -= state.phase == "place"
        state.push_codes(state.first_sight())
    return State.from_text(state.to_text())
