"""The seam between the search and what it asks of a position, on an evaluator of the tests' own."""

from __future__ import annotations

from typing import Any, Final

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher
from tests.search import hide_game, tiny_game
from tests.search.ctypes_game import evaluator, put_turns
from tests.search.test_tiny_game import PARAMETERS
from tests.search.tiny_game import HEADS, LEAVE, NOTHING, SAYS, TAILS, Table

FOND_OF: Final = TAILS
START: Final = tiny_game.position(HEADS)


def list_two(_self: int, state: int, _scratch: int, out: Any, _limit: int) -> int:
    """List two of the three moves, the one that is not liked first."""
    if Table.from_address(state).asks == SAYS:
        return put_turns(out, [[NOTHING], [FOND_OF]], [1.0, 2.0])
    return put_turns(out, [[LEAVE]])


def like_one(_self: int, state: int, points: Any, spread: Any, win: Any) -> None:
    """Say that seat 0 has won as soon as it has said what is liked."""
    said = Table.from_address(state).said == FOND_OF
    points[0], points[1] = 40.0 * said, 7.0
    spread[0], spread[1] = 3.0, 4.0
    win[0], win[1] = said, not said


FAKE: Final = evaluator(list_two, like_one)


def test_a_search_goes_by_what_it_is_told() -> None:
    searcher = Searcher(tiny_game.OPS, 1, Evaluation(tiny_game.OPS, FAKE))
    turns = searcher.begin(START, 0, 1, PARAMETERS)
    assert turns == [[FOND_OF], [NOTHING]]
    searcher.run(500)
    lines = searcher.results()
    assert lines[0][0] > lines[1][0]
    visits, _, _, win, points, *_, variance = lines[0]
    assert win == [visits, 0]
    assert points == [40 * visits, 7 * visits]
    assert variance == [9 * visits, 16 * visits]
    # The game's own guess knows better.
    own = Searcher(tiny_game.OPS, 1)
    assert sorted(own.begin(START, 0, 1, PARAMETERS)) == [[HEADS], [TAILS], [NOTHING]]


def test_a_playout_follows_it() -> None:
    searcher = Searcher(tiny_game.OPS, 1, Evaluation(tiny_game.OPS, FAKE))
    searcher.begin(START, 0, 1, PARAMETERS | {"playout": 9, "depth": 1})
    searcher.run(100)
    assert searcher.turns_listed > 50


def test_an_evaluation_can_be_asked() -> None:
    fake = Evaluation(tiny_game.OPS, FAKE)
    assert fake.expect(START) == ([0.0, 7.0], [0.0, 1.0])
    assert fake.spread(START) == [3.0, 4.0]
    assert fake.turns(START) == [([NOTHING], 1.0), ([FOND_OF], 2.0)]
    own = Evaluation(tiny_game.OPS)
    assert own.game is tiny_game.OPS
    assert sorted(codes for codes, _ in own.turns(START)) == [[HEADS], [TAILS], [NOTHING]]
    for wrong in (START[:-1], START + b"x"):
        with pytest.raises(ValueError, match="5 bytes"):
            fake.expect(wrong)
        with pytest.raises(ValueError, match="5 bytes"):
            fake.turns(wrong)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="contract 9; this search speaks 2"):
        Evaluation(tiny_game.OPS, evaluator(list_two, like_one, abi=9))
    with pytest.raises(ValueError, match="incorrect name"):
        Evaluation(tiny_game.OPS, tiny_game.OPS)
    with pytest.raises(ValueError, match="another game"):
        Searcher(tiny_game.OPS, 1, Evaluation(hide_game.OPS))


def test_hand_is_the_game_s_own_guess() -> None:
    game = load_game("coalbaron")
    state = game.State(3, seed=1)
    state.push_codes(state.first_sight())
    best = max(Evaluation(game.ops).turns(state.data()), key=lambda turn: turn[1])
    assert best[0] == state.first_sight()
