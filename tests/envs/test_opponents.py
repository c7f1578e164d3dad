"""Opponents of one's own: in Gymnasium's environment and in batches, by name and as objects."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.bots import GreedyBot
from coalbaron_fast.envs import ACTIONS, BatchEnv, Step
from coalbaron_fast.errors import IllegalMoveError
from coalbaron_fast.games import Position

face = pytest.importorskip("coalbaron_fast.envs.gymnasium")

MY_BOT: Final = Path(__file__).parents[2] / "docs" / "examples" / "my_bot.py"


class LowestBot:
    """Plays the legal token with the lowest code, and looks at nothing that it may not see."""

    asked = 0

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, state: Position) -> list[str]:
        assert state.viewer == state.turn
        type(self).asked += 1
        codes = state.legal_codes()
        return [state.legal_moves()[codes.index(min(codes))]]


def lowest(_observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The same as a policy."""
    return np.asarray(masks.argmax(axis=1))


def random_steps(env: BatchEnv, steps: int) -> list[list[bytes]]:
    """Every byte of some random steps, the first row of them from the reset."""
    begun = [array.tobytes() for array in env.reset()]
    stepped = ([a.tobytes() for a in env.step(env.sample())] for _ in range(steps))
    return [begun, *stepped]


def same(step: Step, other: Step) -> bool:
    return [array.tobytes() for array in step] == [array.tobytes() for array in other]


def played(opponents: Any, seed: int = 3, **choices: Any) -> tuple[list[int], Any]:
    """The points of a random game in Gymnasium's environment, and the environment."""
    environment = face.CoalBaronEnv(opponents=opponents, **choices)
    generator = random.Random(1)
    _, told = environment.reset(seed=seed)
    finished = False
    while not finished:
        action = generator.choice(np.flatnonzero(told["action_mask"]).tolist())
        _, _, finished, _, told = environment.step(action)
    assert not told["illegal"]
    return told["vp"], environment


# -- in Gymnasium's environment


def test_a_class_a_bot_and_a_policy_play_alike() -> None:
    LowestBot.asked = 0
    by_class, _ = played(LowestBot)
    assert LowestBot.asked > 50
    assert played(LowestBot())[0] == by_class
    assert played(lowest)[0] == by_class
    assert played([lowest, LowestBot], players=3)[0] == played(lowest, players=3)[0]
    assert played(lowest, seed=4)[0] != by_class


def test_a_bot_of_a_file_plays() -> None:
    points, _ = played(f"{MY_BOT}:MyBot:games=1", seed=2)
    assert points == played(f"{MY_BOT}:MyBot:games=1", seed=2)[0]


def test_each_seat_of_each_game_has_a_bot_of_its_own() -> None:
    _, environment = played(LowestBot, players=4)
    bots = list(environment._bots.values())
    assert len({bot.seed for bot in bots}) == 3
    environment.reset()
    assert not {id(bot) for bot in environment._bots.values()} & {id(bot) for bot in bots}


def test_margins_are_paid_if_asked_for() -> None:
    environment = face.CoalBaronEnv(reward="margin", seat=1)
    generator = random.Random(1)
    _, told = environment.reset(seed=3)
    finished, reward = False, 0.0
    while not finished:
        assert reward == 0
        action = generator.choice(np.flatnonzero(told["action_mask"]).tolist())
        _, reward, finished, _, told = environment.step(action)
    assert reward == told["vp"][1] - told["vp"][0]
    with pytest.raises(ValueError, match="reward must be one of win, margin, not 'glory'"):
        face.CoalBaronEnv(reward="glory")


class Cheat:
    def choose(self, _state: Position) -> list[str]:
        return ["+Cg", "+Cg"]


def test_an_opponents_fault_says_whose_it_is() -> None:
    environment = face.CoalBaronEnv(opponents=Cheat, seat=0)
    with pytest.raises(IllegalMoveError) as caught:
        environment.reset(seed=1)
    assert caught.value.__notes__ == ["The opponent Cheat played seat 1."]
    environment = face.CoalBaronEnv(opponents=lambda _, masks: masks.argmin(axis=1), seat=0)
    with pytest.raises(IllegalMoveError):
        environment.reset(seed=1)


class Choosy:
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, state: Position) -> list[str]:
        return state.legal_moves()[:1]


@pytest.mark.parametrize(
    "make", [face.CoalBaronEnv, lambda opponents: BatchEnv(2, learners=[0], bots=opponents)]
)
def test_what_is_no_opponent_is_refused(make: Any) -> None:
    for opponent, error, message in (
        (3, TypeError, "an opponent is a name, a class of bots, a bot or a policy, not a int"),
        (int, ValueError, "int has no method choose"),
        (Choosy, ValueError, "Choosy needs a value for 'depth'"),
        ("no_such:Bot", ValueError, "there is no module 'no_such'"),
        ("engine:clock_ms=5", ValueError, "plays in matches only"),
    ):
        with pytest.raises(error, match=message):
            make(opponents=opponent)


