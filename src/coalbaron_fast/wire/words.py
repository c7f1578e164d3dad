"""Turns, results and refusals as words; how long a line may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = [
    "JOINT",
    "LONGEST_LINE",
    "MOST_WORDS",
    "NO_TURN",
    "Refusal",
    "error_line",
    "read_refusal",
    "read_turn",
    "spell_result",
    "turn_word",
]

LONGEST_LINE: Final = 65_536
"""The longest line that is read, in bytes; a whole game in tokens takes a tenth of it."""

MOST_WORDS: Final = 2048
"""Words of a program's line that are read; none says as many."""

NO_TURN: Final = "none"
"""The turn of a `bestmove` where there is none to play."""

NO_TURNS: Final = (NO_TURN, "(none)", "NULL", "0000")
"""The same, and how chess engines spell it."""

JOINT: Final = "/"
"""Joins the tokens of a turn into one word."""

ERROR: Final = "info string error "

RANKS_OF_TWO: Final = {(0, 0): "draw", (0, 1): "p1win", (1, 0): "p2win"}
"""The result of a game of two as match runners name it."""


def turn_word(tokens: Sequence[str]) -> str:
    """Return a whole turn as one word."""
    return JOINT.join(tokens) or NO_TURN


def read_turn(word: str) -> list[str]:
    """Return the tokens of a turn; none where there is no turn."""
    return [] if word in NO_TURNS else word.split(JOINT)


def spell_result(ranks: Sequence[int]) -> str:
    """Return how a game ended, from the place of every seat, 0 the first.

    For two seats that is ``p1win``, ``p2win`` or ``draw``; for others the seats from first to last:
    ``2>0=1`` is a tie after seat 2.
    """
    if len(ranks) == 2:
        return RANKS_OF_TWO[ranks[0], ranks[1]]
    places: dict[int, list[str]] = {}
    for seat, place in enumerate(ranks):
        places.setdefault(place, []).append(str(seat))
    return ">".join("=".join(places[place]) for place in sorted(places))


class Refusal(NamedTuple):
    """What a program says of a command that it could not follow."""

    where: str
    what: str


def error_line(where: str, what: str) -> str:
    """Return the one line that says what was wrong with a command."""
    return f"{ERROR}{where}: {' '.join(what.split())}"


def read_refusal(line: str) -> Refusal | None:
    """Return what an error line says; None for any other line."""
    if not line.startswith(ERROR):
        return None
    where, colon, what = line.removeprefix(ERROR).partition(": ")
    return Refusal(where, what) if colon else Refusal("", where)
