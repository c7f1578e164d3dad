"""The search of a `go`: its info lines, its pondering, its one `bestmove`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from coalbaron_fast import IllegalMoveError, Search
from coalbaron_fast.games import Position
from coalbaron_protocol.messages import best_line, info_line, policy_line
from coalbaron_protocol.skill import Weakness

if TYPE_CHECKING:
    from coalbaron_fast import Analysis

INFO_EVERY_S: Final = 0.125
"""Seconds between two reports, so that with the last one there are at most ten in any second."""


class SearchJob:
    """One `go` on one position, from its first info line to its `bestmove`."""

    name = "go"

    def __init__(
        self,
        search: Search,
        state: Position,
        lines: int,
        write: Callable[..., None],
        weakness: Weakness | None = None,
        *,
        names_ponder: bool = False,
    ) -> None:
        """`search` has been started on `state`; reports show up to `lines` lines."""
        self._search = search
        self._state = state
        self._lines = lines
        self._write = write
        self._weakness = weakness
        self._names_ponder = names_ponder

    @property
    def is_pondering(self) -> bool:
        """Whether the answer is held back."""
        return self._search.is_pondering

    def ponder_hit(self) -> None:
        """Let the answer come when the limits of the `go` are met."""
        self._search.ponder_hit()

    def stop(self) -> None:
        """End the search, and the pondering."""
        self._search.stop()

    def run(self) -> list[str]:
        """Report while the search goes on; return the last report and the answer."""
        last, is_shown = self._watch(self._search)
        best = last.best if self._weakness is None else self._weakness.choose(self._state, last)
        ponder = self._turn_to_ponder(last) if self._names_ponder and best == last.best else []
        report = [] if is_shown else self._report(last)
        return [*report, best_line(best, ponder)]

    def failure(self) -> list[str]:
        """Answer nevertheless: every `go` gets its `bestmove`."""
        return [best_line(())]

    def _watch(self, analyses: Iterable[Analysis]) -> tuple[Analysis, bool]:
        """Report now and then; return the last analysis, and whether it was reported."""
        reported = time.monotonic()
        for analysis in analyses:
            is_shown = time.monotonic() - reported >= INFO_EVERY_S
            if is_shown:
                reported = time.monotonic()
                self._write(*self._report(analysis))
        return analysis, is_shown

    def _report(self, analysis: Analysis) -> list[str]:
        lines = analysis.lines[: self._lines]
        policy = [] if analysis.policy is None else [policy_line(analysis.policy)]
        return [
            *(info_line(analysis, rank, line) for rank, line in enumerate(lines, start=1)),
            *policy,
        ]

    def _turn_to_ponder(self, analysis: Analysis) -> list[str]:
        """Return the expected reply, where it can follow at once and tells nothing hidden."""
        line = analysis.lines[0]
        if len(line.pv) < 2:
            return []
        # Without the seed: what it would draw now is not for the opponent to see.
        after = self._state.unseeded()
        try:
            for codes in line.pv_codes[:2]:
                after.push_codes(codes)
        except IllegalMoveError:
            return []
        return line.pv[1]
