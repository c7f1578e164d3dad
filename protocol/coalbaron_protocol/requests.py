"""The words of a `go`: what a search is asked for, read into the engine's `Limits`.

Clocks are named after players, from `p1time` on; `wtime` and `btime` are the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from coalbaron_fast import Limits
from coalbaron_fast.engine.limits import MOST
from coalbaron_fast.games import Game, Position
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.wire.go import INFINITE, NUMBERS, PONDER, TURNS, clock_words
from coalbaron_fast.wire.questions import LIMITS, MOST_ROOT_TURNS
from coalbaron_protocol.messages import shown


class RequestRefused(ValueError):  # noqa: N818 - named for what happens
    """A `go` that is refused; the text names the word."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = read_whole(text, low, high)
        if number is None:
            raise ValueError(f"a whole number from {low} to {high}")
        return number

    return read


def _error(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 1.0:
        raise ValueError("a number above 0 and up to 1")
    return value


# A clock that has run out, even below zero, still gets an answer.
_CLOCK: Final = _whole(-MOST["clock_ms"], MOST["clock_ms"])
_READ: Final[dict[str, Callable[[str], float]]] = {
    name: _error if name == "error" else _whole(1, int(asked.high))
    for name, asked in LIMITS.items()
}
"""How the number of each limit is read."""
_IGNORED: Final = ("movestogo",)
"""Read and not used: the games here have no time controls."""
_SWITCHES: Final = (INFINITE, PONDER)


def _clocks(seats: int) -> dict[str, tuple[str, int]]:
    """Return the words for clocks: the limit that each sets, and the seat."""
    names = [(clock_words(seat), seat) for seat in range(seats)]
    names += [((f"{name}time", f"{name}inc"), seat) for seat, name in enumerate("wb"[:seats])]
    return {
        word: (limit, seat)
        for words, seat in names
        for word, limit in zip(words, ("clock_ms", "increment_ms"), strict=True)
    }


class Request(NamedTuple):
    """What a `go` asks for: limits, and whether to ponder first."""

    limits: Limits
    ponder: bool


def read_request(
    words: list[str], game: Game, state: Position, lines: int, overhead_ms: float
) -> Request:
    """Return what the words after `go` ask for, in a position of a game.

    `lines` holds where the words do not say. `overhead_ms` is kept from every clock.
    """
    all_clocks = _clocks(game.players[-1])
    keywords = {*all_clocks, *NUMBERS, *_IGNORED, *_SWITCHES, TURNS}
    found: dict[str, Any] = {"lines": lines}
    told: dict[str, dict[int, float]] = {"clock_ms": {}, "increment_ms": {}}
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word in _SWITCHES:
            found[word] = True
            continue
        if word == TURNS:
            end = index
            while end < len(words) and words[end] not in keywords:
                end += 1
            found["root_turns"] = _read_turns(words[index:end], game, state)
            index = end
            continue
        if word not in keywords:
            raise RequestRefused(f"{shown(word)} means nothing after go")
        value = _read_value(word, words[index] if index < len(words) else "")
        index += 1
        if word in all_clocks:
            name, seat = all_clocks[word]
            told[name][seat] = value
        elif word in NUMBERS:
            found[NUMBERS[word]] = value
    return _request(found, told, state.players, overhead_ms)


def _request(
    found: dict[str, Any], told: dict[str, dict[int, float]], seats: int, overhead_ms: float
) -> Request:
    ponder = found.pop(PONDER, False)
    clocks = {seat: max(left - overhead_ms, 1.0) for seat, left in told["clock_ms"].items()}
    if clocks:
        # A clock that was not told is thought to be no longer than the others.
        shortest = min(clocks.values())
        found["clock_ms"] = [clocks.get(seat, shortest) for seat in range(seats)]
        found["increment_ms"] = [told["increment_ms"].get(seat, 0.0) for seat in range(seats)]
    if not any(name in found for name in ("nodes", "time_ms", "error", "depth", "clock_ms")):
        found[INFINITE] = True
    return Request(Limits(**found), ponder)


def _read_turns(words: list[str], game: Game, state: Position) -> list[list[int]]:
    """Return turns as codes; raises what pushing them raises."""
    if not words:
        raise RequestRefused("searchmoves names no turn")
    if state.turn is None:
        return []
    if len(words) > MOST_ROOT_TURNS:
        raise RequestRefused(f"searchmoves names at most {MOST_ROOT_TURNS} turns")
    turns = [game.read_words([word]) for word in words]
    for turn in turns:
        state.copy().push_codes(turn)
    return turns


def _read_value(word: str, text: str) -> float:
    read = _READ[NUMBERS[word]] if word in NUMBERS else _CLOCK
    try:
        return read(text)
    except ValueError as error:
        raise RequestRefused(f"{word} takes {error}, not {shown(text)}") from None
