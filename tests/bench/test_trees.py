"""What several trees are worth: the ways that are compared, and what is said of them."""

from __future__ import annotations

import argparse

import pytest
from bench.trees import Found, Grove, Way, read_way, row
from bench.tuning import Tuner

from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.evaluation import load_evaluation
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.search.mcts import Searcher

GAME = load_game(DEFAULT)


@pytest.mark.parametrize(("text", "way"), [("1", Way(1)), ("4", Way(4)), ("2x3", Way(2, 3))])
def test_ways_are_read_as_they_are_written(text: str, way: Way) -> None:
    assert read_way(text) == way
    assert way.text == text


@pytest.mark.parametrize("text", ["", "0", "x2", "2x", "2x0", "65", "two"])
def test_other_ways_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        read_way(text)


def test_trees_share_the_nodes_out() -> None:
    evaluation = load_evaluation("hand", GAME)
    tuner = Tuner(GAME, evaluation, dict(PARAMETERS), nodes=20, reference=60)
    tuner.add_roots(2, 1, seed=1)
    grove = Grove(GAME, tuner, [Searcher(GAME.ops, 4, evaluation) for _ in range(3)])
    for way, nodes in ((Way(1), 31), (Way(3), 31), (Way(2, 2), 62)):
        assert sum(line.visits for line in grove.search(tuner.roots[0], way, 31, 5)) == nodes
    found = grove.judge(tuner.roots[0], Way(2), 31, seeds=2)
    assert found.lost >= 0.0
    assert found.variance >= 0.0
    assert found.stated > 0.0


def test_a_row_compares_position_by_position() -> None:
    base = [Found(0.002, 0.01, 0.01), Found(0.004, 0.01, 0.01)]
    more = [Found(0.003, 0.04, 0.01), Found(0.005, 0.04, 0.01)]
    assert row(Way(2), more, base) == ["2", "4.00", "+1.00 ± 0.00", "2.00"]
