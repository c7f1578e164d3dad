"""Programs that tests start."""

from __future__ import annotations

import contextlib
import secrets
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

PATIENCE_S: Final = 240.0
"""So long a test waits for what must come: a busy machine is slow, a fault takes all of it."""

LISTENED: Final = range(10_000, 32_000)
"""Ports that no system gives to a client by itself: none is taken before it is listened to."""


def free_ports(count: int) -> list[int]:
    """Return ports of this machine that are free."""
    found: set[int] = set()
    while len(found) < count:
        port = secrets.choice(LISTENED)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            found.add(port)
    return list(found)


@contextmanager
def running(*command: str, **settings: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401 - those of Popen
    """Start a program with pipes of text to it and from it.

    At the end it is killed, whatever happened: leaving `Popen` itself would wait for it.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
