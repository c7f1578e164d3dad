"""A match while it is played: score, interval, games a minute and the time left.

On a terminal it is one live line, if the package rich is there (extra `arena`); elsewhere plain
lines, not too many of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self, TextIO

from coalbaron_fast.arena.report import score_line

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

    from coalbaron_fast.arena.results import GameResult
    from coalbaron_fast.arena.statistics import Tally

__all__ = ["LiveProgress", "PlainProgress", "progress_for"]

LIVE_S: Final = 0.5
SHARE: Final = 20
"""So many times as long as it takes to say how the match stands, nothing is said."""

PLAIN_S: Final = 10.0
"""No more than one line in so many seconds."""


class PlainProgress:
    """Prints a line now and then; `watch` is called with every game."""

    def __init__(
        self,
        tally: Tally,
        write: Callable[[str], None],
        every_s: float = PLAIN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to count the time."""
        self._write = write
        self._every_s = every_s
        self._clock = clock
        self._before = len(tally.numbers)
        self._started = clock()
        self._shown = self._started

    def watch(self, tally: Tally, result: GameResult) -> None:
        """Take note of a game."""
        for fault in result.faults:
            self.note(f"game {result.number}, seat {fault.seat}: {fault.kind}: {fault.text}")
        now = self._clock()
        if now - self._shown >= self._every_s:
            self.show(tally)
            self._shown = self._clock()
            self._every_s = max(self._every_s, SHARE * (self._shown - now))

    def note(self, text: str) -> None:
        """Say something at once."""
        self._write(text)

    def show(self, tally: Tally) -> None:
        """Say how the match stands."""
        self._write(f"{self.pace(tally)}; {score_line(tally)}")

    def pace(self, tally: Tally) -> str:
        """Return what was played of what, how fast, and how long the rest takes at most."""
        total = tally.settings.deals * tally.games_a_deal
        played = len(tally.numbers)
        seconds = self._clock() - self._started
        fresh = played - self._before
        text = f"{len(tally.deals)} deals, {played} of {total} games"
        if fresh and seconds > 0:
            left = (total - played) * seconds / fresh
            at_most = "" if tally.test is None else "at most "
            text += f", {60 * fresh / seconds:.3g} a minute, {at_most}{spell_time(left)} left"
        return text

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to tidy up."""


class LiveProgress(PlainProgress):
    """Keeps one line of a terminal up to date."""

    def __init__(self, tally: Tally, live: RichProgress) -> None:
        """`live` shows one task."""
        super().__init__(tally, live.console.print, LIVE_S)
        self._live = live
        total = tally.settings.deals * tally.games_a_deal
        self._task = live.add_task("", total=total, completed=len(tally.numbers))

    def note(self, text: str) -> None:
        """Say something above the line."""
        self._live.console.print(text, markup=False, highlight=False)

    def show(self, tally: Tally) -> None:
        """Bring the line up to date."""
        self._live.update(
            self._task,
            completed=len(tally.numbers),
            description=f"{self.pace(tally)}\n{score_line(tally)}",
        )

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last line standing."""
        self._live.stop()


def progress_for(tally: Tally, stream: TextIO | None = None) -> PlainProgress:
    """Return what suits a stream, the standard error if none is given."""
    stream = sys.stderr if stream is None else stream
    if stream.isatty():
        try:
            from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
            from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415
        except ImportError:
            pass
        else:
            console = Console(file=stream)
            columns = (BarColumn(bar_width=20), TextColumn("{task.description}", markup=False))
            return LiveProgress(tally, Progress(*columns, console=console))
    return PlainProgress(tally, lambda text: print(text, file=stream, flush=True))


def spell_time(seconds: float) -> str:
    """Return a time to read: ``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
