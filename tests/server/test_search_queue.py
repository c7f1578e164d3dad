"""Slots and the queue: bounded, fair, and given back whatever happens."""

from __future__ import annotations

import asyncio
import functools
import random
import threading
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import pytest

from coalbaron_fast.engine import Stop
from coalbaron_server.api.problems import Problem
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.work.turns import Gone, SearchQueue, Turns
from tests.processes import PATIENCE_S

LONG_S = PATIENCE_S


class Bench:
    """A queue with searches that last until they are released or stopped."""

    def __init__(
        self, slots: int = 2, queue: int = 2, queue_s: float = LONG_S, client_slots: int = 0
    ) -> None:
        settings = Settings(slots=slots, queue=queue, queue_s=queue_s, client_slots=client_slots)
        self.queue = SearchQueue(settings, Metrics())
        self.order: list[str] = []
        self.releases: dict[str, threading.Event] = {}
        self.gone: dict[str, asyncio.Future[None]] = {}

    def begin(
        self, name: str, threads: int = 1, most_s: float = LONG_S, client: str = "one"
    ) -> asyncio.Task[str]:
        release = self.releases[name] = threading.Event()
        gone = self.gone[name] = asyncio.get_running_loop().create_future()

        def work(stop: Stop) -> str:
            self.order.append(name)
            while not release.wait(0.001):
                if stop.is_set:
                    return f"{name} stopped"
            return f"{name} done"

        return asyncio.ensure_future(self.queue.run(threads, client, work, gone, most_s))

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONG_S):
            while not condition():
                await asyncio.sleep(0.001)

    async def finish(self, tasks: Iterable[asyncio.Task[str]]) -> list[str]:
        """Let all work end; return what came of it once nothing is left."""
        for release in self.releases.values():
            release.set()
        found = await asyncio.gather(*tasks)
        await self.until(self.is_idle)
        return found

    def is_idle(self) -> bool:
        queue = self.queue
        return (queue.turns.free, queue.running, queue.turns.waiting) == (queue.turns.slots, 0, 0)


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test in an event loop of its own."""

    @functools.wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


@in_a_loop
async def test_no_more_run_than_there_are_slots() -> None:
    bench = Bench(slots=2)
    tasks = [bench.begin(name) for name in "abcd"]
    await bench.until(lambda: bench.queue.running == 2 and bench.queue.turns.waiting == 2)
    await asyncio.sleep(0.02)
    assert sorted(bench.order) == ["a", "b"]
    assert await bench.finish(tasks) == [f"{name} done" for name in "abcd"]


@in_a_loop
async def test_the_queue_is_bounded_and_says_when_to_come_back() -> None:
    bench = Bench(slots=1, queue=1)
    tasks = [bench.begin("a"), bench.begin("b")]
    await bench.until(lambda: bench.queue.turns.waiting == 1)
    with pytest.raises(Problem) as refusal:
        await bench.begin("c")
    assert refusal.value.status == 429
    assert int(refusal.value.headers["Retry-After"]) >= 1
    await bench.finish(tasks)


@in_a_loop
async def test_who_waits_too_long_is_turned_away() -> None:
    bench = Bench(slots=1, queue_s=0.02)
    first = bench.begin("a")
    await bench.until(lambda: bench.queue.running == 1)
    with pytest.raises(Problem) as refusal:
        await bench.begin("b")
    assert refusal.value.kind == "busy"
    bench.releases["a"].set()
    await first
    await bench.until(bench.is_idle)
    assert bench.order == ["a"]


@in_a_loop
async def test_first_come_first_served_whatever_they_need() -> None:
    bench = Bench(slots=2, queue=5)
    tasks = [bench.begin("a"), bench.begin("wide", threads=2), bench.begin("b")]
    await bench.until(lambda: bench.queue.turns.waiting == 2)
    await asyncio.sleep(0.02)
    # A slot is free, but it is kept for the one that waits for two.
    assert bench.order == ["a"]
    bench.releases["a"].set()
    await bench.until(lambda: bench.order == ["a", "wide"])
    assert bench.queue.turns.free == 0
    await bench.finish(tasks)


@in_a_loop
async def test_who_leaves_the_queue_blocks_nobody() -> None:
    bench = Bench(slots=2, queue=5)
    tasks = [bench.begin("a"), bench.begin("wide", threads=2), bench.begin("b")]
    await bench.until(lambda: bench.queue.turns.waiting == 2)
    bench.gone["wide"].set_result(None)
    with pytest.raises(Gone):
        await tasks[1]
    await bench.until(lambda: bench.order == ["a", "b"])
    bench.releases["a"].set()
    bench.releases["b"].set()
    await asyncio.gather(tasks[0], tasks[2])
    await bench.until(bench.is_idle)


@in_a_loop
async def test_a_client_that_goes_stops_its_search_alone() -> None:
    bench = Bench(slots=2)
    tasks = [bench.begin("a"), bench.begin("b")]
    await bench.until(lambda: bench.queue.running == 2)
    bench.gone["a"].set_result(None)
    with pytest.raises(Gone):
        await tasks[0]
    assert not tasks[1].done()
    bench.releases["b"].set()
    assert await tasks[1] == "b done"
    await bench.until(bench.is_idle)


@in_a_loop
async def test_a_search_is_stopped_at_its_time() -> None:
    bench = Bench()
    assert await bench.begin("a", most_s=0.02) == "a stopped"
    await bench.until(bench.is_idle)


@in_a_loop
async def test_a_cancelled_request_leaves_no_search_behind() -> None:
    bench = Bench(slots=1, queue=2)
    running, waiting = bench.begin("a"), bench.begin("b")
    await bench.until(lambda: bench.queue.turns.waiting == 1)
    for task in (waiting, running):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    await bench.until(bench.is_idle)
    assert bench.order == ["a"]


@in_a_loop
async def test_an_error_gives_the_slot_back() -> None:
    bench = Bench(slots=1)

    def fail(_stop: Stop) -> None:
        raise KeyError("inside")

    gone = asyncio.get_running_loop().create_future()
    with pytest.raises(KeyError):
        await bench.queue.run(1, "one", fail, gone, LONG_S)
    await bench.until(bench.is_idle)


@in_a_loop
async def test_closing_lets_searches_finish_for_a_while() -> None:
    bench = Bench(slots=1, queue=2)
    running, waiting = bench.begin("a"), bench.begin("b")
    await bench.until(lambda: bench.queue.turns.waiting == 1)
    closing = asyncio.ensure_future(bench.queue.close(LONG_S))
    with pytest.raises(Problem) as refusal:
        await waiting
    assert refusal.value.kind == "stopping"
    with pytest.raises(Problem):
        await bench.begin("c")
    bench.releases["a"].set()
    assert await running == "a done"
    await closing
    assert bench.is_idle()


@in_a_loop
async def test_closing_stops_what_goes_on_for_too_long() -> None:
    bench = Bench()
    running = bench.begin("a")
    await bench.until(lambda: bench.queue.running == 1)
    await bench.queue.close(0.02)
    assert await running == "a stopped"


@in_a_loop
async def test_a_slot_that_is_handed_out_while_the_service_closes_comes_back() -> None:
    """Its turn had come, and then nothing was begun any more."""
    bench = Bench(slots=1, queue=2)
    turns = bench.queue.turns
    await turns.take(1, "one", asyncio.get_running_loop().create_future())
    waiting = bench.begin("b")
    await bench.until(lambda: turns.waiting == 1)
    # Both before the request that waits hears of either.
    turns.give_back(1, "one")
    turns.close()
    assert turns.free == 0
    with pytest.raises(Problem) as refusal:
        await waiting
    assert refusal.value.kind == "stopping"
    assert bench.order == []
    assert bench.is_idle()
    assert turns._held.of("one") == 0


@in_a_loop
async def test_a_slot_that_is_handed_out_to_whoever_leaves_goes_to_the_next() -> None:
    """Its turn came in the moment in which it left, was cancelled, or had waited too long."""
    for way in ("gone", "cancelled"):
        bench = Bench(slots=1, queue=3)
        turns = bench.queue.turns
        await turns.take(1, "one", asyncio.get_running_loop().create_future())
        leaving, next_one = bench.begin("b"), bench.begin("c")
        await bench.until(lambda turns=turns: turns.waiting == 2)  # type: ignore[misc]
        turns.give_back(1, "one")
        if way == "gone":
            bench.gone["b"].set_result(None)
        else:
            leaving.cancel()
        with pytest.raises((Gone, asyncio.CancelledError)):
            await leaving
        bench.releases["c"].set()
        assert await next_one == "c done"
        assert bench.order == ["c"]
        await bench.until(bench.is_idle)


# -- several clients


@in_a_loop
async def test_a_client_holds_no_more_than_its_share() -> None:
    bench = Bench(slots=2, queue=6, client_slots=1)
    tasks = [bench.begin(name, client="many") for name in "abcd"]
    await bench.until(lambda: bench.queue.running == 1 and bench.queue.turns.waiting == 3)
    # Its part of the queue is full, but neither the slot nor the rest of the queue is its own.
    with pytest.raises(Problem) as refusal:
        await bench.begin("e", client="many")
    assert refusal.value.kind == "busy"
    tasks.append(bench.begin("x", client="other"))
    await bench.until(lambda: bench.order == ["a", "x"])
    await bench.finish(tasks)


@in_a_loop
async def test_clients_take_turns() -> None:
    bench = Bench(slots=1, queue=8)
    tasks = [bench.begin(name, client="many") for name in "abc"]
    await bench.until(lambda: bench.queue.turns.waiting == 2)
    tasks += [bench.begin("x", client="other"), bench.begin("y", client="third")]
    await bench.until(lambda: bench.queue.turns.waiting == 4)
    for name in "abxyc":
        await bench.until(lambda name=name: name in bench.order)  # type: ignore[misc]
        bench.releases[name].set()
    await asyncio.gather(*tasks)
    assert bench.order == ["a", "b", "x", "y", "c"]
    await bench.until(bench.is_idle)


@in_a_loop
async def test_a_free_slot_is_given_although_the_queue_is_full_of_others() -> None:
    bench = Bench(slots=2, queue=2, client_slots=1)
    tasks = [bench.begin(name, client="many") for name in "ab"]
    await bench.until(lambda: bench.queue.turns.waiting == 1)
    tasks.append(bench.begin("x", client="other"))
    await bench.until(lambda: bench.order == ["a", "x"])
    await bench.finish(tasks)


# -- any requests at all


class Model:
    """Turns as their rules are written, on lists: first come, first served, in each client's share.

    A request whose client has its share lets others go first. One for which too few slots are free
    keeps them, and all who come after it wait. Once a client is served, its other requests go
    after all that wait.
    """

    def __init__(self, slots: int, share: int) -> None:
        self.slots, self.share = slots, share
        self.waiting: list[tuple[str, str, int]] = []
        self.held: list[tuple[str, str, int]] = []

    def used(self, client: str | None = None) -> int:
        return sum(need for _, who, need in self.held if client in (None, who))

    def hand_out(self) -> None:
        full: set[str] = set()
        served: list[str] = []
        for request in list(self.waiting):
            _, client, need = request
            if client in full or self.used(client) + need > self.share:
                full.add(client)
            elif self.used() + need > self.slots:
                break
            else:
                self.waiting.remove(request)
                self.held.append(request)
                served.append(client)
        for client in served:
            others = [request for request in self.waiting if request[1] != client]
            own = [request for request in self.waiting if request[1] == client]
            self.waiting = others + own


@pytest.mark.parametrize("seed", range(12))
def test_any_requests_are_served_as_the_rules_say(seed: int) -> None:
    async def test() -> None:
        chance = random.Random(seed)
        slots = chance.randint(2, 5)
        share = chance.randint(max(1, slots - 2), slots)
        turns = Turns(slots, 100, LONG_S, client_slots=share, client_queue=100)
        model = Model(slots, share)
        loop = asyncio.get_running_loop()
        tasks: dict[str, asyncio.Task[None]] = {}
        gone: dict[str, asyncio.Future[None]] = {}
        needs: dict[str, tuple[str, int]] = {}

        async def settle() -> None:
            for _ in range(6):
                await asyncio.sleep(0)

        for step in range(120):
            what = chance.random()
            if what < 0.45 or not tasks:
                name, client = f"r{step}", chance.choice("abc")
                need = chance.randint(1, share)
                gone[name] = loop.create_future()
                needs[name] = (client, need)
                tasks[name] = asyncio.ensure_future(turns.take(need, client, gone[name]))
                model.waiting.append((name, client, need))
            elif what < 0.85 and model.held:
                request = chance.choice(model.held)
                model.held.remove(request)
                name, client, need = request
                del tasks[name]
                turns.give_back(need, client)
            elif model.waiting:
                request = chance.choice(model.waiting)
                model.waiting.remove(request)
                name = request[0]
                gone[name].set_result(None)
                await asyncio.wait((tasks[name],))
                assert isinstance(tasks.pop(name).exception(), Gone)
            model.hand_out()
            await settle()
            served = {name for name, task in tasks.items() if task.done()}
            assert served == {name for name, _, _ in model.held}, step
            assert turns.free == slots - model.used()
            assert turns.waiting == len(model.waiting)
        for name in [name for name, _, _ in model.waiting]:
            gone[name].set_result(None)
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        for _, client, need in model.held:
            turns.give_back(need, client)
        assert (turns.free, turns.waiting) == (slots, 0)

    asyncio.run(test())


@in_a_loop
async def test_a_large_request_is_not_overtaken_for_ever() -> None:
    """However many small ones of others come and go meanwhile."""
    turns = Turns(3, 100, LONG_S, client_slots=3, client_queue=100)
    never = asyncio.get_running_loop().create_future()
    await turns.take(1, "small 0", never)
    large = asyncio.ensure_future(turns.take(3, "large", never))
    await asyncio.sleep(0)
    small = [
        asyncio.ensure_future(turns.take(1, f"small {number}", never)) for number in range(1, 9)
    ]
    await asyncio.sleep(0)
    assert not any(task.done() for task in small)
    turns.give_back(1, "small 0")
    await large
    assert turns.free == 0
    turns.give_back(3, "large")
    await asyncio.wait(small[:3])
    assert [task.done() for task in small] == [True] * 3 + [False] * 5
    for task in small:
        task.cancel()
    await asyncio.gather(*small, return_exceptions=True)
