"""The search queue: a number of slots, and a bounded queue of requests that wait for them.

Searches run in threads without the interpreter's lock; the event loop only waits. A slot comes back
when its thread has ended, not when its request has.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from coalbaron_fast.engine import Stop
from coalbaron_server.metrics import Metrics
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings

RETRY_AFTER_S: Final = 1

Answer = TypeVar("Answer")


class Gone(Exception):  # noqa: N818 - it is an event, not a fault
    """Nobody waits for the answer any more."""


class SearchQueue:
    """Gives out slots, and runs work in them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.slots = settings.slots
        self.free = settings.slots
        self.is_closing = False
        self._queue = settings.queue
        self._queue_s = settings.queue_s
        self._metrics = metrics
        metrics.free.set(self.free)
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._running: dict[asyncio.Future[Any], Stop] = {}
        self._threads = ThreadPoolExecutor(self.slots, thread_name_prefix="search")

    @property
    def waiting(self) -> int:
        """How many requests wait for a slot."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many searches run."""
        return len(self._running)

    async def run(
        self,
        slots: int,
        work: Callable[[Stop], Answer],
        gone: asyncio.Future[None],
        most_s: float,
    ) -> Answer:
        """Run `work` in a thread once enough slots are free, and return its answer.

        Its `Stop` is set after `most_s` seconds, and at once when `gone` is done, which raises
        Gone. Raises Problem where no slot comes free.
        """
        await self._take(slots, gone)
        if self.is_closing:
            self._give_back(slots)
            raise _stopping()
        stop = Stop()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)
        self._running[future] = stop
        future.add_done_callback(lambda _: self._done(future, slots))
        self._show()
        try:
            await asyncio.wait((future, gone), timeout=most_s, return_when="FIRST_COMPLETED")
        finally:
            # Also when the request itself is cancelled: its search must not go on.
            if not future.done():
                self._metrics.stopped.labels("gone" if gone.done() else "time").inc()
                began = time.monotonic()
                stop.set()
                await asyncio.shield(asyncio.wait((future,)))
                self._metrics.stop_seconds.observe(time.monotonic() - began)
        if gone.done():
            with contextlib.suppress(Exception):
                future.result()
            raise Gone
        return future.result()

    async def close(self, grace_s: float) -> None:
        """Take nothing new, let what runs finish for a while, then stop it."""
        self.is_closing = True
        for _, turn in self._waiting:
            if not turn.done():
                turn.set_exception(_stopping())
        if self._running:
            await asyncio.wait(tuple(self._running), timeout=grace_s)
        self._metrics.stopped.labels("shutdown").inc(len(self._running))
        for stop in self._running.values():
            stop.set()
        if self._running:
            await asyncio.wait(tuple(self._running))
        self._threads.shutdown(wait=False)

    # -- slots

    async def _take(self, need: int, gone: asyncio.Future[None]) -> None:
        """Wait for `need` slots, first come first served."""
        if self.is_closing:
            raise _stopping()
        if not self._waiting and self.free >= need:
            self.free -= need
            return
        if len(self._waiting) >= self._queue:
            raise self._busy()
        turn = asyncio.get_running_loop().create_future()
        entry = (need, turn)
        self._waiting.append(entry)
        self._show()
        try:
            await asyncio.wait((turn, gone), timeout=self._queue_s, return_when="FIRST_COMPLETED")
            self._check(turn, gone)
        except BaseException:
            # Turned away, or cancelled: what was handed out meanwhile goes to the next one.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._give_back(need)
            else:
                turn.cancel()
                with contextlib.suppress(ValueError):
                    self._waiting.remove(entry)
                self._hand_out()
            raise

    def _check(self, turn: asyncio.Future[None], gone: asyncio.Future[None]) -> None:
        """Raise what keeps a request that waited from its turn."""
        if gone.done():
            raise Gone
        if not turn.done():
            raise self._busy()
        turn.result()

    def _busy(self) -> Problem:
        return Problem(
            "busy",
            f"{self.slots} searches run and {len(self._waiting)} wait.",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )

    def _give_back(self, need: int) -> None:
        self.free += need
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and self._waiting[0][0] <= self.free:
            need, turn = self._waiting.popleft()
            if not turn.done():
                self.free -= need
                turn.set_result(None)
        self._show()

    def _show(self) -> None:
        """Keep the metrics up to date."""
        self._metrics.running.set(self.running)
        self._metrics.waiting.set(self.waiting)
        self._metrics.free.set(self.free)

    def _done(self, future: asyncio.Future[Any], slots: int) -> None:
        """Give the slots back."""
        del self._running[future]
        self._give_back(slots)


def _stopping() -> Problem:
    return Problem("stopping", "No search is begun any more.")
