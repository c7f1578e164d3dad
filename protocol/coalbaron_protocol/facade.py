"""What the protocol asks of the engine's facade beyond plain calls, all in one place.

Time management is the engine's matter: what `go` says about clocks is passed on.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast import Analysis, Engine, Limits, State

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


def allowance_ms(request: Request, seat: int) -> float | None:
    """Return how long a search under these limits may take, or None for as long as it likes."""
    if request.infinite:
        return None
    budget = request.time_ms
    left = request.clock_ms[seat] if seat < len(request.clock_ms) else None
    if left is not None:
        more = request.increment_ms[seat] if seat < len(request.increment_ms) else None
        share = min(left / 30 + 0.75 * (more or 0.0), left / 4)
        budget = min(share, budget or share)
    return budget


def limits_of(request: Request, seat: int, lines: int) -> Limits:
    """Return the engine's limits for a seat's search."""
    nodes = request.nodes
    if request.depth is not None:
        nodes = min(nodes or request.depth * 1000, request.depth * 1000)
    if request.is_open or request.ponder:
        return Limits(infinite=True, root_turns=request.root_turns, lines=lines)
    return Limits(
        nodes,
        allowance_ms(request, seat),
        request.error,
        root_turns=request.root_turns,
        lines=lines,
    )


def is_met(request: Request, analysis: Analysis) -> bool:
    """Whether a search meets the limits of a request that do not speak of time."""
    return (
        (request.nodes is not None and analysis.nodes >= request.nodes)
        or (request.error is not None and analysis.lines[0].error <= request.error)
        or (request.depth is not None and analysis.depth >= request.depth)
    )


def is_exact(_analysis: Analysis) -> bool:
    """Whether the numbers of an answer are known, not estimated."""
    return False


def evaluation(engine: Engine, state: State) -> Analysis:
    """Return what the engine expects of a position at a glance."""
    return engine.search(state, Limits(nodes=EVALUATION_NODES))
