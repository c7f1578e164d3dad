"""The middleware: security headers, access log, HEAD, rate limiter, API key, body limit.

Plain ASGI layers, in this order from the outside. The body limit reads the whole body, so that
nothing behind it waits for a slow client.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any, Final, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.clients import MOST_REMEMBERED, Held, client_name, client_network
from coalbaron_server.error_answers import NOBODY
from coalbaron_server.logs import LOG, place_of
from coalbaron_server.metrics import Metrics
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings
from coalbaron_server.turns import RETRY_AFTER_S, Gone

API: Final = "/v1/"
NOT_MODIFIED: Final = 304
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
BODIES_OF_CLIENT: Final = 8
"""A client may have so many of the largest bodies on their way or at work, or more smaller ones."""

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


class AccessLog:
    """Names, times, counts and logs each request, and answers what was raised on the way."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        entry = _Entry(scope)

        async def send_logged(message: Message) -> None:
            if message["type"] == "http.response.start":
                entry.status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = entry.request_id
            elif message["type"] == "http.response.body":
                entry.sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, send_logged)
        except Problem as problem:
            await problem.response()(scope, receive, send_logged)
        except Gone:
            pass
        except Exception as error:  # noqa: BLE001 - the last resort: answered and logged
            entry.fault = place_of(error)
            if entry.status == 0:
                answer = Problem("internal", "It has been logged.").response()
                await answer(scope, receive, send_logged)
        finally:
            entry.status = entry.status or NOBODY
            self._log(entry)

    def _log(self, entry: _Entry) -> None:
        """Count and log a request, but nothing of its body."""
        seconds = time.perf_counter() - entry.began
        path = entry.path
        self.metrics.requests.labels(path, entry.method, str(entry.status)).inc()
        self.metrics.seconds.labels(path).observe(seconds)
        level = logging.ERROR if entry.fault else logging.INFO
        if not LOG.isEnabledFor(level):
            return
        fields = {
            "request_id": entry.request_id,
            "client": entry.client,
            "method": entry.method,
            "path": path,
            "status": entry.status,
            "ms": round(seconds * 1000, 2),
            "bytes": entry.sent,
        }
        if entry.fault:
            fields["fault"] = entry.fault
        LOG.log(level, "request", extra={"fields": fields})


class _Entry:
    """One request in the log."""

    def __init__(self, scope: Scope) -> None:
        self.began = time.perf_counter()
        self.scope = scope
        given = Headers(scope=scope).get("x-request-id", "")
        self.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        self.client = client_name(scope)
        self.status = 0
        self.sent = 0
        self.fault = ""

    @property
    def method(self) -> str:
        """The method, if it is one that means something here."""
        method = str(self.scope["method"])
        return method if method in ("GET", "HEAD", "POST", "OPTIONS") else "other"

    @property
    def path(self) -> str:
        """The path of the endpoint; an unknown one is not repeated."""
        route = self.scope.get("route")
        if route is not None:
            return str(route.path)
        first = self.scope["path"].lstrip("/").partition("/")[0]
        return f"/{first}" if first in ("static", "games") else "other"


class NamedPath(NamedTuple):
    """Stands for the endpoint of a request that is answered before it comes to one."""

    path: str


class HeadAsGet:
    """Answers HEAD as GET would be answered, without a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send(message if "headers" in message else {**message, "body": b""})

        asked = {**scope, "method": "GET"}
        try:
            await self.app(asked, receive, send_head)
        finally:
            # For the log: which endpoint it was.
            scope["route"] = asked.get("route")


class RateLimit:
    """Keeps each client to its rate."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.rate = settings.rate
        self.buckets = TokenBuckets(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or raise the Problem that says when to come back."""
        if is_api(scope):
            wait_s = self.buckets.wait_s(client_network(scope))
            if wait_s:
                headers = {"Retry-After": str(math.ceil(wait_s))}
                raise Problem("rate", f"{self.rate:g} a second.", headers=headers)
        await self.app(scope, receive, send)


class TokenBuckets:
    """A bucket of requests for each client; it fills at a steady rate."""

    def __init__(self, rate: float, burst: int) -> None:
        """A rate of 0 lets everything through."""
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float | None = None) -> float:
        """Take one request out of a client's bucket; return 0, or the time until there is one."""
        if not self.rate:
            return 0.0
        now = time.monotonic() if now is None else now
        left, then = self._buckets.pop(client, (float(self.burst), now))
        left = min(left + (now - then) * self.rate, float(self.burst))
        wait_s = 0.0 if left >= 1.0 else (1.0 - left) / self.rate
        self._buckets[client] = (left if wait_s else left - 1.0, now)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return wait_s


class ApiKey:
    """Asks for the key, where there is one."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app = app
        self.key = key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or raise the Problem that asks for the key."""
        # A browser asks by OPTIONS, without a key, whether it may send one.
        if is_api(scope) and scope["method"] != "OPTIONS":
            # As it came over the wire: a header is read as Latin-1, whatever the client meant.
            given = Headers(scope=scope).get("x-api-key", "").encode("latin-1")
            if not hmac.compare_digest(given, self.key):
                raise Problem("unauthorized", "Send it as X-API-Key.")
        await self.app(scope, receive, send)


def is_api(scope: Scope) -> bool:
    """Whether a request is for an endpoint of the API."""
    return scope["type"] == "http" and str(scope["path"]).startswith(API)


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
        too_large = Problem("too-large", f"At most {most} bytes.", most=most)
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise too_large
        try:
            async with asyncio.timeout(self.settings.body_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return False
                    part = message.get("body", b"")
                    if body.size + len(part) > most:
                        raise too_large
                    body.add(part)
                    if not message.get("more_body", False):
                        return True
        except TimeoutError:
            detail = f"A body is to arrive within {self.settings.body_s:g} s."
            raise Problem("slow", detail, headers={"Connection": "close"}) from None


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
