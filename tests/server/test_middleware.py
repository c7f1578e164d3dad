"""The middleware: sizes, times, rates, keys, headers, logs."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from coalbaron_server.api.bodies import BODIES_OF_CLIENT
from coalbaron_server.api.rate_limit import TokenBuckets
from coalbaron_server.transport.logs import JsonLines
from coalbaron_server.work.clients import MOST_REMEMBERED
from tests.server.fakes import Answer, BrokenEngine, Client, client_of, fake_engine
from tests.server.positions import placed

NEW = b'{"players": 2}'


def kind_of(answer: Answer) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


# -- sizes and times


def test_a_body_may_be_so_large_and_no_larger() -> None:
    client = client_of(max_body=len(NEW))
    assert client.post("/v1/new", NEW).status == 200
    answer = client.post("/v1/new", NEW + b" ")
    assert (answer.status, kind_of(answer), answer.json()["most"]) == (413, "too-large", len(NEW))


def test_a_body_in_pieces_is_counted_too() -> None:
    client = client_of(max_body=100)
    headers = {"content-type": "application/json"}

    def send(*parts: bytes) -> Answer:
        return asyncio.run(client.asked("POST", "/v1/new", list(parts), headers))

    assert send(b'{"pla', b'yers": 2}').status == 200
    assert send(*[b" " * 30] * 4).status == 413


def test_a_false_length_does_not_help() -> None:
    client = client_of(max_body=100)
    headers = {"content-type": "application/json", "content-length": "5"}
    answer = asyncio.run(client.asked("POST", "/v1/new", [b" " * 90, b" " * 90], headers))
    assert answer.status == 413


def test_the_bodies_of_one_client_are_bounded_together() -> None:
    client = client_of(max_body=1000, body_s=20)

    async def test() -> None:
        release = asyncio.Event()
        held = []

        def begin(address: str) -> asyncio.Task[int]:
            return asyncio.ensure_future(send_without_end(client, address, release))

        held = [begin("192.0.2.1") for _ in range(BODIES_OF_CLIENT)]
        await asyncio.sleep(0.01)
        assert await begin("192.0.2.1") == 429
        other = begin("192.0.2.2")
        release.set()
        # The rest of each never comes, but the first part was held.
        assert await asyncio.gather(*held, other) == [499] * (BODIES_OF_CLIENT + 1)
        assert await send_without_end(client, "192.0.2.1", release) == 499

    asyncio.run(test())


async def send_without_end(client: Client, address: str, release: asyncio.Event) -> int:
    """Send the first part of a body, and leave once released; return the status that is sent."""
    statuses = []
    parts = [{"type": "http.request", "body": b" " * 1000, "more_body": True}]

    async def receive() -> Any:
        if parts:
            return parts.pop()
        await release.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        statuses.append(message.get("status"))

    scope = {
        "type": "http", "method": "POST", "path": "/v1/new", "headers": [], "query_string": b"",
        "client": (address, 1), "scheme": "http", "server": ("127.0.0.1", 80),
    }  # fmt: skip
    await client.app(scope, receive, send)
    return statuses[0] if statuses else 499


class SlowClient(Client):
    """Never sends the rest of its body."""

    def begin(self, path: str) -> Answer:
        async def send_half() -> Answer:
            sent: list[Any] = []
            told = False

            async def receive() -> Any:
                nonlocal told
                if told:
                    await asyncio.Event().wait()
                told = True
                return {"type": "http.request", "body": b"{", "more_body": True}

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {
                "type": "http", "method": "POST", "path": path, "headers": [], "query_string": b"",
                "client": ("127.0.0.1", 1), "scheme": "http", "server": ("127.0.0.1", 80),
            }  # fmt: skip
            await self.app(scope, receive, send)
            headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
            return Answer(sent[0]["status"], headers, sent[1]["body"])

        return asyncio.run(send_half())


def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    answer = SlowClient(client_of(body_s=0.02).app).begin("/v1/new")
    assert (answer.status, kind_of(answer)) == (408, "slow")
    assert answer.headers["connection"] == "close"


# -- rates and keys


def test_a_bucket_empties_and_fills() -> None:
    buckets = TokenBuckets(rate=2.0, burst=3)
    assert [buckets.wait_s("a", now=0.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert buckets.wait_s("a", now=0.0) == pytest.approx(0.5)
    assert buckets.wait_s("b", now=0.0) == 0.0
    assert buckets.wait_s("a", now=0.4) == pytest.approx(0.1)
    assert buckets.wait_s("a", now=0.5) == 0.0
    assert [buckets.wait_s("a", now=100.0) for _ in range(4)][:3] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(("rate", "burst"), [(2.0, 3), (0.5, 1), (10.0, 4)])
def test_a_bucket_lets_through_what_was_filled_in_and_no_more(rate: float, burst: int) -> None:
    """Two clients at random moments, pauses included, beside buckets that are counted in tenths.

    No pause saves up more than the burst.
    """
    chance = random.Random(burst)
    buckets = TokenBuckets(rate, burst)
    now, filled = 0, {client: (Fraction(burst), 0) for client in "ab"}
    passed: dict[str, list[int]] = {client: [] for client in filled}
    for _ in range(600):
        now += chance.choice([0, 0, 1, 1, 3, 100])
        client = chance.choice("ab")
        left, then = filled[client]
        left = min(Fraction(burst), left + Fraction(rate) * (now - then) / 10)
        wait_s = buckets.wait_s(client, now=now / 10)
        expected = 0 if left >= 1 else (1 - left) / Fraction(rate)
        assert wait_s == pytest.approx(float(expected), abs=1e-9)
        filled[client] = (left - 1 if expected == 0 else left, now)
        if wait_s == 0.0:
            passed[client].append(now)
    for moments in passed.values():
        for first in range(len(moments)):
            for last in range(first, len(moments)):
                seconds = (moments[last] - moments[first]) / 10
                assert last - first + 1 <= burst + rate * seconds + 1e-9


def test_whoever_waits_as_told_is_let_in() -> None:
    buckets = TokenBuckets(rate=3.0, burst=2)
    now = 50.0
    for _ in range(40):
        while wait_s := buckets.wait_s("a", now=now):
            assert wait_s <= 1 / 3 + 1e-9
            # A client's clock is no finer than that, and sums of floats are not exact.
            now += max(wait_s, 1e-6)
    # Forty went through: two at once, the others one in a third of a second.
    assert now == pytest.approx(50.0 + 38 / 3, abs=1e-3)


def test_only_so_many_clients_are_remembered() -> None:
    buckets = TokenBuckets(rate=1.0, burst=1)
    for number in range(MOST_REMEMBERED + 5):
        buckets.wait_s(str(number), now=0.0)
    assert len(buckets._buckets) == MOST_REMEMBERED


def test_too_many_requests_are_told_when_to_come_back() -> None:
    client = client_of(rate=0.1, burst=2)
    answers = [client.post("/v1/new", NEW) for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert kind_of(answers[2]) == "rate"
    assert 1 <= int(answers[2].headers["retry-after"]) <= 10
    assert client.get("/healthz").status == 200


def test_a_key_is_asked_for_where_there_is_one() -> None:
    client = client_of(api_key="secret ä")
    answer = client.post("/v1/new", NEW)
    assert (answer.status, kind_of(answer)) == (401, "unauthorized")
    assert client.post("/v1/new", NEW, {"X-API-Key": "secret"}).status == 401
    assert client.post("/v1/new", NEW, {"X-API-Key": "secret ä"}).status == 200
    for path in ("/healthz", "/readyz", "/openapi.json", "/problems/busy"):
        assert client.get(path).status == 200
    plain = client_of(api_key="secret")
    assert plain.post("/v1/new", NEW, {"X-API-Key": "secret"}).status == 200


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "MARKER")


def guarded_paths(client: Client) -> list[str]:
    """Every path of the API, with something in the place of its parts, and one that is none."""
    found = {
        re.sub(r"{[^}]*}", "x", str(route.path))
        for route in all_routes(client.app.routes)
        if str(route.path).startswith("/v1/")
    }
    assert len(found) > 8
    return [*sorted(found), "/v1/nothing"]


def all_routes(routes: Any) -> Iterator[Any]:
    for route in routes:
        if hasattr(route, "path"):
            yield route
        yield from all_routes(getattr(getattr(route, "original_router", None), "routes", ()))


@pytest.mark.parametrize("method", METHODS)
def test_no_endpoint_and_no_method_goes_round_the_key(method: str) -> None:
    client = client_of(api_key="secret")
    given = {"content-type": "application/json"}
    for path in [*guarded_paths(client), "/metrics"]:
        for key in ({}, {"X-API-Key": "Secret"}, {"X-API-Key": ""}):
            answer = client.ask(method, path, b"{}", given | key)
            assert answer.status == 401, path
            assert method == "HEAD" or kind_of(answer) == "unauthorized"
        assert client.ask(method, path, b"{}", given | {"X-API-Key": "secret"}).status != 401, path
    open_to_all = client_of()
    for path in guarded_paths(open_to_all):
        assert open_to_all.ask(method, path, b"{}", given).status != 401, path


@pytest.mark.parametrize("method", METHODS)
def test_no_endpoint_and_no_method_goes_round_the_rate(method: str) -> None:
    paths = guarded_paths(client_of())
    client = client_of(rate=0.001, burst=len(paths))
    for path in paths:
        assert client.ask(method, path, b"{}", {}).status != 429, path
    for path in paths:
        answer = client.ask(method, path, b"{}", {})
        assert answer.status == 429, path
        assert int(answer.headers["retry-after"]) >= 1
    assert client.get("/healthz").status == 200


# -- headers


def test_every_answer_carries_the_security_headers() -> None:
    client = client_of()
    answers = [
        client.get("/healthz"),
        client.get("/nothing"),
        client.post("/v1/new", NEW),
        client.post("/v1/new", b"{"),
        client.post("/v1/analyse", b"{}"),
    ]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert len(answer.headers["x-request-id"]) >= 8
        assert "server" not in answer.headers
    assert client.post("/v1/new", NEW).headers["cache-control"] == "no-store"


def test_a_request_keeps_the_name_it_was_given_if_that_is_one() -> None:
    client = client_of()
    assert client.get("/healthz", {"X-Request-ID": "abc-1"}).headers["x-request-id"] == "abc-1"
    for bad in ("a b", "x" * 65, "", 'a"b'):
        assert client.get("/healthz", {"X-Request-ID": bad}).headers["x-request-id"] != bad


def test_other_origins_are_let_in_only_where_that_is_set() -> None:
    origin = {"Origin": "https://games.example"}
    asked = {**origin, "Access-Control-Request-Method": "POST"}
    closed, opened = client_of(), client_of(cors="https://games.example", api_key="k")
    assert "access-control-allow-origin" not in closed.post("/v1/new", NEW, origin).headers
    assert closed.ask("OPTIONS", "/v1/new", b"", asked).status == 405
    answer = opened.ask("OPTIONS", "/v1/new", b"", asked)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == origin["Origin"]
    answer = opened.post("/v1/new", NEW, {**origin, "X-API-Key": "k"})
    assert answer.headers["access-control-allow-origin"] == origin["Origin"]
    assert "cross-origin-resource-policy" not in answer.headers
    stranger = {"Origin": "https://other.example", "X-API-Key": "k"}
    assert "access-control-allow-origin" not in opened.post("/v1/new", NEW, stranger).headers


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/metrics", "/openapi.json", "/", "/v1/components", "/nothing"]
)
def test_whatever_can_be_got_can_be_asked_about(path: str) -> None:
    client = client_of()
    got, asked = client.get(path), client.ask("HEAD", path, b"", {})
    assert asked.status == got.status
    assert asked.body == b""
    changing = {"x-request-id", "content-length" if path == "/metrics" else ""}
    for name in set(got.headers) - changing:
        assert asked.headers[name] == got.headers[name]


def test_what_can_only_be_posted_says_so() -> None:
    client = client_of()
    assert client.ask("HEAD", "/v1/new", b"", {}).headers["allow"] == "POST"
    assert client.post("/healthz", b"").headers["allow"] == "GET, HEAD"


# -- logs and metrics


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO, "coalbaron_server")

    def read() -> list[dict[str, Any]]:
        return [json.loads(JsonLines().format(record)) for record in caplog.records]

    return read


def test_a_request_is_one_line_of_json(lines: Any) -> None:
    answer = client_of().post("/v1/new", NEW, {"X-Request-ID": "the-name"})
    (line,) = [line for line in lines() if line["message"] == "request"]
    assert line["request_id"] == "the-name"
    assert (line["client"], line["method"]) == ("127.0.0.1", "POST")
    assert (line["path"], line["status"], line["level"]) == ("/v1/new", 200, "info")
    assert line["bytes"] == len(answer.body)
    assert line["ms"] > 0


def test_paths_of_strangers_are_not_repeated(lines: Any) -> None:
    client = client_of()
    client.get("/marker-17")
    client.ask("MARKER", "/v1/new", b"", {})
    assert {line["path"] for line in lines()} <= {"other", "/v1/new"}
    assert "marker" not in json.dumps(lines()).lower()
    assert b"marker" not in client.get("/metrics").body.lower()


def test_a_client_that_leaves_is_no_fault(lines: Any) -> None:
    client, gone = client_of(fake_engine(waits=True)), asyncio.Event()
    gone.set()
    body = json.dumps({"position": placed().to_text()}).encode()
    headers = {"content-type": "application/json"}
    # Of the two, the stream had begun its answer.
    for path in ("/v1/bestmove", "/v1/analyse"):
        asyncio.run(client.asked("POST", path, [body], headers, gone))
    release = asyncio.Event()
    release.set()
    asyncio.run(send_without_end(client, "192.0.2.1", release))
    found = [(line["status"], line["level"]) for line in lines()]
    assert found == [(499, "info"), (200, "info"), (499, "info")]


def test_a_head_is_logged_as_one(lines: Any) -> None:
    client_of().ask("HEAD", "/healthz", b"", {})
    (line,) = lines()
    assert (line["method"], line["path"], line["bytes"]) == ("HEAD", "/healthz", 0)


def test_a_fault_is_logged_without_its_words(lines: Any) -> None:
    client = client_of(BrokenEngine([], [], waits=False))
    client.post("/v1/bestmove", {"position": placed().to_text()})
    (fault,) = [line for line in lines() if line["level"] == "error"]
    assert fault["fault"].startswith("KeyError at ")
    assert fault["status"] == 500
    assert "cb1" not in json.dumps(lines())


def test_requests_and_nodes_are_counted() -> None:
    client = client_of(fake_engine())
    client.post("/v1/bestmove", {"position": placed().to_text()})
    client.post("/v1/bestmove", b"{")
    text = client.get("/metrics").body.decode()
    for status in (200, 400):
        labels = f'{{method="POST",path="/v1/bestmove",status="{status}"}}'
        assert f"coalbaron_requests_total{labels} 1.0" in text
    assert 'coalbaron_request_seconds_count{path="/v1/bestmove"} 2.0' in text
    assert "coalbaron_search_nodes_total 200.0" in text
    assert "coalbaron_slots_free 2.0" in text
