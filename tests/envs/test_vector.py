"""Many games at once for Gymnasium: its conventions, held against its own vector environments."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv

gymnasium = pytest.importorskip("gymnasium")
face = pytest.importorskip("coalbaron_fast.envs.gymnasium")
vector = pytest.importorskip("coalbaron_fast.envs.vector")

MODES: Final = ("SameStep", "NextStep", "Disabled")

Environment: TypeAlias = Any


def make(num_envs: int = 3, **choices: Any) -> Environment:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # make_vec warns of what metadata lacks
        return gymnasium.make_vec(face.ENVIRONMENT, num_envs=num_envs, **choices)


def draw(masks: NDArray[np.int8], generator: np.random.Generator) -> NDArray[np.int64]:
    """A legal action a row; of a row without one, any."""
    chosen = (generator.random(masks.shape) * masks).argmax(axis=1)
    return np.asarray(chosen)


def play(environment: Environment, steps: int, seed: int = 1) -> Iterator[tuple[Any, ...]]:
    """Random legal actions; what each step returns."""
    generator = np.random.default_rng(seed)
    observations, info = environment.reset(seed=seed)
    yield observations, None, np.zeros(environment.num_envs, bool), None, info
    for _ in range(steps):
        step = environment.step(draw(info["action_mask"], generator))
        yield step
        info = step[-1]
        if environment.metadata["autoreset_mode"].value == "Disabled" and step[2].any():
            _, info = environment.reset(options={"reset_mask": step[2]})


def shapes(told: Any) -> Any:
    """What is told, without the values."""
    if isinstance(told, dict):
        return {key: shapes(value) for key, value in sorted(told.items())}
    return (told.dtype, told.shape)


@pytest.mark.parametrize("mode", MODES)
def test_it_says_what_gymnasiums_own_says(mode: str) -> None:
    """The same keys, types and shapes, step by step of the same kind."""
    own = make(autoreset_mode=mode)
    autoreset_mode = gymnasium.vector.AutoresetMode(mode)
    other = make(vectorization_mode="sync", vector_kwargs={"autoreset_mode": autoreset_mode})
    assert own.metadata["autoreset_mode"] is autoreset_mode
    assert own.observation_space == other.observation_space
    assert own.action_space == other.action_space
    assert own.single_observation_space == other.single_observation_space
    assert own.single_action_space == other.single_action_space
    found = []
    for environment in (own, other):
        kinds: dict[str, Any] = {}
        for observations, rewards, ended, truncated, info in play(environment, 120):
            if rewards is None:
                kinds["reset"] = (observations.dtype, shapes(info))
                continue
            if ended.any():
                # Of points Gymnasium keeps the list of each game, this one rows of numbers.
                info.get("final_info", info)["vp"] = np.zeros(0)
            seen = [array.dtype for array in (observations, rewards, ended, truncated)]
            kinds["end" if ended.any() else "step"] = (seen, shapes(info))
        found.append(kinds)
    assert set(found[0]) == {"reset", "step", "end"}
    assert found[0] == found[1]


@pytest.mark.parametrize("mode", MODES)
def test_games_are_the_same_in_every_mode(mode: str) -> None:
    """The learner is asked the same questions in the same order; only the reset comes elsewhere."""
    environment = make(4, players=3, autoreset_mode=mode, threads=1)
    batch = BatchEnv(4, 3, learners=[0], start=0, rotate=True, keep_finals=True)
    results: list[list[tuple[float, list[int]]]] = [[] for _ in range(4)]
    _, info = environment.reset(seed=5)
    seeds = [environment.games.game_of(lane)[1] for lane in range(4)]
    for _ in range(260):
        step = environment.step(info["action_mask"].argmax(axis=1))
        info = step[-1]
        told = info.get("final_info", info)
        for lane in np.flatnonzero(step[2]).tolist():
            assert not told["illegal"][lane]
            assert told["_vp"][lane]
            results[lane].append((float(step[1][lane]), told["vp"][lane].tolist()))
        if mode == "Disabled" and step[2].any():
            _, info = environment.reset(options={"reset_mask": step[2]})
    generator = np.random.default_rng(np.random.PCG64(5))
    rows = batch.reset(int(generator.integers(vector.SEEDS)))
    assert [batch.game_of(lane)[1] for lane in range(4)] == seeds
    expected: list[list[tuple[float, list[int]]]] = [[] for _ in range(4)]
    for _ in range(260):
        seats = rows.seats.copy()
        rows = batch.step(rows.masks.argmax(axis=1))
        for lane in rows.terminated.nonzero()[0].tolist():
            reward = float(rows.rewards[lane, seats[lane]])
            expected[lane].append((reward, rows.scores[lane].tolist()))
    for lane in range(4):
        assert len(results[lane]) >= 2
        assert expected[lane][: len(results[lane])] == results[lane]


def test_the_end_is_shown_as_the_mode_says() -> None:
    """One game, then the next: in one step, or in two."""
    same, other = (make(1, seat=0, autoreset_mode=mode) for mode in MODES[:2])
    *_, (begun, _, _, _, told) = until_end(same)
    assert told["_final_obs"].tolist() == [True]
    assert told["action_mask"].any()
    *_, (final, _, _, _, info) = until_end(other)
    assert np.array_equal(told["final_obs"][0], final[0])
    assert not info["action_mask"].any()
    # What is played now counts for nothing.
    observations, rewards, ended, _, info = other.step(np.array([-1]))
    assert np.array_equal(observations, begun)
    assert np.array_equal(info["action_mask"], told["action_mask"])
    assert (rewards.tolist(), ended.tolist()) == ([0.0], [False])


def until_end(environment: Environment) -> Iterator[tuple[Any, ...]]:
    for step in play(environment, 200):
        yield step
        if step[2].any():
            return


def test_seeds_settle_all_games() -> None:
    first, again, other = (
        [step[0].tobytes() for step in play(make(4), 60, seed)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    environment = make(4)
    environment.reset(seed=1)
    games = [environment.games.game_of(lane)[:2] for lane in range(4)]
    environment.reset()
    later = [environment.games.game_of(lane)[:2] for lane in range(4)]
    assert [number for number, _ in games + later] == [0] * 4 + [1] * 4
    assert len({seed for _, seed in games + later}) == 8
    # Without any seed every environment has games of its own.
    unseeded = [make(1) for _ in range(2)]
    for one in unseeded:
        one.reset()
    assert unseeded[0].games.game_of(0) != unseeded[1].games.game_of(0)


def test_observations_lie_in_their_space() -> None:
    environment = make(3, players=4)
    for observations, *_ in play(environment, 80):
        assert environment.observation_space.contains(observations)


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_are_the_callers_or_are_overwritten(copy: bool) -> None:
    environment = make(4, copy=copy)
    observations, info = environment.reset(seed=1)
    before = observations.copy(), info["action_mask"].copy()
    environment.step(environment.sample())
    kept = np.array_equal(observations, before[0]), np.array_equal(info["action_mask"], before[1])
    assert kept == (copy, copy)


@pytest.mark.parametrize("mode", MODES)
def test_illegal_actions_lose_and_harm_no_other_game(mode: str) -> None:
    environment, other = (make(4, autoreset_mode=mode, threads=1) for _ in range(2))
    before, _ = environment.reset(seed=3)
    other.reset(seed=3)
    actions = environment.sample()
    expected = other.step(other.sample())
    actions[1], actions[2] = 2358, -5
    observations, rewards, ended, _, info = environment.step(actions)
    assert ended.tolist() == [False, True, True, False]
    assert rewards.tolist() == [0, -1, -1, 0]
    told = info.get("final_info", info)
    assert told["illegal"].tolist() == told["_illegal"].tolist() == ended.tolist()
    assert told["vp"].tolist() == [[0, 0]] * 4
    for lane in (0, 3):
        assert np.array_equal(observations[lane], expected[0][lane])
    finals = info["final_obs"] if mode == "SameStep" else observations
    for lane in (1, 2):
        assert np.array_equal(finals[lane], before[lane])
    assert [environment.games.game_of(lane)[0] for lane in range(4)] == [0, 1, 1, 0]
    if mode == "Disabled":
        with pytest.raises(RuntimeError, match=r"lanes \[1, 2\] are over: reset them"):
            environment.step(actions)
        environment.reset(options={"reset_mask": ended})
    _, rewards, ended, _, _ = environment.step(environment.sample())
    assert not rewards.any()
    assert not ended.any()


def test_some_games_begin_anew_if_asked_for() -> None:
    environment = make(3)
    environment.reset(seed=3)
    environment.step(environment.sample())
    environment.reset(options={"reset_mask": np.array([False, True, False])})
    assert [environment.games.game_of(lane)[0] for lane in range(3)] == [0, 1, 0]


def test_seats_go_round_or_stay() -> None:
    environment = make(6, players=3)
    _, info = environment.reset(seed=1)
    assert info["seat"].tolist() == [0, 1, 2, 0, 1, 2]
    _, info = environment.reset()
    assert info["seat"].tolist() == [1, 2, 0, 1, 2, 0]
    environment = make(6, players=3, seat=2)
    _, info = environment.reset(seed=1)
    assert info["seat"].tolist() == [2] * 6


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_opponents_sit_clockwise_from_the_learner(seat: int | None) -> None:
    """Greedy wins against a random learner and a random seat, wherever they sit."""
    environment = make(4, players=3, opponents=["greedy", "random"], seat=seat)
    ended = 0
    for _, _, ends, _, info in play(environment, 110):
        for lane in np.flatnonzero(ends).tolist():
            told = info["final_info"]
            points, own = told["vp"][lane], int(told["seat"][lane])
            assert points.argmax() == (own + 1) % 3
            ended += 1
    assert ended >= 4


def test_opponents_of_ones_own_play_here_too() -> None:
    def lowest(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.asarray(masks.argmax(axis=1))

    environment = make(3, opponents=lowest, reward="margin")
    rewards = [step[1] for step in play(environment, 120) if step[1] is not None]
    assert np.abs(np.sum(rewards, axis=0)).min() > 1


def test_gymnasiums_wrappers_take_it() -> None:
    wrappers = gymnasium.wrappers.vector
    lengths: list[int] = []
    for step in play(wrappers.RecordEpisodeStatistics(make(3)), 150):
        if step[2].any():
            lengths += step[-1]["episode"]["l"][step[2]].tolist()
    assert len(lengths) >= 3
    assert min(lengths) > 20
    environment = wrappers.DictInfoToList(make(3))
    _, told = environment.reset(seed=1)
    ended = 0
    for _ in range(150):
        actions = [int(one["action_mask"].argmax()) for one in told]
        *_, ends, _, told = environment.step(np.array(actions))
        for one, end in zip(told, ends, strict=True):
            assert ("final_info" in one) == end
            ended += end and len(one["final_info"]["vp"]) == 2
    assert ended >= 3


def test_render_draws_every_table() -> None:
    environment = make(2, render_mode="ansi")
    environment.reset(seed=1)
    assert ["2 players" in drawn for drawn in environment.render()] == [True, True]
    assert make(2).render() is None


def test_what_cannot_be_made_is_refused() -> None:
    for choices, message in (
        ({"seat": 2}, "seat must be 0 to 1"),
        ({"opponents": ["greedy", "greedy"]}, "2 players need 1 opponents, not 2"),
        ({"opponents": "nobody"}, "no player 'nobody'"),
        ({"reward": "glory"}, "reward must be one of win, margin"),
        ({"render_mode": "human"}, "render_mode must be"),
        ({"autoreset_mode": "Never"}, "'Never' is not a valid AutoresetMode"),
        ({"num_envs": 0}, "num_envs must be at least 1"),
    ):
        with pytest.raises(ValueError, match=message):
            vector.CoalBaronVectorEnv(**{"num_envs": 2, **choices})
    environment = make(2)
    for call in (environment.sample, lambda: environment.step([0, 0]), environment.action_masks):
        with pytest.raises(RuntimeError, match="call reset"):
            call()
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="2 actions are needed"):
        environment.step(np.array([1]))
    with pytest.raises(TypeError, match="one seed is for all games"):
        environment.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="reset_mask must be 2 truth values"):
        environment.reset(options={"reset_mask": np.array([True])})
    with pytest.raises(ValueError, match="a seed begins all lanes anew"):
        environment.reset(seed=1, options={"reset_mask": np.array([True, False])})
    assert environment.action_masks().any(axis=1).all()
    environment.close()


PLAYED: Final = """
import gymnasium
name = "coalbaron_fast.envs.gymnasium:coalbaron/CoalBaron-v1"
environment = gymnasium.make(name, players=3, opponents="greedy")
environment.reset(seed=1)
environments = gymnasium.make_vec(name, num_envs=2)
environments.reset(seed=1)
print(type(environment.unwrapped).__name__, type(environments).__name__)
"""


def test_gymnasium_imports_the_environment_by_itself() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAYED], capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == ("CoalBaronEnv CoalBaronVectorEnv\n", "")


def test_gymnasium_alone_imports_nothing_of_ours() -> None:
    program = "import gymnasium, sys; print('coalbaron_fast' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (run.stdout, run.stderr) == ("False\n", "")
