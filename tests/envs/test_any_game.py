"""The environments on a game that is not Coal Baron."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv, IllegalActionError
from coalbaron_fast.envs.gymnasium import SeatEnv
from coalbaron_fast.envs.rewards import margins_of, returns_of
from coalbaron_fast.envs.turns import TurnsEnv
from coalbaron_fast.envs.vector import SeatVectorEnv
from coalbaron_fast.games import Position
from coalbaron_fast.games.coalbaron.game import GAME as COALBARON
from tests.search import hide_game, tiny_game

pytest.importorskip("pettingzoo")


GAME: Final = hide_game.GAME
observe: Final = GAME.trained().observe
USUAL: Final = 2
"""Rounds of the usual game."""


class HideTurns(TurnsEnv):
    """Hide and seek for PettingZoo."""

    plays = GAME
    metadata: Final = {"name": "hide_v0", "render_modes": ["ansi"], "is_parallelizable": False}


class HideSeat(SeatEnv):
    """Hide and seek for Gymnasium."""

    plays = GAME


class HideSeats(SeatVectorEnv):
    """Many games of hide and seek for Gymnasium."""

    plays = GAME


pytestmark = pytest.mark.usefixtures("tiny_games")


def choice(mask: NDArray[Any], generator: random.Random) -> int:
    return generator.choice([int(code) for code in np.flatnonzero(mask)])


@pytest.mark.parametrize("players", GAME.players)
def test_pettingzoo_plays_it(players: int) -> None:
    generator = random.Random(players)
    environment = HideTurns(players, render_mode="ansi")
    environment.reset(seed=3)
    total = [0.0] * players
    decisions = 0
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        seat = environment.possible_agents.index(agent)
        total[seat] += reward
        assert environment.observation_space(agent).contains(seen)
        assert isinstance(environment.render(), str)
        if terminated or truncated:
            environment.step(None)
            continue
        assert np.array_equal(seen["observation"], observe(environment.game, seat))
        environment.step(choice(seen["action_mask"], generator))
        decisions += 1
    assert decisions == USUAL * (1 + players)
    assert sum(total) == pytest.approx(1.0 if players == 1 else 0.0)


@pytest.mark.parametrize("players", [2, 3])
def test_gymnasium_plays_it_against_bots(players: int) -> None:
    generator = random.Random(players)
    environment = HideSeat(players, opponents="engine:nodes=20")
    rewards = set()
    for seed in range(8):
        seen, info = environment.reset(seed=seed)
        finished = False
        while not finished:
            assert environment.observation_space.contains(seen)
            seen, reward, finished, _, info = environment.step(
                choice(info["action_mask"], generator)
            )
        rewards.add(reward)
        assert len(info["vp"]) == players
    assert len(rewards) > 1


class LastBot:
    """Plays the last legal token."""

    def choose(self, state: Position) -> list[str]:
        return state.legal_moves()[-1:]


def highest(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The last legal action."""
    return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))


PLAIN: Final = COALBARON._replace(board=None, name="plain", network=None)
"""Coal Baron as if it had no table of functions."""


@pytest.mark.parametrize(
    ("game", "players", "steps"),
    [(GAME, 1, 30), (GAME, 2, 60), (GAME, 3, 60), (PLAIN, 2, 260)],
    ids=lambda value: getattr(value, "title", str(value)),
)
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_a_plain_lane_is_the_game_of_a_state(
    game: Any, players: int, steps: int, reward: str
) -> None:
    """As compiled ones are (test_lanes.py)."""
    env = BatchEnv(3, players, seed=5, game=game, reward=reward, keep_finals=True)
    training = game.trained()
    step = env.reset()
    states = [game.State(players, *env.game_of(lane)[1:]) for lane in range(3)]
    ended = 0
    for _ in range(steps):
        for lane, state in enumerate(states):
            assert step.seats[lane] == state.turn
            assert np.array_equal(step.observations[lane], training.observe(state, state.turn))
            assert step.masks[lane].nonzero()[0].tolist() == sorted(state.legal_codes())
            assert env.state_of(lane).to_text() == state.to_text()
        actions = env.sample()
        step = env.step(actions)
        for lane, state in enumerate(states):
            state.push_codes([int(actions[lane])])
            assert bool(step.terminated[lane]) == state.is_over
            pay = returns_of if reward == "win" else margins_of
            assert step.rewards[lane].tolist() == pytest.approx(pay(state))
            assert step.scores[lane].tolist() == (state.scores() or [0] * players)
            if state.is_over:
                assert env.finals is not None
                for seat in range(players):
                    expected = training.observe(state, seat)
                    assert np.array_equal(env.finals[lane, seat], expected)
                states[lane] = game.State(players, *env.game_of(lane)[1:])
                ended += 1
    assert ended >= 3


