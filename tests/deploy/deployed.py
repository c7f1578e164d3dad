"""The service as the unit for systemd starts it, and a proxy in front as its file says.

Of the files in `server/deploy/` only what belongs to a machine is changed: paths, ports, the
certificate. Whatever is to be changed must be there, so a test fails when a file and what it says
of it differ.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from bench.http.service import PATIENCE_S, ended, wait_until

from tests.processes import free_ports

TOP: Final = Path(__file__).parents[2]
DEPLOY: Final = TOP / "server/deploy"
NAME: Final = "table.example.org"
PROGRAM: Final = "/opt/coalbaron/bin/coalbaron-engine"
SOCKET: Final = "/run/coalbaron/http.sock"


def put(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with changes; what is changed must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def unit_command() -> list[str]:
    """Return the command that the unit starts."""
    (line,) = re.findall(
        r"^ExecStart=(.*)$", (DEPLOY / "coalbaron.service").read_text("utf-8"), re.MULTILINE
    )
    return shlex.split(line)


class Deployed:
    """The running service, and its log."""

    def __init__(self, process: subprocess.Popen[bytes], path: Path) -> None:
        self.process = process
        self.path = path
        self.log: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self.process.stderr or contextlib.nullcontext() as lines:
            for line in lines or ():
                self.log.append(json.loads(line))

    def metric(self, name: str) -> float:
        """Return a metric; only this machine gets them."""
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.settimeout(PATIENCE_S)
            connection.connect(str(self.path))
            connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
            data = b""
            while piece := connection.recv(65536):
                data += piece
        return next(
            float(line.rpartition(" ")[2])
            for line in data.decode().splitlines()
            if line.startswith(f"{name} ")
        )

    def wait_for(self, name: str, value: float) -> None:
        """Wait until a metric has a value."""
        wait_until(
            lambda: self.metric(name) == value,
            lambda: f"{name} is {self.metric(name)}, not {value}",
        )


@contextlib.contextmanager
def running_unit(folder: Path, *prefix: str) -> Iterator[Deployed]:
    """Run what the unit starts, in a folder, until it says that it is ready; `prefix` runs it."""
    path, notified = folder / "http.sock", folder / "notify"
    words = put("\0".join(unit_command()), (SOCKET, str(path))).split("\0")
    assert words[0] == PROGRAM
    with contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(notified))
        manager.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "coalbaron_protocol", *words[1:]],
            cwd=folder,
            env={**os.environ, "NOTIFY_SOCKET": str(notified), "PYTHONPATH": ":".join(sys.path)},
            stderr=subprocess.PIPE,
        )
        with ended(process):
            service = Deployed(process, path)
            assert manager.recv(100) == b"READY=1"
            yield service


# -- proxies


class Certificate(NamedTuple):
    """One for the service's name, signed by itself."""

    chain: Path
    key: Path

    @classmethod
    def made_in(cls, folder: Path) -> Certificate:
        """Make one."""
        made = cls(folder / "chain.pem", folder / "key.pem")
        words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        words += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        words += ["-addext", f"subjectAltName=DNS:{NAME}"]
        words += ["-keyout", str(made.key), "-out", str(made.chain)]
        subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE_S)
        return made


class Answer(NamedTuple):
    """What a proxy answered."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Proxy:
    """A proxy that runs, and a client of it."""

    def __init__(self, service: Deployed, certificate: Certificate) -> None:
        self.service = service
        self.certificate = certificate
        self.http_port, self.https_port = free_ports(2)

    def prepare(self, folder: Path) -> list[str]:
        """Write its files and return its command."""
        raise NotImplementedError

    def connect(self, name: str = NAME) -> ssl.SSLSocket:
        """Return a connection that holds the proxy to its certificate."""
        context = ssl.create_default_context(cafile=str(self.certificate.chain))
        plain = socket.create_connection(("127.0.0.1", self.https_port), timeout=PATIENCE_S)
        try:
            return context.wrap_socket(plain, server_hostname=name)
        except OSError:
            plain.close()
            raise

    def answers(self) -> bool:
        """Whether it takes connections."""
        with contextlib.suppress(OSError):
            self.connect().close()
            return True
        return False

    def ask(
        self,
        path: str,
        *,
        method: str = "GET",
        body: bytes | None = None,
        host: str = NAME,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request and return the answer."""
        connection = http.client.HTTPConnection(host, timeout=PATIENCE_S)
        connection.sock = self.connect()
        with contextlib.closing(connection):
            told = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, body, told | (headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())


