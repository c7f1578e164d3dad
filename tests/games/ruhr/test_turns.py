"""Turns for the search: every result of a group of decisions is listed, each once."""

from __future__ import annotations

import pytest

from coalbaron_fast.games.ruhr import State

workload = pytest.importorskip("coalbaron_fast.games.ruhr.workload", reason="built in place only")
completeness = pytest.importorskip("tests.games.ruhr.completeness")


def test_every_result_is_listed_once() -> None:
    options, markets, _ = completeness.check(1, range(0, 108, 4), 0.02)
    assert options > 10
    assert markets > 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_result_is_listed_once_in_many_positions(part: int) -> None:
    options, markets, _ = completeness.check(2, range(27 * part, 27 * (part + 1)), 0.05)
    assert options > 30
    assert markets > 20


def test_the_search_looks_at_the_best_turns_at_first_sight() -> None:
    wide = 0
    for seed in range(3):
        state = State(2 + seed, seed=seed)
        while not state.is_over:
            every = {tuple(codes) for codes in workload.every_turn(state.data())}
            values = {tuple(codes): v for codes, v in workload.proposed_turns(state.data(), 192)}
            few = [value for _, value in workload.proposed_turns(state.data(), 10)]
            best = sorted(values.values(), reverse=True)
            assert set(values) <= every
            assert len(values) == min(192, len(every))
            assert sorted(few, reverse=True) == pytest.approx(best[:10])
            assert values[tuple(state.first_sight())] == pytest.approx(best[0])
            wide += len(every) > 10
            state.push_codes(state.first_sight())
    assert wide > 50
