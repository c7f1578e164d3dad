"""What a game is worth: by the rule, and the same in the batch."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from coalbaron_fast import State
from coalbaron_fast.envs import BatchEnv, token_of
from coalbaron_fast.envs.rewards import returns_of


def test_a_shared_win_returns_its_part() -> None:
    def ended(players: int, winners: list[int]) -> State:
        shares = [(seat in winners) / len(winners) for seat in range(players)]
        return cast("State", SimpleNamespace(players=players, win_shares=lambda: shares))

    assert returns_of(ended(2, [0, 1])) == [0.0, 0.0]
    assert returns_of(ended(3, [2])) == [-0.5, -0.5, 1.0]
    assert returns_of(ended(3, [0, 2])) == [0.25, -0.5, 0.25]
    assert returns_of(ended(4, [1])) == pytest.approx([-1 / 3, 1.0, -1 / 3, -1 / 3])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_batch_pays_the_same(players: int) -> None:
    lanes = 6
    env = BatchEnv(lanes, players, seed=players)
    env.reset()
    states = [env.state_of(lane) for lane in range(lanes)]
    ended = 0
    while ended < lanes:
        actions = env.sample()
        step = env.step(actions)
        for lane, state in enumerate(states):
            state.push(token_of(int(actions[lane])))
            assert state.is_over == step.terminated[lane]
            assert step.rewards[lane].tolist() == pytest.approx(returns_of(state))
            if state.is_over:
                states[lane] = env.state_of(lane)
                ended += 1
