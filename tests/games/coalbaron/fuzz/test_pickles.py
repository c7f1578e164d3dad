from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coalbaron_fast import CoalBaronError, State
from coalbaron_fast.envs import BatchEnv
from tests.games.coalbaron.fuzz import pickles
from tests.games.coalbaron.fuzz.pickles import KINDS, PROGRAM, PROJECT, batches
from tests.search import hide_game, tiny_game
from tests.search.python_state import PythonState

REPLAY: Any = State(2).__reduce__()[0]


def unpickled(thing: object) -> Any:  # noqa: ANN401 - as pickle has it
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


def test_flipped_bits_give_an_error_or_a_legal_position() -> None:
    # In a process of its own, whose memory has a bound: pickle takes a flipped length at its word.
    command = [sys.executable, "-m", PROGRAM, "--pickles", "1500"]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "nothing found")
    counts = dict(re.findall(r"^(\w+ +[a-z ]+?) +(\d+)$", done.stdout, re.MULTILINE))
    found = {" ".join(what.split()): int(count) for what, count in counts.items()}
    assert sum(found.values()) == 1500
    for kind in KINDS:
        assert found[f"{kind} refused"] > 0
    assert found["state a legal position"] + found["batch a legal position"] > 10


@pytest.mark.parametrize("codes", [[10**9], [-1], [True], ["m8"], [2.0], [None], "m8", 7])
def test_codes_that_are_none(codes: object) -> None:
    with pytest.raises((CoalBaronError, TypeError)):
        REPLAY(2, 0, None, codes, None)


@pytest.mark.parametrize(
    "arguments",
    [
        (5, 0, None, [], None),
        (2, 2, None, [], None),
        (2, -1, None, [], None),
        (2, 0, "", [], None),
        (2, 0, 7, [], None),
        (2, 0, None, [], -1),
        (2, 0, None, [], 2**64),
        (2, 0, None, [], "1"),
        (2, 0, State(2, seed=1).view(0).to_text(), [], 5),
    ],
)
def test_other_parts_of_a_pickle(arguments: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        REPLAY(*arguments)


def test_a_seed_that_was_none_draws() -> None:
    assert not REPLAY(2, 0, None, [], 5).is_chance


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
    for batch in batches(Random(1)):
        assert unpickled(batch).__reduce__() == batch.__reduce__()


@pytest.mark.parametrize("kind", [tiny_game.State, hide_game.State])
def test_a_tiny_game_is_read_like_its_text(kind: type[PythonState]) -> None:
    state = kind(2, seed=5)
    while not state.is_over:
        again = unpickled(state)
        assert (again, again.codes, again.seed) == (state, state.codes, state.seed)
        view = state.view(0)
        assert unpickled(view) == view
        state.push_codes(state.legal_codes()[:1])
    reduced: Any = state.__reduce__()
    rebuild, (_, begun, codes, _) = reduced
    board = begun.rpartition(" ")[0] + " " + "f" * len(begun.rpartition(" ")[2])
    for arguments in ((kind, board, [], None), (kind, begun, [99], None), (kind, begun, codes, -1)):
        with pytest.raises(ValueError, match=r"\S"):
            rebuild(*arguments)


def test_findings_are_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(number: int, _seed: int) -> tuple[str, str]:
        if number == 3:
            raise ZeroDivisionError
        return "state", "refused"

    monkeypatch.setattr(pickles, "examine", broken)
    monkeypatch.setattr(pickles, "limit_memory", lambda: None)
    pickles.load_range(0, 5, 1, tmp_path)
    assert pickles.summarise(tmp_path, 5, 0, 1.0) == 1
    told = capfd.readouterr().out
    assert "pickle 3: ZeroDivisionError" in told
    assert "refused                   4" in told
