"""Slots and the queue: bounded, fair, and given back whatever happens."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from coalbaron_fast.engine import Stop
from coalbaron_server.metrics import Metrics
from coalbaron_server.problems import Problem
from coalbaron_server.search_queue import SearchQueue
from coalbaron_server.settings import Settings
from coalbaron_server.turns import Gone

LONG_S = 20.0


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

    def is_idle(self) -> bool:
        queue = self.queue
        return (queue.turns.free, queue.running, queue.turns.waiting) == (queue.turns.slots, 0, 0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_no_more_run_than_there_are_slots() -> None:
    async def test() -> None:
        bench = Bench(slots=2)
        tasks = [bench.begin(name) for name in "abcd"]
        await bench.until(lambda: bench.queue.running == 2 and bench.queue.turns.waiting == 2)
        await asyncio.sleep(0.02)
        assert sorted(bench.order) == ["a", "b"]
        for name in "abcd":
            bench.releases[name].set()
        assert await asyncio.gather(*tasks) == [f"{name} done" for name in "abcd"]
        await bench.until(bench.is_idle)

    run(test)


def test_the_queue_is_bounded_and_says_when_to_come_back() -> None:
    async def test() -> None:
        bench = Bench(slots=1, queue=1)
        tasks = [bench.begin("a"), bench.begin("b")]
        await bench.until(lambda: bench.queue.turns.waiting == 1)
        with pytest.raises(Problem) as refusal:
            await bench.begin("c")
        assert refusal.value.status == 429
        assert int(refusal.value.headers["Retry-After"]) >= 1
        bench.releases["a"].set()
        bench.releases["b"].set()
        await asyncio.gather(*tasks)
        await bench.until(bench.is_idle)

    run(test)


def test_who_waits_too_long_is_turned_away() -> None:
    async def test() -> None:
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

    run(test)


def test_first_come_first_served_whatever_they_need() -> None:
    async def test() -> None:
        bench = Bench(slots=2, queue=5)
        tasks = [bench.begin("a"), bench.begin("wide", threads=2), bench.begin("b")]
        await bench.until(lambda: bench.queue.turns.waiting == 2)
        await asyncio.sleep(0.02)
        # A slot is free, but it is kept for the one that waits for two.
        assert bench.order == ["a"]
        bench.releases["a"].set()
        await bench.until(lambda: bench.order == ["a", "wide"])
        assert bench.queue.turns.free == 0
        bench.releases["wide"].set()
        bench.releases["b"].set()
        await asyncio.gather(*tasks)
        await bench.until(bench.is_idle)

    run(test)


def test_who_leaves_the_queue_blocks_nobody() -> None:
    async def test() -> None:
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

    run(test)


def test_a_client_that_goes_stops_its_search_alone() -> None:
    async def test() -> None:
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

    run(test)


def test_a_search_is_stopped_at_its_time() -> None:
    async def test() -> None:
        bench = Bench()
        assert await bench.begin("a", most_s=0.02) == "a stopped"
        await bench.until(bench.is_idle)

    run(test)


def test_a_cancelled_request_leaves_no_search_behind() -> None:
    async def test() -> None:
        bench = Bench(slots=1, queue=2)
        running, waiting = bench.begin("a"), bench.begin("b")
        await bench.until(lambda: bench.queue.turns.waiting == 1)
        for task in (waiting, running):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await bench.until(bench.is_idle)
        assert bench.order == ["a"]

    run(test)


def test_an_error_gives_the_slot_back() -> None:
    async def test() -> None:
        bench = Bench(slots=1)

        def fail(_stop: Stop) -> None:
            raise KeyError("inside")

        gone = asyncio.get_running_loop().create_future()
        with pytest.raises(KeyError):
            await bench.queue.run(1, "one", fail, gone, LONG_S)
        await bench.until(bench.is_idle)

    run(test)


def test_closing_lets_searches_finish_for_a_while() -> None:
    async def test() -> None:
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

    run(test)


def test_closing_stops_what_goes_on_for_too_long() -> None:
    async def test() -> None:
        bench = Bench()
        running = bench.begin("a")
        await bench.until(lambda: bench.queue.running == 1)
        await bench.queue.close(0.02)
        assert await running == "a stopped"

    run(test)


# -- several clients


def test_a_client_holds_no_more_than_its_share() -> None:
    async def test() -> None:
        bench = Bench(slots=2, queue=6, client_slots=1)
        tasks = [bench.begin(name, client="many") for name in "abcd"]
        await bench.until(lambda: bench.queue.running == 1 and bench.queue.turns.waiting == 3)
        # Its part of the queue is full, but neither the slot nor the rest of the queue is its own.
        with pytest.raises(Problem) as refusal:
            await bench.begin("e", client="many")
        assert refusal.value.kind == "busy"
        tasks.append(bench.begin("x", client="other"))
        await bench.until(lambda: bench.order == ["a", "x"])
        for release in bench.releases.values():
            release.set()
        await asyncio.gather(*tasks)
        await bench.until(bench.is_idle)

    run(test)


def test_clients_take_turns() -> None:
    async def test() -> None:
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

    run(test)


def test_a_free_slot_is_given_although_the_queue_is_full_of_others() -> None:
    async def test() -> None:
        bench = Bench(slots=2, queue=2, client_slots=1)
        tasks = [bench.begin(name, client="many") for name in "ab"]
        await bench.until(lambda: bench.queue.turns.waiting == 1)
        tasks.append(bench.begin("x", client="other"))
        await bench.until(lambda: bench.order == ["a", "x"])
        for release in bench.releases.values():
            release.set()
        await asyncio.gather(*tasks)
        await bench.until(bench.is_idle)

    run(test)
