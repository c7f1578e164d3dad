"""The words of `go` and the limits that they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from coalbaron_fast.engine.limits import Limits
from coalbaron_fast.errors import LimitsError
from coalbaron_fast.wire.words import turn_word

__all__ = ["INFINITE", "NUMBERS", "PONDER", "TURNS", "clock_words", "spell_go"]

NUMBERS: Final = {
    "nodes": "nodes",
    "movetime": "time_ms",
    "depth": "depth",
    "error": "error",
    "lines": "lines",
}
"""The limit that each word with a number sets."""

TURNS: Final = "searchmoves"
INFINITE: Final = "infinite"
PONDER: Final = "ponder"


def clock_words(seat: int) -> tuple[str, str]:
    """Return the words for a seat's clock and its increment."""
    return f"p{seat + 1}time", f"p{seat + 1}inc"


def spell_go(
    limits: Limits, spell: Callable[[Sequence[int]], Sequence[str]], *, ponder: bool = False
) -> str:
    """Return the command that asks for a search; `spell` spells move codes.

    Raises LimitsError for what the protocol has no word for.
    """
    if limits.even:
        raise LimitsError("even", "the line protocol has no word for even")
    words = ["go"]
    if ponder:
        words.append(PONDER)
    if limits.infinite:
        words.append(INFINITE)
    for word, name in NUMBERS.items():
        value = getattr(limits, name)
        # One line is what every program shows; the option MultiPV may say otherwise.
        if value is not None and (name, value) != ("lines", 1):
            words += [word, _number(name, value)]
    words += _spell_clocks(limits)
    if limits.root_turns:
        words.append(TURNS)
        for turn in limits.root_turns:
            words.append(turn if isinstance(turn, str) else turn_word(spell(turn)))
    return " ".join(words)


def _spell_clocks(limits: Limits) -> Iterator[str]:
    more_ms = limits.increment_ms or (None,) * len(limits.clock_ms or ())
    for seat, clock in enumerate(zip(limits.clock_ms or (), more_ms, strict=False)):
        for word, value_ms, least in zip(clock_words(seat), clock, (1.0, 0.0), strict=True):
            if value_ms is not None:
                yield f"{word} {max(value_ms, least):.0f}"


def _number(name: str, value: float) -> str:
    if name == "error":
        return f"{value:.9g}"
    # Whole milliseconds, and no limit is 0.
    return f"{max(round(value), 1)}"
