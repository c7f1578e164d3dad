"""What limits come to: clocks, depth, what is refused."""

from __future__ import annotations

import pickle

import pytest

from coalbaron_fast import LimitsError, NothingToSearchError, SettingsError, UnknownTurnError
from coalbaron_fast.engine import PARAMETERS, Engine, Limits
from coalbaron_fast.games import GAMES
from tests.search import hide_game
from tests.search.test_engine import SHORT, opened


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


def test_a_clock_that_was_not_told_is_thought_to_be_the_shortest() -> None:
    state = opened()
    seat = state.turn
    assert seat is not None
    told = Limits(clock_ms=[5000.0, 5000.0, 5000.0]).allowance_ms(state)
    other = (seat + 1) % 3
    for clock in (5000.0, None):
        clocks = [9000.0] * 3
        clocks[other] = 5000.0
        known = Limits(clock_ms=[clock if one == seat else clocks[one] for one in range(3)])
        assert known.allowance_ms(state) == told
    added = [None, None, None]
    assert Limits(clock_ms=[5000.0] * 3, increment_ms=added).allowance_ms(state) == told
    with pytest.raises(LimitsError, match="a limit is needed"):
        Limits(clock_ms=[None, None, None])


def test_one_plan_decides_nodes_trees_and_parameters() -> None:
    state = opened()
    deep = Limits(depth=3).plan(state, 2, 4, PARAMETERS)
    assert (deep.nodes, deep.trees, deep.allowance_ms) == (3000, 1, None)
    assert deep.parameters == PARAMETERS | {"depth": 3}
    few = Limits(nodes=800, depth=3, time_ms=7.0).plan(state, 2, 4, PARAMETERS)
    assert (few.nodes, few.trees, few.allowance_ms) == (800, 1, 7.0)
    many = Limits(nodes=10**6).plan(state, 2, 4, PARAMETERS)
    assert (many.nodes, many.trees, many.parameters) == (10**6, 4, PARAMETERS)
    bare = PARAMETERS | {"playout": 0}
    assert [Limits(nodes=nodes).plan(state, 2, 4, bare).trees for nodes in (49_999, 50_000)] == [
        1,
        2,
    ]
    timed = Limits(time_ms=5.0).plan(state, 2, 4, PARAMETERS)
    assert (timed.nodes, timed.trees) == (None, 2)
    endless = Limits(time_ms=5.0, infinite=True).plan(state, 2, 4, PARAMETERS)
    assert endless.allowance_ms is None


@pytest.mark.parametrize(
    "settings",
    [{}, {"nodes": 0}, {"time_ms": -1}, {"error": 0.0}, {"nodes": 1, "lines": 0}],
)
def test_limits_that_make_no_sense_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"limit|must be"):
        Limits(**settings)  # type: ignore[arg-type]


def test_errors_name_the_field() -> None:
    with pytest.raises(LimitsError, match="lines must be at least 1, not 0") as limits:
        Limits(nodes=1, lines=0)
    assert limits.value.field == "lines"
    with pytest.raises(LimitsError) as clock:
        Engine(hash_mb=8).start(opened(), Limits(clock_ms=[1.0]))
    assert clock.value.field == "clock_ms"
    with pytest.raises(SettingsError, match="no parameter luck: exploration, ") as settings:
        Engine(parameters={"luck": 1.0})
    assert settings.value.field == "parameters"
    for error in (limits.value, settings.value, UnknownTurnError("m4"), NothingToSearchError("x")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_another_game_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hide", "tests.search.hide_game")
    hidden = hide_game.State(2)
    with pytest.raises(TypeError, match="this engine plays Coal Baron, not Hide and seek"):
        Engine(hash_mb=8, parameters=SHORT).search(hidden, Limits(nodes=5))
    with pytest.raises(TypeError, match="this engine plays Hide and seek, not Coal Baron"):
        Engine(hash_mb=8, game="hide").search(opened(), Limits(nodes=5))
    monkeypatch.delitem(GAMES, "hide")
    with pytest.raises(TypeError, match=r"not tests\.search\.hide_game\.State"):
        Engine(hash_mb=8, parameters=SHORT).search(hidden, Limits(nodes=5))
