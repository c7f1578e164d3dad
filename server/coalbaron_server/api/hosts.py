"""The names that the service answers under: a request for another one is refused.

A stranger's page can have its own name lead to this machine, and would then read what the service
answers (DNS rebinding). What its browser sends as `Host` is that name all the same.
"""

from __future__ import annotations

import re
from typing import Final

from coalbaron_server.work.clients import ANY, parsed_address

LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))
ANY_ADDRESS: Final = frozenset(("", "0.0.0.0", "::"))  # noqa: S104 - recognized, not bound

HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(:[0-9]*)?")
MOST_CHARACTERS: Final = 300
"""No name is as long, with its port."""


class Hosts:
    """Names: those of loopback, the one that is listened on, and those that are set."""

    def __init__(self, host: str | None, hosts: str) -> None:
        """`host` is listened on, None for a socket in the file system; `hosts` are set."""
        words = [word.strip() for word in hosts.split(",") if word.strip()]
        self.is_any = ANY in words
        self._names = set(LOOPBACK)
        for word in words:
            name, port = split_host(f"[{word}]" if word.count(":") > 1 else word)
            if word != ANY and (not name or port):
                raise ValueError(f"hosts takes names without scheme and port, not {word!r}")
            self._names.add(name)
        if host is not None:
            self._names.add(split_host(f"[{host}]" if ":" in host else host)[0])
        # To rebind takes a name. Addresses are safe, and a machine may have many.
        self.takes_addresses = host in ANY_ADDRESS

    def __contains__(self, given: str) -> bool:
        """Whether a `Host` is one of them, with whatever port."""
        if self.is_any:
            return True
        name, _ = split_host(given)
        return bool(name) and (
            name in self._names or (self.takes_addresses and parsed_address(name) is not None)
        )


def split_host(given: str) -> tuple[str, str]:
    """Return the name in a `Host` in one spelling, and its port; both empty if it is none."""
    match = HOST.fullmatch(given.lower()) if len(given) <= MOST_CHARACTERS else None
    if match is None:
        return "", ""
    name = match[1] or match[2].removesuffix(".")
    return str(parsed_address(name) or name), match[3] or ""
