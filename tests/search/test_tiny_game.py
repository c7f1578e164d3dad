"""The search on a game that is not Coal Baron, with values known by hand."""

from __future__ import annotations

import pytest

from coalbaron_fast.search.mcts import Searcher
from tests.search import tiny_game
from tests.search.tiny_game import HEADS, NOTHING, TAILS

PARAMETERS = {
    "exploration": 2.0,
    "first_spread": 0.03,
    "temperature": 1.0,
    "widening": 4.0,
    "widening_growth": 0.0,
    "first_play": 0.0,
    "win_weight": 0.0,
    "margin_scale": 400.0,
    "playout": 0,
    "adapt": 0,
    "depth": 64,
    "mixing": 1,
    "mixing_exploration": 0.1,
}
"""Utility here is the margin, on a scale so wide that it is nearly linear."""


def searched(coin: int, nodes: int = 4000, seed: int = 1) -> tuple[Searcher, list[int]]:
    searcher = Searcher(tiny_game.OPS, 1)
    turns = searcher.begin(tiny_game.position(coin), 0, seed, PARAMETERS)
    searcher.run(nodes)
    return searcher, [codes[0] for codes in turns]


@pytest.mark.parametrize("coin", [HEADS, TAILS])
def test_silence_is_best_whatever_lies_there(coin: int) -> None:
    searcher, codes = searched(coin)
    visits = [line[0] for line in searcher.results()]
    assert codes[visits.index(max(visits))] == NOTHING


def test_the_values_are_those_known_by_hand() -> None:
    searcher, codes = searched(HEADS, nodes=20_000)
    means = {
        code: line[4][0] / line[0] for code, line in zip(codes, searcher.results(), strict=True)
    }
    assert means[NOTHING] == tiny_game.TIP
    # Seat 1 sees the coin and answers accordingly; while it still tries the other answer
    # now and then, heads pays a little more than nothing and tails loses a little less than 12.
    assert -1.4 < means[HEADS] < 1.4
    assert -12.8 < means[TAILS] < -8.0


def test_what_lies_there_changes_nothing() -> None:
    """The search sees the view alone: the same answer to the bit."""
    heads, _ = searched(HEADS)
    tails, _ = searched(TAILS)
    assert heads.results() == tails.results()


def test_the_same_seed_gives_the_same_answer_and_another_does_not() -> None:
    assert searched(HEADS)[0].results() == searched(HEADS)[0].results()
    assert searched(HEADS)[0].results() != searched(HEADS, seed=2)[0].results()


def test_a_stopped_search_does_nothing_until_it_may() -> None:
    searcher, _ = searched(HEADS, nodes=10)
    searcher.stop()
    assert searcher.run(10) == 10
    searcher.resume()
    assert searcher.run(10) == 20


def test_a_state_of_another_size_is_refused() -> None:
    searcher = Searcher(tiny_game.OPS, 1)
    with pytest.raises(ValueError, match="5 bytes"):
        searcher.begin(b"1234", 0, 1, PARAMETERS)
    with pytest.raises(ValueError, match="not to move"):
        searcher.begin(tiny_game.position(HEADS), 1, 1, PARAMETERS)
