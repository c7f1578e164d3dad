"""The solver on games that are not Coal Baron, with values known by hand."""

from __future__ import annotations

import os

import pytest

from coalbaron_fast.search.expectimax import Solver
from tests.search import tiny_game
from tests.search.hand_game import START, Bag, game
from tests.search.tiny_game import HEADS, NOTHING, OPEN_OPS, OPS, STAKE, TAILS

COINS = [HEADS, TAILS]


@pytest.mark.parametrize("coin", COINS)
def test_the_values_are_those_known_by_hand(coin: int) -> None:
    lines = Solver(OPS, 1).solve(tiny_game.position(coin), 0, 1000, lines=3)
    assert lines is not None
    points = {codes[0]: points for codes, _, points, *_ in lines}
    assert lines[0][0] == [NOTHING]
    assert points[HEADS] == pytest.approx([0.0, 0.0])
    assert points[TAILS] == pytest.approx([-STAKE, STAKE])
    assert points[NOTHING] == [tiny_game.TIP, -tiny_game.TIP]
    wins = {codes[0]: win[0] for codes, win, *_ in lines}
    assert wins == pytest.approx({HEADS: 2 / 3, TAILS: 1 / 3, NOTHING: 1.0})


@pytest.mark.parametrize("coin", COINS)
def test_a_coin_that_one_seat_has_seen_makes_the_result_doubtful(coin: int) -> None:
    hidden = Solver(OPS, 1).solve(tiny_game.position(coin), 0, 1000)
    public = Solver(OPEN_OPS, 1).solve(tiny_game.position(coin), 0, 1000)
    assert hidden is not None
    assert public is not None
    assert hidden[0][:3] == public[0][:3]
    assert not hidden[0][3]
    assert public[0][3]


def test_pruning_changes_no_value() -> None:
    position = tiny_game.position(HEADS)
    one = Solver(OPEN_OPS, 1).solve(position, 0, 1000)
    three = Solver(OPEN_OPS, 1).solve(position, 0, 1000, lines=3)
    assert one is not None
    assert three is not None
    assert one[0] == three[0]


def test_the_seat_that_answers_knows_what_it_answers_to() -> None:
    position = bytes(tiny_game.Table(tiny_game.DOUBLES, TAILS, HEADS, False))
    found = Solver(OPS, 1).solve(position, 1, 1000)
    assert found is not None
    assert found[0][:4] == ([tiny_game.DOUBLE], [0.0, 1.0], [-2 * STAKE, 2 * STAKE], True)


BAGS = [
    Bag(certain=(0,), items=((3, 2), (-1, 4), (5, 1)), hand=2, chooser=0),
    Bag(certain=(0,), items=((3, 2), (-1, 4), (5, 1)), hand=2, chooser=1),
    Bag(certain=(0, 4), items=((3, 3), (5, 2), (4, 1), (9, 1)), hand=5, chooser=0),
    Bag(certain=(0,), items=((1, 1), (2, 1), (3, 1)), hand=3, chooser=0),
    Bag(certain=(0,), items=((1, 3), (1, 2), (7, 3)), hand=1, chooser=0),
    Bag(certain=(-2, 6), items=((1, 3), (2, 3)), hand=4, chooser=1),
    Bag(certain=(2,), items=((2, 3), (1, 1)), hand=2, chooser=0),
]


@pytest.mark.parametrize("bag", BAGS)
def test_a_hand_is_worth_the_mean_over_all_hands(bag: Bag) -> None:
    found = Solver(game(bag), 1).solve(START, 0, 1000)
    assert found is not None
    assert found[0][2] == pytest.approx([bag.expected(), -bag.expected()], abs=1e-9)


@pytest.mark.parametrize("chooser", [0, 1])
def test_a_hand_needs_nothing_that_is_certain(chooser: int) -> None:
    bag = Bag(certain=(), items=((3, 2), (-1, 4), (5, 1)), hand=2, chooser=chooser)
    found = Solver(game(bag), 1).solve(START, 0, 1000)
    assert found is not None
    assert found[0][2] == pytest.approx([bag.expected(), -bag.expected()], abs=1e-9)


@pytest.mark.parametrize("bag", BAGS)
def test_a_hand_of_a_private_store_is_exact_only_if_nobody_takes_of_it(bag: Bag) -> None:
    public = Solver(game(bag), 1).solve(START, 0, 1000)
    private = Solver(game(bag, private=True), 1).solve(START, 0, 1000)
    assert public is not None
    assert private is not None
    assert public[0][3]
    assert private[0][3] == (bag.expected() == bag.certain[0])


def test_what_cannot_be_solved_is_refused() -> None:
    position = tiny_game.position(HEADS)
    assert Solver(OPS, 1).solve(position, 0, 2) is None
    with pytest.raises(ValueError, match="5 bytes"):
        Solver(OPS, 1).solve(b"1234", 0, 10)
    with pytest.raises(ValueError, match="not to move"):
        Solver(OPS, 1).solve(position, 1, 10)
    with pytest.raises(ValueError, match="megabytes"):
        Solver(OPS, 0)


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="it ends the process there")
def test_memory_that_is_not_there_is_an_error() -> None:
    with pytest.raises(MemoryError, match="no 1000000000 MB to solve in"):
        Solver(OPS, 10**9)
