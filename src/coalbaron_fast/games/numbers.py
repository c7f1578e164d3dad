"""Whole numbers that callers hand in, and those that a text spells: checked and read once."""

from __future__ import annotations

from typing import Final

__all__ = ["LARGEST", "check_integer", "check_seed", "read_whole"]

LARGEST: Final = 2**64 - 1
"""The largest seed of a game, and the largest number that is read where nothing else is said."""


def check_integer(value: object, name: str, low: int, high: int) -> int:
    """Return an integer; TypeError or ValueError for what is none, or out of range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {value}")
    return value


def check_seed(seed: object) -> int:
    """Return a seed; TypeError or ValueError for what is none."""
    return check_integer(seed, "seed", 0, LARGEST)


def read_whole(text: str, low: int = 0, high: int = LARGEST) -> int | None:
    """Return the whole number that a text spells; None if it spells none from low to high.

    Digits are ASCII. A minus is read only where numbers below zero fit.
    """
    digits = text.removeprefix("-") if low < 0 else text
    # More digits than any range has are not worth reading.
    if digits.isascii() and digits.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    return None
