"""Turns for the search: every result of a group of decisions is listed, each once."""

from __future__ import annotations

import pytest

from coalbaron_fast.games.ruhr import State

workload = pytest.importorskip("coalbaron_fast.games.ruhr.workload", reason="built in place only")
completeness = pytest.importorskip("tests.games.ruhr.completeness")


@pytest.mark.oracle
def test_every_result_is_listed_once() -> None:
    counts = completeness.check(1, range(0, 108, 4), 0.02).counts
    assert counts["option"] > 10
    assert counts["buy"] > 5
    assert counts["calm"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_result_is_listed_once_in_many_positions(part: int) -> None:
    counts = completeness.check(2, range(27 * part, 27 * (part + 1)), 0.05).counts
    assert counts["option"] > 30
    assert counts["buy"] > 20


@pytest.mark.oracle
def test_a_position_is_compared_once_and_a_wide_market_is_counted() -> None:
    tally = completeness.check(1, range(4), 0.2, kinds=["buy"], inside=1)
    compared, wide = tally.counts["buy"], tally.counts["wide"]
    assert tally.counts["again"] == 0
    assert wide > 2
    completeness.check(1, range(4), 0.2, kinds=["buy"], inside=1, tally=tally)
    assert (tally.counts["buy"], tally.counts["wide"]) == (compared, wide)
    assert tally.counts["again"] == compared + wide


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
