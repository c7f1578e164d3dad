"""Ctrl-C, or any handler that raises, ends what runs long; and leaves everything usable."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable

import pytest
from bench.interrupts import hard_ending, unmined

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.contract.game import features
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import GAMES, Game, Position, load_game
from coalbaron_fast.search.best import probabilities_best
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.walks import Walker
from tests.pressing import Press, PressedError, handled
from tests.processes import PATIENCE_S

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that send signals"),
    pytest.mark.skipif(
        threading.current_thread() is not threading.main_thread(),
        reason="only the main thread runs handlers",
    ),
]


ENDLESS: dict[str, Callable[[], object]] = {
    "perft": lambda: State(2).perft(12),
    "divide": lambda: State(2).perft(12, divide=True),
    "ending": lambda: Engine(hash_mb=16).search(hard_ending(), Limits(nodes=10**9)),
    "nodes": lambda: Engine(hash_mb=16).search(State(2, seed=1), Limits(nodes=10**9)),
    "threads": lambda: Engine(2, hash_mb=16).search(State(2, seed=1), Limits(nodes=10**9)),
    "audit": lambda: Engine(hash_mb=16).audit(State(2, seed=1), Limits(nodes=99), 10**9),
}
"""Calls that would take minutes at least."""


@pytest.mark.parametrize("name", ENDLESS)
def test_it_is_ended(name: str) -> None:
    with pytest.raises(PressedError), handled(Press(), 0.15):
        ENDLESS[name]()


def opened(game: Game) -> Position:
    state: Position = game.begin(game.players[0], 1)
    while state.is_chance:
        state.push_codes(state.legal_codes()[:1])
    return state


def grow(game: Game) -> None:
    state, tree = opened(game), Searcher(game.ops, 1)
    parameters = {name: value for name, value in PARAMETERS.items() if name != "solve"}
    tree.begin(state.data(), state.turn or 0, 1, parameters)
    tree.run(10**9)


def ends(game: Game) -> None:
    state = opened(game)
    Engine(hash_mb=16, game=game).ends_of(state, state.first_sight(), 10**6, 12)


ENDLESS_FOR_EVERY_GAME: dict[str, Callable[[Game], object]] = {
    "search": lambda game: Engine(hash_mb=16, game=game).search(opened(game), Limits(nodes=10**9)),
    "walk": lambda game: Engine(hash_mb=16, game=game).walk(opened(game), 10**6, 12),
    "one long walk": lambda game: Walker(game.ops, Evaluation(game.ops)).expect(
        opened(game).data(), 10**6, 10**9, 1
    ),
    "ends": ends,
    "tree": grow,
    "perft": lambda game: opened(game).perft(12),
    "features": lambda game: features(game.ops, opened(game).data() * 10**6),
}


@pytest.mark.parametrize("name", ENDLESS_FOR_EVERY_GAME)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_ended_whatever_the_game(game: str, name: str) -> None:
    # A loop that hears nothing meets all its signals at its end, in one call.
    with pytest.raises(PressedError), handled(Press(first=3), 0.1):
        ENDLESS_FOR_EVERY_GAME[name](load_game(game))


def test_many_means_are_ended() -> None:
    with pytest.raises(PressedError), handled(Press(), 0.1):
        probabilities_best([1.0] * 10**5, [1.0] * 10**5)


def test_the_lines_of_a_solved_ending_are_ended() -> None:
    # The handler raises wherever the solver is: a line is searched again after the root's turns.
    state = hard_ending()
    solver = Solver(load_game("coalbaron").ops, 16)
    ended = 0
    for after_s in (0.02, 0.05, 0.1, 0.2):
        try:
            with handled(Press(), after_s):
                solver.solve(state.data(), state.turn or 0, 10**7, lines=50)
        except PressedError:
            ended += 1
    assert ended


def test_handlers_run_while_plans_are_listed() -> None:
    state, calls = unmined(), []
    with handled(lambda *_: calls.append(1), 0.01, 0.01):
        plans = state.mining_plans(10)
    assert len(plans) > 10_000
    # Without a look for signals they would be run once, at the end.
    assert len(calls) >= 3


def test_no_thread_is_left_at_work() -> None:
    engine = Engine(4, hash_mb=16)
    before = threading.active_count()
    for _ in range(5):
        with pytest.raises(PressedError), handled(Press(), 0.02):
            engine.search(State(2, seed=1), Limits(nodes=10**9))
        # A thread that was only beginning finds nothing to do, and ends a moment later. One that is
        # left at work goes on for minutes.
        end = time.monotonic() + PATIENCE_S
        while threading.active_count() > before and time.monotonic() < end:
            time.sleep(0.01)
        assert threading.active_count() == before


def test_the_engine_is_free_wherever_it_was_ended() -> None:
    engine, state, moments = Engine(hash_mb=8), State(2, seed=1), random.Random(1)
    expected = engine.search(state, Limits(nodes=30)).lines
    ended = 0
    for _ in range(40):
        try:
            with handled(Press(), moments.uniform(0.0001, 0.004)):
                engine.search(state, Limits(nodes=60))
        except PressedError:
            ended += 1
        assert not engine.busy
    assert ended
    assert engine.search(state, Limits(nodes=30)).lines == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_batches(threads: int) -> None:
    # With 3,000 games a thread a step takes far longer than the time between looks for signals.
    env = BatchEnv(3000 * threads, 4, learners=[0], bots="greedy", threads=threads)
    some = range(0, env.num_envs, 64)
    with pytest.raises(PressedError), handled(Press(), 0.01, at_work=True):
        env.reset()
    with pytest.raises(RuntimeError, match="reset"):
        env.sample()
    env.reset()
    before = [env.state_of(lane) for lane in some]
    actions = env.sample()
    with pytest.raises(PressedError), handled(Press(), 0.01, at_work=True):
        env.step(actions)
    after = [env.state_of(lane) for lane in some]
    played = sum(one != other for one, other in zip(before, after, strict=True))
    assert 0 < played < len(some)
    # Nothing is broken in any lane: what it shows is where it is, and it goes on from there.
    seats = env.show().seats
    for lane, state in zip(some, after, strict=True):
        assert State.from_text(state.to_text()) == state
        assert seats[lane] == state.turn
    env.step(env.sample())
