"""Packed answers: JSON goes over the wire packed with gzip to clients that accept that."""

from __future__ import annotations

import gzip
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST_BYTES: Final = 1024
"""Less than this fits a packet or two as it is."""

LEVEL: Final = 5
"""A position packs to a sixth; higher levels take longer and save next to nothing."""


class Packing:
    """Packs whole JSON answers; those that come in pieces pass as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        accepted = scope["type"] == "http" and Headers(scope=scope).get("accept-encoding", "")
        if not accepted or not accepts_gzip(accepted):
            await self.app(scope, receive, send)
            return
        held: Message | None = None

        async def send_packed(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and _is_json(message):
                held = message
                return
            if held is not None:
                start, held = held, None
                if not message.get("more_body", False):
                    message = _pack(start, message)
                await send(start)
            await send(message)

        await self.app(scope, receive, send_packed)


def accepts_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header lets an answer be packed with gzip."""
    weights = {}
    for choice in accepted.lower().split(","):
        name, _, parameters = choice.partition(";")
        weights[name.strip()] = parameters.replace(" ", "").removeprefix("q=") or "1"
    try:
        return float(weights.get("gzip", weights.get("*", "0"))) > 0
    except ValueError:
        return False


def _is_json(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    is_packed = "content-encoding" in headers
    return headers.get("content-type", "").startswith("application/json") and not is_packed


def _pack(start: Message, message: Message) -> Message:
    """Return the body, packed if that is worth it; what is said of it changes in `start`."""
    headers = MutableHeaders(scope=start)
    headers.add_vary_header("Accept-Encoding")
    body = message.get("body", b"")
    if len(body) < LEAST_BYTES:
        return message
    packed = gzip.compress(body, LEVEL, mtime=0)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(packed))
    return {**message, "body": packed}
