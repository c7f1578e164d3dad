"""One owner at a time: what works in memory of its own is neither shared nor copied."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from coalbaron_fast import Engine, EngineBusyError, Limits
from coalbaron_fast.engine.network_file import read_network
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import GAMES, Game, Position, load_game
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.walks import Walker
from tests.processes import PATIENCE_S

WALKS = 40
TURNS = 6


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def opened(game: Game) -> Position:
    """A position in which a seat is to move."""
    state: Position = game.begin(game.players[0], 1)
    while state.is_chance:
        state.push_codes(state.legal_codes()[:1])
    return state


@contextmanager
def at_work(work: Callable[[], object]) -> Iterator[list[BaseException]]:
    """Do some work again and again on another thread; what it is refused is listed."""
    refused: list[BaseException] = []
    is_over = threading.Event()
    has_begun = threading.Event()

    def run() -> None:
        while not is_over.is_set():
            try:
                work()
            except RuntimeError as error:
                refused.append(error)
            has_begun.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    has_begun.wait(PATIENCE_S)
    try:
        yield refused
    finally:
        is_over.set()
        thread.join(PATIENCE_S)


def results_until_refused(work: Callable[[], object], refused: list[BaseException]) -> list[object]:
    """Do the same work here until one of both threads has met the other; return what came of it."""
    found = []
    end = time.monotonic() + PATIENCE_S
    while not refused and time.monotonic() < end:
        try:
            found.append(work())
        except RuntimeError as error:
            refused.append(error)
    assert refused, "both threads worked side by side"
    return found


def test_an_engine_walks_for_one_thread_at_a_time(game: Game) -> None:
    engine, state = Engine(hash_mb=16, game=game), opened(game)

    def walk() -> object:
        return engine.walk(state, WALKS, TURNS)

    expected = walk()
    with at_work(walk) as refused:
        found = results_until_refused(walk, refused)
    assert all(isinstance(error, EngineBusyError) for error in refused)
    assert [*found, walk()] == [expected] * (len(found) + 1)
    assert not engine.busy


def test_where_turns_end_is_told_one_thread_at_a_time(game: Game) -> None:
    engine, state = Engine(hash_mb=16, game=game), opened(game)
    turn = state.first_sight()

    def ends() -> object:
        return engine.ends_of(state, turn, WALKS, TURNS)

    expected = ends()
    with at_work(ends) as refused:
        found = results_until_refused(ends, refused)
    assert all(isinstance(error, EngineBusyError) for error in refused)
    assert [*found, ends()] == [expected] * (len(found) + 1)


def test_no_walk_while_an_engine_searches(game: Game) -> None:
    engine, state = Engine(hash_mb=16, game=game), opened(game)
    search = engine.start(state, Limits(infinite=True))
    try:
        with pytest.raises(EngineBusyError):
            engine.walk(state, 1, 1)
        with pytest.raises(EngineBusyError):
            engine.ends_of(state, state.first_sight(), 1, 1)
    finally:
        search.stop()
        search.wait(PATIENCE_S)
    assert engine.walk(state, 1, 1)


def compiled(game: Game) -> dict[str, object]:
    """One of each compiled object that has memory of its own, by its name."""
    evaluation = Evaluation(game.ops)
    return {
        "engine": Engine(hash_mb=16, game=game),
        "evaluation": evaluation,
        "tree": Searcher(game.ops, 1),
        "solver": Solver(game.ops, 1),
        "walker": Walker(game.ops, evaluation),
    } | ({"weights": read_network(game.network).weights} if game.network else {})


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_nothing_with_memory_of_its_own_is_copied(
    game: Game, copied: Callable[[object], object]
) -> None:
    for name, one in compiled(game).items():
        with pytest.raises(TypeError):
            pytest.fail(f"{name}: {copied(one)}")


def test_an_engine_says_why_it_is_not_copied() -> None:
    with pytest.raises(TypeError, match="cannot be copied or pickled; make another one"):
        copy.copy(Engine(hash_mb=16))


def test_a_tree_grows_for_one_thread_at_a_time(game: Game) -> None:
    engine, state = Engine(hash_mb=16, game=game), opened(game)
    tree = Searcher(game.ops, 4)
    with pytest.raises(RuntimeError, match="no search has begun"):
        tree.run(1)
    parameters = {name: value for name, value in engine.parameters.items() if name != "solve"}

    def begin() -> list[list[int]]:
        return tree.begin(state.data(), state.turn or 0, 1, parameters)

    begin()
    with at_work(lambda: tree.run(200)) as refused:
        for work in (begin, lambda: tree.run(1), tree.results, lambda: tree.variation(0)):
            for _ in range(3000):
                try:
                    work()
                except RuntimeError as error:
                    refused.append(error)
                    break
            else:
                raise AssertionError("it worked in a tree that grew")
    assert {str(error) for error in refused} == {"another thread is at work in this Searcher"}
    # A function that is asked meanwhile cannot begin another search either.
    with pytest.raises(RuntimeError, match="at work"):
        tree.begin(state.data(), state.turn or 0, 1, parameters, lambda _: bool(begin()))
    assert begin()


def test_a_solver_solves_for_one_thread_at_a_time(game: Game) -> None:
    state = game.begin(game.players[0], 1)
    while not state.is_over and state.turns_expected() > 2:
        state.push_codes(state.legal_codes()[:1] if state.is_chance else state.first_sight())
    while state.is_chance:
        state.push_codes(state.legal_codes()[:1])
    solver = Solver(game.ops, 4)

    def asks_again(_: list[int]) -> bool:
        solver.solve(state.data(), state.turn or 0, 10)
        return True

    if solver.turns_left(state.data(), state.turn or 0) is None:
        pytest.skip("no ending in sight")
    with pytest.raises(RuntimeError, match="another thread is at work in this Solver"):
        solver.solve(state.data(), state.turn or 0, 10, allowed=asks_again)


def test_lanes_of_a_batch_stay_its_own() -> None:
    env = BatchEnv(4, 2)
    env.reset(seed=1)
    other = copy.copy(env)
    actions = env.sample()
    env.step(actions)
    # The copy has not moved with it.
    assert [other.state_of(lane) for lane in range(4)] != [env.state_of(lane) for lane in range(4)]
