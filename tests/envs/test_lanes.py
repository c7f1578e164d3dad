"""Compiled lanes of every game of the registry, way to play and number of seats."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast.contract.batch import Batch
from coalbaron_fast.contract.game import feature_sizes, features
from coalbaron_fast.contract.observations import Observations
from coalbaron_fast.envs import BatchEnv, Step
from coalbaron_fast.envs.rewards import margins_of, returns_of
from coalbaron_fast.games import GAMES, Game, load_game
from tests.search import hide_game
from tests.search.ctypes_game import board_capsule

PLAYED: Final = [game for game in map(load_game, GAMES) if game.board is not None]
WAYS: Final = [
    pytest.param(game, players, options, id=f"{game.name}-{players}-{options}")
    for game in PLAYED
    for players in game.players
    for options in game.options.ways()
]
EVERY_WAY: Final = pytest.mark.parametrize(("game", "players", "options"), WAYS)
EVERY_GAME: Final = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
LANES: Final = 3
LONG: Final = 1200
"""Steps in which a game of every lane ends, the longest too."""


def seen_of(game: Game) -> Observations:
    return Observations(game.board, len(game.tokens))


def begun(game: Game, options: str, env: BatchEnv) -> list[Any]:
    """The games that the lanes play, as states."""
    return [
        game.begin(env.players, *env.game_of(lane)[1:], options) for lane in range(env.num_envs)
    ]


def unpacked(masks: Any, codes: int) -> Any:
    return np.unpackbits(masks, axis=-1, count=codes, bitorder="little")


def test_every_game_that_can_be_learnt_has_compiled_lanes() -> None:
    assert [game for game in map(load_game, GAMES) if game.training is not None] == PLAYED
    for game in PLAYED:
        assert type(BatchEnv(1, game=game)._batch) is Batch


@EVERY_WAY
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_a_lane_is_the_game_of_a_state(game: Game, players: int, options: str, reward: str) -> None:
    env = BatchEnv(
        LANES, players, seed=5, game=game, options=options, reward=reward, keep_finals=True
    )
    training, generator = game.trained(), random.Random(players)
    pay = returns_of if reward == "win" else margins_of
    step = env.reset()
    states, ended = begun(game, options, env), 0
    for _ in range(LONG):
        for lane, state in enumerate(states):
            assert step.seats[lane] == state.turn
            assert np.array_equal(step.observations[lane], training.observe(state))
            assert np.flatnonzero(step.masks[lane]).tolist() == sorted(state.legal_codes())
            assert env.state_of(lane) == state
            assert env.state_of(lane).seed == state.seed
        actions = np.array([generator.choice(state.legal_codes()) for state in states])
        step = env.step(actions)
        for lane, state in enumerate(states):
            state.push_codes([int(actions[lane])])
            assert bool(step.terminated[lane]) == state.is_over
            # A reward has single precision: the hundreds of a margin leave four digits.
            assert step.rewards[lane].tolist() == pytest.approx(pay(state), abs=1e-4)
            assert step.scores[lane].tolist() == (state.scores() or [0] * players)
            if state.is_over:
                assert env.finals is not None
                for seat in range(players):
                    assert np.array_equal(env.finals[lane, seat], training.observe(state, seat))
                states[lane] = begun(game, options, env)[lane]
                ended += 1
        if ended >= LANES:
            return
    pytest.fail("no game ended")


@EVERY_WAY
def test_compact_arrays_say_the_same(game: Game, players: int, options: str) -> None:
    """Whole numbers times their units, and bits."""
    env, small = (
        BatchEnv(4, players, seed=3, game=game, options=options, keep_finals=True, compact=compact)
        for compact in (False, True)
    )
    step, packed = env.reset(), small.reset()
    units, ended = small.units, 0
    most = np.iinfo(packed.observations.dtype).max
    assert packed.observations.dtype == seen_of(game).compact_dtype
    assert 2 * packed.observations.nbytes <= step.observations.nbytes
    assert 7 * packed.masks.nbytes < step.masks.nbytes
    for number in range(LONG):
        assert packed.observations.max() < most
        assert np.array_equal(packed.observations * units, step.observations)
        assert np.array_equal(unpacked(packed.masks, len(game.tokens)), step.masks)
        told = [[array.tobytes() for array in written[2:]] for written in (packed, step)]
        assert told[0] == told[1]
        for lane in np.flatnonzero(step.terminated):
            ended += 1
            assert env.finals is not None
            assert small.finals is not None
            expected = np.clip(
                env.finals[lane], np.iinfo(packed.observations.dtype).min * units, None
            )
            assert np.array_equal(small.finals[lane] * units, expected)
        if ended and number >= 400:
            return
        actions = env.sample()
        assert np.array_equal(small.sample(), actions)
        step, packed = env.step(actions), small.step(actions)
    pytest.fail("no game ended")


@EVERY_GAME
def test_one_observation_is_compact_too(game: Game) -> None:
    seen, generator = seen_of(game), random.Random(1)
    players = game.players[-1]
    state = game.begin(players, 2)
    while not state.is_over:
        for seat in range(players):
            small = seen.compact(state, seat)
            assert np.array_equal(small * seen.units(players), seen.observe(state, seat))
            assert np.array_equal(small, seen.compact(state.view(seat), seat))
        state.push_codes([generator.choice(state.legal_codes())])


def test_what_is_too_much_for_a_compact_number_ends_there() -> None:
    game = load_game("coalbaron")
    data = game.begin(2, 1).to_dict()
    data["seats"][0] |= {"vp": 300, "marks": 255}
    data["seats"][1] |= {"vp": -7}
    seen, state = seen_of(game), game.State.from_dict(data)
    small, units = seen.compact(state, 0), seen.units(2)
    floats = seen.observe(state, 0) / units
    assert sorted(floats[small != floats].tolist()) == [-7, 300]
    assert sorted(small[small != floats].tolist()) == [0, 255]
    assert (small == 255).sum() == 2


def from_features(game: Game, state: Any, seat: int, unit: float) -> Any:
    """A seat's observation made of the features here, number by number."""
    sizes = feature_sizes(game.ops)
    assert sizes is not None
    starts, indices, values = (
        np.frombuffer(part, kind)
        for part, kind in zip(
            features(game.ops, state.data())[:3], (np.int64, np.uint16, np.int16), strict=True
        )
    )
    seats = state.players
    out = np.zeros(seats * sizes.seat + sizes.board, np.float32)
    for part, (begin, end) in enumerate(pairwise(starts)):
        shown = (part - seat) % seats if part < seats else part
        out[shown * sizes.seat + indices[begin:end]] = values[begin:end]
    for part in range(seats + 1):
        from_here = 217 if part < seats else 307
        size = sizes.seat if part < seats else sizes.board
        counts = slice(part * sizes.seat + from_here, part * sizes.seat + size)
        out[counts] *= unit
    return out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ruhrs_observation_is_its_features(players: int) -> None:
    """The board's counts begin at 307, a seat's at 217; both are told in sixteenths."""
    game, generator = load_game("ruhr"), random.Random(players)
    state, training = game.begin(players, 4), game.trained()
    while True:
        for seat in range(players):
            expected = from_features(game, state, seat, 1 / 16)
            assert np.array_equal(training.observe(state, seat), expected)
        if state.is_over:
            return
        state.push_codes([generator.choice(state.legal_codes())])


