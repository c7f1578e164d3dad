"""What a question about a position may ask for, in numbers: the same at every door.

JSON lines and HTTP read it from here, and `go` does. A service may allow less.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast.engine.limits import MOST
from coalbaron_fast.threads import MOST_THREADS

__all__ = ["LIMITS", "MOST_ROOT_TURNS", "SEED", "SETTINGS", "Number"]


class Number(NamedTuple):
    """A number in a range, both ends included; `above` leaves out the low one."""

    low: float
    high: float
    whole: bool = True
    above: bool = False

    @property
    def expected(self) -> str:
        """The range in words."""
        kind = "a whole number" if self.whole else "a number"
        ends = f"above {self.low:g} and up to" if self.above else f"from {self.low:g} to"
        return f"{kind} {ends} {self.high:.17g}"

    def read(self, value: object) -> float | None:
        """Return a number of JSON as it counts; None for what is none or out of range.

        2.0 is 2: in JSON they are one number.
        """
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not self.low <= value <= self.high or (self.above and value == self.low):
            return None
        if not self.whole:
            return value
        return int(value) if value == int(value) else None


LIMITS: Final = {
    "nodes": Number(1, MOST["nodes"]),
    "time_ms": Number(0, MOST["time_ms"], whole=False, above=True),
    "error": Number(0, 1, whole=False, above=True),
    "depth": Number(1, 1000),
    "lines": Number(1, 500),
}
"""When a search ends, and how many lines it shows."""

MOST_ROOT_TURNS: Final = 500
"""Turns that one search is kept to."""

SEED: Final = Number(0, 2**53 - 1)
"""Of a game or a search: a whole number in every reader of JSON."""

SETTINGS: Final = {
    "threads": Number(1, MOST_THREADS),
    "hash_mb": Number(4, 65_536),
    "seed": SEED,
}
"""The engine that searches."""
