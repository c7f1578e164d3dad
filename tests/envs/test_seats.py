"""Who plays which seat, and who is told what at the end: each game followed beside a State."""

from __future__ import annotations

import random
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.bots import GreedyBot, play_turn
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.envs.opponents import Opponent
from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games import GAMES, Game, Position, load_game
from tests.envs.test_any_game import GAME as HIDE
from tests.envs.test_any_game import PLAIN

gymnasium = pytest.importorskip("gymnasium")
face = pytest.importorskip("coalbaron_fast.envs.gymnasium")
vector = pytest.importorskip("coalbaron_fast.envs.vector")

pytestmark = pytest.mark.usefixtures("tiny_games")

PLAYERS: Final = 3
TRAINED: Final = [game for game in map(load_game, GAMES) if game.training is not None]
PLAYED: Final = [*TRAINED, PLAIN, HIDE]
EVERY_GAME: Final = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)


def lowest(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.asarray(masks.argmax(axis=1))


def highest(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))


def go_on(game: Game, state: Position, offset: int, learner: int) -> int:
    """Let seat 0 play greedily and seat 2 its highest code, each so many seats further; count."""
    played = 0
    while state.turn is not None and (role := (state.turn - offset) % PLAYERS) != learner:
        if role == 0:
            play_turn(state, GreedyBot(game))
        else:
            state.push_codes([max(state.legal_codes())])
        played += 1
    return played


@pytest.mark.parametrize("rotate", [False, True])
@EVERY_GAME
def test_each_opponent_plays_its_own_seats(game: Game, rotate: bool) -> None:
    """Games of a seed, played again beside the lanes."""
    bots: list[Opponent] = ["greedy", highest]
    env = BatchEnv(3, PLAYERS, seed=4, learners=[1], bots=bots, rotate=rotate, game=game)
    step = env.reset()
    begun: dict[tuple[int, int], Position] = {}
    offsets, played = set(), 0
    for _ in range(120):
        actions = env.sample()
        for lane in range(3):
            number, seed, start = env.game_of(lane)
            offset = (lane + number) % PLAYERS if rotate else 0
            offsets.add(offset)
            if (lane, number) not in begun:
                assert not rotate or start == game.start_of(0, PLAYERS)
                begun[lane, number] = game.begin(PLAYERS, seed, start)
                played += go_on(game, begun[lane, number], offset, 1)
            state = begun[lane, number]
            assert step.seats[lane] == state.turn
            assert env.state_of(lane).to_text() == state.to_text()
            state.push_codes([int(actions[lane])])
            played += go_on(game, state, offset, 1)
        step = env.step(actions)
    assert offsets == (set(range(PLAYERS)) if rotate else {0})
    assert played > 200


@pytest.mark.parametrize("game", [*TRAINED, PLAIN], ids=lambda game: game.name)
def test_a_lanes_position_can_be_written_down_and_played_on(game: Game) -> None:
    env = BatchEnv(2, PLAYERS, seed=6, game=game)
    env.reset()
    for _ in range(25):
        env.step(env.sample())
    for lane in range(2):
        state = env.state_of(lane)
        before = state.to_text()
        for _ in range(30):
            again = game.State.from_record(state.to_record())
            assert again.to_text() == state.to_text()
            state.push_codes([max(state.legal_codes())])
        assert state.to_text() != before == env.state_of(lane).to_text()


def played_on(state: Position, action: int, learner: int) -> Position:
    """Return what comes of an action until the learner is asked again, if all others play low."""
    state = state.copy()
    state.push_codes([action])
    while state.turn is not None and state.turn != learner:
        state.push_codes([min(state.legal_codes())])
    return state


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
@EVERY_GAME
def test_the_end_is_told_as_the_learners_seat_knows_it(game: Game, mode: str) -> None:
    """Of games whose learner sits elsewhere each time: its observation, its reward, all points."""
    kind = type("Environment", (vector.SeatVectorEnv,), {"plays": game})
    env = kind(3, PLAYERS, opponents=lowest, autoreset_mode=mode)
    training, generator = game.trained(), random.Random(2)
    _, info = env.reset(seed=3)
    seats, telling = set(), 0
    for _ in range(400):
        chosen = [
            generator.choice(np.flatnonzero(mask).tolist() or [0]) for mask in info["action_mask"]
        ]
        is_over = [not mask.any() for mask in info["action_mask"]]
        before = [env.games.state_of(lane) for lane in range(3)]
        asked = info["seat"].tolist()
        observations, rewards, terminated, _, info = env.step(np.array(chosen))
        for lane in range(3):
            if is_over[lane]:
                continue
            seat = asked[lane]
            assert before[lane].turn == seat
            final = played_on(before[lane], chosen[lane], seat)
            assert terminated[lane] == final.is_over
            if not final.is_over:
                assert rewards[lane] == 0
                assert np.array_equal(observations[lane], training.observe(final, seat))
                continue
            seats.add(seat)
            assert rewards[lane] == pytest.approx(returns_of(final)[seat])
            finals = info["final_obs"] if mode == "SameStep" else observations
            others = [training.observe(final, other) for other in range(PLAYERS)]
            assert np.array_equal(finals[lane], others[seat])
            telling += sum(not np.array_equal(others[seat], other) for other in others)
            told = info["final_info"] if mode == "SameStep" else info
            assert told["vp"][lane].tolist() == list(final.vp)
            assert told["seat"][lane] == seat
        if mode == "Disabled" and terminated.any():
            _, info = env.reset(options={"reset_mask": terminated})
        if len(seats) == PLAYERS:
            break
    assert seats == set(range(PLAYERS))
    # At the end of hide and seek all know the same.
    assert telling > 0 or game is HIDE


@pytest.mark.parametrize("seat", range(PLAYERS))
@EVERY_GAME
def test_one_environment_tells_the_end_to_its_seat(game: Game, seat: int) -> None:
    kind = type("Environment", (face.SeatEnv,), {"plays": game})
    env = kind(PLAYERS, opponents=lowest, seat=seat)
    training, generator = game.trained(), random.Random(seat)
    observation, info = env.reset(seed=seat)
    finished = False
    while not finished:
        state = env.game.copy()
        assert state.turn == seat
        assert np.array_equal(observation, training.observe(state, seat))
        action = generator.choice(np.flatnonzero(info["action_mask"]).tolist())
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(state.legal_codes())
        final = played_on(state, action, seat)
        observation, reward, finished, _, info = env.step(action)
        assert env.game.to_text() == final.to_text()
        assert finished == final.is_over
        assert reward == pytest.approx(returns_of(final)[seat] if finished else 0.0)
    assert np.array_equal(observation, training.observe(final, seat))
    assert list(info["vp"]) == list(final.vp)
