"""The arithmetic of repeated measurements."""

from __future__ import annotations

import math
import random

import pytest
from bench.samples import ratio_interval, ratio_spread, relative_error, spread

from coalbaron_fast.arena.intervals import student_95


def test_spread_of_known_numbers() -> None:
    found = spread([5.0, 1.0, 2.0, 4.0, 3.0])
    assert (found.median, found.low, found.high, found.least) == (3.0, 2.0, 4.0, 1.0)


def test_spread_of_one_sample_is_that_sample() -> None:
    assert set(spread([7.0])) == {7.0}


def test_spread_needs_a_sample() -> None:
    with pytest.raises(ValueError, match="no samples"):
        spread([])


def test_ratios_are_taken_round_by_round() -> None:
    # The machine was ten times slower in the second round: the ratio does not see it.
    found = ratio_spread([2.0, 20.0, 2.0], [1.0, 10.0, 1.0])
    assert set(found) == {2.0}


def test_a_constant_ratio_has_a_narrow_interval() -> None:
    found = ratio_interval([3.0, 30.0, 6.0], [1.0, 10.0, 2.0])
    assert found.low == pytest.approx(3.0)
    assert found.high == pytest.approx(3.0)


def test_a_ratio_and_its_inverse_have_inverse_intervals() -> None:
    a, b = [1.0, 1.2, 0.9, 1.1], [2.0, 2.1, 2.3, 1.9]
    there, back = ratio_interval(a, b), ratio_interval(b, a)
    assert there.mean * back.mean == pytest.approx(1.0)
    assert there.low * back.high == pytest.approx(1.0)


def test_intervals_cover() -> None:
    chooser = random.Random(1)
    covered = 0
    for _ in range(1000):
        ratios = [math.exp(chooser.gauss(math.log(2.0), 0.1)) for _ in range(8)]
        found = ratio_interval(ratios, [1.0] * 8)
        covered += found.low <= 2.0 <= found.high
    assert 930 <= covered <= 970


def test_student_falls_towards_the_normal_quantile() -> None:
    values = [student_95(degrees) for degrees in range(1, 200)]
    assert values == sorted(values, reverse=True)
    assert student_95(9) == pytest.approx(2.262)
    assert student_95(100_000) == pytest.approx(1.96, abs=0.001)
    with pytest.raises(ValueError, match="two samples"):
        student_95(0)


def test_relative_error_is_that_of_the_mean() -> None:
    assert relative_error([9.0, 11.0, 9.0, 11.0]) == pytest.approx(math.sqrt(4 / 3) / 2 / 10)
    assert relative_error([5, 5, 5]) == 0.0
    with pytest.raises(ValueError, match="two values"):
        relative_error([5])


def test_a_shared_error_is_added_in_quadrature() -> None:
    found = ratio_interval([2.0, 2.0, 2.0], [1.0, 1.0, 1.0], relative_error=0.05)
    assert math.log(found.high / found.mean) == pytest.approx(1.96 * 0.05)
