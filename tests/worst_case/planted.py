"""Readers that take too long, each in another way: what the search must find."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Final

from tests.worst_case.readers import Reader

OLD_FIELD: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*")
"""A field of a head as it was read at 5129bb8: 16 KB of spaces took an hour."""


def read_field(text: str) -> object:
    """Read a field of a head: cubic in spaces."""
    return OLD_FIELD.fullmatch(text.encode("utf-8", "replace"))


def strip_end(text: str) -> object:
    """Look for white space at the end: quadratic in white space elsewhere."""
    return re.search(r"\s+$", text)


def read_words(text: str) -> object:
    """Read words: doubles with each letter."""
    return re.fullmatch(r"(\w+\s?)*", text)


def turn_round(text: str) -> object:
    """Join letters in front of all others: each is copied as often as there are others."""
    turned = ""
    for letter in text:
        turned = letter + turned
    return turned


def remove_each(text: str) -> object:
    """Take words out of a list from the end: each is looked for from the beginning."""
    words = text.split(",")
    for word in reversed(words[:]):
        words.remove(word)
    return words


def read_number(text: str) -> object:
    """Read a number of any length: quadratic in its digits."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return int(text)
    finally:
        sys.set_int_max_str_digits(most)


def read_nested(text: str) -> object:
    """Read brackets in brackets: each copies what is left."""
    depth = 0
    while text.startswith("["):
        text = text[1:]
        depth += 1
    return depth


PLANTED: Final = "planted: "

SLOW: Final[dict[Callable[[str], object], list[str]]] = {
    read_field: ["Host: x", "Accept: a, b"],
    strip_end: ["a b", "a\n"],
    read_words: ["a b", "ab c"],
    turn_round: ["abc"],
    remove_each: ["a,b,c"],
    read_number: ["123", "9876543210"],
    read_nested: ["[[]]", "[1]"],
}
"""What is too slow, and what it reads without trouble."""


def planted_readers() -> list[Reader]:
    """Return them as readers."""
    return [
        Reader(f"{PLANTED}{read.__name__}", seeds.copy, partial(partial, read))
        for read, seeds in SLOW.items()
    ]
