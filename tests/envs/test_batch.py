from __future__ import annotations

import copy
import gc
import hashlib
import mmap
import multiprocessing
import pickle
import threading
import warnings
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast import State
from coalbaron_fast.bots import GreedyBot
from coalbaron_fast.contract.batch import Batch
from coalbaron_fast.envs import (
    ACTIONS,
    BatchEnv,
    IllegalActionError,
    Step,
    observation_size,
    observe,
    token_of,
)
from tests.envs.checks import check_replay
from tests.games.coalbaron.core.games import SEAT_COUNTS
from tests.pressing import Press, PressedError, handled


def play(env: BatchEnv, steps: int) -> Iterator[tuple[bytes, ...]]:
    """Random actions; every byte that each step writes."""
    for _ in range(steps):
        yield tuple(array.tobytes() for array in env.step(env.sample()))


def same(step: Step, other: Step) -> bool:
    return [array.tobytes() for array in step] == [array.tobytes() for array in other]


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_lane_is_the_game_of_a_state(players: int) -> None:
    assert check_replay(lanes=6, steps=700, players=players).telling >= 6


@pytest.mark.parametrize(("bots", "steps"), [("random", 120), ("greedy", 60)])
def test_threads_change_nothing(bots: str, steps: int) -> None:
    runs = []
    for threads in (1, 2, 5):
        env = BatchEnv(70, 3, seed=1, learners=[0], bots=bots, threads=threads)
        env.reset()
        runs.append(list(play(env, steps)))
    assert runs[0] == runs[1] == runs[2]


GOLDEN: Final = {
    (2, "random", "win"): "5a28f88a2733c0e7",
    (3, "greedy", "margin"): "b4ac02c8f2c8dbd9",
    (4, "random", "margin"): "ddf6ec3f3f1875ad",
}
"""Of every byte that is written: what a seed gives is a promise."""


@pytest.mark.parametrize(("players", "bots", "reward"), GOLDEN)
def test_seeds_give_what_they_gave(players: int, bots: str, reward: str) -> None:
    env = BatchEnv(
        6,
        players,
        seed=11,
        learners=[0, 1],
        bots=[bots] * (players - 2),
        rotate=players == 4,
        reward=reward,
        keep_finals=True,
    )
    env.reset()
    digest = hashlib.sha256()
    for written in play(env, 250):
        digest.update(b"".join(written))
    assert env.finals is not None
    digest.update(env.finals.tobytes())
    assert [env.game_of(lane)[0] for lane in range(6)] != [0] * 6
    assert digest.hexdigest()[:16] == GOLDEN[players, bots, reward]


def test_random_bots_play_differently_in_every_game() -> None:
    env = BatchEnv(64, 2, seed=1, learners=[1], bots="random", start=1)
    env.reset()
    picks = []
    for lane in range(64):
        cards = State(2, env.game_of(lane)[1], start=1).legal_moves()
        (picked,) = env.state_of(lane).to_dict()["seats"][0]["orders"]
        picks.append(cards.index(f"+{picked}"))
    assert set(picks) == set(range(7))


def test_the_same_seed_gives_the_same_games() -> None:
    first, second, other = (BatchEnv(5, 2, seed) for seed in (3, 3, 4))
    for env in (first, second, other):
        env.reset()
    played = list(play(first, 300))
    assert list(play(second, 300)) == played
    assert list(play(other, 300)) != played
    # Begun anew, also from another seed.
    for env in (first, other):
        env.reset(seed=3)
        assert list(play(env, 300)) == played


def test_reset_without_a_seed_goes_on_to_other_games() -> None:
    env = BatchEnv(4, 2, seed=1)
    env.reset()
    games = [env.game_of(lane) for lane in range(4)]
    env.reset()
    later = [env.game_of(lane) for lane in range(4)]
    assert [game[0] for game in games + later] == [0] * 4 + [1] * 4
    assert len({game[1] for game in games + later}) == 8


