"""The search behind a `go`: its info lines, its pondering, its one `bestmove`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from coalbaron_fast import Analysis, Engine, IllegalMoveError
from coalbaron_fast.games import Position
from coalbaron_protocol.facade import Request, allowance_ms, is_met, limits_of
from coalbaron_protocol.messages import NO_TURN, best_line, info_line
from coalbaron_protocol.skill import Weakness

INFO_EVERY_S: Final = 0.125
"""Seconds between two reports, so that with the last one there are at most ten in any second."""


class SearchJob:
    """One `go` on one position, from its first info line to its `bestmove`.

    While it ponders the answer is held back until `ponderhit` or `stop`; the time that it has
    pondered counts as thought.
    """

    name = "go"

    def __init__(
        self,
        engine: Engine,
        state: Position,
        request: Request,
        write: Callable[..., None],
        weakness: Weakness | None = None,
        *,
        names_ponder: bool = False,
    ) -> None:
        if state.turn is None:
            raise ValueError(f"no seat is to move in phase {state.phase}")
        self._engine = engine
        self._state = state
        self._request = request if weakness is None else weakness.limit(request)
        self._shown = request.lines
        self._write = write
        self._weakness = weakness
        self._names_ponder = names_ponder
        self._released = threading.Event()
        if not request.ponder:
            self._released.set()
        self._started = time.monotonic()
        self._reported = self._started
        self._last_shown: Analysis | None = None

    @property
    def is_pondering(self) -> bool:
        """Whether the answer is held back."""
        return not self._released.is_set()

    def run(self) -> list[str]:
        """Search; return the last report and the answer."""
        limits = limits_of(self._request, self._state, self._request.lines)
        last: Analysis | None = None
        for analysis in self._engine.analyse(self._state, limits):
            last = analysis
            if self._request.ponder and not self.is_pondering and is_met(self._request, analysis):
                self._engine.stop()
            if time.monotonic() - self._reported >= INFO_EVERY_S:
                self._reported = time.monotonic()
                self._last_shown = analysis
                self._write(*self._report(analysis))
        self._released.wait()
        if last is None:
            return self.failure()
        best = last.best if self._weakness is None else self._weakness.choose(self._state, last)
        ponder = self._turn_to_ponder(last) if self._names_ponder and best == last.best else []
        report = [] if last is self._last_shown else self._report(last)
        return [*report, best_line(best, ponder)]

    def stop(self) -> None:
        """End the search, and the pondering."""
        self._released.set()
        self._engine.stop()

    def failure(self) -> list[str]:
        """Answer nevertheless: every `go` gets its `bestmove`."""
        return [f"bestmove {NO_TURN}"]

    def ponder_hit(self) -> float | None:
        """The turn was played: answer when the limits of the `go` are met.

        Returns the seconds that are left until then; None if time does not end it.
        """
        self._released.set()
        allowance = allowance_ms(self._request, self._state)
        if allowance is None:
            return None
        return max(allowance / 1000 - (time.monotonic() - self._started), 0.0)

    def _report(self, analysis: Analysis) -> list[str]:
        lines = analysis.lines[: self._shown]
        return [info_line(analysis, rank, line) for rank, line in enumerate(lines, start=1)]

    def _turn_to_ponder(self, analysis: Analysis) -> list[str]:
        """The expected reply, where it can be played at once and tells nothing that is hidden."""
        variation = analysis.lines[0].pv
        if len(variation) < 2:
            return []
        # Without the seed: what it would draw now is not for the opponent to see.
        after = self._state.unseeded()
        try:
            after.push_all(variation[0])
            after.push_all(variation[1])
        except IllegalMoveError:
            return []
        return variation[1]
