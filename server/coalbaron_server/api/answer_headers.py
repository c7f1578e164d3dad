"""The headers that every answer has, for browsers to keep to."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
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
