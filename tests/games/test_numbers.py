"""Whole numbers as text: what is read, and what is none."""

from __future__ import annotations

import pytest

from coalbaron_fast.games.numbers import LARGEST, check_seed, read_whole

NO_NUMBERS = ["", "-", "--1", "+1", "1.0", " 1", "1_0", "٣", "²", "0x1", "1e3", "9" * 5000]


@pytest.mark.parametrize(
    ("text", "low", "high", "number"),
    [
        ("0", 0, 5, 0),
        ("007", 0, 7, 7),
        ("-3", -3, 3, -3),
        (str(LARGEST), 0, LARGEST, LARGEST),
        (str(LARGEST + 1), 0, LARGEST, None),
        ("6", 0, 5, None),
        ("-4", -3, 3, None),
        ("-0", 0, 5, None),
    ],
)
def test_digits_in_the_range_are_read(text: str, low: int, high: int, number: int | None) -> None:
    assert read_whole(text, low, high) == number


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_other_texts_are_no_numbers(text: str) -> None:
    assert read_whole(text) is None
    assert read_whole(text, -LARGEST) is None


def test_a_seed_is_the_largest_number_at_most() -> None:
    assert check_seed(LARGEST) == LARGEST
    with pytest.raises(ValueError, match="seed must be 0 to"):
        check_seed(LARGEST + 1)
