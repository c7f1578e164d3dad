"""How far a row of equal tasks has come, how fast it goes and how long the rest takes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, Self, TextIO

from coalbaron_fast.arena.progress import LIVE_S, PLAIN_S, spell_time

__all__ = ["Pace"]

OVERWRITE: Final = "\r\033[K"


class Pace:
    """Counts tasks and says so: on a terminal in one line, elsewhere a line now and then."""

    def __init__(
        self,
        total: int,
        done: int = 0,
        what: str = "games",
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to count the time; `done` of the `total` were done before."""
        self._total, self._done, self._before, self._what = total, done, done, what
        self._stream = sys.stderr if stream is None else stream
        self._is_live = self._stream.isatty()
        self._clock = clock
        self._started = self._shown = clock()

    def count(self) -> None:
        """Take note of one more."""
        self._done += 1
        now = self._clock()
        if now - self._shown >= (LIVE_S if self._is_live else PLAIN_S):
            self._shown = now
            self.show()

    def show(self) -> None:
        """Say how far it has come."""
        text = f"{self._done} of {self._total} {self._what}"
        fresh, seconds = self._done - self._before, self._clock() - self._started
        if fresh and seconds > 0:
            left = spell_time((self._total - self._done) * seconds / fresh)
            text += f", {60 * fresh / seconds:.3g} a minute, {left} left"
        begin, end = (OVERWRITE, "") if self._is_live else ("", "\n")
        print(f"{begin}{text}", end=end, file=self._stream, flush=True)

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Say the last."""
        self.show()
        if self._is_live:
            print(file=self._stream, flush=True)
