"""Progress of long work while it runs: how far, how fast, how long the rest takes.

`TaskProgress` counts tasks that are all alike. A match also shows its score, with the interval. On
a terminal there is a live bar, elsewhere plain lines with pauses between them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self, TextIO

from coalbaron_fast.arena.report import score_line

if TYPE_CHECKING:
    from rich.console import Console

    from coalbaron_fast.arena.results import GameResult
    from coalbaron_fast.arena.statistics import Tally

__all__ = ["LiveProgress", "PlainProgress", "TaskProgress", "progress_for"]

LIVE_S: Final = 0.5
"""Shortest pause between two updates of a live line."""

PLAIN_S: Final = 10.0
"""Shortest pause between two plain lines."""

PAUSE_PER_COST: Final = 20
"""Pause between progress lines, as a multiple of what printing one costs."""

BAR_AND_LINE: Final = 100
"""Columns of a live bar and its line at most, ..."""

SHORTEST_BAR: Final = 8
"""... and those that the bar keeps."""


class LiveBar:
    """A bar and a line beside it on a terminal, with another line below; gone at the end."""

    def __init__(self, console: Console, total: int) -> None:
        """Draw nothing yet."""
        from rich.live import Live  # noqa: PLC0415 - only a terminal needs it

        self._total = total
        self._live = Live(console=console, transient=True, auto_refresh=False)

    def start(self) -> None:
        """Begin to draw."""
        self._live.start()

    def stop(self) -> None:
        """Take it off the screen."""
        self._live.stop()

    def note(self, text: str) -> None:
        """Print a message above it."""
        self._live.console.print(text, markup=False, highlight=False)

    def show(self, done: int, beside: str, below: str = "") -> None:
        """Draw how much is done."""
        from rich.console import Group  # noqa: PLC0415 - as above
        from rich.progress_bar import ProgressBar  # noqa: PLC0415 - as above
        from rich.table import Table  # noqa: PLC0415 - as above
        from rich.text import Text  # noqa: PLC0415 - as above

        width = min(self._live.console.width - 1, BAR_AND_LINE)
        first = Table.grid(padding=(0, 2), expand=True)
        first.width = width
        first.add_column(ratio=1, min_width=SHORTEST_BAR)
        first.add_column(no_wrap=True)
        first.add_row(ProgressBar(self._total, done), Text(beside))
        lines = [first, Text(below)] if below else [first]
        self._live.update(Group(*lines), refresh=True)


def terminal_of(stream: TextIO) -> Console | None:
    """Return the terminal of a stream; None if there is none, or one that cannot redraw."""
    if not stream.isatty():
        return None
    from rich.console import Console  # noqa: PLC0415 - as above

    console = Console(file=stream)
    return None if console.is_dumb_terminal else console


class TaskProgress:
    """Counts tasks: on a terminal with a live bar, elsewhere in plain lines."""

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
        terminal = terminal_of(self._stream)
        self._bar = None if terminal is None else LiveBar(terminal, total)
        self._clock = clock
        self._started = self._shown = clock()

    def count(self) -> None:
        """Count one more task."""
        self._done += 1
        now = self._clock()
        if now - self._shown >= (PLAIN_S if self._bar is None else LIVE_S):
            self._shown = now
            self.show()

    def show(self) -> None:
        """Show how many are done."""
        if self._bar is None:
            self._print()
        else:
            self._bar.show(self._done, self._text())

    def _text(self) -> str:
        fresh, left = self._done - self._before, self._total - self._done
        speed = describe_speed(fresh, left, self._clock() - self._started)
        return f"{self._done} of {self._total} {self._what}{speed}"

    def _print(self) -> None:
        print(self._text(), file=self._stream, flush=True)

    def __enter__(self) -> Self:
        """Begin to draw."""
        if self._bar is not None:
            self._bar.start()
            self.show()
        return self

    def __exit__(self, *_: object) -> None:
        """Print the final count."""
        if self._bar is not None:
            self._bar.stop()
        self._print()


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
    """Keeps a bar and the score up to date on a terminal."""

    def __init__(self, tally: Tally, bar: LiveBar) -> None:
        """Draw nothing yet."""
        super().__init__(tally, bar.note, LIVE_S)
        self._bar = bar
        self._tally = tally

    def show(self, tally: Tally) -> None:
        """Draw how far the match is, and the score."""
        self._bar.show(len(tally.numbers), self.describe(tally), score_line(tally))

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._bar.start()
        self.show(self._tally)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop drawing: the report says the rest."""
        self._bar.stop()


def progress_for(tally: Tally, stream: TextIO | None = None) -> PlainProgress:
    """Return the progress that suits a stream; without one, the standard error."""
    stream = sys.stderr if stream is None else stream
    terminal = terminal_of(stream)
    if terminal is not None:
        total = tally.settings.deals * tally.games_a_deal
        return LiveProgress(tally, LiveBar(terminal, total))
    return PlainProgress(tally, lambda text: print(text, file=stream, flush=True))


def describe_speed(fresh: int, left: int, seconds: float, at_most: str = "") -> str:
    """Return ``, 15 a minute, 0:36 left``, or nothing while there is nothing to measure.

    `fresh` tasks took `seconds`; `left` are still to do. At the end it is `` in 0:36``.
    """
    if not fresh or seconds <= 0:
        return ""
    if not left:
        return f" in {spell_time(seconds)}"
    time_left = spell_time(left * seconds / fresh)
    return f", {60 * fresh / seconds:.3g} a minute, {at_most}{time_left} left"


def spell_time(seconds: float) -> str:
    """Return a duration to read: ``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
