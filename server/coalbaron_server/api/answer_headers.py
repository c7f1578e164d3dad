"""What every answer has: headers for browsers, and JSON packed for those that accept that."""

from __future__ import annotations

import gzip
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.api.middleware import API

NOT_MODIFIED: Final = 304

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page loads its own files and speaks to its own server: nothing else, nothing inline."""

PAGE_TYPES: Final = ("text/html", "image/svg", "text/javascript")
WORKERS: Final = ("/sw.js",)
"""A service worker obeys the policy that its script is sent with."""

PART_TYPES: Final = ("text/javascript", "text/css")
FOR_PARTS: Final = {"X-Content-Type-Options": "nosniff"}
"""Scripts and styles obey the page that loads them, and hold nothing that is not for everybody."""

DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

LEAST_BYTES: Final = 1024
"""Less than this fits a packet or two as it is."""

LEVEL: Final = 5
"""A position packs to a sixth; higher levels take longer and save next to nothing."""


class SecurityHeaders:
    """Adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, *, shares_answers: bool) -> None:
        """`shares_answers` says that pages of other origins may read them."""
        self.app = app
        self.headers = dict(SECURITY_HEADERS)
        if not shares_answers:
            self.headers["Cross-Origin-Resource-Policy"] = "same-origin"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        caching = "no-store" if scope["path"].startswith(API) else "no-cache"

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kind = headers.get("content-type", "")
                is_part = kind.startswith(PART_TYPES) and scope["path"] not in WORKERS
                for name, value in (FOR_PARTS if is_part else self.headers).items():
                    headers.setdefault(name, value)
                # A 304 has no type; it would give the page that is kept another policy.
                if not is_part and message["status"] != NOT_MODIFIED:
                    is_page = kind.startswith(PAGE_TYPES)
                    headers["Content-Security-Policy"] = PAGE_POLICY if is_page else DATA_POLICY
                headers.setdefault("Cache-Control", caching)
            await send(message)

        await self.app(scope, receive, send_secured)


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