def test_a_new_game_begins_where_one_ended() -> None:
    env = BatchEnv(3, 2, seed=2)
    step = env.reset()
    before = [env.game_of(lane) for lane in range(3)]
    ended: set[int] = set()
    while len(ended) < 3:
        step = env.step(env.sample())
        for lane in step.terminated.nonzero()[0].tolist():
            ended.add(lane)
            number, seed, start = env.game_of(lane)
            assert number == before[lane][0] + 1
            assert seed != before[lane][1]
            assert start == 1 - (before[lane][2] or 0)
            before[lane] = (number, seed, start)
            assert env.state_of(lane) == env.game.begin(2, seed, start)
            assert np.array_equal(step.observations[lane], observe(env.game.begin(2, seed, start)))
            assert step.rewards[lane].sum() == 0
            assert step.scores[lane].any()


def test_the_start_seat_can_be_fixed() -> None:
    env = BatchEnv(4, 4, seed=1, start=2)
    env.reset()
    assert {env.game_of(lane)[2] for lane in range(4)} == {2}
    assert {env.state_of(lane).first_start for lane in range(4)} == {2}


def test_margin_pays_points() -> None:
    env = BatchEnv(4, 3, seed=1, reward="margin", threads=1)
    env.reset()
    ended = 0
    while ended < 4:
        step = env.step(env.sample())
        for lane in step.terminated.nonzero()[0].tolist():
            scores = step.scores[lane].tolist()
            expected = [score - (sum(scores) - score) / 2 for score in scores]
            assert step.rewards[lane].tolist() == expected
            ended += 1


def test_only_learners_are_asked() -> None:
    env = BatchEnv(8, 4, seed=3, learners=[2, 0], bots=["random", "greedy"])
    assert env.learners == (0, 2)
    step = env.reset()
    asked: set[int] = set()
    for _ in range(150):
        asked.update(step.seats.tolist())
        step = env.step(env.sample())
    assert asked == {0, 2}


def test_greedy_is_the_greedy_bot() -> None:
    env = BatchEnv(3, 3, seed=11, learners=[1], bots="greedy", threads=1)
    bot = GreedyBot()
    env.reset()
    states = [env.game.begin(3, *env.game_of(lane)[1:]) for lane in range(3)]
    ended = 0
    while ended < 3:
        for lane, state in enumerate(states):
            while not state.is_over and state.turn != 1:
                state.push_all(bot.choose(state))
            assert state.is_over or env.state_of(lane) == state
        actions = env.sample()
        for lane, state in enumerate(states):
            state.push(token_of(int(actions[lane])))
            while not state.is_over and state.turn != 1:
                state.push_all(bot.choose(state))
        step = env.step(actions)
        for lane, state in enumerate(states):
            assert step.terminated[lane] == state.is_over
            if state.is_over:
                assert step.scores[lane].tolist() == state.scores()
                states[lane] = env.game.begin(3, *env.game_of(lane)[1:])
                ended += 1


def test_greedy_beats_random() -> None:
    env = BatchEnv(32, 2, seed=1, learners=[0], bots="greedy")
    env.reset()
    total, games = 0.0, 0
    while games < 32:
        step = env.step(env.sample())
        total += float(step.rewards[:, 0].sum())
        games += int(step.terminated.sum())
    assert total / games < -0.9


def test_an_illegal_action_plays_nothing() -> None:
    env = BatchEnv(5, 2, seed=6)
    env.reset()
    for bad in (-1, ACTIONS, 2**40, -(2**62), 0):
        actions = env.sample()
        actions[[3, 4]] = bad
        before = [env.state_of(lane) for lane in range(5)]
        with pytest.raises(IllegalActionError, match="not legal in lane 3; nothing") as caught:
            env.step(actions)
        assert (caught.value.lane, caught.value.action) == (3, bad)
        assert [env.state_of(lane) for lane in range(5)] == before
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
        assert str(again) == str(caught.value)


