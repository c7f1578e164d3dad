"""The real service in a process of its own, and raw connections to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from bench.http.probe import family, resident_mb

PATIENCE_S: Final = 240.0
"""What takes this long hangs; everything else takes a fraction of it."""

PAUSE_S: Final = 0.002

HOST: Final = "x"
"""The name under which raw requests ask for it; addresses of this machine work as well."""


def wait_until(is_so: Callable[[], object], say: Callable[[], str] = lambda: "it hangs") -> float:
    """Wait for something and return the seconds that it took; the error says what is instead."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > PATIENCE_S:
            raise RuntimeError(say())
        time.sleep(PAUSE_S)
    return time.monotonic() - began


@contextlib.contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a process afterwards; it must do so when it is told to."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()


class RunningService:
    """A running service: its process, its port, its log."""

    def __init__(self, process: subprocess.Popen[bytes], *, reads_log: bool = True) -> None:
        """Without `reads_log` its log is read up to where it listens, and then left in the pipe."""
        self.process = process
        self._reads_log = reads_log
        self._has_ended = threading.Event()
        self.log: list[dict[str, Any]] = []
        self.port = 0
        self.connections: list[socket.socket] = []
        self._is_up = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._is_up.wait(PATIENCE_S):
            raise RuntimeError("the service did not come up")

    def _read(self) -> None:
        with self.process.stderr or contextlib.nullcontext() as lines:
            for line in lines or ():
                self.log.append(json.loads(line))
                if self.log[-1]["message"] == "listening":
                    self.port = int(self.log[-1]["url"].rpartition(":")[2])
                    self._is_up.set()
                    if not self._reads_log:
                        self._has_ended.wait()

    def ask(self, path: str) -> tuple[int, bytes]:
        """Send a GET; return the status and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def get(self, path: str) -> bytes:
        """Return the body of a page; raises if there is none."""
        status, body = self.ask(path)
        if status != 200:
            raise RuntimeError(f"{path} answered {status}")
        return body

    def post(self, path: str, body: object) -> tuple[int, Any]:
        """Send a POST; return the status and the data of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            headers = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def connect(self) -> socket.socket:
        """Return a bare connection; it is closed with the service at the latest."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        self.connections.append(connection)
        return connection

    def send(self, path: str, body: object) -> socket.socket:
        """Send a request on a new connection and return the connection without reading."""
        connection = self.connect()
        connection.sendall(request_bytes(path, body))
        return connection

    def metric(self, name: str) -> float:
        """Return the sum of a metric over its labels."""
        total = 0.0
        for line in self.get("/metrics").decode().splitlines():
            labelled, _, value = line.partition(" ")
            if labelled.partition("{")[0] == name:
                total += float(value)
        return total

    def metric_of(self, labelled: str) -> float:
        """Return one metric, named with its labels."""
        lines = self.get("/metrics").decode().splitlines()
        return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(labelled))

    def wait_for(self, name: str, value: float) -> float:
        """Wait until a metric has a value; return the seconds that it took."""
        return wait_until(
            lambda: self.metric(name) == value,
            lambda: f"{name} is {self.metric(name)}, not {value}",
        )

    def wait_for_log(self, lines: int) -> set[str]:
        """Wait until the log has n lines (it comes after the answers); return their kinds."""
        wait_until(
            lambda: len(self.log) >= lines,
            lambda: f"the log has {len(self.log)} lines, not {lines}",
        )
        return {line["message"] for line in self.log}

    def descriptors(self) -> int:
        """Return how many files and sockets its processes have open."""
        processes = family(self.process.pid)
        return sum(len(list(Path(f"/proc/{number}/fd").iterdir())) for number in processes)

    def processor_s(self) -> float:
        """Return how long its processes have worked: other programs do not slow that down."""
        ticks = 0
        for number in family(self.process.pid):
            fields = Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def resident_kb(self) -> int:
        """Return how much memory its processes hold."""
        return int(resident_mb(self.process.pid) * 1024)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end and return the exit status."""
        status = self.process.wait(PATIENCE_S)
        self._has_ended.set()
        self._reader.join(PATIENCE_S)
        return status


@contextlib.contextmanager
def running_service(
    module: str = "coalbaron_server",
    *,
    tree: Path | None = None,
    reads_log: bool = True,
    **settings: object,
) -> Iterator[RunningService]:
    """Run a service on a free port; it must end when it is told to.

    `tree` is another checkout, built in place, to run instead of this one.
    """
    environment = {**os.environ, "PYTHONUTF8": "1", "COALBARON_HOSTS": HOST}
    if tree is not None:
        folders = [str(tree / name) for name in ("src", "protocol", "server")]
        environment["PYTHONPATH"] = os.pathsep.join(folders)
    words = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
    process = subprocess.Popen(  # noqa: S603 - the command is ours
        [sys.executable, "-m", module, "--port=0", *words],
        stderr=subprocess.PIPE,
        env=environment,
    )
    with ended(process):
        service = RunningService(process, reads_log=reads_log)
        try:
            yield service
        finally:
            for connection in service.connections:
                connection.close()


def request_bytes(path: str, body: object, headers: str = "") -> bytes:
    """Return a POST as it goes over the wire."""
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n{headers}\r\n"
    )
    return head.encode() + data


def read_answer(connection: socket.socket) -> bytes:
    """Read until the other end closes, or until a whole answer has come."""
    data = b""
    while True:
        head, found, body = data.partition(b"\r\n\r\n")
        if found and b"content-length:" in head.lower():
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            if len(body) >= length:
                return data
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return data
        if not piece:
            return data
        data += piece
