"""What a network is fed: the observation without its zeros, in whole numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from coalbaron_fast import State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.observation import LAYOUT, decode, observation_size, observe
from coalbaron_fast.search import game as contract
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, sampled_positions

OPS = load_game("coalbaron").ops


def positions(players: int) -> list[State]:
    """Return positions from a game of every style."""
    return [
        state for style in STYLES for state in sampled_positions(players, style, players, every=17)
    ]


def observed(indices: list[int], values: list[int], players: int) -> npt.NDArray[np.float32]:
    """Put features back to where they stand in an observation."""
    numbers = np.zeros(observation_size(players), np.float32)
    numbers[indices] = values
    for field in LAYOUT[players]:
        numbers[field.offset : field.offset + field.size] /= field.divisor
    return numbers


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_they_are_the_observation(players: int) -> None:
    assert contract.features_size(OPS, players) == observation_size(players)
    for state in positions(players):
        for seat in range(players):
            found = contract.features(OPS, state.data(), seat)
            assert found is not None
            indices, values = found
            assert indices == sorted(set(indices))
            assert 0 not in values
            numbers = observed(indices, values, players)
            assert np.array_equal(numbers, observe(state, seat))
            assert decode(numbers, players) == state.view(seat).to_dict()


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_all_worlds_that_look_the_same_have_the_same(players: int) -> None:
    different = 0
    for state in positions(players):
        seat = state.turn or 0
        expected = contract.features(OPS, state.data(), seat)
        assert contract.features(OPS, state.view(seat).data(), seat) == expected
        for seed in range(3):
            world = state.sample_world(seat, seed=seed)
            different += world != state
            assert contract.features(OPS, world.data(), seat) == expected
    assert different > 10
