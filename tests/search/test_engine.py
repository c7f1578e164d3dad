"""The engine on Coal Baron: honest, reproducible, within its limits."""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import sys

import pytest

from coalbaron_fast import Line, SettingsError, State
from coalbaron_fast.engine import Engine, Limits
from tests.search import audit

FEW: Limits = Limits(nodes=40)
SHORT = {"playout": 1}
"""Most of what is tested here does not depend on how far the guess looks ahead."""


def positions(players: int, seed: int, every: int) -> list[State]:
    """One position in `every` of a game that looks at the stacks often."""
    generator = random.Random(seed)
    state = State(players, seed=seed)
    found = []
    decisions = 0
    while not state.is_over:
        decisions += 1
        if decisions % every == 0:
            found.append(state.copy())
        legal = state.legal_moves()
        looks = [token for token in legal if token in ("fx", "ox")]
        state.push(generator.choice(looks if looks and generator.random() < 0.5 else legal))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_turn_can_be_played_in_every_phase(players: int) -> None:
    engine = Engine(hash_mb=8, parameters=SHORT)
    phases = set()
    for state in positions(players, seed=players, every=17):
        analysis = engine.search(state, FEW)
        phases.add(state.phase)
        assert analysis.lines[0].tokens == analysis.best
        seat = state.turn
        state.push_all(analysis.best)
        assert state.turn != seat or state.phase in ("keep", "side", "stack", "place")
    assert {"place", "mine", "keep", "stack"} <= phases


def test_a_view_gets_the_answer_of_the_truth() -> None:
    engine = Engine(hash_mb=8, seed=5, parameters=SHORT)
    for state in positions(2, seed=12, every=41):
        seat = state.turn
        assert seat is not None
        lines = engine.search(state, Limits(nodes=40, lines=5)).lines
        assert engine.search(state.view(seat), Limits(nodes=40, lines=5)).lines == lines


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_audit_finds_no_difference(players: int) -> None:
    engine = Engine(hash_mb=8, seed=5, parameters=SHORT)
    for state in positions(players, seed=20 + players, every=67):
        assert engine.audit(state, Limits(nodes=30, lines=5), permutations=4) == []
    with pytest.raises(ValueError, match="nodes alone"):
        engine.audit(opened(), Limits(time_ms=5))


def opened() -> State:
    """A position after the draft."""
    state = State(3, seed=4)
    while state.phase == "draft":
        state.push_codes(state.first_sight())
    return state


def test_threads_do_not_change_the_answer() -> None:
    limits = Limits(nodes=5000, lines=4)
    one = Engine(threads=1, hash_mb=16, seed=2, parameters=SHORT).search(opened(), limits)
    two = Engine(threads=2, hash_mb=16, seed=2, parameters=SHORT).search(opened(), limits)
    assert one.lines == two.lines
    assert one.nodes == two.nodes
    assert Engine(hash_mb=16, seed=3, parameters=SHORT).search(opened(), limits).lines != one.lines


def test_another_process_gives_the_same_answer_to_the_bit() -> None:
    program = (
        "from coalbaron_fast import Engine, Limits;"
        "from tests.search.test_engine import SHORT, opened;"
        "print(Engine(threads=2, hash_mb=16, seed=2, parameters=SHORT)"
        ".search(opened(), Limits(nodes=5000, lines=4)).lines)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    here = Engine(threads=1, hash_mb=32, seed=2, parameters=SHORT)
    assert answers == {str(here.search(opened(), Limits(nodes=5000, lines=4)).lines)}


def test_a_search_may_have_a_seed_of_its_own() -> None:
    state = opened()
    one, other = (
        Engine(hash_mb=8, seed=1, parameters=SHORT),
        Engine(hash_mb=8, seed=2, parameters=SHORT),
    )
    assert one.search(state, FEW, seed=2).lines == other.search(state, FEW).lines
    assert one.search(state, FEW).lines == other.search(state, FEW, seed=1).lines
    assert one.search(state, FEW).lines != one.search(state, FEW, seed=2).lines
    with pytest.raises(SettingsError, match="seed must be 0"):
        one.search(state, FEW, seed=-1)


def test_slices_are_as_many_trees() -> None:
    state, limits = opened(), Limits(nodes=5000, lines=4)
    one, two = (
        Engine(hash_mb=16, parameters=SHORT, slices=slices).search(state, limits)
        for slices in (1, 2)
    )
    assert one.nodes == two.nodes == 5000
    assert one.lines != two.lines


def test_real_games_pass_an_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["--positions", "12", "--nodes", "60", "--permutations", "3"]) == 0
    said = re.search(r"(\d+) positions, in (\d+) something is hidden", capsys.readouterr().out)
    assert said is not None
    assert int(said[1]) == 12
    assert int(said[2]) > 5


def test_limits_are_kept() -> None:
    engine = Engine(hash_mb=16, parameters=SHORT)
    state = opened()
    assert engine.search(state, Limits(nodes=777)).nodes == 777
    assert engine.search(state, Limits(error=0.05)).lines[0].error <= 0.05
    assert len(engine.search(state, Limits(nodes=300, lines=6)).lines) == 6
    only = engine.search(state, Limits(nodes=300, root_turns=["m10", "c6"], lines=50))
    assert {line.tokens[0] for line in only.lines} == {"m10", "c6"}
    assert only.nodes == sum(line.visits for line in only.lines)


