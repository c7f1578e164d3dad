"""Who is let in, by the name that is asked for and by address: hosts, and clients of proxies."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest

from coalbaron_server.settings import Settings
from coalbaron_server.transport.logs import JsonLines
from coalbaron_server.transport.supervisor import warn_of_names
from tests.server.fakes import Answer, Client, client_of

NEW = b'{"players": 2}'
PATHS = ("/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/v1/components", "/nothing")


@pytest.mark.parametrize("path", PATHS)
def test_a_name_of_somebody_else_is_refused_everywhere(path: str) -> None:
    client = client_of()
    for method in ("GET", "HEAD", "POST"):
        answer = client.ask(method, path, b"", {"host": "evil.example"})
        assert answer.status == 421
    answer = client.get(path, {"host": "evil.example"})
    assert answer.json()["type"] == "/problems/host"
    assert b"evil" not in answer.body
    assert client.get(path, {"host": "localhost:8000"}).status != 421


def test_names_can_be_set() -> None:
    client = client_of(hosts="table.example")
    assert client.get("/healthz", {"host": "table.example"}).status == 200
    assert client.get("/healthz", {"host": "evil.example"}).status == 421
    assert client_of(hosts="*").get("/healthz", {"host": "evil.example"}).status == 200


def test_without_a_name_there_is_nothing_to_check() -> None:
    client = client_of()

    async def ask() -> Answer:
        # HTTP 1.0, as some monitors speak it.
        return await client.asked("GET", "/healthz", [b""], {}, host=None)

    assert asyncio.run(ask()).status == 200


def test_no_rate_is_used_up_under_another_name() -> None:
    client = client_of(rate=0.001, burst=1)
    for _ in range(5):
        assert client.post("/v1/new", NEW, {"host": "evil.example"}).status == 421
    assert client.post("/v1/new", NEW).status == 200


def test_who_listens_everywhere_under_no_name_is_told(caplog: pytest.LogCaptureFixture) -> None:
    everywhere = "0.0.0.0"  # noqa: S104 - nothing is bound
    warn_of_names(Settings())
    warn_of_names(Settings(uds="a.sock"))
    warn_of_names(Settings(host=everywhere, hosts="table.example"))
    assert caplog.records == []
    warn_of_names(Settings(host=everywhere))
    (record,) = caplog.records
    assert "--hosts adds names" in JsonLines().format(record)


# -- clients of proxies


def ask_from(client: Client, address: str | None, forwarded: str | None) -> Answer:
    headers = {"content-type": "application/json"}
    if forwarded is not None:
        headers["x-forwarded-for"] = forwarded
    return asyncio.run(client.asked("POST", "/v1/new", [NEW], headers, address=address))


@pytest.fixture
def clients(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO, "coalbaron_server")

    def read() -> list[str]:
        lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
        return [line["client"] for line in lines if line["message"] == "request"]

    return read


def test_a_proxy_that_is_believed_names_its_client(clients: Any) -> None:
    client = client_of(proxies="10.0.0.0/8")
    for forwarded in ("203.0.113.7", "192.0.2.1, 203.0.113.7", "203.0.113.7, 10.0.0.9", "?", None):
        ask_from(client, "10.0.0.1", forwarded)
    assert clients() == ["203.0.113.7"] * 3 + ["10.0.0.1"] * 2


def test_nobody_else_is_believed(clients: Any) -> None:
    for client in (client_of(), client_of(proxies="10.0.0.0/8")):
        ask_from(client, "198.51.100.1", "203.0.113.7")
    assert clients() == ["198.51.100.1"] * 2


def test_on_a_socket_in_the_file_system_whoever_writes_is_the_proxy(clients: Any) -> None:
    client = client_of(uds="a.sock")
    ask_from(client, None, "192.0.2.1, 203.0.113.7")
    ask_from(client, None, None)
    assert clients() == ["203.0.113.7", "unknown"]


def test_of_a_long_field_nothing_comes_into_the_log(
    clients: Any, caplog: pytest.LogCaptureFixture
) -> None:
    client = client_of(proxies="*")
    long = "marker " * 2000
    for forwarded in (long, f"{long}, 203.0.113.7", "203.0.113.7%marker"):
        ask_from(client, "10.0.0.1", forwarded)
    assert clients() == ["10.0.0.1", "203.0.113.7", "203.0.113.7"]
    assert all(len(JsonLines().format(record)) < 300 for record in caplog.records)


def test_rates_are_those_of_the_clients_of_a_proxy() -> None:
    client = client_of(proxies="10.0.0.1", rate=0.001, burst=1)
    answers = [
        # Whatever a client writes into the field itself, it stays the same client.
        ask_from(client, "10.0.0.1", f"{spoofed}, {address}").status
        for address in ("203.0.113.7", "203.0.113.8")
        for spoofed in ("192.0.2.1", "192.0.2.2")
    ]
    assert answers == [200, 429, 200, 429]
