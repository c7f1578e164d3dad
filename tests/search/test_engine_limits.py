"""What limits come to: clocks, depth, what is refused."""

from __future__ import annotations

import pytest

from coalbaron_fast.engine import Engine, Limits
from tests.search.test_engine import opened


@pytest.mark.parametrize("left", [3_000.0, 20.0])
def test_a_clock_is_shared_out_over_the_turns_to_come(left: float) -> None:
    state = opened()
    limits = Limits(clock_ms=[left] * 3, increment_ms=[0.0] * 3)
    allowed = limits.allowance_ms(state)
    assert allowed is not None
    assert 1.0 <= allowed <= max(left / 10, 1.0)
    more = Limits(clock_ms=[left] * 3, increment_ms=[4.0] * 3).allowance_ms(state)
    assert more is not None
    assert more >= allowed
    assert Limits(clock_ms=[left] * 3, time_ms=0.5).allowance_ms(state) == 0.5
    look = state.copy()
    look.push_all("ox")
    assert look.phase == "keep"
    within = limits.allowance_ms(look)
    assert within is not None
    assert 1.0 <= within <= max(allowed / 3, 1.0)
    with pytest.raises(ValueError, match="3 seats"):
        Engine(hash_mb=8).search(state, Limits(clock_ms=[left]))
    with pytest.raises(ValueError, match="3 seats"):
        Engine(hash_mb=8).search(state, Limits(clock_ms=[left] * 3, increment_ms=[1.0]))


@pytest.mark.parametrize(
    "settings",
    [{}, {"nodes": 0}, {"time_ms": -1}, {"error": 0.0}, {"nodes": 1, "lines": 0}],
)
def test_limits_that_make_no_sense_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"limit|must be"):
        Limits(**settings)  # type: ignore[arg-type]
