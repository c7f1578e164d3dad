"""Pickles of positions and of batches of them: what is in them is read like any other input."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from coalbaron_fast import CoalBaronError, State
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import DEFAULT, load_game
from tests.games.fuzz.samples import batches_of

REPLAY: Any = partial(cast("Any", State(2).__reduce__())[0], State)


def unpickled(thing: object) -> Any:  # noqa: ANN401 - as pickle has it
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


@pytest.mark.parametrize("codes", [[10**9], [-1], [True], ["m8"], [2.0], [None], "m8", 7])
def test_codes_that_are_none(codes: object) -> None:
    with pytest.raises((CoalBaronError, TypeError)):
        REPLAY(2, 0, "", None, codes, None)


@pytest.mark.parametrize(
    "arguments",
    [
        (5, 0, "", None, [], None),
        (2, 2, "", None, [], None),
        (2, -1, "", None, [], None),
        (2, None, "", None, [], None),
        (2, 0, "calm", None, [], None),
        (2, 0, "", "", [], None),
        (2, 0, "", 7, [], None),
        (2, 0, "", None, [], -1),
        (2, 0, "", None, [], 2**64),
        (2, 0, "", None, [], "1"),
        (2, 0, "", State(2, seed=1).view(0).to_text(), [], 5),
    ],
)
def test_other_parts_of_a_pickle(arguments: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        REPLAY(*arguments)


def test_a_seed_that_was_none_draws() -> None:
    assert not REPLAY(2, 0, "", None, [], 5).is_chance


def restored(change: Callable[[list[Any], list[Any]], None]) -> object:
    """Restore a batch of two lanes at two seats after a change of its arguments or lanes."""
    env = BatchEnv(2, 2, seed=7, learners=[0], threads=1)
    env.reset()
    restore, (arguments, lanes) = env._batch.__reduce__()
    arguments, lanes = list(arguments), [list(lane) for lane in lanes]
    change(arguments, lanes)
    return restore(tuple(arguments), [tuple(lane) for lane in lanes])


COUNT, PLAYERS, _SEED, WHO, START, REWARD, WORKERS, _TURNING = range(8)
TEXT = 3


def put(rows: list[Any], place: int, value: object) -> None:
    rows[place] = value


def elsewhere(learner: int) -> str:
    """A position of another deal in which a learner or a bot is asked."""
    state = State(2, seed=99)
    while state.turn != learner:
        state.push_codes(state.legal_codes()[:1])
    return state.to_text()


CHANGES: dict[str, Callable[[list[Any], list[Any]], None]] = {
    "fewer lanes": lambda _, lanes: lanes.pop(),
    "more lanes": lambda _, lanes: lanes.append(lanes[0]),
    "no lanes": lambda _, lanes: lanes.clear(),
    "a count below": lambda arguments, _: put(arguments, COUNT, -1),
    "more players": lambda arguments, _: put(arguments, PLAYERS, 4),
    "no such players": lambda arguments, _: put(arguments, PLAYERS, 67),
    "fewer kinds": lambda arguments, _: put(arguments, WHO, (0,)),
    "no learner": lambda arguments, _: put(arguments, WHO, (1, 1)),
    "no such start": lambda arguments, _: put(arguments, START, 3),
    "no such reward": lambda arguments, _: put(arguments, REWARD, 2),
    "too many threads": lambda arguments, _: put(arguments, WORKERS, 10**6),
    "another deal": lambda _, lanes: put(lanes[1], TEXT, elsewhere(0)),
    "a bot's turn": lambda _, lanes: put(lanes[1], TEXT, elsewhere(1)),
    "a view": lambda _, lanes: put(lanes[1], TEXT, State(2, seed=1).view(0).to_text()),
    "chance": lambda _, lanes: put(lanes[1], TEXT, State(2).to_text()),
    "three players": lambda _, lanes: put(lanes[1], TEXT, State(3, seed=1).to_text()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_batches_that_cannot_be(name: str) -> None:
    with pytest.raises(ValueError, match=r"batch|lane"):
        restored(CHANGES[name])


def test_batches_as_they_were_are_restored() -> None:
    assert restored(lambda *_: None)
    for batch in batches_of(load_game(DEFAULT)):
        assert unpickled(batch).__reduce__() == batch.__reduce__()
