"""The socket: bound at the start, listening when somebody answers; files of sockets."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.http.service import PATIENCE_S

from coalbaron_server.settings import Settings
from coalbaron_server.transport.sockets import bound_socket, say_where


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose name is short: that of a socket has 100 characters at most."""
    with tempfile.TemporaryDirectory(prefix="cb-") as name:
        yield Path(name)


def test_a_bound_socket_takes_no_connection_before_somebody_listens() -> None:
    with bound_socket(Settings(port=0)) as listener:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(listener.getsockname(), timeout=PATIENCE_S)
        listener.listen()
        socket.create_connection(listener.getsockname(), timeout=PATIENCE_S).close()


def test_a_file_is_for_its_owner_and_group_and_goes_with_the_service(folder: Path) -> None:
    path = folder / "s"
    before = os.umask(0)
    try:
        with bound_socket(Settings(uds=str(path))):
            assert stat.S_IMODE(path.stat().st_mode) == 0o660
            # What else is made then is made as before.
            assert os.umask(0) == 0
        assert not path.exists()
    finally:
        os.umask(before)


def test_the_file_of_a_service_that_was_killed_is_replaced(folder: Path) -> None:
    path = folder / "s"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with bound_socket(Settings(uds=str(path))) as listener:
        listener.listen()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))


def test_the_file_of_a_service_that_runs_is_left_alone(folder: Path) -> None:
    path = folder / "s"
    settings = Settings(uds=str(path))
    with bound_socket(settings) as listener:
        listener.listen()
        with pytest.raises(OSError, match="Address already in use"), bound_socket(settings):
            pass
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))


def test_a_file_that_is_no_socket_is_left_alone(folder: Path) -> None:
    path = folder / "s"
    path.write_text("precious")
    refused = pytest.raises(OSError, match="there is a file that is no socket")
    with refused, bound_socket(Settings(uds=str(path))):
        pass
    assert path.read_text() == "precious"


def test_a_file_that_another_one_has_taken_over_stays(folder: Path) -> None:
    path = folder / "s"
    with bound_socket(Settings(uds=str(path))), socket.socket(socket.AF_UNIX) as other:
        path.rename(folder / "old")
        other.bind(str(path))
    assert path.exists()


@pytest.mark.parametrize("is_abstract", [False, True])
def test_the_service_manager_hears_when_requests_are_answered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, is_abstract: bool
) -> None:
    name = f"@cb-{os.getpid()}" if is_abstract else str(folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name[1:]}" if is_abstract else name)
        manager.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        with bound_socket(Settings(port=0)) as listener:
            say_where(listener)
        assert manager.recv(100) == b"READY=1"


def test_without_a_service_manager_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for gone in ("", "/nowhere/at/all"):
        monkeypatch.setenv("NOTIFY_SOCKET", gone)
        with bound_socket(Settings(port=0)) as listener:
            say_where(listener)


# -- the real service


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_service_refuses_until_it_answers(folder: Path, workers: int) -> None:
    path, notified = folder / "s", folder / "n"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(notified))
        manager.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [sys.executable, "-m", "coalbaron_server", f"--uds={path}", f"--workers={workers}"],
            env={**os.environ, "NOTIFY_SOCKET": str(notified)},
            stderr=subprocess.PIPE,
        )
        try:
            refusals = 0
            while True:
                with contextlib.closing(socket.socket(socket.AF_UNIX)) as client:
                    client.settimeout(PATIENCE_S)
                    try:
                        client.connect(str(path))
                    except (FileNotFoundError, ConnectionRefusedError) as error:
                        assert process.poll() is None
                        refusals += isinstance(error, ConnectionRefusedError)
                        time.sleep(0.002)
                        continue
                    client.sendall(b"GET /readyz HTTP/1.0\r\n\r\n")
                    # The first connection that is taken is answered: it waits in no queue.
                    assert client.recv(100).startswith(b"HTTP/1.1 200")
                    break
            assert refusals > 0
            assert manager.recv(100) == b"READY=1"
            process.terminate()
            assert process.wait(PATIENCE_S) == 0
            assert not path.exists()
        finally:
            process.kill()
            process.communicate()
