"""What a search of a program says: its `info` lines, and its answer."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from coalbaron_fast.wire.words import MOST_WORDS, read_turn

__all__ = ["Answer", "Info", "read_bestmove", "read_info"]


@dataclass(frozen=True, slots=True)
class Info:
    """One `info` line. What it does not tell is None, or empty.

    The names are those of `Analysis` and `Line`: `tokens` is the line's own turn, `pv` the turns
    expected from there on, `win` and `vp` the expected share of the win and points of every seat,
    `depth` the deepest turn looked at (`seldepth` on the line, where there is one), `memory_used` a
    share of 1. `policy` are turns after their shares, where seats decide in secret at once: a line
    of its own. `rank` is the line's place, from 1. `text` is what follows `string`. Words of other
    programs stay in `others`, such as ``{"cp": "35"}``.
    """

    rank: int = 1
    depth: int | None = None
    nodes: int | None = None
    nodes_per_second: int | None = None
    time_ms: float | None = None
    memory_used: float | None = None
    win: list[float] = field(default_factory=list)
    vp: list[float] = field(default_factory=list)
    win_error: list[float] = field(default_factory=list)
    vp_error: list[float] = field(default_factory=list)
    vp_spread: list[float] = field(default_factory=list)
    error: float | None = None
    p_best: float | None = None
    exact: bool | None = None
    pv: list[list[str]] = field(default_factory=list)
    policy: list[tuple[float, list[str]]] = field(default_factory=list)
    text: str | None = None
    others: dict[str, str] = field(default_factory=dict)

    @property
    def tokens(self) -> list[str]:
        """The turn that the line begins with; empty where there is none."""
        return self.pv[0] if self.pv else []


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search came to: `best` is the turn to play, as tokens; empty where there is none.

    `ponder` is the turn to ponder on, where the program names one. `lines` are the last infos with
    a variation, the best line first. `policy` is the last mixture that was told: turns, each after
    its share.
    """

    best: list[str]
    ponder: list[str]
    lines: list[Info]
    policy: list[tuple[float, list[str]]] = field(default_factory=list)


def _number(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(word)
    return number


def _numbers(word: str) -> list[float]:
    return [_number(part) for part in word.split(",")]


def _truth(word: str) -> bool:
    if word not in ("true", "false"):
        raise ValueError(word)
    return word == "true"


def _policy(words: list[str]) -> list[tuple[float, list[str]]]:
    """Return shares and turns, which take turns; ValueError for what is none."""
    shares, turns = words[::2], words[1::2]
    return [(_number(share), read_turn(turn)) for share, turn in zip(shares, turns, strict=True)]


FIELDS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "multipv": ("rank", int),
    "depth": ("depth", int),
    "seldepth": ("depth", int),
    "nodes": ("nodes", int),
    "nps": ("nodes_per_second", int),
    "time": ("time_ms", _number),
    "hashfull": ("memory_used", lambda word: _number(word) / 1000),
    "win": ("win", _numbers),
    "vp": ("vp", _numbers),
    "win_error": ("win_error", _numbers),
    "vp_error": ("vp_error", _numbers),
    "vp_spread": ("vp_spread", _numbers),
    "error": ("error", _number),
    "p_best": ("p_best", _number),
    "exact": ("exact", _truth),
}
"""The words with one value each: the field of `Info`, and how it is read."""

SCORE: Final = "score"
"""Says that numbers follow, each with its own name."""


POLICY: Final = "policy"
"""Says that turns follow to the end, each after its share."""

STARTS: Final = frozenset((*FIELDS, SCORE, "string", "pv"))


def read_info(line: str) -> Info:
    """Return what an `info` line says. Whatever cannot be understood is kept in `others`."""
    words = line.split(maxsplit=MOST_WORDS)[1:MOST_WORDS]
    found: dict[str, Any] = {}
    others: dict[str, str] = {}
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == "string":
            found["text"] = line.partition(" string ")[2]
            break
        if word == "pv":
            found["pv"] = [read_turn(turn) for turn in words[place:]]
            break
        if word == SCORE:
            continue
        if word == POLICY:
            with contextlib.suppress(ValueError):
                found["policy"] = _policy(words[place:])
                break
        end, most = place, place + 1 if word in FIELDS else len(words)
        while end < min(most, len(words)) and words[end] not in STARTS:
            end += 1
        value = " ".join(words[place:end])
        place = end
        if word in FIELDS:
            name, read = FIELDS[word]
            with contextlib.suppress(ValueError):
                found[name] = read(value)
                continue
        others[word] = value
    return Info(**found, others=others)


def read_bestmove(
    rest: str, lines: list[Info], policy: list[tuple[float, list[str]]] | None = None
) -> Answer:
    """Return the answer that the words after `bestmove` name; ValueError if there are none."""
    words = rest.split(maxsplit=3)
    if not words:
        raise ValueError("bestmove names no turn")
    ponder = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else ""
    return Answer(read_turn(words[0]), read_turn(ponder) if ponder else [], lines, policy or [])
