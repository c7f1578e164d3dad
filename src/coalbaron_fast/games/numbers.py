"""Whole numbers that callers hand in: checked once, in the same words everywhere."""

from __future__ import annotations

__all__ = ["check_integer", "check_seed"]


def check_integer(value: object, name: str, low: int, high: int) -> int:
    """Return an integer; TypeError or ValueError for what is none, or out of range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {value}")
    return value


def check_seed(seed: object) -> int:
    """Return a seed; TypeError or ValueError for what is none."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"seed must be an integer, not {type(seed).__name__}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, not {seed}")
    return seed
