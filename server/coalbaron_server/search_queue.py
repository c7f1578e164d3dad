"""The search desk: so many slots, a bounded queue, and every search stopped when nobody waits.

Searches run in threads without the interpreter's lock; the event loop only waits. A slot is given
back when its thread has ended, not when its request has.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeVar

from coalbaron_fast.engine import Engine
from coalbaron_fast.games import DEFAULT
from coalbaron_server.metrics import Metrics
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings

STOP_EVERY_S: Final = 0.002
"""A stop that comes before a search has begun is not heard: it is said again this often."""

RETRY_AFTER_S: Final = 1

Answer = TypeVar("Answer")


class EngineOptions(NamedTuple):
    """The engine that a request wants."""

    threads: int = 1
    hash_mb: int = 64
    seed: int = 1
    game: str = DEFAULT


class Gone(Exception):  # noqa: N818 - it is an event, not a fault
    """Nobody waits for the answer any more."""


class Search:
    """A search that runs or is about to: what its thread works with."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._stopped = threading.Event()

    @property
    def is_stopped(self) -> bool:
        """Whether it has been told to end: between two searches of one request, look here."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Make the search come to its end; called from any thread, again and again."""
        self._stopped.set()
        self.engine.stop()


class SearchQueue:
    """Gives out slots and runs searches in them."""

    def __init__(
        self, settings: Settings, metrics: Metrics, engines: Callable[..., Engine] = Engine
    ) -> None:
        """`engines` makes an engine of its options."""
        self.slots = settings.slots
        self.free = settings.slots
        self.is_closing = False
        self._queue = settings.queue
        self._queue_s = settings.queue_s
        self._metrics = metrics
        self._engines = engines
        metrics.free.set(self.free)
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._running: set[Search] = set()
        self._idle: list[tuple[EngineOptions, Engine]] = []
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
        options: EngineOptions,
        work: Callable[[Search], Answer],
        gone: asyncio.Future[None],
        most_s: float,
    ) -> Answer:
        """Run `work` in a slot and return what it returns.

        It is told to stop after `most_s` seconds, and at once when `gone` is done, which raises
        Gone. Raises Problem where no slot comes free.
        """
        await self._take(options.threads, gone)
        search = self._begin(options)
        self._running.add(search)
        self._show()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, search)
        future.add_done_callback(lambda _: self._done(search, options))
        try:
            await asyncio.wait((future, gone), timeout=most_s, return_when="FIRST_COMPLETED")
        finally:
            # Also when the request itself is cancelled: its search must not go on.
            if not future.done():
                self._metrics.stopped.labels("gone" if gone.done() else "time").inc()
                began = time.monotonic()
                await asyncio.shield(_stop(search, future))
                self._metrics.stop_seconds.observe(time.monotonic() - began)
        if gone.done():
            with contextlib.suppress(Exception):
                future.result()
            raise Gone
        return future.result()

    def _begin(self, options: EngineOptions) -> Search:
        """Return a search for the slots that were taken; without one they are given back."""
        try:
            if self.is_closing:
                raise _stopping()
            return Search(self._engine(options))
        except MemoryError:
            self._give_back(options.threads)
            raise Problem("limit", "There is not so much memory.", "options.hash_mb") from None
        except Problem:
            self._give_back(options.threads)
            raise

    async def close(self, grace_s: float) -> None:
        """Take nothing new, let what runs finish for a while, then stop it."""
        self.is_closing = True
        for _, turn in self._waiting:
            if not turn.done():
                turn.set_exception(_stopping())
        end = time.monotonic() + grace_s
        while self._running and time.monotonic() < end:
            await asyncio.sleep(STOP_EVERY_S)
        self._metrics.stopped.labels("shutdown").inc(len(self._running))
        while self._running:
            for search in self._running:
                search.stop()
            await asyncio.sleep(STOP_EVERY_S)
        self._threads.shutdown(wait=False)

    # -- slots

    async def _take(self, need: int, gone: asyncio.Future[None]) -> None:
        """Wait for so many slots, first come first served."""
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

    def _done(self, search: Search, options: EngineOptions) -> None:
        """Keep the engine for the next one and give the slots back."""
        self._running.discard(search)
        self._idle.append((options, search.engine))
        del self._idle[: -self.slots]
        self._give_back(options.threads)

    def _engine(self, options: EngineOptions) -> Engine:
        """Return an idle engine of the wanted kind, or a new one in place of the oldest."""
        for index, (kept, engine) in enumerate(self._idle):
            if kept == options:
                del self._idle[index]
                return engine
        del self._idle[: max(len(self._idle) + len(self._running) + 1 - self.slots, 0)]
        return self._engines(**options._asdict())


def _stopping() -> Problem:
    return Problem("stopping", "No search is begun any more.")


async def _stop(search: Search, future: asyncio.Future[Answer]) -> None:
    while not future.done():
        search.stop()
        await asyncio.wait((future,), timeout=STOP_EVERY_S)
