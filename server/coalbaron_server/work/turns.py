"""Turns: a number of slots, and a bounded queue of requests that wait for them.

First come, first served, but no client gets more than its share: others go first then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from coalbaron_server.api.problems import Problem
from coalbaron_server.work.clients import Held

RETRY_AFTER_S: Final = 1


class Gone(Exception):  # noqa: N818 - it is an event, not a fault
    """No client waits for the answer any more."""


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