@pytest.mark.parametrize("game", [GAME, PLAIN], ids=["hide", "plain"])
@pytest.mark.parametrize("bots", ["random", "greedy", "flat:nodes=4", LastBot, LastBot(), highest])
def test_plain_lanes_play_against_anybody(game: Any, bots: Any) -> None:
    env = BatchEnv(2, 2, seed=5, learners=[1], bots=bots, rotate=True, game=game)
    step = env.reset()
    seats = set()
    for _ in range(12):
        seats.update(step.seats.tolist())
        assert [(1 + lane + env.game_of(lane)[0]) % 2 for lane in range(2)] == step.seats.tolist()
        step = env.step(env.sample())
    assert seats == {0, 1}
    written = [array.tobytes() for array in env.reset(seed=5)]
    assert written == [array.tobytes() for array in env.reset(seed=5)]


def test_plain_lanes_are_checked_as_compiled_ones_are() -> None:
    env = BatchEnv(3, 2, seed=5, game=GAME)
    for call in (env.show, env.sample, lambda: env.step([0, 0, 0]), lambda: env.state_of(0)):
        with pytest.raises(RuntimeError, match="call reset"):
            call()
    step = env.reset()
    with pytest.raises(IllegalActionError, match="action 99 is not legal in lane 1"):
        env.step([int(step.masks[0].argmax()), 99, 99])
    with pytest.raises(ValueError, match="actions must have shape"):
        env.step([0])
    with pytest.raises(IndexError, match="lane must be 0 to 2"):
        env.state_of(3)
    other = env.copy()
    actions = env.sample()
    written = [array.tobytes() for array in env.step(actions)]
    assert [array.tobytes() for array in other.step(actions)] == written
    with pytest.raises(ValueError, match="lanes must ascend from 0 to 2"):
        env.begin([1, 0])
    env.begin([1])
    assert [env.game_of(lane)[0] for lane in range(3)] == [0, 1, 0]
    env.close()


@pytest.mark.parametrize("players", [2, 3])
def test_gymnasium_plays_many_games_of_it(players: int) -> None:
    environment = HideSeats(4, players, opponents=[LastBot] * (players - 1))
    generator = random.Random(players)
    observations, info = environment.reset(seed=3)
    rewards: set[float] = set()
    for _ in range(40):
        assert environment.observation_space.contains(observations)
        actions = np.array([choice(mask, generator) for mask in info["action_mask"]])
        observations, paid, ended, _, info = environment.step(actions)
        rewards.update(paid[ended].tolist())
    assert len(rewards) > 1


def test_an_action_that_is_none_of_the_game_loses() -> None:
    environment = HideSeat(2)
    environment.reset(seed=1)
    _, reward, finished, _, info = environment.step(len(GAME.tokens))
    assert (reward, finished, info["illegal"]) == (-1.0, True, True)


def test_what_the_game_lacks_is_said() -> None:
    with pytest.raises(ValueError, match="Covered coin has no observations"):
        BatchEnv(4, game=tiny_game.GAME)
    environment = HideTurns(2, render_mode="rgb_array")
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="Hide and seek has no picture"):
        environment.render()
    with pytest.raises(ValueError, match="players must be 1 to 3, not 4"):
        HideTurns(4)
