"""The sequential test: the ratio by hand, and errors within the bound on simulated matches."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from bench.arena import measure_errors

from coalbaron_fast.arena import SequentialTest
from coalbaron_fast.arena.sequential import (
    ERROR,
    FEWEST_DEALS,
    LOWER,
    UPPER,
    expected_score,
    log_likelihood_ratio,
    tilt,
)


def test_wald_bounds() -> None:
    assert pytest.approx(math.log(19)) == UPPER
    assert LOWER == -UPPER


def test_an_advantage_is_an_expected_score() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-30) + expected_score(30) == pytest.approx(1.0)


@pytest.mark.parametrize("mean", [0.2, 0.5, 0.6, 0.9])
def test_tilted_scores_have_the_mean(mean: float) -> None:
    weights = {0.0: 2.0, 0.25: 9.0, 0.5: 20.0, 0.75: 13.0, 1.0: 1.5}
    x = tilt(weights, mean)
    total = sum(weights.values())
    tilted = {score: weight / total / (1 + x * (score - mean)) for score, weight in weights.items()}
    assert min(tilted.values()) > 0
    assert sum(tilted.values()) == pytest.approx(1.0)
    assert sum(score * weight for score, weight in tilted.items()) == pytest.approx(mean)


def test_the_ratio_of_two_outcomes_is_the_binomial_one() -> None:
    """With scores 0 and 1 alone there is one spread for each expectation."""
    low, high = 0.5, 0.6
    ratio = log_likelihood_ratio(Counter({0.0: 40, 1.0: 60}), low, high)
    # Thought to be seen: three quarters of a deal, half-way between the two.
    won, lost = 60 + 0.75 * 0.55, 40 + 0.75 * 0.45
    assert ratio == pytest.approx(
        won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    )


def test_scores_half_way_say_nothing() -> None:
    ratio = log_likelihood_ratio(Counter({0.25: 20, 0.5: 30, 0.75: 20}), 0.45, 0.55)
    assert ratio == pytest.approx(0.0, abs=1e-9)


def test_a_test_ends_by_itself_but_not_at_once() -> None:
    test = SequentialTest(0, 200)
    while test.verdict is None:
        test.add(1.0)
    assert test.verdict == 200
    assert FEWEST_DEALS <= test.deals < 30
    test = SequentialTest(0, 50)
    while test.verdict is None:
        test.add((0.25, 0.5)[test.deals % 2])
    assert test.verdict == 0


@pytest.mark.parametrize(("score", "verdict"), [(1.0, 200), (0.0, -200)])
def test_nothing_is_decided_before_eight_deals(score: float, verdict: float) -> None:
    """However clear the first ones are: their spread is not known yet."""
    test = SequentialTest(-200, 200)
    for _ in range(7):
        test.add(score)
        assert test.verdict is None
    assert abs(test.ratio) > 2 * math.log(19)
    test.add(score)
    assert test.verdict == verdict


def test_thirds_that_differ_in_the_last_place_are_one_score() -> None:
    test, other = SequentialTest(0, 50), SequentialTest(0, 50)
    for _ in range(5):
        test.add(1 / 3)
        test.add(0.1 + 0.2 + 1 / 30)
        other.add(1 / 3)
        other.add(1 / 3)
    assert test.ratio == pytest.approx(other.ratio)


@pytest.mark.parametrize(
    ("seats", "hypotheses"), [(2, (0.0, 100.0)), (2, (-40.0, 40.0)), (4, (0.0, 60.0))]
)
def test_errors_keep_to_the_bound(seats: int, hypotheses: tuple[float, float]) -> None:
    for truth in hypotheses:
        errors = measure_errors(seats, hypotheses, truth, 150)
        assert errors.wrong.bounds[0] <= ERROR
        assert errors.deals >= FEWEST_DEALS
