"""Large requests are answered beside the event loop, and no differently."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from typing import Any

import pytest
from bench.http.service import RunningService, running_service

from coalbaron_fast import State
from coalbaron_server.app import create_app
from coalbaron_server.settings import Settings
from coalbaron_server.work.heavy_requests import (
    SMALL_BODY,
    HeavyRequests,
    Helper,
    HelperEnded,
    Helpers,
)
from coalbaron_server.work.helper_app import HelpAnswer, HelpRequest, answer, create_helper_app
from tests.server.fakes import Client, fake_engine
from tests.server.positions import placed

SETTINGS = Settings(rate=0.0, slots=2)
LARGE = " " * (SMALL_BODY + 1)


class HelperHere(Helper):
    """A helper without a process."""

    asked: list[HelpRequest]

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.asked = []
        self.app = create_helper_app(settings)

    def ask(self, request: HelpRequest) -> HelpAnswer:
        self.asked.append(request)
        return asyncio.run(answer(self.app, request))


class Fixture:
    """An application with a helper whose requests are seen."""

    def __init__(self, make: Any = HelperHere) -> None:
        self.made: list[Any] = []

        def remember(settings: Settings) -> Helper:
            self.made.append(make(settings))
            return self.made[-1]  # type: ignore[no-any-return]

        self.engine = fake_engine()
        self.client = Client(create_app(SETTINGS, self.engine, Helpers(SETTINGS, remember)))
        self.plain = Client(create_app(SETTINGS, self.engine))

    @property
    def asked(self) -> int:
        return sum(len(helper.asked) for helper in self.made)


def record_of(state: State) -> str:
    return state.to_record(Event="a game")


@pytest.mark.parametrize("path", ["/v1/new", "/v1/play", "/v1/legal", "/v1/bestmove", "/v1/review"])
@pytest.mark.parametrize("extra", ["{", '{"nonsense": 1}', '{"players": 9}', '{"position": "x"}'])
def test_what_is_wrong_is_said_in_the_same_words(path: str, extra: str) -> None:
    fixture = Fixture()
    body = (extra + LARGE).encode()
    large, small = fixture.client.post(path, body), fixture.plain.post(path, body)
    assert fixture.asked == 1
    assert (large.status, large.json()) == (small.status, small.json())
    assert large.headers["content-type"] == small.headers["content-type"]
    assert "x-request-id" in large.headers


def test_large_requests_are_answered_as_small_ones() -> None:
    fixture = Fixture()
    bodies: dict[str, dict[str, Any]] = {
        "/v1/new": {"seed": 3, "tags": {"Event": "one"}},
        "/v1/play": {"record": record_of(placed()), "tokens": ["bank"], "chance": "draw"},
        "/v1/legal": {"position": placed().to_text(), "viewer": 0},
    }
    for path, body in bodies.items():
        small = fixture.client.post(path, body)
        assert fixture.asked == 0
        large = fixture.client.post(path, (json.dumps(body) + LARGE).encode())
        assert fixture.asked == 1
        assert (large.status, large.json()) == (small.status, small.json())
        fixture.made[0].asked.clear()


def test_many_moves_are_heavy_and_a_game_of_its_own_is_not() -> None:
    fixture = Fixture()
    state = State(4, seed=1)
    while not state.is_over:
        state.push_codes(state.first_sight())
    moves = {"position": State(4).to_text(), "moves": state.history}
    small = fixture.client.post("/v1/legal", {"record": record_of(state)})
    assert (small.status, fixture.asked) == (200, 0)
    large = fixture.client.post("/v1/legal", moves)
    assert (large.status, fixture.asked) == (200, 1)
    assert large.json()["position"] == small.json()["position"]
    assert large.json() == fixture.plain.post("/v1/legal", moves).json()


def test_a_heavy_body_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fixture = Fixture()
    state = State(4, seed=1)
    while not state.is_over:
        state.push_codes(state.first_sight())
    read: list[object] = []
    loads = json.loads

    def counted(text: bytes) -> object:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(json, "loads", counted)
    played = state.history[:60]
    moves = ["/".join(played[at : at + 20]) for at in range(0, 60, 20)]
    body = json.dumps({"position": State(4).to_text(), "moves": moves}).encode()
    answer = fixture.client.post("/v1/legal", body)
    assert (answer.status, fixture.asked) == (200, 1)
    assert read.count(body) == 1


def test_a_search_gets_the_same_question() -> None:
    fixture = Fixture()
    limits = {"nodes": 77, "lines": 2, "root_turns": [placed().legal_moves()[0]]}
    body = {"record": record_of(placed()), "limits": limits, "options": {"seed": 5}}
    small = fixture.client.post("/v1/bestmove", body)
    large = fixture.client.post("/v1/bestmove", (json.dumps(body) + LARGE).encode())
    assert fixture.asked == 1
    assert large.json() == small.json()
    (before, limits_before), (after, limits_after) = fixture.engine.asked
    assert repr(limits_before) == repr(limits_after)
    assert before.to_text() == after.to_text()
    # The same settings: the engine of the first is lent again.
    assert [settings.seed for settings in fixture.engine.made] == [5]


def test_a_review_gets_the_same_game() -> None:
    state = State(2, seed=1)
    for _ in range(6):
        state.push_codes(state.first_sight())
    body = {"record": record_of(state), "limits": {"nodes": 30}}
    client = Client(create_app(SETTINGS, helpers=Helpers(SETTINGS, HelperHere)))
    small = client.post("/v1/review", body)
    large = client.post("/v1/review", (json.dumps(body) + LARGE).encode())
    assert small.status == 200
    assert large.body == small.body


def test_plans_are_always_made_there() -> None:
    fixture = Fixture()
    body = {"position": placed(turns=6).to_text(), "space": "m6"}
    found = fixture.client.post("/v1/plans", body).json()
    assert found == fixture.plain.post("/v1/plans", body).json()
    assert found["total"] > 0
    assert fixture.asked == 1


def test_nothing_waits_for_a_client_that_has_its_answer() -> None:
    """A task for each large request would stay for as long as the service."""

    async def serve() -> set[asyncio.Task[Any]]:
        messages = [{"type": "http.request", "body": LARGE.encode(), "more_body": False}]
        sent: list[Any] = []

        async def receive() -> Any:
            if messages:
                return messages.pop()
            return await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            sent.append(message)

        async def unused(*_: Any) -> None:
            raise AssertionError

        helpers = Helpers(SETTINGS, HelperHere)
        scope = {"type": "http", "method": "POST", "path": "/v1/legal", "headers": []}
        await HeavyRequests(unused, helpers)(scope, receive, send)
        helpers.close()
        assert [message["type"] for message in sent] == [
            "http.response.start",
            "http.response.body",
        ]
        for _ in range(3):
            await asyncio.sleep(0)
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(serve()) == set()


class EndedHelper(HelperHere):
    """Ends while it works."""

    def ask(self, request: HelpRequest) -> HelpAnswer:
        self.asked.append(request)
        raise HelperEnded


def test_a_helper_that_ends_is_a_fault_of_one_request() -> None:
    fixture = Fixture(EndedHelper)
    for _ in range(2):
        answered = fixture.client.post("/v1/legal", LARGE.encode())
        assert (answered.status, answered.json()["type"]) == (500, "/problems/internal")
    assert fixture.asked == 2


def test_objects_of_many_fields_are_one_mistake() -> None:
    fixture = Fixture()
    many = {f"{number:x}": 0 for number in range(40_000)}
    bodies: dict[str, Any] = {
        "/v1/legal": many,
        "/v1/new": {"tags": many},
        "/v1/bestmove": {"position": "x", "limits": many},
    }
    for path, body in bodies.items():
        answered = fixture.client.post(path, body)
        assert answered.status == 400
        assert "at most 1000 fields" in answered.json()["detail"]


# -- the real ones


@pytest.mark.slow
def test_a_helper_that_was_killed_is_replaced() -> None:
    plans = {"position": placed(turns=6).to_text(), "space": "m6"}
    with running_service(slots=2, rate=0) as service:
        assert service.post("/v1/legal", {"position": placed().to_text()})[0] == 200
        assert helpers_of(service) == []
        assert service.post("/v1/plans", plans)[0] == 200
        (first,) = helpers_of(service)
        os.kill(first, signal.SIGKILL)
        # Whether the first one still meets the helper that is ending is a matter of luck.
        statuses = [service.post("/v1/plans", plans)[0] for _ in range(3)]
        assert statuses[1:] == [200, 200]
        assert len(helpers_of(service)) == 2
        assert service.end() == 0


def helpers_of(service: RunningService) -> list[int]:
    return [line["pid"] for line in service.log if line["message"] == "helper started"]
