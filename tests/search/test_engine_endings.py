"""The engine in endings: it solves them when it may, and says what that is worth."""

from __future__ import annotations

import threading
import time
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.analysis import Analysis
from coalbaron_fast.endings import NEVER, ONLY_EXACT, SOLVED_TOO, TURNS, Endings
from coalbaron_fast.engine import Engine, Limits
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.search.evaluator import Evaluation
from tests.search.make_late_positions import POSITIONS
from tests.search.test_endings import far_position, with_known_top

LATE: Final = POSITIONS.read_text(encoding="utf-8").splitlines()
ENOUGH: Final = Limits(nodes=2000)


def engine(solve: int, threads: int = 1) -> Engine:
    return Engine(threads=threads, hash_mb=8, parameters={"playout": 1, "solve": solve})


def shown(analysis: Analysis) -> tuple[object, ...]:
    return analysis.lines, analysis.nodes, analysis.exact, analysis.solved


def doubtful_position() -> State:
    """A position in which a tile matters that only the seat not on turn knows."""
    for text in LATE:
        state = State.from_text(text)
        if state.players == 2 and len(state.to_dict()["tile_stack"]["middle"]) > 2:
            known = State.from_dict(with_known_top(text, 2))
            answer = engine(SOLVED_TOO).search(known, ENOUGH)
            if answer.solved and not answer.exact:
                return known
    raise AssertionError("no such position")


def test_an_exact_ending_is_answered_as_such() -> None:
    for text in LATE[::25]:
        answer = engine(ONLY_EXACT).search(State.from_text(text), ENOUGH)
        assert answer.exact
        assert answer.solved
        assert answer.lines[0].error == 0.0
        assert answer.lines[0].p_best == 1.0
        assert answer.lines[0].pv[0] == answer.best
        assert sum(answer.lines[0].win) == pytest.approx(1.0)
        assert not engine(NEVER).search(State.from_text(text), Limits(nodes=50)).solved


def test_what_is_not_exact_needs_leave() -> None:
    state = doubtful_position()
    assert not engine(ONLY_EXACT).search(state, Limits(nodes=200)).solved
    answer = engine(SOLVED_TOO).search(state, ENOUGH)
    assert answer.solved
    assert not answer.exact


def test_the_answer_depends_on_the_options_alone() -> None:
    state = State.from_text(LATE[3])
    assert state.turn is not None
    first = engine(ONLY_EXACT).search(state, ENOUGH)
    assert shown(engine(ONLY_EXACT, threads=2).search(state, ENOUGH)) == shown(first)
    assert shown(engine(ONLY_EXACT).search(state.view(state.turn), ENOUGH)) == shown(first)


def test_lines_and_root_turns_are_kept_to() -> None:
    state = next(state for state in map(State.from_text, LATE) if len(state.legal_moves()) > 4)
    answer = engine(ONLY_EXACT).search(state, Limits(nodes=2000, lines=3))
    assert answer.solved
    # Turns that another one is as good as are left out.
    assert 2 <= len(answer.lines) <= 3
    for token in state.legal_moves():
        only = engine(ONLY_EXACT).search(state, Limits(nodes=2000, root_turns=[token]))
        assert only.solved
        assert only.best[0] == token


def test_an_attempt_keeps_to_its_limits() -> None:
    endings = Endings(Evaluation(TURN_OPS), 1, SOLVED_TOO)
    state = far_position(TURNS[2])
    # An attempt without limits would end with a solution.
    assert endings.attempt(state, None, 0.001, 1) is None
    assert endings.attempt(state, 1, None, 1) is None
    assert endings.attempt(far_position(30), None, None, 1) is None
    with pytest.raises(ValueError, match="solve must be"):
        Endings(Evaluation(TURN_OPS), 1, 3)


def test_a_stop_reaches_the_attempt() -> None:
    player = engine(SOLVED_TOO)
    state = far_position(TURNS[2])
    answers: list[Analysis] = []
    thread = threading.Thread(
        target=lambda: answers.append(player.search(state, Limits(infinite=True)))
    )
    thread.start()
    while not player.busy:
        time.sleep(0.001)
    time.sleep(0.05)
    player.stop()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert answers[0].best
