"""What stands before the application: identity, headers, logs, keys, rates and sizes.

Two plain ASGI layers. `Front` sees every request and every answer; `Gate` lets in what is
allowed, with its body already read, so that nothing behind it waits for a slow client.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import math
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.metrics import Metrics
from coalbaron_server.problems import Problem
from coalbaron_server.settings import Settings

LOG: Final = logging.getLogger("coalbaron_server")
API: Final = "/v1/"
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
MOST_CLIENTS: Final = 10_000
"""So many clients' rates are remembered; the one not seen for the longest time is forgotten."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page loads its own files and speaks to its own server: nothing else, nothing inline."""

DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
SECURITY: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Front:
    """Names, times and logs each request; adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, shares_answers: bool) -> None:
        """`shares_answers` says that pages of other origins may read them."""
        self.app = app
        self.metrics = metrics
        self.headers = dict(SECURITY)
        if not shares_answers:
            self.headers["Cross-Origin-Resource-Policy"] = "same-origin"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = _Visit(scope)
        is_page = not scope["path"].startswith(API)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                visit.status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = visit.request_id
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                is_document = headers.get("content-type", "").startswith(("text/html", "image/svg"))
                headers["Content-Security-Policy"] = PAGE_POLICY if is_document else DATA_POLICY
                headers.setdefault("Cache-Control", "no-cache" if is_page else "no-store")
            elif message["type"] == "http.response.body":
                visit.sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        except Problem as problem:
            await problem.response()(scope, receive, send_on)
        except Exception as error:  # noqa: BLE001 - the last resort: told, logged, not repeated
            visit.fault = place_of(error)
            if visit.status == 0:
                await Problem("internal", "It has been logged.").response()(scope, receive, send_on)
        finally:
            self._note(visit)

    def _note(self, visit: _Visit) -> None:
        """Count and log a request: never what it said."""
        seconds = time.perf_counter() - visit.began
        path = visit.path
        self.metrics.requests.labels(path, visit.method, str(visit.status)).inc()
        self.metrics.seconds.labels(path).observe(seconds)
        level = logging.ERROR if visit.fault else logging.INFO
        if not LOG.isEnabledFor(level):
            return
        fields = {
            "request_id": visit.request_id,
            "client": visit.client,
            "method": visit.method,
            "path": path,
            "status": visit.status,
            "ms": round(seconds * 1000, 2),
            "bytes": visit.sent,
        }
        if visit.fault:
            fields["fault"] = visit.fault
        LOG.log(level, "request", extra={"fields": fields})


class _Visit:
    """One request, for the log."""

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
        """The path of the endpoint; what is none of ours is not repeated."""
        route = self.scope.get("route")
        if route is not None:
            return str(route.path)
        return "/static" if self.scope["path"].startswith("/static/") else "other"


def client_name(scope: Scope) -> str:
    """Return the address of a request's client."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def place_of(error: BaseException) -> str:
    """Say what went wrong and where, without the words of the error: they may quote a request."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"


class Gate:
    """Asks for the key, keeps to the rate, and reads the body within its size and time."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.rates = Rates(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or raise the Problem that keeps it out."""
        if scope["type"] == "http":
            if scope["path"].startswith(API):
                self._admit(scope)
            body = await self._body(scope, receive)
            if body is None:
                return
            receive = _replayed(body, receive)
        await self.app(scope, receive, send)

    def _admit(self, scope: Scope) -> None:
        wait_s = self.rates.wait_s(client_name(scope))
        if wait_s:
            headers = {"Retry-After": str(math.ceil(wait_s))}
            raise Problem("rate", f"{self.settings.rate:g} a second.", headers=headers)
        key = self.settings.api_key
        # A browser asks by OPTIONS, without a key, whether it may send one.
        if key is not None and scope["method"] != "OPTIONS":
            given = Headers(scope=scope).get("x-api-key", "")
            if not hmac.compare_digest(given.encode(), key.encode()):
                raise Problem("unauthorized", "Send it as X-API-Key.")

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return a request's whole body; None if its client has gone."""
        most = self.settings.max_body
        too_large = Problem("too-large", f"At most {most} bytes.", most=most)
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdigit() and int(length[:20]) > most:
            raise too_large
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.settings.body_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise too_large
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            detail = f"A body is to arrive within {self.settings.body_s:g} s."
            raise Problem("slow", detail, headers={"Connection": "close"}) from None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that hands the body over once more."""
    is_told = False

    async def replay() -> MutableMapping[str, Any]:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


class Rates:
    """A bucket of requests for each client, that fills at a steady rate."""

    def __init__(self, rate: float, burst: int) -> None:
        """A rate of 0 lets everything through."""
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float | None = None) -> float:
        """Take one request out of a client's bucket; return 0, or how long until there is one."""
        if not self.rate:
            return 0.0
        now = time.monotonic() if now is None else now
        left, then = self._buckets.pop(client, (float(self.burst), now))
        left = min(left + (now - then) * self.rate, float(self.burst))
        wait_s = 0.0 if left >= 1.0 else (1.0 - left) / self.rate
        self._buckets[client] = (left if wait_s else left - 1.0, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return wait_s


class JsonLines(logging.Formatter):
    """One JSON object a line: what happened, when, and the fields that came along."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03}",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry["fault"] = place_of(record.exc_info[1])
        return json.dumps(entry)
