"""The search queue: searches in threads, as many at a time as there are slots.

Searches run in threads without the interpreter's lock; the event loop only waits. A slot comes back
when its thread has ended, not when its request has.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from coalbaron_fast.engine import Stop
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.work.turns import Gone, Turns, stopping

Answer = TypeVar("Answer")


class SearchQueue:
    """Gives out slots, and runs work in them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.turns = Turns(
            settings.slots,
            settings.queue,
            settings.queue_s,
            client_slots=settings.slots_of_client,
            client_queue=settings.queue_of_client,
            on_change=self._show,
        )
        self._metrics = metrics
        metrics.free.set(self.turns.free)
        self._running: dict[asyncio.Future[Any], Stop] = {}
        self._threads = ThreadPoolExecutor(settings.slots, thread_name_prefix="search")

    @property
    def is_closing(self) -> bool:
        """Whether nothing new is taken."""
        return self.turns.is_closing

    @property
    def running(self) -> int:
        """How many searches run."""
        return len(self._running)

    async def run(
        self,
        slots: int,
        client: str,
        work: Callable[[Stop], Answer],
        gone: asyncio.Future[None],
        most_s: float,
    ) -> Answer:
        """Run `work` in a thread once its client gets the slots, and return its answer.

        Its `Stop` is set after `most_s` seconds, and at once when `gone` is done, which raises
        Gone. Raises Problem where no slot comes free.
        """
        await self.turns.take(slots, client, gone)
        if self.is_closing:
            self.turns.give_back(slots, client)
            raise stopping()
        stop = Stop()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)
        self._running[future] = stop
        future.add_done_callback(lambda _: self._done(future, slots, client))
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
        self.turns.close()
        if self._running:
            await asyncio.wait(tuple(self._running), timeout=grace_s)
        self._metrics.stopped.labels("shutdown").inc(len(self._running))
        for stop in self._running.values():
            stop.set()
        if self._running:
            await asyncio.wait(tuple(self._running))
        self._threads.shutdown(wait=False)

    def _show(self) -> None:
        """Keep the metrics up to date."""
        self._metrics.running.set(self.running)
        self._metrics.waiting.set(self.turns.waiting)
        self._metrics.free.set(self.turns.free)

    def _done(self, future: asyncio.Future[Any], slots: int, client: str) -> None:
        """Give the slots back."""
        del self._running[future]
        self.turns.give_back(slots, client)
