"""Trees that share the root's turns out: who has which, how an answer is read from them."""

from __future__ import annotations

from typing import Final

import pytest

from coalbaron_fast.engine import PARAMETERS, Engine, Limits
from coalbaron_fast.engine.analysis import Tallies
from coalbaron_fast.engine.evaluation import HAND, load_evaluation
from coalbaron_fast.engine.forest import Forest, Share
from coalbaron_fast.games import Position, load_game
from tests.search.test_engine import SHORT, opened

GAME: Final = load_game("coalbaron")
HAND_GUESS: Final = load_evaluation(HAND, GAME)
SETTINGS: Final = {**PARAMETERS, **SHORT}


def seen(state: Position) -> Position:
    """Return what the seat to move knows."""
    assert state.turn is not None
    return state.view(state.turn)


def planted(count: int, view: Position) -> Forest:
    """Return trees that share out a position's turns."""
    forest = Forest(GAME, HAND_GUESS, 16, threads=1)
    turns = forest.plant(count, view, 1, SETTINGS, [], even=False, dealt=True)
    assert len(forest.shares) == count
    assert all(len(share.results()) == len(turns) for share in forest.shares)
    return forest


def visits_of(forest: Forest) -> list[list[int]]:
    """Return how often each tree has visited each turn."""
    return [[line[0] for line in share.results()] for share in forest.shares]


@pytest.mark.parametrize("count", [2, 3])
def test_every_turn_belongs_to_one_tree(count: int) -> None:
    state = opened()
    forest = planted(count, seen(state))
    forest.run([400] * count, 0)
    visits = visits_of(forest)
    for line in zip(*visits, strict=True):
        assert sum(number > 0 for number in line) <= 1
    assert [sum(one) for one in visits] == [400] * count
    # The turns that looked best lie in different trees.
    assert len({id(share) for share in forest.shares}) == count


def test_the_same_world_is_met_by_the_same_try_in_every_tree() -> None:
    state = opened()
    whole = Forest(GAME, HAND_GUESS, 16, threads=1)
    turns = whole.plant(1, seen(state), 1, SETTINGS, [], even=True)
    whole.run([len(turns)], 0)
    dealt = planted(2, seen(state))
    dealt.run([3, 3], 0)
    once = whole.trees[0].results()
    for share in dealt.shares:
        for line, found in enumerate(share.results()):
            if found[0] == 1:
                assert found[3] == once[line][3], "the first try of a turn meets the first world"


def test_the_best_turn_is_the_best_one_of_those_that_trees_preferred() -> None:
    state = opened()
    forest = Forest(GAME, HAND_GUESS, 16, threads=2)
    turns = forest.plant(2, seen(state), 1, SETTINGS, [], even=False, dealt=True)
    forest.run([600, 600], 0)
    preferred = [one.index(max(one)) for one in visits_of(forest)]
    found = [share.results() for share in forest.shares]
    means = {
        line: found[tree][line][1] / found[tree][line][0] for tree, line in enumerate(preferred)
    }
    lines = Tallies(turns, forest.shares).analysis(GAME, len(turns), 1.0).lines
    assert lines[0].codes == turns[max(means, key=means.__getitem__)]
    assert {tuple(line.codes) for line in lines[:2]} == {tuple(turns[line]) for line in preferred}
    assert lines[0].pv[0]


def test_a_tree_that_hardly_had_time_has_no_say() -> None:
    state = opened()
    forest = Forest(GAME, HAND_GUESS, 16, threads=1)
    turns = forest.plant(2, seen(state), 1, SETTINGS, [], even=False, dealt=True)
    forest.run([1000, 1], 0)
    first = visits_of(forest)[0]
    best = Tallies(turns, forest.shares).analysis(GAME, 1, 1.0).lines[0]
    assert best.codes == turns[first.index(max(first))]


def test_trees_grow_alike_on_one_thread() -> None:
    state = opened()
    forest = planted(3, seen(state))
    forest.run([100_000] * 3, 1)
    forest.run([900] * 3, 0)
    assert forest.done == [900] * 3


def test_a_limit_of_nodes_shares_nothing_out() -> None:
    engine = Engine(threads=2, hash_mb=16, parameters=SHORT)
    engine.search(opened(), Limits(nodes=5000))
    assert not any(isinstance(share, Share) for share in engine.forest.shares)
    engine.search(opened(), Limits(time_ms=50))
    assert all(isinstance(share, Share) for share in engine.forest.shares)
    answer = engine.search(opened(), Limits(time_ms=50, even=True, lines=3))
    assert not any(isinstance(share, Share) for share in engine.forest.shares)
    assert len(answer.lines) == 3


def test_turns_that_are_asked_for_are_shared_out_too() -> None:
    state = opened()
    engine = Engine(threads=2, hash_mb=16, parameters=SHORT)
    asked = state.legal_moves()[:3]
    answer = engine.search(state, Limits(time_ms=100, root_turns=asked, lines=500))
    assert {line.tokens[0] for line in answer.lines} == set(asked)
