"""The engine in endings: it solves them when it may, and says what that is worth."""

from __future__ import annotations

import threading
import time
from typing import Any, Final, cast

import pytest

from coalbaron_fast import State
from coalbaron_fast.engine import Engine, Limits
from coalbaron_fast.engine.analysis import IN_BAND, Analysis, solved_analysis
from coalbaron_fast.engine.endings import (
    NEVER,
    NODES_A_NODE,
    ONLY_EXACT,
    SOLVED_TOO,
    TURNS,
    UNLIMITED_NODES,
    Ending,
    EndingLine,
    Endings,
)
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.core.game import TURN_OPS
from coalbaron_fast.search.evaluator import Evaluation
from tests.processes import PATIENCE_S
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
    thread.join(timeout=PATIENCE_S)
    assert not thread.is_alive()
    assert answers[0].best


# -- what the engine makes of the solver


class KnownSolver:
    """Answers with two turns that are known, and keeps what it was asked."""

    nodes = 77

    def __init__(self, left: int = 1, *, answers: bool = True) -> None:
        self.left = left
        self.answers = answers
        self.asked: list[tuple[Any, ...]] = []

    def turns_left(self, _state: bytes, _seat: int) -> int:
        return self.left

    def solve(self, *asked: Any) -> list[Any] | None:
        self.asked.append(asked)
        allowed = asked[5]
        turns = [turn for turn in ([1], [2, 3]) if allowed is None or allowed(turn)]
        lines = [
            (turn, [0.25, 0.75], [90.0, 100.5], False, turn == [1], [turn, [9]]) for turn in turns
        ]
        return lines if self.answers else None


def endings_with(solver: KnownSolver, solve: int = SOLVED_TOO) -> Endings:
    endings = Endings(Evaluation(TURN_OPS), 1, solve)
    endings.solver = cast(Any, solver)
    return endings


def test_the_solver_is_asked_within_the_limits_of_the_search() -> None:
    state = far_position(2)
    for solve in (ONLY_EXACT, SOLVED_TOO):
        solver = KnownSolver()
        began = time.monotonic_ns()
        endings_with(solver, solve).attempt(state, 7, None, 3)
        endings_with(solver, solve).attempt(state, None, 5000.0, 1)
        (first, second) = solver.asked
        assert first[:5] == (state.data(), state.turn, 7 * NODES_A_NODE, 0, 3)
        assert second[2] == UNLIMITED_NODES
        # Some two seconds of five from now on.
        assert began + 2e9 <= second[3] <= time.monotonic_ns() + 2e9
        assert [asked[5:] for asked in solver.asked] == [(None, solve == ONLY_EXACT)] * 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_what_is_short_is_tried(players: int) -> None:
    state = State(players, seed=1)
    for left in (TURNS[players], TURNS[players] + 1):
        endings = endings_with(KnownSolver(left))
        assert endings.is_short(state) == (left == TURNS[players])
        assert (endings.attempt(state, 1, None, 1) is None) == (left > TURNS[players])
    assert endings_with(KnownSolver(answers=False)).attempt(state, 1, None, 1) is None
    assert not Endings(Evaluation(TURN_OPS), 1, NEVER).is_short(state)


def test_an_ending_says_what_the_solver_says() -> None:
    state = far_position(2)
    evaluation = Evaluation(TURN_OPS)
    ending = endings_with(KnownSolver()).attempt(state, 1, None, 1)
    assert ending is not None
    assert (ending.seat, ending.exact, ending.nodes) == (state.turn, False, 77)
    # The first one is a matter of luck.
    spread = evaluation.spread(state.data())
    assert ending.lines == [
        EndingLine([1], [0.25, 0.75], [90.0, 100.5], spread, [[1], [9]]),
        EndingLine([2, 3], [0.25, 0.75], [90.0, 100.5], [0.0, 0.0], [[2, 3], [9]]),
    ]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([[2]], [[2, 3]]),
        ([[1], [2, 3]], [[1], [2, 3]]),
        ([[2, 3], [2, 4]], None),
        ([[1], [3]], None),
    ],
)
def test_turns_that_are_asked_for_are_all_there_or_another_search_takes_them(
    wanted: list[list[int]], found: list[list[int]] | None
) -> None:
    ending = endings_with(KnownSolver()).attempt(far_position(2), 1, None, 1, wanted)
    assert (ending and [line.codes for line in ending.lines]) == found


def test_a_solved_answer_has_no_error_and_no_doubt_which_turn_is_best() -> None:
    game = load_game("coalbaron")
    first, second = (game.read_words([token]) for token in ("bank", "m10"))
    lines = [
        EndingLine(first, [0.25, 0.75], [90.0, 100.0], [2.0, 4.0], [first, second]),
        EndingLine(second, [0.5, 0.5], [91.0, 91.0], None, [second]),
    ]
    answer = solved_analysis(game, Ending(1, lines, exact=False, nodes=77), 12.5, 1.5)
    assert (answer.nodes, answer.worlds, answer.depth) == (77, 0, 2)
    assert (answer.time_ms, answer.memory_used) == (12.5, 0.0)
    assert (answer.exact, answer.solved, answer.best) == (False, True, ["bank"])
    best, other = answer.lines
    assert (best.visits, best.p_best, best.utility) == (77, 1.0, 0.75)
    assert (other.visits, other.p_best, other.utility) == (0, 0.0, 0.5)
    assert (best.vp_spread, other.vp_spread) == ([3.0, 6.0], None)
    assert best.vp_band is not None
    for band, points, spread in zip(best.vp_band, (90, 100), (3, 6), strict=True):
        assert band == pytest.approx([points - spread * IN_BAND, points + spread * IN_BAND])
    assert other.vp_band is None
    for line, turns in ((best, [["bank"], ["m10"]]), (other, [["m10"]])):
        assert (line.tokens, line.pv) == (turns[0], turns)
        assert (line.win_error, line.vp_error, line.error) == ([0.0] * 2, [0.0] * 2, 0.0)
    assert [line.win for line in answer.lines] == [[0.25, 0.75], [0.5, 0.5]]
    assert [line.vp for line in answer.lines] == [[90.0, 100.0], [91.0, 91.0]]
