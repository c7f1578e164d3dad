"""The unit for systemd: read by systemd's own programs, and its command run."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from bench.http.service import PATIENCE_S, read_answer, request_bytes, wait_until

from coalbaron_server.settings import read_settings
from tests.deploy.deployed import DEPLOY, NAME, PROGRAM, SOCKET, put, running_unit, unit_command
from tests.server.positions import placed

UNIT: Final = DEPLOY / "coalbaron.service"
MOST_EXPOSED: Final = 10
"""Of 100: what `systemd-analyze security` calls safe ends at 20."""

SYSCALL: Final = re.compile(r"^[0-9]+ +([a-z_0-9]+)\(", re.MULTILINE)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: a socket file is put there."""
    with tempfile.TemporaryDirectory(prefix="cb-") as name:
        yield Path(name)


@pytest.fixture
def unit(folder: Path) -> Path:
    """The unit, with a program that is there."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze: the unit is not read by systemd's own programs")
    path = folder / UNIT.name
    path.write_text(put(UNIT.read_text("utf-8"), (PROGRAM, "/bin/true")), "utf-8")
    return path


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(shutil.which("systemd-analyze")), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def test_systemd_understands_all_of_it(unit: Path) -> None:
    run = analyze("verify", str(unit))
    assert (run.returncode, run.stdout + run.stderr) == (0, "")
    unit.write_text(put(unit.read_text("utf-8"), ("ProtectHome=yes", "ProtectHouse=yes")), "utf-8")
    assert "ProtectHouse" in analyze("verify", str(unit)).stderr


def test_little_of_the_system_is_exposed(unit: Path) -> None:
    words = ("security", "--offline=true", f"--threshold={MOST_EXPOSED}")
    run = analyze(*words, str(unit))
    assert run.returncode == 0, run.stdout
    unit.write_text(
        put(
            unit.read_text("utf-8"), ("CapabilityBoundingSet=\n", ""), ("PrivateNetwork=yes\n", "")
        ),
        "utf-8",
    )
    assert analyze(*words, str(unit)).returncode != 0


def test_its_command_is_one_that_the_service_takes() -> None:
    program, command, *words = unit_command()
    assert (program, command) == (PROGRAM, "serve")
    settings = read_settings(words, {})
    assert (settings.uds, settings.hosts) == (SOCKET, NAME)
    # The end of the service takes no longer than systemd waits.
    (most_s,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert settings.drain_s + settings.grace_s + 10 < int(most_s)


def ask(path: Path, request: bytes) -> tuple[int, Any]:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
        connection.settimeout(PATIENCE_S)
        connection.connect(str(path))
        connection.sendall(request)
        head, _, body = read_answer(connection).partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)


def work(path: Path) -> None:
    """Have a service do all that it can: a search, and a large request in a helper."""
    state = placed(turns=6)
    bodies: dict[str, Any] = {
        "/v1/bestmove": {"position": state.to_text(), "limits": {"nodes": 50}},
        "/v1/plans": {"position": state.to_text(), "space": "m6"},
    }
    for where, body in bodies.items():
        request = request_bytes(where, body).replace(b"Host: x", b"Host: " + NAME.encode())
        assert ask(path, request)[0] == 200


def test_it_says_when_it_is_ready_and_ends_in_good_order(folder: Path) -> None:
    with running_unit(folder) as service:
        work(service.path)
        service.process.terminate()
        assert service.process.wait(PATIENCE_S) == 0
    assert not service.path.exists()


def calls_of(names: set[str]) -> set[str]:
    """Return the system calls of sets that systemd knows, or of their names."""
    found: set[str] = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        run = analyze("syscall-filter", name)
        lines = [line.strip() for line in run.stdout.splitlines()[1:]]
        found |= calls_of({line for line in lines if line and not line.startswith("#")})
    return found


@pytest.mark.slow
def test_it_needs_no_system_call_that_the_unit_forbids(folder: Path, unit: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("no strace: the system calls are not compared with those of the unit")
    trace = folder / "trace"
    # With -D the service is the process that was started, and hears the signals itself.
    strace = ("strace", "-D", "-f", "-s", "0", "-o", str(trace))
    with running_unit(folder, *strace) as service:
        work(service.path)
    end = re.compile(rf"^{service.process.pid} +\+\+\+ exited with 0", re.MULTILINE)
    wait_until(lambda: end.search(trace.read_text("utf-8")))
    said = trace.read_text("utf-8")
    used = set(SYSCALL.findall(said))
    assert {"execve", "accept4", "sendmsg", "socketpair"} & used
    lines = re.findall(r"^SystemCallFilter=(.*)$", unit.read_text("utf-8"), re.MULTILINE)
    allowed = calls_of({word for line in lines if line[0] != "~" for word in line.split()})
    denied = calls_of({word for line in lines if line[0] == "~" for word in line[1:].split()})
    assert used - (allowed - denied) == set()
    families = set(re.findall(r"socket(?:pair)?\((AF_\w+)", said))
    assert families == {"AF_UNIX"}
