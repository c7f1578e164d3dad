"""The search's exponential function: as good as the C library's, and the same everywhere."""

from __future__ import annotations

import math

import pytest

from coalbaron_fast.search.exponential import exp

GOLDEN = {
    -0.5: "0x1.368b2fc6f960ap-1",
    -1.0: "0x1.78b56362cef38p-2",
    -7.25: "0x1.7455fe323fafep-11",
    -60.125: "0x1.321f1c0d8cf8dp-87",
    3.0: "0x1.415e5bf6fb106p+4",
}
"""To the bit: another machine must give the same."""


@pytest.mark.parametrize("step", [0.01, 0.37, 0.693147, 6.9])
def test_it_is_the_c_library_s_to_a_unit_of_the_last_bit(step: float) -> None:
    for number in range(100):
        expected = math.exp(-number * step)
        assert abs(exp(-number * step) - expected) <= math.ulp(expected)


@pytest.mark.parametrize("x", GOLDEN)
def test_it_is_the_same_to_the_bit_everywhere(x: float) -> None:
    assert exp(x).hex() == GOLDEN[x]


def test_far_away_it_ends() -> None:
    assert exp(0.0) == 1.0
    assert exp(-1e9) == 0.0
    assert exp(-math.inf) == 0.0
    assert math.isfinite(exp(math.inf))
