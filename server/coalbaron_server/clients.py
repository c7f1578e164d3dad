"""Who asks: clients told apart by their networks, and what each may hold at a time."""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache
from typing import Final

from starlette.types import Scope

IPV6_NETWORK_BITS: Final = 64
"""A household gets as many addresses of IPv6: they count as one client."""

MOST_REMEMBERED: Final = 10_000


@lru_cache(MOST_REMEMBERED)
def network_of(address: str) -> str:
    """Return the network by which a client is told from others."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), IPV6_NETWORK_BITS), strict=False))


def client_name(scope: Scope) -> str:
    """Return the address of a request's client."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def client_network(scope: Scope) -> str:
    """Return the network of a request's client."""
    return network_of(client_name(scope))


class Held:
    """How much of something each client holds."""

    def __init__(self, most: float) -> None:
        """`most` is what one client may hold."""
        self.most = most
        self._counts: Counter[str] = Counter()

    def take(self, client: str, count: int = 1) -> bool:
        """Take some for a client; false if that would be too much, and nothing is taken."""
        if self._counts[client] + count > self.most:
            self.give_back(client, 0)
            return False
        self._counts[client] += count
        return True

    def give_back(self, client: str, count: int = 1) -> None:
        """Give some back."""
        self._counts[client] -= count
        if self._counts[client] <= 0:
            del self._counts[client]

    def of(self, client: str) -> int:
        """Return what a client holds."""
        return self._counts[client]


class Proxies:
    """The proxies that are believed: addresses and networks, separated by commas; `*` is all."""

    def __init__(self, text: str) -> None:
        words = [word.strip() for word in text.split(",") if word.strip()]
        self._is_all = "*" in words
        self._names = frozenset(words)
        self._networks = [ipaddress.ip_network(word, strict=False) for word in words if "/" in word]

    def __contains__(self, address: str) -> bool:
        """Whether an address is one of them."""
        if self._is_all or address in self._names:
            return True
        if not self._networks:
            return False
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)
