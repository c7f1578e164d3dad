"""No input of up to a megabyte holds an event loop or a reader for more than its bound.

Instructions are counted, no time is taken. The inputs are the worst ones that long searches found
(`python -m tests.worst_case --keep`); a reader that is new must have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.worst_case.__main__ import WORST, bound_of, chosen_readers
from tests.worst_case.counting import A_MILLISECOND, BOUND, Work, counted, thread_time, why_not
from tests.worst_case.inputs import COUNTER, LARGEST, Input, read_inputs
from tests.worst_case.planted import PLANTED, SLOW
from tests.worst_case.readers import Reader
from tests.worst_case.searching import LONG, measured

needs_valgrind = pytest.mark.skipif(why_not() is not None, reason=why_not() or "")

PARTS = 6
INPUTS = 300
"""Inputs that a search in a planted reader may look at."""


@cache
def kept() -> dict[str, Any]:
    return read_inputs(WORST)


def jobs_of(names: list[str], sizes: tuple[int, ...]) -> list[Any]:
    """Return what to count: the worst input of each at its worst length, and at some more."""
    return [(name, bound_of(name), (*kept()[name][1], *sizes), kept()[name][0]) for name in names]


def over(names: list[str], answers: Iterable[Any]) -> dict[str, int]:
    """Return the instructions of those whose worst inputs take more than their bounds."""
    costs = {name: cost for name, (cost, _, _) in zip(names, answers, strict=True)}
    assert all(costs.values()), "something was not counted"
    return {name: cost for name, cost in costs.items() if cost > bound_of(name)}


def test_everything_that_reads_has_its_worst_input() -> None:
    assert {reader.name for reader in chosen_readers(())} == kept().keys()


@pytest.mark.slow
@needs_valgrind
@pytest.mark.parametrize("part", range(PARTS))
def test_all_readers_are_within_their_bounds(part: int) -> None:
    """A part of them: all together take minutes, more with each game."""
    names = list(kept())[part::PARTS]

    assert over(names, counted("tests.worst_case.known", jobs_of(names, (4096, LARGEST)))) == {}


@pytest.mark.slow
@needs_valgrind
def test_the_old_field_is_cubic() -> None:
    spaces = Input("A:", " ", "\0")
    field = [(f"{PLANTED}read_field", 10**12, (size,), spaces) for size in (64, 128, 256)]
    costs = [cost for cost, _, _ in counted("tests.worst_case.known", field)]

    # Eight times as long for twice the length: an hour for 16 KB.
    assert 5 < costs[2] / costs[1] < 9
    assert costs[2] * (16_384 / 256) ** 3 > 1000 * 1000 * A_MILLISECOND


@pytest.mark.slow
@needs_valgrind
@pytest.mark.parametrize("read", SLOW, ids=lambda read: read.__name__)
def test_a_planted_reader_is_found(read: Any) -> None:  # noqa: ANN401 - a function
    jobs = [(f"{PLANTED}{read.__name__}", BOUND, "search", INPUTS)]
    ((cost, size, _),) = counted("tests.worst_case.known", jobs)

    assert cost > BOUND
    assert size <= 65_536


def test_an_input_has_the_length_that_is_asked_for() -> None:
    for piece in ("a", "ab", "é", f"{COUNTER},"):
        text = Input("begin ", piece, " end").text(1000)
        assert 1000 - 8 <= len(text.encode()) <= 1000
        assert text.startswith("begin ")
        assert text.endswith(" end")
    words = Input("", f"{COUNTER},", "").text(10_000).split(",")
    assert len(set(words)) == len(words)


def test_a_measure_stops_before_what_would_not_end() -> None:
    seen: list[int] = []

    def measure(work: Work, *, in_steps: bool) -> int:
        work()
        return 10 ** len(seen) if in_steps else 0

    def prepare(text: str) -> Any:  # noqa: ANN401 - a function
        return lambda: seen.append(len(text))

    reader = Reader("grows", lambda: ["a"], prepare, in_steps=True)
    found = measured(reader, LONG, Input("", "a", ""), measure, 10_000)

    assert seen == list(LONG[:5])
    assert (found.cost, found.size) == (100_000, LONG[4])


def test_the_longest_step_of_an_event_loop_counts() -> None:
    import asyncio  # noqa: PLC0415 - only here

    async def work(steps: int) -> None:
        for _ in range(steps):
            sum(range(20_000))
            await asyncio.sleep(0)

    def took(steps: int, *, in_steps: bool) -> int:
        loop = asyncio.new_event_loop()
        try:
            return thread_time(lambda: loop.run_until_complete(work(steps)), in_steps=in_steps)
        finally:
            loop.close()

    whole = min(took(200, in_steps=False) for _ in range(3))
    longest = min(took(200, in_steps=True) for _ in range(3))
    assert longest * 10 < whole


def test_a_search_reads_the_same_inputs_again() -> None:
    from tests.worst_case.inputs import mutated, random_input  # noqa: PLC0415 - only here

    def inputs() -> Iterator[Input]:
        rng = Random(5)
        one = random_input(['{"a": [1, {"b": "c"}]}'], rng)
        for _ in range(200):
            one = mutated(one, ["x y z"], rng)
            yield one

    assert list(inputs()) == list(inputs())
