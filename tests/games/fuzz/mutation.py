"""Changing texts so that they stay close to what a reader accepts.

A text is cut into words (names, numbers, signs) and the separators between them; most changes put a
word into the place of another of its kind. They work on JSON, position text and records of every
game alike.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

PIECES: Final = re.compile(r"-?\d+|[A-Za-z0-9?~*=.>@+^!-]+|.", re.DOTALL)
SPICE: Final = (
    *("-1", "0", "1", "2", "3", "4", "5", "18", "255", "256", "65536", "999999999999", "NaN"),
    *("", "-", "?", "null", "true", "[]", "{}", "\\", '"', "\n", " ", "/", "=", ":", ";", ",", "."),
    *("\0", "\u0662", "\u00e9", "\U0001f600", "~", "!", "!?", "*", "(", "[", "{", "#", "%s", "\t"),
)


@lru_cache(maxsize=100_000)
def kind_of(piece: str) -> str:
    """The shape of a word: what it is exchanged with should look alike."""
    return re.sub(
        r"[A-Z]", "N", re.sub(r"\b[a-z]{1,2}\b|[a-z](?=\d)", "a", re.sub(r"\d+", "0", piece))
    )


def mutated(text: str, other: str, rng: Random) -> str:
    """Return `text` changed in a few places, partly by pieces of `other`."""
    pieces = PIECES.findall(text)
    others = PIECES.findall(other) or [""]
    while True:
        if pieces:
            rng.choice(CHANGES)(pieces, others, rng)
        if rng.random() < 0.5:
            break
    return "".join(pieces)


@lru_cache(maxsize=100_000)
def is_small(piece: str) -> bool:
    """Whether a word is a number that a little can be added to."""
    return re.fullmatch(r"-?[0-9]{1,4}", piece) is not None


def exchange_alike(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Swap two words of the same kind: totals stay what they were."""
    first = rng.randrange(len(pieces))
    kind = kind_of(pieces[first])
    alike = [place for place, piece in enumerate(pieces) if kind_of(piece) == kind]
    second = rng.choice(alike)
    pieces[first], pieces[second] = pieces[second], pieces[first]


def borrow_alike(pieces: list[str], others: list[str], rng: Random) -> None:
    """Take a word of the same kind out of the other text."""
    place = rng.randrange(len(pieces))
    kind = kind_of(pieces[place])
    alike = [piece for piece in others if kind_of(piece) == kind]
    if alike:
        pieces[place] = rng.choice(alike)


def count(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Change a number by a little."""
    numbers = [place for place, piece in enumerate(pieces) if is_small(piece)]
    if numbers:
        place = rng.choice(numbers)
        pieces[place] = str(int(pieces[place]) + rng.choice((-2, -1, 1, 2)))


def change_letter(pieces: list[str], others: list[str], rng: Random) -> None:
    """Overwrite one sign of a word by one that occurs in such texts."""
    place = rng.randrange(len(pieces))
    word = pieces[place]
    at = rng.randrange(len(word) + 1)
    pieces[place] = word[:at] + rng.choice(rng.choice(others) or "x") + word[at + 1 :]


def remove(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Cut out a stretch."""
    begin = rng.randrange(len(pieces))
    del pieces[begin : begin + rng.choice((1, 1, 2, 3, 8, 40))]


def double(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Repeat a stretch."""
    begin = rng.randrange(len(pieces))
    end = begin + rng.choice((1, 2, 3, 8, 40))
    pieces[begin:begin] = pieces[begin:end]


def move(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Cut out a stretch and put it elsewhere."""
    begin = rng.randrange(len(pieces))
    end = begin + rng.choice((1, 2, 3, 8, 40))
    stretch = pieces[begin:end]
    del pieces[begin:end]
    place = rng.randrange(len(pieces) + 1)
    pieces[place:place] = stretch


def splice(pieces: list[str], others: list[str], rng: Random) -> None:
    """Overwrite a stretch by one of the other text."""
    length = rng.choice((1, 3, 10, 60, 300))
    source = rng.randrange(len(others))
    place = rng.randrange(len(pieces))
    pieces[place : place + length] = others[source : source + length]


def season(pieces: list[str], _others: list[str], rng: Random) -> None:
    """Put something unlikely in."""
    place = rng.randrange(len(pieces))
    pieces[place : place + rng.choice((0, 1))] = [rng.choice(SPICE)]


CHANGES: Final = (
    *(exchange_alike,) * 4,
    *(borrow_alike,) * 4,
    *(count,) * 3,
    *(change_letter,) * 2,
    remove,
    double,
    move,
    splice,
    season,
)
"""What may be done to a text; the more often a change is listed, the more often it is done."""
