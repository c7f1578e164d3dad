"""When a search ends: `Limits`, and the `Plan` that they come to in one position.

Everything that limits decide is decided here: nodes, trees, parameters, and what of a game clock
one turn may take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from coalbaron_fast.errors import LimitsError
from coalbaron_fast.games.position import SMALL

if TYPE_CHECKING:
    from coalbaron_fast.games import Position

__all__ = ["MOST", "SLICES", "Limits", "Plan"]

MOST: Final = {
    "nodes": 10**15,
    "time_ms": 10**12,
    "depth": 10**6,
    "clock_ms": 10**12,
    "increment_ms": 10**12,
}
"""The largest value of each limit. Nodes, and times in nanoseconds, must fit in 64 bits."""

SLICES: Final = 4
"""A search limited by nodes is cut into this many trees, whatever the number of threads, ..."""

SLICE_NODES: Final = 2500
"""... but each gets at least this many nodes: a short search has fewer trees, ..."""

BARE_SLICE_NODES: Final = 25_000
"""... and this many where leaves have no playouts: such nodes take a tenth of the time."""

DEPTH_NODES: Final = 1000
"""Nodes that a limit of depth allows for each turn of it."""

INCREMENT_SHARE: Final = 0.75
"""Part of the increment that is spent at once."""

CLOCK_SHARE: Final = 0.25
"""No turn takes more of what is left on the clock."""

OVERHEAD_MS: Final = 15.0
"""Kept back from the clock each turn for what happens outside the search."""

SMALL_DECISION: Final = 0.25
"""What a decision within a turn (what to keep, what to put back) may take of a turn's time."""


class Plan(NamedTuple):
    """What limits come to in one position, on one engine.

    `nodes` None means without end. `allowance_ms` is the time for this turn, None where time does
    not end the search.
    """

    nodes: int | None
    trees: int
    parameters: Mapping[str, float]
    allowance_ms: float | None


def _check_size(name: str, value: float | None) -> None:
    """Refuse what is too large to count, and what is no number."""
    most = MOST.get(name)
    if value is not None and most is not None and not value <= most:
        raise LimitsError(name, f"{name} must be at most {most}, not {value}")


class Limits:
    """When a search ends: at the first limit that is met.

    `nodes` counts walks through the tree, `time_ms` the time. `error` is the standard error of
    the best line's utility. `depth` lets the tree grow that many turns deep, with a thousand nodes
    for each. `clock_ms` holds what every seat has left on its clock for the rest of the game and
    `increment_ms` what it gets back after each turn: the engine decides how much of it this turn
    is worth. None is a clock that is not known; if it is the mover's, the shortest one that is
    known counts. `root_turns` keeps to the turns that begin with one of these: tokens joined
    with ``/``, or move codes. A whole legal turn is looked at even if it is a poor one. `lines` is
    the number of lines in the answer. `even` tries all turns equally often: to compare those of
    `root_turns` with each other, also where one is clearly worse. `infinite` alone goes on until it
    is stopped.
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
        clock_ms: Sequence[float | None] | None = None,
        increment_ms: Sequence[float | None] | None = None,
        infinite: bool = False,
        root_turns: Sequence[str | Sequence[int]] = (),
        lines: int = 1,
        even: bool = False,
    ) -> None:
        """Refuse what no search can keep to; LimitsError names the field."""
        numbers = {"nodes": nodes, "time_ms": time_ms, "error": error, "depth": depth}
        for name, value in numbers.items():
            if value is not None and not value > 0:
                raise LimitsError(name, f"{name} must be more than 0, not {value}")
            _check_size(name, value)
        if lines < 1:
            raise LimitsError("lines", f"lines must be at least 1, not {lines}")
        clocks = () if clock_ms is None else tuple(clock_ms)
        for clock in clocks:
            _check_size("clock_ms", clock)
        for increment in increment_ms or ():
            _check_size("increment_ms", increment)
        has_clock = any(clock is not None for clock in clocks)
        if not infinite and not has_clock and all(value is None for value in numbers.values()):
            raise LimitsError(
                "", "a limit is needed: nodes, time_ms, error, depth, clock_ms or infinite=True"
            )
        self.nodes = nodes
        self.time_ms = time_ms
        self.error = error
        self.depth = depth
        self.clock_ms = clocks if has_clock else None
        self.increment_ms = () if increment_ms is None else tuple(increment_ms)
        self.infinite = infinite
        self.root_turns = tuple(
            turn if isinstance(turn, str) else tuple(turn) for turn in root_turns
        )
        self.lines = lines
        self.even = even

    def __repr__(self) -> str:
        """Show the limits that are set."""
        shown = {name: getattr(self, name) for name in Limits.__slots__}
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in shown.items() if value)})"

    def plan(
        self, state: Position, threads: int, slices: int, parameters: Mapping[str, float]
    ) -> Plan:
        """Return what these limits come to for the seat to move."""
        nodes = self.nodes
        if self.depth is not None:
            deep = self.depth * DEPTH_NODES
            nodes = deep if nodes is None else min(nodes, deep)
            parameters = {**parameters, "depth": self.depth}
        least = SLICE_NODES if parameters["playout"] else BARE_SLICE_NODES
        trees = threads if nodes is None else min(max(nodes // least, 1), slices)
        return Plan(nodes, trees, parameters, None if self.infinite else self.allowance_ms(state))

    def allowance_ms(self, state: Position) -> float | None:
        """Return how long the seat to move may think by clock and `time_ms`, or None."""
        allowed = self.time_ms
        if self.clock_ms is not None:
            allowed = min(self._share_of_clock(state, self.clock_ms), allowed or float("inf"))
        return allowed

    def _share_of_clock(self, state: Position, clocks: Sequence[float | None]) -> float:
        """Split what is left evenly over the turns to come, and keep a reserve."""
        seat = state.turn
        for name, values in (("clock_ms", clocks), ("increment_ms", self.increment_ms)):
            if seat is None or (len(values) != state.players and values):
                raise LimitsError(name, f"{name} needs a time for each of {state.players} seats")
        own = clocks[seat or 0]
        if own is None:
            own = min(clock for clock in clocks if clock is not None)
        increment = (self.increment_ms[seat or 0] if self.increment_ms else None) or 0.0
        left = max(own - OVERHEAD_MS, 0.0)
        share = left / (2.0 + state.turns_expected()) + INCREMENT_SHARE * increment
        if state.decision in SMALL:
            share *= SMALL_DECISION
        return max(min(share, CLOCK_SHARE * left), 1.0)
