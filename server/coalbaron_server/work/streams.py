"""Server-sent events: answers that come while the work goes on."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from coalbaron_server.api.problems import Problem
from coalbaron_server.work.turns import Gone, until_gone

HEARTBEAT_S: Final = 10.0
"""A comment is sent this often where nothing else is, so that a dead connection is noticed."""

HEARTBEAT: Final = b": still here\n\n"
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Mailbox:
    """Events on their way from a search's thread to a client."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._events: deque[tuple[str, bytes]] = deque()
        self.came = asyncio.Event()

    def put(self, event: str, data: bytes, *, newest_only: bool = False) -> None:
        """Add an event, from any thread; of events of which only the newest counts, replace it."""
        self._loop.call_soon_threadsafe(self._add, event, data, newest_only)

    def _add(self, event: str, data: bytes, newest_only: bool) -> None:
        if newest_only and self._events and self._events[-1][0] == event:
            self._events.pop()
        self._events.append((event, data))
        self.came.set()

    def take(self) -> bytes:
        """Return all events that wait, as they are sent."""
        self.came.clear()
        parts = []
        while self._events:
            event, data = self._events.popleft()
            parts.append(b"event: %s\ndata: %s\n\n" % (event.encode(), data))
        return b"".join(parts)


Job = Callable[[Mailbox, "asyncio.Future[None]"], Awaitable[None]]
"""Does the work: puts events into the mailbox until it returns or the future is done."""


class EventStream(Response):
    """An answer of events. What goes wrong before the first one is an ordinary problem."""

    media_type = "text/event-stream"

    def __init__(self, job: Job) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send events as they come; stop the work when the client is gone."""
        mailbox = Mailbox()
        gone = asyncio.ensure_future(until_gone(receive))
        job = asyncio.ensure_future(_awaited(self._job(mailbox, gone)))
        try:
            await self._send_all(mailbox, job, send)
        except Gone:
            return
        finally:
            gone.cancel()
            job.cancel()
            await asyncio.wait((gone, job))

    async def _send_all(self, mailbox: Mailbox, job: asyncio.Future[None], send: Send) -> None:
        came = await _next(mailbox, job, None)
        if not came:
            # Nothing was sent yet: whatever it raised becomes the answer.
            job.result()
        await send(
            {
                "type": "http.response.start",
                "status": self.status_code,
                "headers": self.raw_headers,
            }
        )
        while came:
            await send({"type": "http.response.body", "body": came, "more_body": True})
            came = await _next(mailbox, job, HEARTBEAT_S)
        await send({"type": "http.response.body", "body": _ending(job), "more_body": False})


async def _awaited(work: Awaitable[None]) -> None:
    await work


async def _next(mailbox: Mailbox, job: asyncio.Future[None], most_s: float | None) -> bytes:
    """Wait for events; return them, a heartbeat after a while, or nothing when all is done."""
    came = asyncio.ensure_future(mailbox.came.wait())
    try:
        await asyncio.wait((came, job), timeout=most_s, return_when="FIRST_COMPLETED")
    finally:
        came.cancel()
    # The last events of a thread arrive before its result does.
    return mailbox.take() or (b"" if job.done() else HEARTBEAT)


def _ending(job: asyncio.Future[None]) -> bytes:
    """Return the last event of a job that failed on the way."""
    try:
        job.result()
    except Problem as problem:
        return b"event: problem\ndata: %s\n\n" % bytes(problem.response().body)
    return b""
