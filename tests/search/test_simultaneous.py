"""Mixed play against what is known of it: linear programmes, and OpenSpiel's exploitability."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pytest
from bench.mixed import POINTS_ALONE, by_matrix, by_regret, by_visits, exploitability, solve_exactly

from coalbaron_fast import Engine, Limits
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.search.mcts import Searcher
from tests.search import goofspiel, hide_game
from tests.search.matrix_game import matrix_game

LINEAR: Final = {name: value for name, value in PARAMETERS.items() if name != "solve"} | {
    **POINTS_ALONE,
    "playout": 0,
    "widening": 192.0,
}


def exact_value(payoffs: Any) -> float:
    """What seat 0 gets when both play well."""
    shares = solve_exactly(payoffs)
    return float((shares @ payoffs).min())


def played(payoffs: Any, seat: int, nodes: int, **params: float) -> list[float]:
    """The shares of a seat's turns."""
    ops, kind = matrix_game(payoffs.tolist())
    table = kind.start(2)
    if seat:
        table.play(0)
        table.hide_from(1)
    searcher = Searcher(ops, 1)
    searcher.begin(bytes(table), seat, 3, LINEAR | params)
    searcher.run(nodes)
    shares = searcher.shares()
    assert shares is not None
    assert sum(shares) == pytest.approx(1.0)
    return shares


@pytest.mark.parametrize("number", range(6))
def test_a_matrix_is_played_as_a_linear_programme_says(number: int) -> None:
    generator = random.Random(number)
    rows, columns = generator.randint(2, 6), generator.randint(2, 6)
    payoffs = np.array([[generator.randint(-20, 20) for _ in range(columns)] for _ in range(rows)])
    value = exact_value(payoffs)
    first, second = (np.array(played(payoffs, seat, 4000)) for seat in range(2))
    # No answer gets more out of either seat than good play leaves it.
    assert (first @ payoffs).min() == pytest.approx(value, abs=0.3)
    assert (payoffs @ second).max() == pytest.approx(value, abs=0.3)


def test_scissors_of_which_one_counts_double() -> None:
    """By hand: the turn that wins twice as much is played less by who can be hit by it."""
    payoffs = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert played(payoffs, 0, 4000) == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_a_turn_that_is_never_good_has_no_share() -> None:
    payoffs = np.array([[5, 5], [9, 1], [1, 9], [0, 0]])
    shares = played(payoffs, 0, 4000)
    assert shares[3] < 0.01


@pytest.fixture(scope="module")
def engine() -> Engine:
    parameters = POINTS_ALONE | {"playout": 0, "temperature": 1.0, "widening": 9.0}
    return Engine(hash_mb=8, seed=1, game=goofspiel.GAME, parameters=parameters)


def test_goofspiel_is_played_better_than_by_visits(engine: Engine) -> None:
    """Truth is OpenSpiel's, in points of six."""
    pytest.importorskip("pyspiel")
    decoupled = Engine(
        hash_mb=8, seed=1, game=goofspiel.GAME, parameters=engine.parameters | {"mixing": 0}
    )
    game, nodes = goofspiel.GAME, 3000
    mixed = exploitability(game, 3, lambda view: by_regret(engine, view, nodes), rising=True)
    visited = exploitability(game, 3, lambda view: by_visits(decoupled, view, nodes), rising=True)
    assert mixed < 0.1
    assert mixed < visited / 2


def test_the_matrix_of_the_benchmark_finds_the_truth(engine: Engine) -> None:
    pytest.importorskip("pyspiel")
    play = exploitability(goofspiel.GAME, 2, lambda view: by_matrix(engine, view, 400), rising=True)
    assert play == pytest.approx(0.0, abs=1e-6)


# -- the engine


def opening(cards: int = 4) -> Any:
    return goofspiel.GAME.begin(2, options={"cards": cards, "rising": True})


def test_what_the_other_seat_played_changes_nothing(engine: Engine) -> None:
    found = []
    for card in range(4):
        state = opening()
        state.push_codes([card])
        assert state.turn == 1
        found.append(engine.search(state, Limits(nodes=400)))
    assert all(one.policy == found[0].policy for one in found)
    assert all(one.lines == found[0].lines for one in found)
    assert engine.audit(state, Limits(nodes=50), permutations=3) == []


def test_an_answer_holds_the_mixture(engine: Engine) -> None:
    found = engine.search(opening(), Limits(nodes=2000))
    assert found.policy is not None
    shares = [turn.share for turn in found.policy]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares) >= 0.01
    assert found.best == found.policy[0].tokens
    assert found.as_data()["policy"][0] == {"tokens": found.best, "share": shares[0]}


def test_two_threads_and_pieces_answer_as_one() -> None:
    answers = []
    for threads in (1, 2):
        engine = Engine(threads, hash_mb=8, seed=4, game=goofspiel.GAME)
        found = engine.search(opening(), Limits(nodes=8000, lines=4))
        answers.append((found.policy, found.lines))
    assert answers[0] == answers[1]


def test_the_clock_leaves_all_turns_to_every_thread() -> None:
    engine = Engine(2, hash_mb=8, game=goofspiel.GAME)
    found = engine.search(opening(), Limits(time_ms=50))
    assert found.policy is not None
    stopped = engine.start(opening(), Limits(infinite=True))
    stopped.stop()
    assert stopped.result(60).policy is not None


def test_turns_are_drawn_by_their_shares() -> None:
    """Hide and seek: each place half of the time."""
    state = hide_game.GAME.begin(2, 3)
    state.push_all(["say5"])
    drawn = []
    for seed in range(40):
        engine = Engine(hash_mb=4, seed=seed, game=hide_game.GAME, mixed=True)
        found = engine.search(state, Limits(nodes=300))
        assert found.best == found.lines[0].tokens
        assert engine.search(state, Limits(nodes=300)).best == found.best
        drawn.append(found.best[0])
    assert 8 <= drawn.count("a") <= 32


def test_open_turns_are_not_mixed() -> None:
    engine = Engine(hash_mb=4, game=hide_game.GAME, mixed=True)
    state = hide_game.GAME.begin(2, 3)
    found = engine.search(state, Limits(nodes=300))
    assert found.policy is None
    plain = Engine(hash_mb=4, game=hide_game.GAME).search(state, Limits(nodes=300))
    assert found.lines == plain.lines
    state.push_all(["say5"])
    assert engine.search(state, Limits(nodes=300, even=True)).policy is None


def test_three_seats_mix_as_well() -> None:
    state = hide_game.GAME.begin(3, 3)
    state.push_all(["say5"])
    found = Engine(hash_mb=4, game=hide_game.GAME).search(state, Limits(nodes=2000))
    assert found.policy is not None
    assert {turn.tokens[0] for turn in found.policy} == {"a", "b"}
