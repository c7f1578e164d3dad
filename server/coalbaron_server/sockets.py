"""The socket that the service listens on."""

from __future__ import annotations

import socket
from typing import Final

from coalbaron_server.logs import LOG

BACKLOG: Final = 1024


def open_socket(host: str, port: int) -> socket.socket:
    """Listen on an address."""
    family, kind, number, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def say_where(listener: socket.socket) -> None:
    """Log the address once requests are answered there."""
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    LOG.info("listening", extra={"fields": {"url": f"http://{shown}:{port}"}})
