"""Bodies: read whole, within their size and their time, before anything works on them.

So nothing that comes after waits for a slow client.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from coalbaron_server.api.problems import Problem
from coalbaron_server.settings import Settings
from coalbaron_server.work.clients import Held, client_network
from coalbaron_server.work.turns import RETRY_AFTER_S, Gone

BODIES_OF_CLIENT: Final = 8
"""This many of the largest bodies, or more smaller ones, may one client have on their way."""


class BodyLimit:
    """Reads each body, within its size and its time, before anything else works on it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._held = Held(BODIES_OF_CLIENT * settings.max_body)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through with its body, or raise the Problem that the body has."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = client_network(scope)
        body = _Body(self._held, client)
        try:
            if not await self._read(scope, receive, body):
                raise Gone
            await self.app(scope, replayed(body.joined(), receive), send)
        finally:
            self._held.give_back(client, body.size)

    async def _read(self, scope: Scope, receive: Receive, body: _Body) -> bool:
        """Read a request's whole body; false if its client has gone."""
        most = self.settings.max_body
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise _too_large(most)
        try:
            async with asyncio.timeout(self.settings.body_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return False
                    part = message.get("body", b"")
                    if body.size + len(part) > most:
                        raise _too_large(most)
                    body.add(part)
                    if not message.get("more_body", False):
                        return True
        except TimeoutError:
            detail = f"A body is to arrive within {self.settings.body_s:g} s."
            raise Problem("slow", detail, headers={"Connection": "close"}) from None


def _too_large(most: int) -> Problem:
    return Problem("too-large", f"At most {most} bytes.", most=most)


class _Body:
    """A body on its way, on its client's account."""

    def __init__(self, held: Held, client: str) -> None:
        self.size = 0
        self._held = held
        self._client = client
        self._parts: list[bytes] = []

    def add(self, part: bytes) -> None:
        """Take a part; a Problem if its client has too many bytes on their way."""
        if not self._held.take(self._client, len(part)):
            headers = {"Retry-After": str(RETRY_AFTER_S)}
            raise Problem("busy", "Too many large bodies at once.", headers=headers)
        self.size += len(part)
        self._parts.append(part)

    def joined(self) -> bytes:
        """Return the whole, and keep no second copy of it."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that hands the body over once more."""
    is_sent = False

    async def replay() -> MutableMapping[str, Any]:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
