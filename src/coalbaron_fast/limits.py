"""When a search ends: `Limits`, and what of a game clock one turn may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from coalbaron_fast.games import Position

__all__ = ["Limits"]

INCREMENT_SHARE: Final = 0.75
"""So much of the increment is spent at once."""

CLOCK_SHARE: Final = 0.25
"""No turn takes more of what is left on the clock."""

OVERHEAD_MS: Final = 15.0
"""Kept back from the clock each turn for what happens outside the search."""

SMALL_DECISION: Final = 0.25
"""What a decision within a turn (what to keep, what to put back) may take of a turn's time."""


class Limits:
    """When a search ends: at the first limit that is met.

    `nodes` counts walks through the tree, `time_ms` the time. `error` is the standard error of
    the best line's utility. `depth` lets the tree grow so many turns deep, with a thousand nodes
    for each. `clock_ms` holds what every seat has left on its clock for the rest of the game and
    `increment_ms` what it gets back after each turn: the engine decides how much of it this turn
    is worth. `root_turns` keeps to the turns that begin with one of these (tokens, joined with
    ``/``); a whole legal turn is looked at even if it is a poor one. `lines` is the number of
    lines in the answer. `even` tries all turns equally often: to compare those of `root_turns`
    with each other, also where one is clearly worse. `infinite` alone goes on until it is stopped.
    """

    __slots__ = (
        "clock_ms",
        "depth",
        "error",
        "even",
        "increment_ms",
        "infinite",
        "lines",
        "nodes",
        "root_turns",
        "time_ms",
    )

    def __init__(  # noqa: PLR0913 - every limit is one name
        self,
        nodes: int | None = None,
        time_ms: float | None = None,
        error: float | None = None,
        *,
        depth: int | None = None,
        clock_ms: Sequence[float] | None = None,
        increment_ms: Sequence[float] | None = None,
        infinite: bool = False,
        root_turns: Sequence[str] = (),
        lines: int = 1,
        even: bool = False,
    ) -> None:
        """Refuse what no search can keep to."""
        numbers = {"nodes": nodes, "time_ms": time_ms, "error": error, "depth": depth}
        for name, value in numbers.items():
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be more than 0, not {value}")
        if lines < 1:
            raise ValueError(f"lines must be at least 1, not {lines}")
        if not infinite and clock_ms is None and all(value is None for value in numbers.values()):
            raise ValueError(
                "a limit is needed: nodes, time_ms, error, depth, clock_ms or infinite=True"
            )
        self.nodes = nodes
        self.time_ms = time_ms
        self.error = error
        self.depth = depth
        self.clock_ms = None if clock_ms is None else tuple(clock_ms)
        self.increment_ms = () if increment_ms is None else tuple(increment_ms)
        self.infinite = infinite
        self.root_turns = tuple(root_turns)
        self.lines = lines
        self.even = even

    def __repr__(self) -> str:
        """Show the limits that are set."""
        shown = {name: getattr(self, name) for name in Limits.__slots__}
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in shown.items() if value)})"

    def allowance_ms(self, state: Position) -> float | None:
        """Return how long the seat to move may think by clock and `time_ms`, or None."""
        allowed = self.time_ms
        if self.clock_ms is not None:
            allowed = min(self._share_of_clock(state), allowed or float("inf"))
        return allowed

    def _share_of_clock(self, state: Position) -> float:
        """Split what is left evenly over the turns to come, and keep a reserve."""
        seat = state.turn
        clock = self.clock_ms or ()
        if seat is None or len(clock) != state.players:
            raise ValueError(f"clock_ms needs a time for each of {state.players} seats")
        if self.increment_ms and len(self.increment_ms) != state.players:
            raise ValueError(f"increment_ms needs a time for each of {state.players} seats")
        increment = self.increment_ms[seat] if self.increment_ms else 0.0
        left = max(clock[seat] - OVERHEAD_MS, 0.0)
        share = left / (2.0 + state.turns_expected()) + INCREMENT_SHARE * increment
        if state.is_small_decision:
            share *= SMALL_DECISION
        return max(min(share, CLOCK_SHARE * left), 1.0)
