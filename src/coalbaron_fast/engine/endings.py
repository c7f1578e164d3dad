"""Endings: the exhaustive search as the engine uses it, before it thinks of sampling.

It is tried where few enough turns are left, with a part of the search's limits. Under a limit of
nodes it never looks at the clock, so that the answer depends on the options alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from coalbaron_fast.errors import SettingsError
from coalbaron_fast.games import Position
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver

__all__ = ["NEVER", "ONLY_EXACT", "SOLVED_TOO", "Ending", "EndingLine", "Endings"]

NEVER: Final = 0
ONLY_EXACT: Final = 1
SOLVED_TOO: Final = 2
"""Values of the parameter `solve`: never; only results that nothing hidden could change; also
results for which everything that the mover cannot see is shuffled for all seats."""

TURNS: Final = {1: 12, 2: 10, 3: 7, 4: 6}
"""By seats: the most turns left with which an ending is tried."""

TIME_SHARE: Final = 0.4
"""The part of a time limit that an attempt may take."""

NODES_A_NODE: Final = 20
"""Positions that an attempt may look at for each walk through the tree that was asked for.

That takes less than the time of a walk with `hand`, and several times that of one with a network.
"""

UNLIMITED_NODES: Final = 1_000_000
"""The most positions of an attempt without a limit of nodes."""


class EndingLine(NamedTuple):
    """A root turn, what every seat can expect of it, and the turns that follow, as codes.

    `spread` says how far final points stray from `vp`: not at all where luck decides nothing.
    """

    codes: list[int]
    win: list[float]
    vp: list[float]
    spread: list[float] | None
    pv: list[list[int]]


class Ending(NamedTuple):
    """A solved position: who is to move, its best turns, whether that is exact, positions seen."""

    seat: int
    lines: list[EndingLine]
    exact: bool
    nodes: int


class _Beginnings:
    """Whether a turn begins as wanted; remembers which beginnings were met."""

    def __init__(self, wanted: Sequence[list[int]]) -> None:
        self.wanted = wanted
        self.met: set[int] = set()

    def __call__(self, codes: list[int]) -> bool:
        met = {n for n, begin in enumerate(self.wanted) if codes[: len(begin)] == begin}
        self.met |= met
        return bool(met)


class Endings:
    """A solver with the memory of one engine."""

    def __init__(self, evaluation: Evaluation, megabytes: int, solve: int) -> None:
        """`solve` is what the parameter of that name says."""
        if solve not in (NEVER, ONLY_EXACT, SOLVED_TOO):
            raise SettingsError("parameters", f"solve must be 0, 1 or 2, not {solve}")
        self.solve = solve
        self.solver = Solver(evaluation.game, megabytes) if solve else None
        self._evaluation = evaluation

    def stop(self) -> None:
        """End the attempt that is running, from any thread."""
        if self.solver is not None:
            self.solver.stop()

    def resume(self) -> None:
        """Allow attempts again."""
        if self.solver is not None:
            self.solver.resume()

    def is_short(self, state: Position) -> bool:
        """Whether few enough turns are left that solving is tried; a seat is to move."""
        if self.solver is None or state.turn is None:
            return False
        left = self.solver.turns_left(state.data(), state.turn)
        return left is not None and left <= TURNS[state.players]

    def attempt(
        self,
        state: Position,
        nodes: int | None,
        time_ms: float | None,
        lines: int,
        wanted: Sequence[list[int]] = (),
    ) -> Ending | None:
        """Solve a position in which a seat is to move, or return None for another search.

        The solver looks at nothing but what that seat knows.
        `wanted` are the beginnings, as codes, of the turns to keep to; all if there are none.
        """
        seat = state.turn
        if self.solver is None or seat is None or not self.is_short(state):
            return None
        root = state.data()
        deadline = 0
        if time_ms is not None:
            deadline = time.monotonic_ns() + int(TIME_SHARE * time_ms * 1e6)
        budget = UNLIMITED_NODES if nodes is None else NODES_A_NODE * nodes
        only_exact = self.solve == ONLY_EXACT
        beginnings = _Beginnings(wanted)
        found = self.solver.solve(
            root, seat, budget, deadline, lines, beginnings if wanted else None, only_exact
        )
        # The solver leaves out turns that another one is sure to be as good as. If such a
        # turn is asked for, the tree search answers.
        if found is None or len(beginnings.met) < len(wanted):
            return None
        # The solver keeps means alone. Where luck is left, what is known of the position without
        # solving it says how far results stray, or somewhat more.
        spread = self._evaluation.spread(root)
        return Ending(
            seat,
            [
                EndingLine(codes, win, vp, spread if luck else [0.0] * len(vp), pv)
                for codes, win, vp, _, luck, pv in found
            ],
            found[0][3],
            self.solver.nodes,
        )
