"""Ctrl-C, or any handler that raises, ends what runs long; and leaves everything usable."""

from __future__ import annotations

import gc
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from bench.interrupts import hard_ending, unmined

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.envs import BatchEnv

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that send signals"),
    pytest.mark.skipif(
        threading.current_thread() is not threading.main_thread(),
        reason="only the main thread runs handlers",
    ),
]


PATIENCE_S = 30.0


class PressedError(BaseException):
    """What the handler raises; like KeyboardInterrupt, no `except Exception` stops it."""


def press(*_: object) -> None:
    raise PressedError


@contextmanager
def handled(handler: Callable[..., None], after_s: float, every_s: float = 0.0) -> Iterator[None]:
    """Have a handler called after some time, and again and again."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, after_s, every_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
    with pytest.raises(PressedError), handled(press, 0.15):
        ENDLESS[name]()


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
        with pytest.raises(PressedError), handled(press, 0.02):
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
    # What is raised within a callback of the garbage collector is lost, and Hypothesis has one.
    gc.disable()
    try:
        for _ in range(40):
            try:
                with handled(press, moments.uniform(0.0001, 0.004)):
                    engine.search(state, Limits(nodes=60))
            except PressedError:
                ended += 1
            assert not engine.busy
    finally:
        gc.enable()
    assert ended
    assert engine.search(state, Limits(nodes=30)).lines == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_batches(threads: int) -> None:
    # So many that a step takes many times as long as the time between two looks for signals.
    env = BatchEnv(3000 * threads, 4, learners=[0], bots="greedy", threads=threads)
    some = range(0, env.num_envs, 64)
    with pytest.raises(PressedError), handled(press, 0.01):
        env.reset()
    with pytest.raises(RuntimeError, match="reset"):
        env.sample()
    env.reset()
    before = [env.state_of(lane) for lane in some]
    actions = env.sample()
    with pytest.raises(PressedError), handled(press, 0.01):
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
