"""The arithmetic of `bench.review`."""

from __future__ import annotations

import pytest
from bench.review import Losses, greedy_game, measure_turn, summarise

from coalbaron_fast.review import played_turns


def test_errors_that_are_right_and_errors_that_promise_too_much() -> None:
    losses = [0.1, 0.2, 0.3]
    right = summarise([Losses(losses, [0.1] * 3)], 3)
    assert right["spread"] == pytest.approx(1.0)
    assert right["covered"] == 1.0
    small = summarise([Losses(losses, [0.01] * 3)], 3)
    assert small["spread"] == pytest.approx(10.0)
    # The middle one lies at the mean of the others.
    assert small["covered"] == pytest.approx(1 / 3)
    assert (right["graded"], small["graded"]) == (1, 3)


def test_a_grade_that_the_other_seeds_do_not_confirm_is_luck() -> None:
    found = [Losses([0.2, -0.1, -0.1], [0.01] * 3), Losses([0.2, 0.2, 0.2], [0.01] * 3)]
    numbers = summarise(found, 3)
    assert (numbers["turns"], numbers["graded"], numbers["by_luck"]) == (2, 4, 1)


def test_a_turn_is_measured_once_a_seed() -> None:
    turns = played_turns(greedy_game(2, 1))
    measured = [measure_turn(turn, 16, 3) for turn in turns[6:12]]
    found = [losses for losses in measured if losses is not None]
    assert found
    assert all(len(losses.win) == len(losses.errors) == 3 for losses in found)
    assert any(len(set(losses.win)) == 3 for losses in found)