def _block_of(language: str) -> str:
    """Return the one block of code in a language in docs/operate.md."""
    text = (TOP / "docs/operate.md").read_text("utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


class Nginx(Proxy):
    """Nginx, with its file included as it would be from /etc/nginx/conf.d.

    What docs/operate.md adds for Prometheus on another machine is there as well.
    """

    program = "nginx"
    metrics_port = 0

    def prepare(self, folder: Path) -> list[str]:
        text = put(
            (DEPLOY / "nginx.conf").read_text("utf-8"),
            (SOCKET, str(self.service.path)),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(self.certificate.chain)),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(self.certificate.key)),
            # IPv6 may be missing here.
            ("listen [::]:80", f"listen unix:{folder}/80"),
            ("listen [::]:443", f"listen unix:{folder}/443"),
            ("listen 80", f"listen 127.0.0.1:{self.http_port}"),
            ("listen 443", f"listen 127.0.0.1:{self.https_port}"),
        )
        (self.metrics_port,) = free_ports(1)
        text += put(
            _block_of("nginx"), ("listen 10.0.0.2:9100", f"listen 127.0.0.1:{self.metrics_port}")
        )
        (folder / "site.conf").write_text(text, "utf-8")
        places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{place}_temp_path {folder}/{place};" for place in places)
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"daemon off; {user} pid {folder}/pid; events {{ worker_connections 256; }}\n"
            f"http {{ access_log off; {temporary} include {folder}/site.conf; }}\n",
            "utf-8",
        )
        return [self.program, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


class Caddy(Proxy):
    """Caddy, with the certificate given instead of got."""

    program = "caddy"

    def prepare(self, folder: Path) -> list[str]:
        text = put(
            (DEPLOY / "Caddyfile").read_text("utf-8"),
            (f"unix/{SOCKET}", f"unix/{self.service.path}"),
            (
                f"{NAME} {{\n",
                f"{NAME} {{\n\ttls {self.certificate.chain} {self.certificate.key}\n",
            ),
        )
        options = (
            "admin off",
            "skip_install_trust",
            "default_bind 127.0.0.1",
            f"http_port {self.http_port}",
            f"https_port {self.https_port}",
            f"storage file_system {folder}",
        )
        (folder / "Caddyfile").write_text("{\n\t" + "\n\t".join(options) + f"\n}}\n{text}", "utf-8")
        return [self.program, "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES: Final[Sequence[type[Proxy]]] = (Nginx, Caddy)


@contextlib.contextmanager
def running_proxy(kind: Any, service: Deployed, folder: Path) -> Iterator[Proxy]:  # noqa: ANN401
    """Run a proxy in front of the service; skips the test where the program is missing."""
    program = shutil.which(kind.program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None or shutil.which("openssl") is None:
        pytest.skip(f"no {kind.program} or no openssl: bash .ci/proxies installs them")
    proxy: Proxy = kind(service, Certificate.made_in(folder))
    _, *words = proxy.prepare(folder)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            [program, *words], cwd=folder, env={**os.environ, **home}, stdout=log, stderr=log
        )
    with ended(process):
        wait_until(
            lambda: proxy.answers() or process.poll() is not None,
            lambda: (folder / "proxy.log").read_text("utf-8"),
        )
        assert process.poll() is None, (folder / "proxy.log").read_text("utf-8")
        yield proxy
