"""A search that runs: `Search` owns its limits, its stop, its pondering and its answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from coalbaron_fast.engine.endings import Ending

if TYPE_CHECKING:
    from coalbaron_fast.engine import Engine
    from coalbaron_fast.engine.analysis import Analysis, Tallies
    from coalbaron_fast.engine.limits import Limits, Plan
    from coalbaron_fast.games import Position

__all__ = ["Search", "Stop"]

CHUNK_MS: Final = 100
"""A running search answers this often."""

FIRST_CHECK: Final = 256
"""After this many nodes the limit of error is looked at for the first time, ..."""

CHECK_GROWTH: Final = 1.25
"""... and again after this many times as many: not by the clock, which differs."""

ONLY_TURN_NODES: Final = 64
"""A turn without another to choose gets no more than this, unless more is asked for."""

STOPPED_NODES: Final = 8
"""Nodes of a search that was stopped before its first one: enough to say something."""

UNLIMITED: Final = 1 << 62

MOST_WALKS: Final = 2**31 - 1
"""A tree counts its visits with 32 bits. A search without a limit ends here, too."""


class Stop:
    """A stop that several searches share: it ends those that run and those that come later.

    For work that takes many searches, one after the other. Hand it to each of them.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._searches: list[Search] = []
        self._is_set = False

    @property
    def is_set(self) -> bool:
        """Whether the work shall end."""
        return self._is_set

    def set(self) -> None:
        """End the work, from any thread."""
        with self._lock:
            self._is_set = True
            for search in self._searches:
                search.stop()

    def watch(self, search: Search) -> None:
        """Stop this search as well, until it has ended."""
        with self._lock:
            self._searches.append(search)
            if self._is_set:
                search.stop()
        search.add_done_callback(self._forget)

    def _forget(self, search: Search) -> None:
        with self._lock:
            self._searches.remove(search)


