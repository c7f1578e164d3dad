"""What the protocol asks of the engine's facade beyond plain calls, all in one place.

Time management is the engine's matter: what `go` says about clocks is passed on.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast import Analysis, Engine, Limits
from coalbaron_fast.games import Position

EVALUATION_NODES: Final = 200
"""How long `eval` looks: a glance, the same on every machine."""


class Request(NamedTuple):
    """What a `go` asks for, checked but not yet bound to a position."""

    nodes: int | None = None
    time_ms: float | None = None
    error: float | None = None
    depth: int | None = None
    clock_ms: tuple[float | None, ...] = ()
    increment_ms: tuple[float | None, ...] = ()
    infinite: bool = False
    ponder: bool = False
    root_turns: tuple[str, ...] = ()
    lines: int = 1

    @property
    def is_open(self) -> bool:
        """Whether nothing in it would ever end the search."""
        limits = (self.nodes, self.time_ms, self.error, self.depth)
        return self.infinite or (not any(limits) and not self.clock_ms)


def clock_of(request: Request, state: Position) -> dict[str, tuple[float, ...]]:
    """Return the engine's limits of clocks: one that was not told is thought to be the mover's."""
    told = [clock for clock in request.clock_ms if clock is not None]
    if not told or state.turn is None:
        return {}
    own = request.clock_ms[state.turn]
    spare = min(told) if own is None else own
    increments = request.increment_ms or (None,) * len(request.clock_ms)
    return {
        "clock_ms": tuple(
            spare if clock is None else clock for clock in request.clock_ms[: state.players]
        ),
        "increment_ms": tuple(more or 0.0 for more in increments[: state.players]),
    }


def limits_of(request: Request, state: Position, lines: int) -> Limits:
    """Return the engine's limits for the search of a position."""
    if request.is_open or request.ponder:
        return Limits(infinite=True, root_turns=request.root_turns, lines=lines)
    return answer_limits(request, state, lines)


def answer_limits(request: Request, state: Position, lines: int) -> Limits:
    """Return the limits that hold once an answer is wanted, also after pondering."""
    clocks = clock_of(request, state)
    return Limits(
        request.nodes,
        request.time_ms,
        request.error,
        depth=request.depth,
        infinite=request.is_open,
        root_turns=request.root_turns,
        lines=lines,
        clock_ms=clocks.get("clock_ms"),
        increment_ms=clocks.get("increment_ms"),
    )


def allowance_ms(request: Request, state: Position) -> float | None:
    """Return how long a search under these limits may take, or None for as long as it likes."""
    return None if request.infinite else answer_limits(request, state, 1).allowance_ms(state)


def is_met(request: Request, analysis: Analysis) -> bool:
    """Whether a search meets the limits of a request that do not speak of time."""
    return (
        (request.nodes is not None and analysis.nodes >= request.nodes)
        or (request.error is not None and analysis.lines[0].error <= request.error)
        or (request.depth is not None and analysis.depth >= request.depth)
    )


def evaluation(engine: Engine, state: Position) -> Analysis:
    """Return what the engine expects of a position at a glance."""
    return engine.search(state, Limits(nodes=EVALUATION_NODES))
