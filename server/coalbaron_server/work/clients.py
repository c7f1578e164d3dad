"""Who asks: clients told apart by their networks, and what each may hold at a time."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    # The settings need clients, and are read where the extra is not installed.
    from starlette.types import Scope

IPV6_NETWORK_BITS: Final = 64
"""A household gets as many addresses of IPv6: they count as one client."""

MOST_REMEMBERED: Final = 10_000
MOST_FORWARDED: Final = 1000
"""Characters of `X-Forwarded-For` that are looked at: the last ones, which proxies have added."""

NO_ADDRESS: Final = "unknown"
"""The name of a client on a socket in the file system."""

ANY: Final = "*"


@lru_cache(MOST_REMEMBERED)
def network_of(address: str) -> str:
    """Return the network by which a client is told from others."""
    parsed = parsed_address(address)
    if parsed is None:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(ipaddress.ip_network((int(parsed), IPV6_NETWORK_BITS), strict=False))


def parsed_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address without its zone, one of IPv4 as such; None if it is none."""
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped) or parsed


def client_name(scope: Scope) -> str:
    """Return the address of a request's client."""
    client = scope.get("client")
    return str(client[0]) if client else NO_ADDRESS


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

    def __init__(self, text: str, *, on_socket: bool = False) -> None:
        """With `on_socket` a peer without an address is one too. Raises ValueError."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        self._is_all = ANY in words
        self._names = frozenset((NO_ADDRESS,) if on_socket else ())
        try:
            self._networks = [ipaddress.ip_network(word, False) for word in words if word != ANY]
        except ValueError as error:
            raise ValueError(f"proxies takes addresses and networks: {error}") from None

    def __bool__(self) -> bool:
        """Whether there are any."""
        return self._is_all or bool(self._names or self._networks)

    def __contains__(self, address: str) -> bool:
        """Whether an address is one of them."""
        if self._is_all or address in self._names:
            return True
        if not self._networks:
            return False
        parsed = parsed_address(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def client_of(self, forwarded: Sequence[str]) -> str | None:
        """Return the client in the fields `X-Forwarded-For`: the last one that is no proxy.

        What comes before it, or before something that is no address, a client can have written
        itself. None if there is no address.
        """
        text = ",".join(forwarded)
        words = text[-MOST_FORWARDED:].split(",")
        if len(text) > MOST_FORWARDED:
            # It may be cut in the middle.
            del words[0]
        found = None
        for word in reversed(words):
            address = _forwarded_address(word.strip())
            if address is None:
                break
            found = address
            if address not in self:
                break
        return found


def _forwarded_address(word: str) -> str | None:
    """Return an address without its port, in one spelling; None if it is none."""
    if word.startswith("["):
        word = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        word = word.partition(":")[0]
    parsed = parsed_address(word)
    return None if parsed is None else str(parsed)
