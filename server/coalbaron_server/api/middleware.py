"""Who is let in: by the name that is asked for, by key. Plain ASGI layers."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from coalbaron_server.api.hosts import Hosts
from coalbaron_server.api.problems import Problem
from coalbaron_server.work.clients import (
    NO_ADDRESS,
    Proxies,
    client_name,
    parsed_address,
)

API: Final = "/v1/"
METRICS: Final = "/metrics"
FORWARDED_FOR: Final = "x-forwarded-for"


class ForwardedFor:
    """Takes the address of a client from a proxy that is believed."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and client_name(scope) in self.proxies:
            client = self.proxies.client_of(Headers(scope=scope).getlist(FORWARDED_FOR))
            if client is not None:
                scope["client"] = (client, 0)
        await self.app(scope, receive, send)


class HostCheck:
    """Refuses requests for names that are not the service's."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or raise the Problem that its host is another."""
        if scope["type"] == "http":
            # HTTP 1.0 needs none: without a name there is nothing that could have been rebound.
            given = Headers(scope=scope).get("host")
            if given is not None and given not in self.hosts:
                raise Problem("host", "The setting `hosts` names those that it answers under.")
        await self.app(scope, receive, send)


class ApiKey:
    """Asks for one of the keys. Where there are none, the metrics are for this machine alone."""

    def __init__(self, app: ASGIApp, keys: Sequence[str]) -> None:
        self.app = app
        # Digests are all as long: comparing them tells nothing of how long the keys are.
        self.digests = [_digest(key.encode()) for key in keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or raise the Problem that asks for a key."""
        # A browser asks by OPTIONS, without a key, whether it may send one.
        if is_guarded(scope) and scope["method"] != "OPTIONS":
            headers = Headers(scope=scope)
            if self.digests and not self._knows(_given_key(headers)):
                raise Problem(
                    "unauthorized",
                    "Send it as X-API-Key, or as Authorization: Bearer.",
                    headers={"WWW-Authenticate": "Bearer"},
                )
            if not self.digests and scope["path"] == METRICS and not _is_local(scope, headers):
                raise Problem("forbidden", "Without a key they are for this machine alone.")
        await self.app(scope, receive, send)

    def _knows(self, given: str) -> bool:
        """Whether it is one of the keys; all are compared, whichever it is."""
        # As it came over the wire: a header is read as Latin-1, whatever the client meant.
        digest = _digest(given.encode("latin-1"))
        return sum(hmac.compare_digest(digest, one) for one in self.digests) > 0


def _digest(key: bytes) -> bytes:
    return hashlib.sha256(key).digest()


def _given_key(headers: Headers) -> str:
    given = headers.get("x-api-key")
    if given is not None:
        return given
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip(" ") if scheme.lower() == "bearer" else ""


def _is_local(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it."""
    client = client_name(scope)
    address = parsed_address(client)
    is_own = client == NO_ADDRESS if address is None else address.is_loopback
    return is_own and FORWARDED_FOR not in headers


def is_api(scope: Scope) -> bool:
    """Whether a request is for an endpoint of the API."""
    return scope["type"] == "http" and str(scope["path"]).startswith(API)


def is_guarded(scope: Scope) -> bool:
    """Whether a request is for what a key guards."""
    return is_api(scope) or (scope["type"] == "http" and scope["path"] == METRICS)
