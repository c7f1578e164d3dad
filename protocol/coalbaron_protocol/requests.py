"""The words of a `go`: what a search is asked for, read into a `Request`.

Clocks are named for players one to four; `wtime` and `btime` are the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS
from coalbaron_protocol.facade import Request
from coalbaron_protocol.messages import shown


class RequestRefused(ValueError):  # noqa: N818 - named for what happens
    """A `go` that cannot be followed; the text names the word."""


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
"""Thirty years; what is more is a slip of the pen."""

# A clock may have run out, even below zero: that is no reason not to answer.
_CLOCK: Final = _whole(-LONGEST_MS, LONGEST_MS)
_PLAYER_NAMES: Final = tuple(f"p{number}" for number in range(1, MAX_PLAYERS + 1))
_CLOCKS: Final = {
    **{f"{name}time": ("clock_ms", seat) for seat, name in enumerate(_PLAYER_NAMES)},
    **{f"{name}inc": ("increment_ms", seat) for seat, name in enumerate(_PLAYER_NAMES)},
    **{f"{name}time": ("clock_ms", seat) for seat, name in enumerate("wb")},
    **{f"{name}inc": ("increment_ms", seat) for seat, name in enumerate("wb")},
}
_NUMBERS: Final[dict[str, tuple[str, Callable[[str], float]]]] = {
    "nodes": ("nodes", _whole(1, 10**15)),
    "movetime": ("time_ms", _whole(1, LONGEST_MS)),
    "depth": ("depth", _whole(1, 1000)),
    "error": ("error", _error),
    "lines": ("lines", _whole(1, 500)),
}
_IGNORED: Final = ("movestogo",)
"""Chess clocks speak of it; the games here have no time controls."""
_SWITCHES: Final = ("infinite", "ponder")
_TURNS: Final = "searchmoves"

KEYWORDS: Final = frozenset((*_CLOCKS, *_NUMBERS, *_IGNORED, *_SWITCHES, _TURNS))
"""Every word that means something after `go`."""


def read_request(words: list[str], lines: int) -> Request:
    """Return what the words after `go` ask for; `lines` is what holds if they do not say."""
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
            while end < len(words) and words[end] not in KEYWORDS:
                end += 1
            if end == index:
                raise RequestRefused("searchmoves names no turn")
            found["root_turns"] = tuple(words[index:end])
            index = end
            continue
        if word not in KEYWORDS:
            raise RequestRefused(f"{shown(word)} means nothing after go")
        value = _read_value(word, words[index] if index < len(words) else "")
        index += 1
        if word in _CLOCKS:
            name, seat = _CLOCKS[word]
            clocks.setdefault(name, [None] * MAX_PLAYERS)[seat] = value
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