class Search:
    """A search from `Engine.start`: it runs on a thread of its own.

    Iterating gives better and better answers, and at last the final one; `result` waits for that.
    `stop` and `ponder_hit` may be called at any time from any thread. A search that ponders and has
    met its limits waits for the hit or the stop. The time that it pondered counts as thought.
    """

    def __init__(
        self,
        engine: Engine,
        view: Position,
        limits: Limits,
        plan: Plan,
        seed: int,
        *,
        ponder: bool = False,
    ) -> None:
        """`view` is the position as the seat to move knows it, and the search's own."""
        self.limits = limits
        self._engine = engine
        self._view = view
        self._plan = plan
        self._seed = seed
        # Seed and position fix the draw: the same game is played the same way again.
        self._draw = _draw(f"{seed} {view.to_text()}") if engine.mixed else None
        self._wanted = [
            engine.game.read_words([turn]) if isinstance(turn, str) else list(turn)
            for turn in limits.root_turns
        ]
        # Reentrant: a signal handler may call `stop` while the same thread is in here.
        self._changed = threading.Condition(threading.RLock())
        self._started_ns = time.monotonic_ns()
        self._is_pondering = ponder
        self._is_stopped = False
        self._listeners = 0
        self._interim: Analysis | None = None
        self._outcome: Analysis | BaseException | None = None
        self._callbacks: list[Callable[[Search], None]] = []

    # -- from outside

    @property
    def is_done(self) -> bool:
        """Whether the last answer is there, or an error."""
        return self._outcome is not None

    @property
    def is_pondering(self) -> bool:
        """Whether the last answer is held back."""
        return self._is_pondering

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._is_stopped

    def stop(self) -> None:
        """End the search. It answers nevertheless, even if it had not begun."""
        with self._changed:
            if not self._is_stopped and not self.is_done:
                self._is_stopped = True
                self._is_pondering = False
                self._interrupt()

    def ponder_hit(self) -> None:
        """Take the position for real: from now on its limits end it."""
        with self._changed:
            if self._is_pondering:
                self._is_pondering = False
                self._interrupt()

    def result(self, timeout: float | None = None) -> Analysis:
        """Wait for the last answer; raises what the search raised, or TimeoutError."""
        with self._changed:
            outcome = self._changed.wait_for(lambda: self._outcome, timeout)
        if outcome is None:
            raise TimeoutError("the search goes on")
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end, whatever it is; return whether it has come."""
        with self._changed:
            return self._changed.wait_for(lambda: self.is_done, timeout)

    def __iter__(self) -> Iterator[Analysis]:
        """Give the newest answer, again and again, and at last the final one."""
        newest = None
        with self._changed:
            self._listeners += 1
        try:
            while (newest := self._newer_than(newest)) is not None:
                yield newest
        finally:
            with self._changed:
                self._listeners -= 1
        yield self.result()

    def _newer_than(self, seen: Analysis | None) -> Analysis | None:
        """Wait for the next interim answer; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_done or self._interim is not seen)
            return None if self.is_done else self._interim

    def add_done_callback(self, callback: Callable[[Search], None]) -> None:
        """Call this with the search when it is done, from its thread; at once if it is."""
        with self._changed:
            if not self.is_done:
                self._callbacks.append(callback)
                return
        callback(self)

    # -- the work

    def run(self) -> None:
        """Search to the end; the engine calls this once, on the thread that shall do it."""
        outcome: Analysis | BaseException
        try:
            outcome = self._work()
        except BaseException as error:  # noqa: BLE001 - `result` raises it where it is waited for
            outcome = error
        self.finish(outcome)

    def finish(self, outcome: Analysis | BaseException) -> None:
        """Give the engine back and then the answer: a caller that has it may search again."""
        with self._changed:
            self._engine.release(self)
            self._outcome = outcome
            self._changed.notify_all()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)

    def _work(self) -> Analysis:
        # Its dataclasses are slow to import; a program starts without them.
        from coalbaron_fast.engine.analysis import solved_analysis  # noqa: PLC0415

        ending = self._solve()
        if ending is None:
            analysis = self._sample()
        else:
            analysis = solved_analysis(
                self._engine.game, ending, self._elapsed_ms(), self._spread_factor()
            )
        with self._changed:
            self._changed.wait_for(lambda: not self._is_pondering)
        return analysis

    def _solve(self) -> Ending | None:
        """Try to solve an ending; again with the clock, if the hit comes meanwhile."""
        plan, endings = self._plan, self._engine.endings
        while True:
            with self._changed:
                if self._is_stopped:
                    return None
                pondering = self._is_pondering
                endings.resume()
            ending = endings.attempt(
                self._view,
                plan.nodes,
                None if pondering else plan.allowance_ms,
                self.limits.lines,
                self._wanted,
            )
            if ending is not None or pondering == self._is_pondering or plan.allowance_ms is None:
                return ending

    def _sample(self) -> Analysis:
        """Grow the trees in chunks until a limit is met."""
        from coalbaron_fast.engine.analysis import Tallies  # noqa: PLC0415 - as above

        engine, plan, limits = self._engine, self._plan, self.limits
        forest = engine.forest
        turns = forest.plant(
            plan.trees,
            self._view,
            self._seed,
            plan.parameters,
            self._wanted,
            even=limits.even,
            dealt=plan.nodes is None and not limits.even,
        )
        factor = self._spread_factor()
        nodes = plan.nodes
        if len(turns) == 1 and nodes is None:
            nodes = ONLY_TURN_NODES * plan.trees
        shares = [MOST_WALKS] * plan.trees
        if nodes is not None:
            shares = [min((nodes + index) // plan.trees, MOST_WALKS) for index in range(plan.trees)]
        check = max(FIRST_CHECK // plan.trees, 1) if limits.error is not None else UNLIMITED
        while not self._must_end():
            forest.run([min(share, check) for share in shares], self._chunk_end_ns())
            tallies = None
            if min(forest.done) >= check:
                check = int(check * CHECK_GROWTH) + 1
                tallies = Tallies(turns, forest.shares, factor, even=limits.even)
                if limits.error is not None and tallies.best_error <= limits.error:
                    break
            if all(done >= share for done, share in zip(forest.done, shares, strict=True)):
                break
            if self._listeners and not self._is_stopped:
                tallies = tallies or Tallies(turns, forest.shares, factor, even=limits.even)
                self._publish(self._answer(tallies))
        if not any(forest.done):
            forest.run([STOPPED_NODES] + [0] * (plan.trees - 1), 0)
        return self._answer(Tallies(turns, forest.shares, factor, even=limits.even))

    def _must_end(self) -> bool:
        """Return whether somebody stopped it or the time is up; forget interruptions."""
        with self._changed:
            self._engine.forest.resume()
            return self._is_stopped or time.monotonic_ns() >= self._end_ns()

    def _chunk_end_ns(self) -> int:
        return min(time.monotonic_ns() + CHUNK_MS * 1_000_000, self._end_ns())

    def _end_ns(self) -> int:
        """Return when the time is up."""
        if self._is_pondering or self._plan.allowance_ms is None:
            return UNLIMITED
        return self._started_ns + int(self._plan.allowance_ms * 1e6)

    def _answer(self, tallies: Tallies) -> Analysis:
        return tallies.analysis(
            self._engine.game, self.limits.lines, self._elapsed_ms(), self._draw
        )

    def _publish(self, analysis: Analysis) -> None:
        with self._changed:
            self._interim = analysis
            self._changed.notify_all()

    def _spread_factor(self) -> float:
        return self._engine.loaded.spread_factor(self._engine.game, self._view)

    def _elapsed_ms(self) -> float:
        return (time.monotonic_ns() - self._started_ns) / 1e6

    def _interrupt(self) -> None:
        """Make the work look at what has changed; the lock is held."""
        self._engine.endings.stop()
        self._engine.forest.interrupt()
        self._changed.notify_all()


def _draw(key: str) -> float:
    """Return a number from 0 to 1 that the key alone says."""
    from random import Random  # noqa: PLC0415 - slow, not always needed

    return Random(key).random()