def test_a_mask_that_was_overwritten_opens_nothing() -> None:
    env = BatchEnv(2, 2, seed=6)
    step = env.reset()
    step.masks[:] = True
    with pytest.raises(IllegalActionError):
        env.step([0, 0])


def test_sampled_actions_are_all_the_legal_ones() -> None:
    env = BatchEnv(2, 2, seed=8)
    step = env.reset()
    seen = [{int(env.sample()[lane]) for _ in range(200)} for lane in range(2)]
    assert seen == [set(mask.nonzero()[0].tolist()) for mask in step.masks]


def test_out_takes_slices_of_a_buffer() -> None:
    env, other = (BatchEnv(3, 2, seed=4, threads=1) for _ in range(2))
    length = 5
    buffer = Step(
        np.empty((length, 3, observation_size(2)), np.float32),
        np.empty((length, 3, ACTIONS), np.bool_),
        np.empty((length, 3, 2), np.float32),
        np.empty((length, 3), np.bool_),
        np.empty((length, 3), np.int8),
        np.empty((length, 3, 2), np.int16),
    )
    other.reset()
    env.reset()
    for time in range(length):
        out = Step(*(array[time] for array in buffer))
        assert env.step(env.sample(), out=out) is out
        assert same(other.step(other.sample()), Step(*(array[time] for array in buffer)))


def test_arrays_that_do_not_fit_are_refused() -> None:
    env = BatchEnv(3, 2, seed=4)
    env.reset()
    good = env.allocate()
    actions = env.sample()
    for wrong, message in (
        (good._replace(observations=np.zeros((3, 9), np.float32)), "observations must have shape"),
        (good._replace(masks=np.zeros((2, ACTIONS), np.bool_)), "masks must have shape"),
        (good._replace(rewards=np.zeros((3, 3), np.float32)), "rewards must have shape"),
        (good._replace(scores=np.zeros((4, 2), np.int16)), "scores must have shape"),
        (good._replace(terminated=np.zeros(2, np.bool_)), "terminated must have shape"),
        (good._replace(seats=np.zeros(1, np.int8)), "seats must have shape"),
        (good._replace(rewards=np.zeros((3, 2))), "dtype mismatch"),  # type: ignore[arg-type]
        (good._replace(rewards=np.zeros((2, 3), np.float32).T), "not C-contiguous"),
    ):
        with pytest.raises(ValueError, match=message):
            env.step(actions, out=wrong)
    with pytest.raises(ValueError, match="actions must have shape"):
        env.step(actions[:2])
    with pytest.raises(TypeError, match="actions must be integers"):
        env.step(actions.astype(np.float32))
    # All that was refused has played nothing.
    assert env.game_of(0)[0] == 0
    env.step(actions)


def test_what_cannot_be_made_is_refused() -> None:
    for arguments, message in (
        ({"num_envs": 0}, "num_envs"),
        ({"players": 5}, "players"),
        ({"seed": -1}, "seed"),
        ({"start": 2}, "start"),
        ({"reward": "glory"}, "reward must be one of win, margin"),
        ({"threads": 0}, "threads"),
        ({"threads": 65}, "threads"),
        ({"learners": []}, "learners"),
        ({"learners": [2]}, "learners"),
        ({"learners": [0], "bots": "genius"}, "no player 'genius'"),
        ({"learners": [1], "bots": "learner"}, "no player 'learner'"),
        ({"learners": [0], "bots": ["random", "random"]}, "1 seats do not learn; bots names 2"),
    ):
        with pytest.raises(ValueError, match=message):
            BatchEnv(**{"num_envs": 2, **arguments})  # type: ignore[arg-type]


def test_a_batch_that_was_never_made_does_nothing() -> None:
    with pytest.raises(RuntimeError, match="without lanes"):
        Batch.__new__(Batch).reset(1, ())


