"""Positions of greedy play are legal, realistic in kind, and the same for the same seed."""

from __future__ import annotations

import pytest
from bench.greedy import Effect, Pit, effect_of, play_game
from bench.positions import Mining, describe, mining_turns, percentile, states_by_steps

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import facts


def test_positions_are_those_where_mining_begins() -> None:
    turns = mining_turns(1, 0)
    assert {turn.state.players for turn in turns} == {2, 3, 4}
    assert all(turn.state.phase == "mine" for turn in turns)
    spaces = dict(zip(facts.MINING_SPACES, facts.MINING_STEPS, strict=True))
    assert all(spaces[turn.state.to_dict()["space"]] == turn.steps for turn in turns)


def test_positions_are_the_same_for_the_same_seed() -> None:
    first, again, other = play_game(2, 5), play_game(2, 5), play_game(2, 6)
    assert first == again
    assert first != other


def test_the_player_plays_sensibly() -> None:
    # Random play ends near zero; a player that delivers what it can is far above.
    state = play_game(2, 0)[-1]
    assert state.shift == 3
    assert sum(len(seat["delivered"]) for seat in state.to_dict()["seats"]) >= 12


@pytest.mark.parametrize(
    ("token", "effect"),
    [
        ("@3", Effect("", 0, (), (), 1)),
        ("+g", Effect("", 0, (), (2,), 1)),
        ("-k", Effect("", 0, (3,), (7,), 1)),
        ("g>Tgg", Effect("Tgg", 2, (2,), (), 1)),
        ("~b>Tbb", Effect("Tbb", 1, (5,), (), 1)),
        ("y~b>Tybgk:g", Effect("Tybgk", 2, (0, 5), (), 2)),
        ("~y~y>Tgg:g", Effect("Tgg", 2, (4, 4), (), 2)),
    ],
)
def test_effects_of_tokens(token: str, effect: Effect) -> None:
    assert effect_of(token) == effect


def test_gain_agrees_with_the_position_that_a_plan_leads_to() -> None:
    for turn in mining_turns(1, 0)[::7]:
        seat = turn.state.turn
        assert seat is not None
        pit = Pit(turn.state.to_dict()["seats"][seat])
        for tokens, position in turn.state.mining_plans(dominated=False)[::11]:
            after = Pit(position.to_dict()["seats"][seat])
            value, steps = pit.gain(tokens)
            earned = after.order_total() - pit.order_total()
            assert value == pytest.approx(after.gain([])[0] + earned)
            assert steps <= turn.steps


def test_states_by_steps_loses_none() -> None:
    turns = [Mining(4, State(4)), Mining(10, State(2)), Mining(4, State(4))]
    groups = states_by_steps(turns)
    assert {steps: len(states) for steps, states in groups.items()} == {4: 2, 6: 0, 8: 0, 10: 1}


def test_percentile_is_a_value_that_is_there() -> None:
    values = list(range(1, 101))
    assert percentile(values, 0.95) == 95
    assert percentile(values, 1.0) == 100
    assert percentile([3.0], 0.95) == 3.0
    assert percentile([1.0, 2.0], 0.5) == 1.0


def test_describe_counts_end_states() -> None:
    turn = mining_turns(1, 0)[0]
    found = describe([turn.state], 4)
    assert found["median"] == found["most"] == len(turn.state.mining_plans(steps=4))
    assert found["kept_median"] == len(turn.state.mining_plans(steps=4, dominated=False))
