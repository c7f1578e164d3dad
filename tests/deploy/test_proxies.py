"""Nginx and Caddy in front of the service, as the files in `server/deploy/` have it."""

from __future__ import annotations

import contextlib
import http.client
import json
import ssl
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.http.service import PATIENCE_S, request_bytes

from tests.deploy.deployed import (
    NAME,
    PROXIES,
    Answer,
    Deployed,
    Nginx,
    Proxy,
    running_proxy,
    running_unit,
)
from tests.server.positions import placed

MINUTE = {"position": placed().to_text(), "limits": {"time_ms": 60_000}}


@pytest.fixture(scope="module")
def service() -> Iterator[Deployed]:
    with tempfile.TemporaryDirectory(prefix="cb-") as folder, running_unit(Path(folder)) as running:
        yield running


@pytest.fixture(scope="module", params=PROXIES, ids=[kind.__name__ for kind in PROXIES])
def proxy(request: pytest.FixtureRequest, service: Deployed) -> Iterator[Proxy]:
    with (
        tempfile.TemporaryDirectory(prefix="cb-") as folder,
        running_proxy(request.param, service, Path(folder)) as running,
    ):
        yield running


def test_the_page_and_the_service_come_over_tls(proxy: Proxy) -> None:
    page = proxy.ask("/")
    assert page.status == 200
    assert "html" in page.headers["content-type"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    answer = proxy.ask("/v1/new", method="POST", body=b'{"players": 2}')
    assert answer.status == 200
    assert json.loads(answer.body)["position"]
    with contextlib.closing(proxy.connect()) as connection:
        assert connection.version() in ("TLSv1.2", "TLSv1.3")


def test_http_leads_to_https(proxy: Proxy) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.http_port, timeout=PATIENCE_S)
    with contextlib.closing(connection):
        connection.request("GET", "/v1/components?game=ruhr", headers={"Host": NAME})
        answer = connection.getresponse()
    assert answer.status == 308
    # Caddy names its port where it is not the usual one.
    found = str(answer.headers["location"]).replace(f":{proxy.https_port}", "")
    assert found == f"https://{NAME}/v1/components?game=ruhr"


@pytest.mark.parametrize(
    "path",
    [
        "/metrics",
        "/metrics/",
        "//metrics",
        "/%6detrics",
        "/./metrics",
        "/v1/../metrics",
    ],
)
def test_the_metrics_are_shut(proxy: Proxy, path: str) -> None:
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": ""}):
        answer = proxy.ask(path, headers=headers)
        assert answer.status in (403, 404, 307, 308)
        assert b"coalbaron_requests" not in answer.body
    assert proxy.ask("/metrics").status == 404
    assert proxy.ask("/readyz").status == 404
    assert proxy.ask("/healthz").status == 200
    # This machine gets them.
    assert proxy.service.metric("coalbaron_slots_free") > 0


@pytest.mark.parametrize("proxy", [Nginx], indirect=True, ids=["Nginx"])
def test_prometheus_gets_the_metrics_by_a_way_of_its_own(proxy: Nginx) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.metrics_port, timeout=PATIENCE_S)
    for path, status in (("/metrics", 200), ("/v1/components", 404), ("/readyz", 404)):
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == status
            assert (b"coalbaron_requests" in answer.read()) == (status == 200)


def test_a_stream_comes_piece_by_piece_and_ends_with_its_client(proxy: Proxy) -> None:
    with contextlib.closing(proxy.connect()) as connection:
        request = request_bytes("/v1/analyse", MINUTE).replace(
            b"Host: x", b"Host: " + NAME.encode()
        )
        connection.sendall(request)
        data = b""
        while data.count(b"event: info") < 2:
            piece = connection.recv(65536)
            assert piece, data
            data += piece
        # The search has most of its minute still to go.
        assert proxy.service.metric("coalbaron_searches_running") == 1
        assert b"event: best" not in data
    proxy.service.wait_for("coalbaron_searches_running", 0)


def test_clients_are_told_apart_and_cannot_name_themselves(proxy: Proxy) -> None:
    before = len(proxy.service.log)
    for forwarded in ("203.0.113.7", "203.0.113.7, 127.0.0.1", "x" * 4000):
        assert proxy.ask("/healthz", headers={"X-Forwarded-For": forwarded}).status == 200
    # The log comes a moment after the answers.
    clients: list[str] = []
    while len(clients) < 3:
        lines = proxy.service.log[before:]
        clients = [line["client"] for line in lines if line.get("path") == "/healthz"]
        assert proxy.service.process.poll() is None
        time.sleep(0.01)
    assert clients == ["127.0.0.1"] * 3


def test_bodies_pass_up_to_the_service_s_own_limit(proxy: Proxy) -> None:
    def send(size: int) -> Answer:
        return proxy.ask("/v1/legal", method="POST", body=b" " * size)

    answer = send(500_000)
    assert (answer.status, json.loads(answer.body)["type"]) == (400, "/problems/malformed")
    assert send(600_000).status == 413


def test_another_name_gets_nothing_of_the_service(proxy: Proxy) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        answer = proxy.ask("/healthz", host="evil.example")
        assert "x-request-id" not in answer.headers
        assert answer.body == b""
    with pytest.raises(ssl.SSLError):
        proxy.connect("evil.example")
