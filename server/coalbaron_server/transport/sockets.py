"""The socket that the service listens on.

It is bound at the start, so that a port that is taken ends it at once. It listens when there is
somebody to accept: until then a client is refused, and does not wait in a queue of the system.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from coalbaron_server.settings import Settings
from coalbaron_server.transport.logs import LOG

BACKLOG: Final = 1024
OWNER_AND_GROUP: Final = 0o660
"""Who may connect to a socket file."""


@contextlib.contextmanager
def bound_socket(settings: Settings) -> Iterator[socket.socket]:
    """Give the socket of some settings; a socket file is gone afterwards. Raises OSError."""
    if settings.uds is None:
        with open_socket(settings.host, settings.port) as listener:
            yield listener
        return
    path = Path(settings.uds).absolute()
    with _open_socket_file(path) as listener:
        number = path.stat().st_ino
        try:
            yield listener
        finally:
            with contextlib.suppress(OSError):
                # Another service may have taken the name meanwhile.
                if path.stat().st_ino == number:
                    path.unlink()


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address."""
    family, kind, number, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def _open_socket_file(path: Path) -> socket.socket:
    _remove_left_over(path)
    listener = socket.socket(socket.AF_UNIX)
    # No moment in which others could connect: the file is made with these permissions.
    before = os.umask(0o777 & ~OWNER_AND_GROUP)
    try:
        listener.bind(str(path))
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


def _remove_left_over(path: Path) -> None:
    """Remove the socket file of a service that was killed. Raises OSError if it is in use."""
    try:
        is_socket = stat.S_ISSOCK(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if not is_socket:
        raise FileExistsError(0, "there is a file that is no socket")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
        else:
            raise OSError(0, "Address already in use")


def where(listener: socket.socket) -> str:
    """Return the address of a socket, as a URL."""
    if listener.family == socket.AF_UNIX:
        return f"unix:{listener.getsockname()}"
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def say_where(listener: socket.socket) -> None:
    """Tell the log, and the system's service manager, that requests are answered there."""
    LOG.info("listening", extra={"fields": {"url": where(listener)}})
    _notify("READY=1")


def _notify(state: str) -> None:
    """Tell the service manager a state, where one has started this and waits for it (systemd)."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
    ):
        # A name that begins with @ is in no file system.
        manager.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        manager.sendall(state.encode())
