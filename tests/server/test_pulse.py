"""What is looked at twice a second, what is told of it, and whether the service is ready."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from bench.http.service import RunningService, running_service, wait_until

from coalbaron_fast import __version__
from coalbaron_server.app import create_app
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.transport import pulse as module
from coalbaron_server.transport.pulse import Pulse, resident_bytes
from coalbaron_server.work.heavy_requests import PROBE, Helper, HelperEnded, Helpers
from coalbaron_server.work.helper_app import HelpAnswer, HelpRequest
from coalbaron_server.work.turns import Turns
from tests.server.fakes import Answer, Client
from tests.server.positions import placed

SETTINGS = Settings(rate=0.0, slots=2)
HEAVY = {"position": placed(turns=6).to_text(), "space": "m6"}


class FragileHelper(Helper):
    """Ends whenever it is told to, and is started again as a real one."""

    breaks = False

    def _start(self) -> None:
        ended = SimpleNamespace(poll=lambda: 1 if self.breaks else None, pid=os.getpid())
        self._process = ended  # type: ignore[assignment]

    def end(self) -> None:
        self._process = None

    def _talk(self, _request: HelpRequest) -> HelpAnswer:
        if self.breaks:
            raise EOFError
        return HelpAnswer(404, [], b"")


def value_of(metrics: Metrics, labelled: str) -> float:
    lines = metrics.text().decode().splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{labelled} "))


# -- the pulse


def pulse_of(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> tuple[Pulse, Metrics, Any]:
    """Return a pulse whose time is the first of `clock`."""
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    metrics = Metrics()
    helpers: Any = SimpleNamespace(numbers=[os.getpid()], restarts=0, revived=0)
    helpers.revive = lambda: setattr(helpers, "revived", helpers.revived + 1)
    return Pulse(metrics, helpers, [1, 2, 3]), metrics, helpers


def test_how_late_the_loop_is_comes_into_the_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    pulse, metrics, helpers = pulse_of(clock, monkeypatch)

    async def test() -> None:
        pulse.start()
        # In time, then three seconds late.
        for step in (module.PAUSE_S, module.PAUSE_S + 3.0):
            clock[0] += step
            pulse._beat()
        pulse.stop()

    asyncio.run(test())
    assert value_of(metrics, "coalbaron_loop_lag_seconds_sum") == pytest.approx(3.0)
    assert value_of(metrics, "coalbaron_loop_lag_seconds_count") == 3
    assert value_of(metrics, 'coalbaron_loop_lag_seconds_bucket{le="0.001"}') == 2
    assert value_of(metrics, 'coalbaron_loop_lag_seconds_bucket{le="5.0"}') == 3
    assert helpers.revived == 3


def test_it_goes_on_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.001)
    pulse, metrics, _ = pulse_of([0.0], monkeypatch)
    counts = []

    async def test() -> None:
        pulse.start()
        while value_of(metrics, "coalbaron_loop_lag_seconds_count") < 3:
            await asyncio.sleep(0.001)
        pulse.stop()
        for _ in range(2):
            counts.append(value_of(metrics, "coalbaron_loop_lag_seconds_count"))
            await asyncio.sleep(0.02)

    asyncio.run(test())
    assert counts[0] == counts[1]


def test_connections_memory_and_restarts_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pulse, metrics, helpers = pulse_of([0.0], monkeypatch)

    async def test() -> None:
        helpers.restarts = 2
        pulse.start()
        pulse._beat()
        pulse.stop()

    asyncio.run(test())
    assert value_of(metrics, "coalbaron_connections_open") == 3
    assert value_of(metrics, 'coalbaron_restarts_total{process="helper"}') == 2
    assert value_of(metrics, 'coalbaron_restarts_total{process="service"}') == 0
    for process in ("service", "helper"):
        memory = value_of(metrics, f'coalbaron_memory_bytes{{process="{process}"}}')
        assert memory == pytest.approx(resident_bytes(os.getpid()), rel=0.2)
        assert memory > 10_000_000


def test_a_process_that_has_gone_holds_nothing() -> None:
    assert resident_bytes(2**22 + 1) == 0


def test_the_build_is_told() -> None:
    assert 'coalbaron_build_info{python="3.' in Metrics().text().decode()
    assert f'version="{__version__}"}} 1.0' in Metrics().text().decode()


# -- helpers that end


def helpers_of(number: int = 1) -> tuple[Helpers, list[FragileHelper]]:
    made: list[FragileHelper] = []

    def make(settings: Settings) -> Helper:
        made.append(FragileHelper(settings))
        return made[-1]

    return Helpers(Settings(helpers=number, slots=2), make), made


async def settled(helpers: Helpers) -> None:
    """Revive, and wait until that has been tried."""
    helpers.revive()
    while helpers._reviving is not None and not helpers._reviving.done():
        await asyncio.sleep(0.001)


def test_a_helper_that_ends_is_dead_until_it_answers_again() -> None:
    async def test() -> None:
        helpers, (helper,) = helpers_of()
        assert helpers.dead == 0
        helper.ask(PROBE)
        assert (helpers.dead, helpers.restarts) == (0, 0)
        helper.breaks = True
        assert helpers.dead == 1
        with pytest.raises(HelperEnded):
            helper.ask(PROBE)
        # It has no process now, and is no less dead for that.
        assert (helpers.dead, helpers.restarts, helpers.numbers) == (1, 1, [])
        await settled(helpers)
        assert helpers.dead == 1
        helper.breaks = False
        helpers._next_try = 0
        await settled(helpers)
        assert (helpers.dead, helpers.numbers) == (0, [os.getpid()])
        helpers.close()

    asyncio.run(test())


def test_one_that_cannot_be_started_is_not_tried_all_the_time() -> None:
    async def test() -> None:
        helpers, (helper,) = helpers_of()
        helper.ask(PROBE)
        helper.breaks = True
        for _ in range(20):
            await settled(helpers)
        assert helpers.restarts == 1
        helpers.close()

    asyncio.run(test())


def test_of_several_the_dead_one_is_revived() -> None:
    async def test() -> None:
        helpers, made = helpers_of(3)
        for dead in made:
            for helper in made:
                helper.ask(PROBE)
            # It ended while it was not asked.
            dead._process = SimpleNamespace(poll=lambda: 1, pid=1)  # type: ignore[assignment]
            assert helpers.dead == 1
            await settled(helpers)
            assert helpers.dead == 0
        helpers.close()

    asyncio.run(test())


# -- whether it is ready


@pytest.mark.parametrize(
    ("slots", "waiting", "queue", "is_full"),
    [(1, 0, 0, True), (0, 0, 0, False), (1, 0, 2, False), (1, 1, 2, False), (1, 2, 2, True)],
)
def test_a_queue_is_full_when_the_next_one_would_be_refused(
    slots: int, waiting: int, queue: int, *, is_full: bool
) -> None:
    async def test() -> None:
        turns = Turns(1, queue, 20.0, client_slots=1, client_queue=9)
        gone = asyncio.get_running_loop().create_future()
        for _ in range(slots):
            await turns.take(1, "a", gone)
        waits = [asyncio.create_task(turns.take(1, "b", gone)) for _ in range(waiting)]
        await asyncio.sleep(0)
        assert turns.is_full is is_full
        gone.set_result(None)
        await asyncio.gather(*waits, return_exceptions=True)

    asyncio.run(test())


class Scene:
    """An application with helpers that break."""

    def __init__(self) -> None:
        self.helpers, self.made = helpers_of()
        self.client = Client(create_app(SETTINGS, helpers=self.helpers))
        self.service = self.client.app.state.service

    def ready(self) -> Answer:
        return self.client.get("/readyz")


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    yield scene
    scene.helpers.close()


def fill(*all_turns: Turns) -> None:
    """Take all slots and all places."""
    for turns in all_turns:
        turns.free = 0
        turns._queue = 0


@pytest.mark.parametrize(
    ("spoil", "parts"),
    [
        (lambda scene: setattr(scene.made[0], "_has_failed", True), ["helpers"]),
        (lambda scene: fill(scene.service.queue.turns), ["queue"]),
        (lambda scene: fill(scene.helpers.turns), ["helper_queue"]),
        (
            lambda scene: fill(scene.helpers.turns, scene.service.queue.turns),
            ["queue", "helper_queue"],
        ),
    ],
)
def test_it_says_what_keeps_it_from_more(
    scene: Scene, spoil: Callable[[Scene], object], parts: list[str]
) -> None:
    assert (scene.ready().status, scene.ready().json()) == (200, {"status": "ready"})
    spoil(scene)
    answer = scene.ready()
    assert (answer.status, answer.json()["type"]) == (503, "/problems/not-ready")
    assert answer.json()["parts"] == parts
    assert answer.json()["detail"].count(".") == len(parts)
    assert answer.headers["retry-after"] == "1"
    # It lives all the same.
    assert scene.client.get("/healthz").status == 200


# -- the real service


def ready_parts(service: RunningService) -> list[str]:
    answer = service.ask("/readyz")
    body = json.loads(answer[1])
    return [] if answer[0] == 200 else list(body["parts"])


def test_a_helper_that_is_killed_is_missed_and_replaced() -> None:
    with running_service(rate=0) as service:
        assert service.post("/v1/plans", HEAVY)[0] == 200
        (number,) = (line["pid"] for line in service.log if line["message"] == "helper started")
        os.kill(number, signal.SIGSTOP)
        os.kill(number, signal.SIGKILL)
        wait_until(lambda: service.metric_of('coalbaron_restarts_total{process="helper"}') == 1)
        wait_until(lambda: ready_parts(service) == [])
        assert service.post("/v1/plans", HEAVY)[0] == 200
        assert service.metric_of('coalbaron_memory_bytes{process="helper"}') > 10_000_000


def test_refusals_and_connections_are_counted() -> None:
    with running_service(rate=0) as service:
        for _ in range(3):
            with service.connect() as connection:
                connection.sendall(b"HELLO THERE\r\n\r\n")
                assert connection.recv(100)
        with service.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 100 + b"\r\n")
            assert connection.recv(100)
        # All of them, though only one a second is logged.
        assert service.metric_of('coalbaron_refused_total{why="malformed"}') == 3
        assert service.metric_of('coalbaron_refused_total{why="head-too-large"}') == 1
        connections = [service.connect() for _ in range(5)]
        wait_until(lambda: service.metric("coalbaron_connections_open") >= len(connections))
        for connection in connections:
            connection.close()
        wait_until(lambda: service.metric("coalbaron_connections_open") <= 1)


@pytest.mark.slow
def test_a_process_that_is_replaced_is_counted_and_its_helper_counts_no_slots() -> None:
    with running_service(workers=2, slots=2, rate=0) as service:
        service.wait_for("coalbaron_slots_free", 2)
        assert service.metric_of('coalbaron_restarts_total{process="service"}') == 0
        assert service.post("/v1/plans", HEAVY)[0] == 200
        assert service.metric("coalbaron_slots_free") == 2
        first = next(line["pid"] for line in service.log if line["message"] == "process started")
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: service.metric_of('coalbaron_restarts_total{process="service"}') == 1)
        service.wait_for("coalbaron_slots_free", 2)
        assert service.metric("coalbaron_build_info") == 1


@pytest.mark.slow
def test_replacements_of_a_single_process_add_up() -> None:
    with running_service(rate=0) as service:
        for number in (1, 2):
            wait_until(lambda number=number: len(started(service)) == number)  # type: ignore[misc]
            os.kill(started(service)[-1], signal.SIGKILL)
            wait_until(lambda number=number: replacements(service) == number)  # type: ignore[misc]


def started(service: RunningService) -> list[int]:
    return [line["pid"] for line in service.log if line["message"] == "process started"]


def replacements(service: RunningService) -> float:
    """Return how many are told; none while no process answers."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return service.metric_of('coalbaron_restarts_total{process="service"}')
    return -1
