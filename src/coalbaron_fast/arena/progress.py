"""Progress of long work while it runs: how far, how fast, how long the rest takes.

`TaskProgress` counts tasks that are all alike. A match also shows its score, with the interval:
on a terminal as one live line if the package rich is there (extra `arena`), elsewhere as plain
lines with pauses between them.
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

__all__ = ["LiveProgress", "PlainProgress", "TaskProgress", "progress_for"]

LIVE_S: Final = 0.5
"""Shortest pause between two updates of a live line."""

PLAIN_S: Final = 10.0
"""Shortest pause between two plain lines."""

PAUSE_PER_COST: Final = 20
"""Pause between progress lines, as a multiple of what printing one costs."""

OVERWRITE: Final = "\r\033[K"


class TaskProgress:
    """Counts tasks: on a terminal in one live line, elsewhere in plain lines."""

    def __init__(
        self,
        total: int,
        done: int = 0,
        what: str = "games",
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the clock; `done` of the `total` were done before."""
        self._total, self._done, self._before, self._what = total, done, done, what
        self._stream = sys.stderr if stream is None else stream
        self._is_live = self._stream.isatty()
        self._clock = clock
        self._started = self._shown = clock()

    def count(self) -> None:
        """Count one more task."""
        self._done += 1
        now = self._clock()
        if now - self._shown >= (LIVE_S if self._is_live else PLAIN_S):
            self._shown = now
            self.show()

    def show(self) -> None:
        """Print how many are done."""
        fresh, left = self._done - self._before, self._total - self._done
        speed = describe_speed(fresh, left, self._clock() - self._started)
        begin, end = (OVERWRITE, "") if self._is_live else ("", "\n")
        text = f"{self._done} of {self._total} {self._what}{speed}"
        print(f"{begin}{text}", end=end, file=self._stream, flush=True)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Print the final count."""
        self.show()
        if self._is_live:
            print(file=self._stream, flush=True)


class PlainProgress:
    """Prints a line about a match now and then; `watch` is called with every game."""

    def __init__(
        self,
        tally: Tally,
        write: Callable[[str], None],
        every_s: float = PLAIN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the clock."""
        self._write = write
        self._every_s = every_s
        self._clock = clock
        self._before = len(tally.numbers)
        self._started = clock()
        self._shown = self._started

    def watch(self, tally: Tally, result: GameResult) -> None:
        """Take in a game: print its faults at once, and the score if it is time."""
        for fault in result.faults:
            self.note(f"game {result.number}, seat {fault.seat}: {fault.kind}: {fault.text}")
        now = self._clock()
        if now - self._shown >= self._every_s:
            self.show(tally)
            self._shown = self._clock()
            self._every_s = max(self._every_s, PAUSE_PER_COST * (self._shown - now))

    def note(self, text: str) -> None:
        """Print a message at once."""
        self._write(text)

    def show(self, tally: Tally) -> None:
        """Print the score so far."""
        self._write(f"{self.describe(tally)}; {score_line(tally)}")

    def describe(self, tally: Tally) -> str:
        """Return deals and games played, the speed, and the longest that the rest can take."""
        total = tally.settings.deals * tally.games_a_deal
        played = len(tally.numbers)
        at_most = "" if tally.test is None else "at most "
        seconds = self._clock() - self._started
        speed = describe_speed(played - self._before, total - played, seconds, at_most)
        return f"{len(tally.deals)} deals, {played} of {total} games{speed}"

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: plain lines leave nothing to tidy up."""


class LiveProgress(PlainProgress):
    """Keeps one line of a terminal up to date."""

    def __init__(self, tally: Tally, live: RichProgress) -> None:
        """Add the match to `live` as its only task."""
        super().__init__(tally, live.console.print, LIVE_S)
        self._live = live
        total = tally.settings.deals * tally.games_a_deal
        self._task = live.add_task("", total=total, completed=len(tally.numbers))

    def note(self, text: str) -> None:
        """Print a message above the live line."""
        self._live.console.print(text, markup=False, highlight=False)

    def show(self, tally: Tally) -> None:
        """Update the live line."""
        self._live.update(
            self._task,
            completed=len(tally.numbers),
            description=f"{self.describe(tally)}\n{score_line(tally)}",
        )

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop drawing; the last line stays."""
        self._live.stop()


def progress_for(tally: Tally, stream: TextIO | None = None) -> PlainProgress:
    """Return the progress that suits a stream; without one, the standard error."""
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


def describe_speed(fresh: int, left: int, seconds: float, at_most: str = "") -> str:
    """Return ``, 15 a minute, 0:36 left``, or nothing while there is nothing to measure.

    `fresh` tasks took `seconds`; `left` are still to do.
    """
    if not fresh or seconds <= 0:
        return ""
    time_left = spell_time(left * seconds / fresh)
    return f", {60 * fresh / seconds:.3g} a minute, {at_most}{time_left} left"


def spell_time(seconds: float) -> str:
    """Return a duration to read: ``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
