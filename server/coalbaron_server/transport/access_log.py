"""The access log: every request named, timed, counted and logged, and HEAD answered as GET."""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import Final, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coalbaron_server.api.error_answers import CLIENT_GONE
from coalbaron_server.api.problems import Problem
from coalbaron_server.metrics import Metrics
from coalbaron_server.transport.logs import LOG, place_of
from coalbaron_server.work.clients import client_name
from coalbaron_server.work.turns import Gone

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


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
            entry.status = entry.status or CLIENT_GONE
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
    """Takes the endpoint's place if a request is answered before it comes to one."""

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