def test_reset_comes_first() -> None:
    env = BatchEnv(2)
    for call in (env.show, env.sample, lambda: env.step([0, 0]), lambda: env.state_of(0)):
        with pytest.raises(RuntimeError, match="call reset"):
            call()
    env.reset()
    for lane in (-1, 2):
        with pytest.raises(IndexError, match="lane must be 0 to 1"):
            env.state_of(lane)


def test_a_step_of_some_lanes_leaves_the_others() -> None:
    env, whole = (BatchEnv(6, 2, seed=3, learners=[0]) for _ in range(2))
    step, other = env.reset(), whole.reset()
    for _ in range(100):
        actions = env.sample()
        whole.sample()
        for lanes in ([0, 2, 5], [1, 3, 4]):
            before = Step._make(array.copy() for array in step)
            step = env.step(actions[lanes], lanes=lanes)
            rest = [lane for lane in range(6) if lane not in lanes]
            kept = (Step._make(array[rest] for array in rows) for rows in (step, before))
            assert same(*kept)
        other = whole.step(actions)
        assert same(step, other)
    assert env.step([], lanes=[]) is step
    for lanes in ([3, 2], [1, 1], [-1], [6]):
        with pytest.raises(ValueError, match="lanes must ascend from 0 to 5"):
            env.step([0] * len(lanes), lanes=lanes)
    with pytest.raises(TypeError, match="lanes must be a row of integers"):
        env.step([0], lanes=[0.5])
    with pytest.raises(ValueError, match="actions must have shape"):
        env.step([0], lanes=[0, 1])


def test_games_are_given_up_where_it_is_asked_for() -> None:
    env = BatchEnv(4, 2, seed=3)
    step = env.reset()
    step = env.step(env.sample())
    games = [env.game_of(lane)[0] for lane in range(4)]
    step = env.begin([1, 3])
    assert [env.game_of(lane)[0] for lane in range(4)] == [0, 1, 0, 1] != games
    shown = Step._make(array.copy() for array in step)
    assert same(shown, env.show())


def test_players_move_on_one_seat_from_game_to_game() -> None:
    env = BatchEnv(6, 3, seed=3, learners=[1], rotate=True)
    step = env.reset()
    for _ in range(250):
        expected = [(1 + lane + env.game_of(lane)[0]) % 3 for lane in range(6)]
        assert step.seats.tolist() == expected
        assert {env.game_of(lane)[2] for lane in range(6)} == {0}
        step = env.step(env.sample())
    assert env.game_of(0)[0] > 1


def test_the_end_is_kept_as_each_seat_knows_it() -> None:
    env = BatchEnv(3, 3, seed=3, keep_finals=True, threads=1)
    step = env.reset()
    seen = 0
    while seen < 4:
        actions = env.sample()
        before = [env.state_of(lane) for lane in range(3)]
        step = env.step(actions)
        for lane in step.terminated.nonzero()[0].tolist():
            state = before[lane]
            state.push_codes([int(actions[lane])])
            assert state.is_over
            assert env.finals is not None
            for seat in range(3):
                expected = env.game.trained().observe(state, seat)
                assert np.array_equal(env.finals[lane, seat], expected)
            seen += 1


def pickled(env: BatchEnv) -> BatchEnv:
    again = pickle.loads(pickle.dumps(env))  # noqa: S301
    assert isinstance(again, BatchEnv)
    return again


@pytest.mark.parametrize("duplicate", [BatchEnv.copy, copy.deepcopy, pickled])
def test_a_copy_goes_on_by_itself(duplicate: Callable[[BatchEnv], BatchEnv]) -> None:
    env = BatchEnv(4, 3, seed=5, learners=[0, 1], bots="random")
    env.reset()
    list(play(env, 100))
    other = duplicate(env)
    there = [array.tobytes() for array in env.show()]
    assert [array.tobytes() for array in other.show()] == there
    played = list(play(env, 200))
    assert [array.tobytes() for array in other.show()] == there
    assert list(play(other, 200)) == played


