"""Gymnasium's face: its own checks, masks, opponents, what ends a game."""

from __future__ import annotations

import random
from typing import Any, Final, TypeAlias

import numpy as np
import pytest

from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games.coalbaron.observation import code_of, observe

gymnasium = pytest.importorskip("gymnasium")
face = pytest.importorskip("coalbaron_fast.envs.gymnasium")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")

SEATS: Final = (2, 3, 4)

Environment: TypeAlias = Any


def make(**choices: object) -> Environment:
    return gymnasium.make(face.ENVIRONMENT, **choices)


def play(environment: Environment, seed: int, policy_seed: int = 1) -> tuple[list[float], Any]:
    """Play a random game; returns the rewards and what was told last."""
    generator = random.Random(policy_seed)
    _, told = environment.reset(seed=seed)
    rewards = []
    finished = False
    while not finished:
        action = int(generator.choice(np.flatnonzero(told["action_mask"])))
        _, reward, finished, truncated, told = environment.step(action)
        assert not truncated
        rewards.append(float(reward))
    return rewards, told


@pytest.mark.parametrize("players", SEATS)
def test_gymnasiums_checks(players: int) -> None:
    env_checker.check_env(make(players=players).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasiums_checks_of_rendering(mode: str) -> None:
    environment = make(render_mode=mode)
    env_checker.check_env(environment.unwrapped)
    environment.reset(seed=1)
    shown = environment.render()
    assert "2 players" in shown if mode == "ansi" else shown.shape[2] == 3


@pytest.mark.parametrize("players", SEATS)
def test_the_learner_is_asked_and_nobody_else(players: int) -> None:
    environment = make(players=players, seat=1).unwrapped
    observation, told = environment.reset(seed=players)
    generator = random.Random(players)
    finished = False
    while not finished:
        game = environment.game
        assert game.turn == told["seat"] == 1
        assert np.array_equal(observation, observe(game, 1))
        assert environment.observation_space.contains(observation)
        legal = [code_of(token) for token in game.legal_moves()]
        assert sorted(legal) == np.flatnonzero(told["action_mask"]).tolist()
        assert np.array_equal(environment.action_masks(), told["action_mask"].view(np.bool_))
        observation, reward, finished, _, told = environment.step(generator.choice(legal))
        assert reward == returns_of(environment.game)[1]
    assert environment.game.is_over
    assert (told["vp"], told["illegal"]) == (environment.game.vp, False)
    assert not told["action_mask"].any()
    with pytest.raises(RuntimeError, match="reset"):
        environment.step(legal[0])


@pytest.mark.parametrize(
    "opponents", ["random", "greedy", "flat:nodes=2", "ismcts:nodes=2", "engine:nodes=2"]
)
def test_opponents_by_name_play_a_game_again(opponents: str) -> None:
    environment = make(opponents=opponents)
    first = play(environment, seed=7)
    assert first[0][-1] in (-1.0, 0.0, 1.0)
    second = play(environment, seed=7)
    assert first[0] == second[0]
    assert first[1]["vp"] == second[1]["vp"]


def test_opponents_sit_clockwise_from_the_learner() -> None:
    """Greedy wins against a random learner and a random seat, wherever they sit."""
    for seat in range(3):
        environment = make(players=3, opponents=["greedy", "random"], seat=seat).unwrapped
        play(environment, seed=seat)
        assert environment.game.winners() == [(seat + 1) % 3]


def test_seats_are_drawn_anew_and_seeds_settle_them() -> None:
    environment = make(players=4).unwrapped
    environment.reset(seed=1)
    seats = [environment.reset()[1]["seat"] for _ in range(30)]
    assert set(seats) == {0, 1, 2, 3}
    environment.reset(seed=1)
    assert [environment.reset()[1]["seat"] for _ in range(30)] == seats


def test_an_illegal_action_loses() -> None:
    environment = make(players=3).unwrapped
    environment.reset(seed=1)
    _, reward, finished, _, told = environment.step(code_of("end"))
    assert (reward, finished, told["illegal"]) == (-1.0, True, True)
    assert not told["action_mask"].any()
    _, told = environment.reset(seed=1)
    assert "illegal" not in told
    assert told["action_mask"].any()


def test_other_choices_are_refused() -> None:
    with pytest.raises(ValueError, match="no player 'nobody'"):
        face.CoalBaronEnv(opponents="nobody")
    with pytest.raises(ValueError, match="3 players need 2 opponents"):
        face.CoalBaronEnv(players=3, opponents=["greedy"])
    with pytest.raises(ValueError, match="seat must be 0 to 1"):
        face.CoalBaronEnv(seat=2)
    with pytest.raises(ValueError, match="players must be"):
        face.CoalBaronEnv(players=1)
    with pytest.raises(ValueError, match="render_mode must be"):
        face.CoalBaronEnv(render_mode="human")