def test_what_the_lines_say_holds_together() -> None:
    analysis = Engine(hash_mb=16, parameters=SHORT).search(opened(), Limits(nodes=1500, lines=100))
    assert sum(line.visits for line in analysis.lines) == analysis.nodes
    assert sum(line.p_best for line in analysis.lines) == pytest.approx(1.0)
    for line in analysis.lines:
        if line.visits:
            assert sum(line.win) == pytest.approx(1.0)
            assert line.pv[0] == line.tokens
            assert 0.0 <= line.utility <= 1.0


def flat_lines(evaluation: str, playout: int) -> list[Line]:
    """What sixty searches without a tree say of one turn."""
    limits = Limits(nodes=150, root_turns=["c6"])
    parameters = {"depth": 1, "playout": playout}
    return [
        Engine(hash_mb=8, seed=seed, parameters=parameters, evaluation=evaluation)
        .search(opened(), limits)
        .lines[0]
        for seed in range(60)
    ]


@pytest.mark.parametrize("evaluation", ["hand", "net"])
def test_errors_are_those_of_repeated_searches(evaluation: str) -> None:
    # Without a tree the samples are independent, so that the errors have to be right.
    lines = flat_lines(evaluation, playout=12)
    for seat in range(3):
        for values, errors in (
            ([line.vp[seat] for line in lines], [line.vp_error[seat] for line in lines]),
            ([line.win[seat] for line in lines], [line.win_error[seat] for line in lines]),
        ):
            assert 0.7 < statistics.stdev(values) / statistics.mean(errors) < 1.4


def test_where_nothing_is_drawn_nothing_errs() -> None:
    # A network is asked at once, and what it sees after this turn is the same in all worlds.
    lines = flat_lines("net", playout=0)
    assert {(tuple(line.vp), tuple(line.win)) for line in lines} == {
        (tuple(lines[0].vp), tuple(lines[0].win))
    }
    # Sums are rounded.
    assert lines[0].vp_error + lines[0].win_error == pytest.approx([0.0] * 6, abs=1e-6)


def test_depth_ends_a_search_and_keeps_the_tree_flat() -> None:
    analysis = Engine(hash_mb=8, parameters=SHORT).search(opened(), Limits(depth=2))
    assert analysis.depth == 2
    assert analysis.nodes == 2000


def test_a_target_of_error_does_not_look_at_the_clock() -> None:
    limits = Limits(error=0.002, lines=3)
    first, second = (
        Engine(threads=2, hash_mb=8, parameters=SHORT).search(opened(), limits) for _ in range(2)
    )
    assert first.lines == second.lines
    assert first.lines[0].error <= 0.002
    assert first.nodes > 256


def test_a_turn_that_is_not_listed_can_be_asked_for() -> None:
    state = opened()
    wasteful = "m10/@1/@2/end"
    analysis = Engine(hash_mb=8, parameters=SHORT).search(
        state, Limits(nodes=200, root_turns=[wasteful, "c6"], lines=9)
    )
    assert {"/".join(line.tokens) for line in analysis.lines} == {wasteful, "c6"}
    assert all(line.visits for line in analysis.lines)
    for nonsense in ("m10/@1/@2", "m10/@1/+k/end", "c6/c4"):
        with pytest.raises(ValueError, match=re.escape(f"no turn begins with {nonsense}")):
            Engine(hash_mb=8).search(state, Limits(nodes=10, root_turns=[nonsense]))


def test_even_tries_tell_turns_apart_that_differ_much() -> None:
    turns = ["bank", "m10"]
    limits = Limits(nodes=200, root_turns=turns, lines=99, even=True)
    lines = Engine(hash_mb=8, parameters=SHORT).search(opened(), limits).lines
    visits = [line.visits for line in lines]
    assert len(lines) > 2
    assert max(visits) - min(visits) <= 1
    assert [line.utility for line in lines] == sorted(line.utility for line in lines)[::-1]
    uneven = Limits(nodes=200, root_turns=turns, lines=99)
    assert {line.visits for line in Engine(hash_mb=8).search(opened(), uneven).lines} != set(visits)


def test_full_memory_is_no_fault() -> None:
    analysis = Engine(hash_mb=4, parameters=SHORT).search(opened(), Limits(nodes=12000))
    assert analysis.memory_used > 0.9
    assert analysis.nodes == 12000


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="threads"):
        Engine(threads=0)
    with pytest.raises(ValueError, match="slices"):
        Engine(slices=0)
    with pytest.raises(ValueError, match="hash_mb"):
        Engine(hash_mb=0, parameters=SHORT)
    for seed in (-1, 1 << 58):
        with pytest.raises(ValueError, match="seed"):
            Engine(hash_mb=8, seed=seed)
    largest = Engine(hash_mb=8, seed=(1 << 58) - 1, parameters=SHORT)
    assert largest.search(opened(), FEW).nodes == 40
    with pytest.raises(ValueError, match="no parameter luck"):
        Engine(parameters={"luck": 1.0})
    with pytest.raises(ValueError, match="no turn begins with m4"):
        Engine(hash_mb=8, parameters=SHORT).search(opened(), Limits(nodes=10, root_turns=["m4"]))


def test_positions_without_a_decision_are_refused() -> None:
    with pytest.raises(ValueError, match="no seat is to move"):
        Engine(hash_mb=8, parameters=SHORT).search(State(2), FEW)
