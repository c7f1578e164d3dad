"""The environments on a game that is not Coal Baron."""

from __future__ import annotations

import ctypes
import random
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.envs.gymnasium import SeatEnv
from coalbaron_fast.envs.turns import TurnsEnv
from coalbaron_fast.games import Position
from coalbaron_fast.games.training import Training
from tests.search import hide_game

pytest.importorskip("pettingzoo")
SIZE: Final = ctypes.sizeof(hide_game.Table)


def observe(
    state: Position, seat: int | None = None, out: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """The bytes of a seat's view."""
    viewer = state.turn if seat is None else seat
    assert viewer is not None
    known = np.frombuffer(state.view(viewer).data(), np.uint8).astype(np.float32)
    if out is None:
        return known
    out[:] = known
    return out


def legal_mask(state: Position, out: NDArray[np.bool_]) -> NDArray[np.bool_]:
    out[:] = False
    out[state.legal_codes()] = True
    return out


TRAINING: Final = Training(
    observation_size=lambda _: SIZE,
    observe=observe,
    bounds=(0.0, 255.0),
    legal_mask=legal_mask,
    longest_game=lambda players: (hide_game.ROUNDS * (1 + players), hide_game.ROUNDS),
    chance_outcomes=2,
)
GAME: Final = hide_game.GAME._replace(training=lambda: TRAINING)


class HideTurns(TurnsEnv):
    """Hide and seek for PettingZoo."""

    plays = GAME
    metadata: Final = {"name": "hide_v0", "render_modes": ["ansi"], "is_parallelizable": False}


class HideSeat(SeatEnv):
    """Hide and seek for Gymnasium."""

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
    assert decisions == hide_game.ROUNDS * (1 + players)
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


def test_an_action_that_is_none_of_the_game_loses() -> None:
    environment = HideSeat(2)
    environment.reset(seed=1)
    _, reward, finished, _, info = environment.step(len(GAME.tokens))
    assert (reward, finished, info["illegal"]) == (-1.0, True, True)


def test_what_the_game_lacks_is_said() -> None:
    with pytest.raises(ValueError, match="Hide and seek has no batches of games"):
        BatchEnv(4, game=GAME)
    with pytest.raises(ValueError, match="Hide and seek has no observations"):
        BatchEnv(4, game=hide_game.GAME)
    environment = HideTurns(2, render_mode="rgb_array")
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="Hide and seek has no picture"):
        environment.render()
    with pytest.raises(ValueError, match="players must be 1 to 3, not 4"):
        HideTurns(4)
