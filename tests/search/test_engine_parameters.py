"""The search's parameters and limits: what is too much for it is refused, the most is not."""

from __future__ import annotations

import math

import pytest

from coalbaron_fast import Engine, Limits, LimitsError, SettingsError, State
from coalbaron_fast.engine import PARAMETER_RANGES, PARAMETERS
from coalbaron_fast.engine.limits import MOST
from coalbaron_fast.games import Units, load_game
from tests.search.test_engine import opened


def test_every_parameter_has_a_range_and_a_default_in_it() -> None:
    assert PARAMETER_RANGES.keys() == PARAMETERS.keys()
    for name, (low, high) in PARAMETER_RANGES.items():
        assert low <= PARAMETERS[name] <= high, name


@pytest.mark.parametrize("name", PARAMETER_RANGES)
def test_parameters_beyond_their_range_are_refused(name: str) -> None:
    low, high = PARAMETER_RANGES[name]
    for value in (low - 1, high * 2 + 1, math.inf, -math.inf, math.nan):
        with pytest.raises(SettingsError, match=f"{name} must be ") as refused:
            Engine(parameters={name: value})
        assert refused.value.field == "parameters"


def test_parameters_that_count_are_whole() -> None:
    with pytest.raises(SettingsError, match="playout must be a whole number from 0 to 1000, not 1"):
        Engine(parameters={"playout": 1.5})
    assert Engine(parameters={"playout": 2.0}).parameters["playout"] == 2


def test_what_is_measured_in_points_grows_with_the_size_of_a_game_s_units() -> None:
    rich = load_game("coalbaron")._replace(units=Units("dollars", "$", 4.0))
    hand, usual = (Engine(game=game, evaluation="hand").parameters for game in (rich, "coalbaron"))
    sized = {name: 4 * usual[name] for name in ("margin_scale", "temperature")}
    assert hand == usual | sized
    # A network weighs turns in odds.
    net, usual = (Engine(game=game, evaluation="net").parameters for game in (rich, "coalbaron"))
    assert net == usual | {"margin_scale": 4 * usual["margin_scale"]}
    assert Engine(game=rich, parameters={"margin_scale": 7.0}).parameters["margin_scale"] == 7.0


@pytest.mark.parametrize("evaluation", ["hand", "net"])
@pytest.mark.parametrize("name", PARAMETER_RANGES)
def test_a_search_works_at_both_ends_of_a_range(name: str, evaluation: str) -> None:
    state = opened()
    for value in PARAMETER_RANGES[name]:
        short = {"playout": 1, name: value}
        engine = Engine(hash_mb=8, slices=1, parameters=short, evaluation=evaluation)
        found = engine.search(state, Limits(nodes=20 if name == "playout" else 400))
        assert math.isfinite(found.lines[0].utility)
        assert found.best[0] in state.legal_moves()


@pytest.mark.parametrize("name", MOST)
def test_the_largest_limit_is_kept_to_and_larger_ones_are_refused(name: str) -> None:
    def limits(value: float) -> Limits:
        if name == "clock_ms":
            return Limits(nodes=10, clock_ms=[value, None, None])
        if name == "increment_ms":
            return Limits(nodes=10, clock_ms=[60_000.0] * 3, increment_ms=[value, 0.0, 0.0])
        return Limits(**{"error": 0.9, name: value})  # type: ignore[arg-type]

    state = opened()
    assert state.turn == 0
    found = Engine(hash_mb=8, parameters={"playout": 0}).search(state, limits(MOST[name]))
    assert found.best[0] in state.legal_moves()
    for value in (MOST[name] + 1, 2**70, math.inf, math.nan):
        with pytest.raises(LimitsError) as refused:
            limits(value)
        assert refused.value.field == name


def test_the_largest_limits_hold_where_the_ending_is_tried_first() -> None:
    state = State(2, seed=3)
    while state.turns_expected() > 3:
        state.push_codes(state.first_sight())
    assert Engine(hash_mb=8).endings.is_short(state)
    for name in ("nodes", "time_ms"):
        found = Engine(hash_mb=8).search(state, Limits(**{"error": 0.9, name: MOST[name]}))  # type: ignore[arg-type]
        assert found.best[0] in state.legal_moves()