# -- in batches


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("opponents", [GreedyBot, GreedyBot(), ["greedy", GreedyBot]])
def test_a_bot_in_python_is_the_compiled_bot(opponents: Any, rotate: bool) -> None:
    """To the byte: where games end and begin within a step, and when several seats are Python's."""
    envs = [
        BatchEnv(5, 3, seed=9, learners=[1], bots=bots, rotate=rotate, keep_finals=True)
        for bots in ("greedy", opponents)
    ]
    assert random_steps(envs[0], 130) == random_steps(envs[1], 130)
    assert all(env.game_of(0)[0] >= 1 for env in envs)
    finals = [env.finals for env in envs]
    assert np.array_equal(*finals)  # type: ignore[arg-type] # there are two


@pytest.mark.parametrize("learners", [[0], [0, 2]])
def test_a_policy_plays_as_a_learner_would(learners: list[int]) -> None:
    alone = BatchEnv(6, 3)
    together = BatchEnv(6, 3, learners=learners, bots=lowest)
    assert scores_of(alone, [0, 1, 2]) == scores_of(together, learners)


def scores_of(env: BatchEnv, asked: list[int]) -> list[list[int]]:
    """The points of the first game of every lane, if all play the lowest code."""
    found: dict[int, list[int]] = {}
    step = env.reset(seed=4)
    while len(found) < env.num_envs:
        assert set(step.seats.tolist()) <= set(asked)
        step = env.step(lowest(step.observations, step.masks))
        for lane in step.terminated.nonzero()[0].tolist():
            found.setdefault(lane, step.scores[lane].tolist())
    return [found[lane] for lane in range(env.num_envs)]


def test_a_policy_is_asked_once_for_all_its_lanes_and_seats() -> None:
    asked: list[int] = []

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        assert observations.shape == (len(masks), 2001)
        assert observations.dtype == np.float32
        assert masks.dtype == np.bool_
        assert masks.shape == (len(masks), ACTIONS)
        assert masks.any(axis=1).all()
        asked.append(len(masks))
        return lowest(observations, masks)

    env = BatchEnv(20, 4, seed=1, learners=[0], bots=policy, start=0)
    env.reset()
    # The start seat is the last to draft: three picks of all lanes come before the learner's.
    assert asked == [20, 20, 20]


def test_opponents_differ_from_seat_to_seat() -> None:
    env = BatchEnv(8, 3, seed=1, learners=[1], bots=["greedy", lowest])
    step = env.reset()
    wins = np.zeros(3)
    while wins.sum() < 8:
        step = env.step(env.sample())
        wins += (step.rewards == 1).sum(axis=0)
    assert wins[0] == wins.sum()


def test_a_failed_opponent_leaves_nothing_but_a_reset() -> None:
    plans: list[Any] = []

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> Any:
        return plans.pop()(masks) if plans else lowest(observations, masks)

    env = BatchEnv(4, 2, seed=6, learners=[0], bots=policy)
    for plan, error, message in (
        (lambda masks: masks.argmin(axis=1), ValueError, "is not legal in lane 0"),
        (lambda masks: masks.argmax(axis=1)[:1], ValueError, "whole numbers are needed from"),
        (lambda masks: masks.argmax(axis=1) * 1.0, ValueError, "not float64 of shape"),
        (lambda masks: 1 // int(masks.sum() < 0), ZeroDivisionError, "division"),
    ):
        plans.append(plan)
        with pytest.raises(error, match=message) as caught:
            list(random_steps(env, 20))
        assert "policy played " in caught.value.__notes__[0]
        actions = env.sample()
        for call in (env.step, env.begin):
            with pytest.raises(RuntimeError, match=r"an opponent failed .*: call reset"):
                call(actions)
    again = BatchEnv(4, 2, seed=6, learners=[0], bots=lowest)
    env.reset(seed=6)
    again.reset(seed=6)
    assert same(env.step(env.sample()), again.step(again.sample()))


class Noting(LowestBot):
    """Plays something else each time it is asked: what it remembers shows."""

    def choose(self, state: Position) -> list[str]:
        self.seed += 1
        moves = state.legal_moves()
        return [moves[self.seed % len(moves)]]


@pytest.mark.parametrize("duplicate", [BatchEnv.copy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
@pytest.mark.parametrize("bots", [Noting, lowest])
def test_a_copy_goes_on_with_bots_of_its_own(duplicate: Any, bots: Any) -> None:
    env = BatchEnv(3, 2, seed=2, learners=[0], bots=bots, keep_finals=True)
    env.reset()
    for _ in range(30):
        env.step(env.sample())
    other = duplicate(env)
    for _ in range(120):
        assert same(env.step(env.sample()), other.step(other.sample()))


@pytest.mark.parametrize("steps", [1, 7, 30])
def test_games_of_a_seed_begin_with_bots_that_remember_nothing(steps: int) -> None:
    """Also where the games that were given up were the same ones."""
    env = BatchEnv(3, 2, seed=2, learners=[0], bots=Noting)

    def play(count: int) -> list[bytes]:
        step = env.reset(seed=4)
        told = []
        for _ in range(count):
            step = env.step(lowest(step.observations, step.masks))
            told += [array.tobytes() for array in step]
        return told

    whole = play(40)
    play(steps)
    assert play(40) == whole


def test_engines_cannot_be_copied_and_say_so() -> None:
    env = BatchEnv(1, 2, seed=2, learners=[0], bots="engine:nodes=2")
    env.reset()
    while not env.step(env.sample()).terminated.any():
        pass
    with pytest.raises(TypeError, match=r"bots that cannot be copied \(engine:nodes=2\)"):
        env.copy()
