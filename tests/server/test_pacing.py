"""Steps are taken one a round, by turns between clients, after new connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from coalbaron_server.transport.pacing import MOST_ROUNDS_HELD, Pacer


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


class Rounds:
    """Counts rounds of the loop, and notes in which one each step was taken."""

    def __init__(self) -> None:
        self.number = 0
        self.taken: list[tuple[str, int]] = []

    async def go(self, count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(0)
            self.number += 1

    def step(self, name: str) -> Callable[[], None]:
        return lambda: self.taken.append((name, self.number))

    @property
    def order(self) -> list[str]:
        return [name for name, _ in self.taken]


def test_the_first_step_is_taken_at_once_and_the_others_one_a_round() -> None:
    async def test() -> None:
        pacer, rounds = Pacer(), Rounds()
        for number in range(5):
            pacer.take("one", rounds.step(str(number)))
        assert rounds.order == ["0"]
        await rounds.go(10)
        assert rounds.order == list("01234")
        later = [number for _, number in rounds.taken[1:]]
        assert len(set(later)) == len(later)
        # It has come to rest: the next one need not wait.
        pacer.take("one", rounds.step("5"))
        assert rounds.order[-1] == "5"

    run(test)


def test_a_client_with_one_request_waits_for_one_of_another() -> None:
    async def test() -> None:
        pacer, rounds = Pacer(), Rounds()
        for _ in range(100):
            pacer.take("many", rounds.step("many"))
        pacer.take("few", rounds.step("few"))
        await rounds.go(5)
        assert "few" in rounds.order[:3]

    run(test)


def test_new_connections_come_first_but_not_for_ever() -> None:
    async def test() -> None:
        pacer, rounds = Pacer(), Rounds()
        pacer.hold()
        pacer.take("one", rounds.step("work"))
        for _ in range(2 * MOST_ROUNDS_HELD):
            pacer.hold()
            await rounds.go(1)
        ((_, number),) = rounds.taken
        assert MOST_ROUNDS_HELD - 2 <= number <= MOST_ROUNDS_HELD + 2

    run(test)
