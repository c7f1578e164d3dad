"""The words of a `go`: what a search is asked for, read into a `Request`.

Clocks are named after players, from `p1time` on; `wtime` and `btime` are the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from coalbaron_protocol.facade import Request
from coalbaron_protocol.messages import shown


class RequestRefused(ValueError):  # noqa: N818 - named for what happens
    """A `go` that is refused; the text names the word."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(text) <= 20 and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"a whole number from {low} to {high}")

    return read


def _error(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 1.0:
        raise ValueError("a number above 0 and up to 1")
    return value


LONGEST_MS: Final = 10**12
"""Thirty years: what is more is a typing error."""

# A clock that has run out, even below zero, still gets an answer.
_CLOCK: Final = _whole(-LONGEST_MS, LONGEST_MS)
_NUMBERS: Final[dict[str, tuple[str, Callable[[str], float]]]] = {
    "nodes": ("nodes", _whole(1, 10**15)),
    "movetime": ("time_ms", _whole(1, LONGEST_MS)),
    "depth": ("depth", _whole(1, 1000)),
    "error": ("error", _error),
    "lines": ("lines", _whole(1, 500)),
}
_IGNORED: Final = ("movestogo",)
"""Read and not used: the games here have no time controls."""
_SWITCHES: Final = ("infinite", "ponder")
_TURNS: Final = "searchmoves"


def _clocks(seats: int) -> dict[str, tuple[str, int]]:
    """Return the words for clocks: the limit that each sets, and the seat."""
    names = [(f"p{seat + 1}", seat) for seat in range(seats)]
    names += [(name, seat) for seat, name in enumerate("wb"[:seats])]
    return {
        f"{name}{end}": (limit, seat)
        for name, seat in names
        for end, limit in (("time", "clock_ms"), ("inc", "increment_ms"))
    }


def read_request(words: list[str], lines: int, seats: int) -> Request:
    """Return what the words after `go` ask for, in a game of up to so many seats.

    `lines` holds where the words do not say.
    """
    all_clocks = _clocks(seats)
    keywords = {*all_clocks, *_NUMBERS, *_IGNORED, *_SWITCHES, _TURNS}
    found: dict[str, Any] = {"lines": lines}
    clocks: dict[str, list[float | None]] = {}
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word in _SWITCHES:
            found[word] = True
            continue
        if word == _TURNS:
            end = index
            while end < len(words) and words[end] not in keywords:
                end += 1
            if end == index:
                raise RequestRefused("searchmoves names no turn")
            found["root_turns"] = tuple(words[index:end])
            index = end
            continue
        if word not in keywords:
            raise RequestRefused(f"{shown(word)} means nothing after go")
        value = _read_value(word, words[index] if index < len(words) else "")
        index += 1
        if word in all_clocks:
            name, seat = all_clocks[word]
            clocks.setdefault(name, [None] * seats)[seat] = value
        elif word in _NUMBERS:
            found[_NUMBERS[word][0]] = value
    found |= {name: tuple(values) for name, values in clocks.items()}
    return Request(**found)


def _read_value(word: str, text: str) -> float:
    read = _NUMBERS[word][1] if word in _NUMBERS else _CLOCK
    try:
        return read(text)
    except ValueError as error:
        raise RequestRefused(f"{word} takes {error}, not {shown(text)}") from None
