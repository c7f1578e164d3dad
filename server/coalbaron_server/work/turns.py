"""Turns: a number of slots, a bounded queue of requests that wait for them, and searches in them.

First come, first served, but no client gets more than its share: others go first then. Searches run
in threads without the interpreter's lock; the event loop only waits. A slot comes back when its
thread has ended, not when its request has.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar

from starlette.types import Receive

from coalbaron_fast.engine import Stop
from coalbaron_server.api.problems import Problem
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.work.clients import Held

Answer = TypeVar("Answer")

RETRY_AFTER_S: Final = 1


class Gone(Exception):  # noqa: N818 - it is an event, not a fault
    """No client waits for the answer any more."""


async def until_gone(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    message: MutableMapping[str, Any] = {}
    while message.get("type") != "http.disconnect":
        message = await receive()


class _Waiting(NamedTuple):
    """A request that waits."""

    client: str
    need: int
    turn: asyncio.Future[None]


class Turns:
    """Gives out slots."""

    def __init__(
        self,
        slots: int,
        queue: int,
        queue_s: float,
        *,
        client_slots: int,
        client_queue: int,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """At most `queue` requests wait for at most `queue_s`; `client_...` are for one client."""
        self.slots = slots
        self.free = slots
        self.client_slots = client_slots
        self.is_closing = False
        self._queue = queue
        self._queue_s = queue_s
        self._on_change = on_change
        self._waiting: deque[_Waiting] = deque()
        self._held = Held(client_slots)
        self._places = Held(client_queue)

    @property
    def waiting(self) -> int:
        """How many requests wait for a slot."""
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether the next request of any client would be refused."""
        return self.waiting >= self._queue and (self.waiting > 0 or self.free == 0)

    async def take(self, need: int, client: str, gone: asyncio.Future[None]) -> None:
        """Wait for `need` slots. Raises Gone, or Problem where none come free."""
        if self.is_closing:
            raise stopping()
        entry = _Waiting(client, need, asyncio.get_running_loop().create_future())
        self._waiting.append(entry)
        self._hand_out()
        if entry.turn.done():
            return
        if self.waiting > self._queue or not self._places.take(client):
            self._waiting.remove(entry)
            self._on_change()
            raise self._busy()
        try:
            await asyncio.wait(
                (entry.turn, gone), timeout=self._queue_s, return_when="FIRST_COMPLETED"
            )
            self._check(entry.turn, gone)
        except BaseException:
            # Turned away, or cancelled: what was handed out meanwhile goes to the next one.
            if entry.turn.done() and not entry.turn.cancelled() and not entry.turn.exception():
                self.give_back(need, client)
            else:
                entry.turn.cancel()
                with contextlib.suppress(ValueError):
                    self._waiting.remove(entry)
                self._hand_out()
            raise
        finally:
            self._places.give_back(client)

    def give_back(self, need: int, client: str) -> None:
        """Give slots back; the next one gets them."""
        self.free += need
        self._held.give_back(client, need)
        self._hand_out()

    def close(self) -> None:
        """Turn away all who wait, and who come from now on."""
        self.is_closing = True
        for entry in self._waiting:
            if not entry.turn.done():
                entry.turn.set_exception(stopping())

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
            f"{self.slots - self.free} of {self.slots} slots work, {self.waiting} requests wait.",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )

    def _hand_out(self) -> None:
        full: set[str] = set()
        served: list[str] = []
        for entry in tuple(self._waiting):
            if entry.client in full:
                continue
            if self._held.of(entry.client) + entry.need > self.client_slots:
                full.add(entry.client)
                continue
            if self.free < entry.need:
                # The slots that are free are kept for it.
                break
            self._waiting.remove(entry)
            if not entry.turn.done():
                self.free -= entry.need
                self._held.take(entry.client, entry.need)
                entry.turn.set_result(None)
                served.append(entry.client)
        for client in served:
            # All others that wait come before its next request.
            self._waiting = deque(sorted(self._waiting, key=lambda entry: entry.client == client))
        self._on_change()


def stopping() -> Problem:
    """Return the problem of a service that is going down."""
    return Problem("stopping", "No search is begun any more.")


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