@EVERY_GAME
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_threads_change_nothing(game: Game, bots: str) -> None:
    runs = []
    for threads in (1, 3):
        env = BatchEnv(
            40, game.players[-1], seed=1, learners=[0], bots=bots, threads=threads, game=game
        )
        env.reset()
        runs.append([array.tobytes() for _ in range(30) for array in env.step(env.sample())])
    assert runs[0] == runs[1]


@EVERY_WAY
def test_copies_and_pickles_go_on_alike(game: Game, players: int, options: str) -> None:
    env = BatchEnv(LANES, players, seed=8, game=game, options=options, threads=1)
    env.reset()
    for _ in range(40):
        env.step(env.sample())
    others = [env.copy(), pickle.loads(pickle.dumps(env))]  # noqa: S301 - our own
    for _ in range(40):
        actions = env.sample()
        written = [array.tobytes() for array in env.step(actions)]
        for other in others:
            assert other.sample().tolist() == actions.tolist()
            assert [array.tobytes() for array in other.step(actions)] == written


def tabled_hide() -> Game:
    """Hide and seek by its table alone: what a learner sees is what a network gets."""
    board = board_capsule(hide_game.Table, hide_game.OPS, len(hide_game.TOKENS), hide_game.OPTIONS)
    seen, plain = Observations(board, len(hide_game.TOKENS)), hide_game.GAME.trained()
    training = plain._replace(
        observation_size=seen.size, observe=seen.observe, legal_mask=seen.legal_mask
    )
    return hide_game.GAME._replace(board=board, training=lambda: training)


@pytest.mark.parametrize("players", hide_game.GAME.players)
@pytest.mark.parametrize("options", hide_game.OPTIONS.ways())
def test_a_table_is_all_that_lanes_need(players: int, options: str) -> None:
    """Of one seat or more, with options, and with places that the others do not know."""
    game, generator = tabled_hide(), random.Random(players)
    env = BatchEnv(LANES, players, seed=2, game=game, options=options, threads=2)
    step, states, ended, secrets = env.reset(), begun(game, options, env), 0, 0
    for _ in range(60):
        for lane, state in enumerate(states):
            assert env.state_of(lane) == state
            assert step.seats[lane] == state.turn
            assert np.flatnonzero(step.masks[lane]).tolist() == sorted(state.legal_codes())
            view = state.view(state.turn)
            secrets += hide_game.UNKNOWN in view.data()
            assert np.array_equal(step.observations[lane], game.trained().observe(view))
        actions = np.array([generator.choice(state.legal_codes()) for state in states])
        step = env.step(actions)
        for lane, state in enumerate(states):
            state.push_codes([int(actions[lane])])
            assert step.rewards[lane].tolist() == pytest.approx(returns_of(state))
            if state.is_over:
                states[lane] = begun(game, options, env)[lane]
                ended += 1
    assert ended >= LANES
    assert secrets or players == 1


def test_options_are_played_with() -> None:
    game = load_game("ruhr")
    env = BatchEnv(2, 2, seed=8, game=game, options="calm", threads=1)
    env.reset()
    assert env.state_of(0).calm
    restore, (arguments, lanes) = env._batch.__reduce__()
    changed = [("" if part == "calm" else part) for part in arguments]
    assert restore(tuple(arguments), lanes)
    with pytest.raises(ValueError, match="lane 0 cannot be there"):
        restore(tuple(changed), lanes)


@EVERY_GAME
def test_arrays_of_other_types_are_refused(game: Game) -> None:
    for compact, wrong in ((False, np.int32), (True, np.int8)):
        env = BatchEnv(2, game=game, compact=compact)
        good = env.allocate()
        bad: Step = good._replace(observations=np.zeros(good.observations.shape, wrong))
        with pytest.raises(ValueError, match="dtype mismatch: observations"):
            env.reset(out=bad)
        env.reset(out=good)
        assert good.observations.any()
