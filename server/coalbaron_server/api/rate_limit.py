"""The rate limit: how many requests a second each client may make."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from starlette.types import ASGIApp, Receive, Scope, Send

from coalbaron_server.api.middleware import is_api, is_guarded
from coalbaron_server.api.problems import Problem
from coalbaron_server.settings import Settings
from coalbaron_server.work.clients import MOST_REMEMBERED, client_network


class RateLimit:
    """Keeps each client to its rate."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.rate = settings.rate
        self.has_keys = bool(settings.api_keys)
        """Then the metrics count too: a key is guessed no faster there."""
        self.buckets = TokenBuckets(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or raise the Problem that says when to come back."""
        if is_api(scope) or (self.has_keys and is_guarded(scope)):
            wait_s = self.buckets.wait_s(client_network(scope))
            if wait_s:
                headers = {"Retry-After": str(math.ceil(wait_s))}
                raise Problem("rate", f"{self.rate:g} a second.", headers=headers)
        await self.app(scope, receive, send)


class TokenBuckets:
    """A bucket of requests for each client; it fills at a steady rate."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str, now: float | None = None) -> float:
        """Take one request out of a client's bucket; return 0, or the time until there is one."""
        now = time.monotonic() if now is None else now
        left, then = self._buckets.pop(client, (float(self.burst), now))
        left = min(left + (now - then) * self.rate, float(self.burst))
        wait_s = 0.0 if left >= 1.0 else (1.0 - left) / self.rate
        self._buckets[client] = (left if wait_s else left - 1.0, now)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return wait_s