def test_a_copy_from_before_the_first_reset() -> None:
    env = pickled(BatchEnv(2, 2, seed=1))
    first = BatchEnv(2, 2, seed=1)
    assert same(env.reset(), first.reset())
    assert same(env.copy().reset(seed=7), first.reset(seed=7))


def test_closed_it_starts_its_threads_again() -> None:
    env, other = (BatchEnv(40, 2, seed=5, threads=3) for _ in range(2))
    env.reset()
    other.reset()
    for _ in range(3):
        env.close()
        env.close()
        assert list(play(env, 20)) == list(play(other, 20))


def test_many_are_made_and_forgotten() -> None:
    for number in range(50):
        env = BatchEnv(20, 2, seed=number, threads=4)
        env.reset()
        env.step(env.sample())
        del env
    gc.collect()


@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="Linux says how much is asked for"
)
@pytest.mark.parametrize(("lanes", "threads"), [(20, 8), (4_000, 1)])
def test_what_is_forgotten_gives_its_memory_back(lanes: int, threads: int) -> None:
    """Lanes, and the room that each thread works in."""

    def asked_for() -> int:
        return int(Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE

    def make(count: int) -> int:
        for number in range(count):
            BatchEnv(lanes, 2, seed=number, threads=threads)
        gc.collect()
        return asked_for()

    before = make(20)
    one = BatchEnv(lanes, 2, threads=threads)
    each = asked_for() - before
    del one
    assert make(100) - before < 20 * max(each, 1 << 20)


def test_a_second_thread_is_turned_away() -> None:
    env = BatchEnv(256, 2, seed=1, learners=[0], bots="greedy", threads=1)
    env.reset()
    caught = threading.Event()
    message = ""

    def work() -> None:
        for _ in range(500):
            if caught.is_set():
                return
            env.reset()

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive() and not caught.is_set():
        try:
            env.state_of(0)
        except RuntimeError as error:
            message = str(error)
            caught.set()
    thread.join()
    assert message == "another thread is at work on these games"


def pressed_during(work: Callable[[], object]) -> bool:
    """Press Ctrl-C soon after some work has begun; whether that ended it."""
    try:
        with handled(Press(), 0.03, at_work=True):
            work()
    except PressedError:
        return True
    return False


def interrupted_batch(lanes: int = 4_000) -> BatchEnv:
    """A batch whose reset was broken off; with more lanes where it was too quick for that."""
    env = BatchEnv(lanes, 4, learners=[0], bots="greedy", threads=1)
    env.reset(seed=1)
    return env if pressed_during(lambda: env.reset(seed=2)) else interrupted_batch(4 * lanes)


def test_a_reset_that_is_broken_off_must_be_made_again() -> None:
    env = interrupted_batch()
    actions = np.zeros(env.num_envs, np.int64)
    for call in (lambda: env.step(actions), env.sample, env.show, lambda: env.state_of(0)):
        with pytest.raises(RuntimeError, match="call reset"):
            call()
    other = BatchEnv(env.num_envs, 4, learners=[0], bots="greedy", threads=1)
    written = [array.tobytes() for array in env.reset(seed=3)]
    assert [array.tobytes() for array in other.reset(seed=3)] == written
    assert [env.game_of(lane) for lane in (0, 1)] == [other.game_of(lane) for lane in (0, 1)]


def step_in_a_child(env: BatchEnv, answer: Connection[Any, Any]) -> None:
    answer.send(list(play(env, 10)))


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="no fork on this system"
)
def test_a_forked_process_has_threads_of_its_own() -> None:
    env = BatchEnv(64, 2, seed=5, threads=2)
    env.reset()
    env.step(env.sample())
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=step_in_a_child, args=(env, theirs))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    assert ours.poll(60)
    played = ours.recv()
    child.join(60)
    assert child.exitcode == 0
    assert list(play(env, 10)) == played
