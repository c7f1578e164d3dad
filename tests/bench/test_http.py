"""The load tool: its requests work, and it tells a whole answer from a half one."""

from __future__ import annotations

import asyncio

import pytest
from bench.http.__main__ import BARE, look, quantile, tasks, visits
from bench.http.clients import Broken, Crowd, read_answer, steady
from bench.http.service import running_service

from tests.server.fakes import client_of


def test_what_it_times_works() -> None:
    client = client_of()
    for path, body in tasks().values():
        assert client.post(path, body).status == 200
    quick = [(path, body) for path, body in visits() if "time_ms" not in str(body)]
    found = [client.post(path, body).status for path, body in quick]
    assert found.count(422) == 1
    assert set(found) == {200, 422}


def read(data: bytes) -> tuple[int, bytes]:
    async def test() -> tuple[int, bytes]:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        return await read_answer(reader)

    return asyncio.run(test())


def test_answers_are_read_whole() -> None:
    assert read(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") == (200, b"{}")
    chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    assert read(chunked) == (200, b"abc\r\n\r\n")
    with pytest.raises(EOFError):
        read(b"")


@pytest.mark.parametrize(
    "half",
    [
        b"HTTP/1.1 20",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ],
)
def test_half_answers_are_known(half: bytes) -> None:
    with pytest.raises(Broken):
        read(half)


def test_quantiles() -> None:
    assert quantile([1.0, 2.0, 3.0, 4.0], 0.5) == 3.0
    assert quantile([1.0, 2.0, 3.0, 4.0], 0.99) == 4.0


@pytest.mark.slow
def test_a_small_crowd_leaves_nothing_behind() -> None:
    with running_service(rate=0) as service, running_service(BARE) as bare:
        for port in (service.port, bare.port):
            for path, body in tasks().values():
                load = asyncio.run(steady(port, path, body, 2, 0.2))
                assert load.requests_s > 0
                assert load.times_ms == sorted(load.times_ms)
        before = look(service)
        people = Crowd(service.port, visits(), seed=1)
        asyncio.run(people.run(8, 1.0))
        service.wait_for("coalbaron_searches_running", 0)
        after = look(service)
        assert sum(people.outcomes.values()) > 0
        assert people.outcomes["half an answer"] == 0
        for name in ("free", "running", "waiting"):
            assert after[name] == before[name]
        assert service.end() == 0
