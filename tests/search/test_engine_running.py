"""The running search: its thread, its stop, its pondering, its answers."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest

from coalbaron_fast import (
    Analysis,
    Engine,
    EngineBusyError,
    Limits,
    NothingToSearchError,
    Search,
    State,
    Stop,
    UnknownTurnError,
)
from coalbaron_fast.engine.forest import Forest
from coalbaron_fast.engine.search import FIRST_CHECK, STOPPED_NODES
from tests.processes import PATIENCE_S
from tests.search.test_engine import FEW, SHORT, opened

LONG_S = PATIENCE_S
"""Only a test that fails waits this long."""

ENDLESS = Limits(infinite=True)


def engine(threads: int = 1, **parameters: float) -> Engine:
    return Engine(threads, hash_mb=16, parameters={**SHORT, **parameters})


def shown(analysis: Analysis) -> tuple[object, ...]:
    return analysis.lines, analysis.nodes, analysis.depth, analysis.worlds


def test_a_search_answers_while_it_runs() -> None:
    player = engine(threads=2)
    search = player.start(opened(), ENDLESS)
    answers = iter(search)
    seen = [next(answers) for _ in range(3)]
    assert player.busy
    search.stop()
    seen += answers
    nodes = [analysis.nodes for analysis in seen]
    assert nodes == sorted(nodes)
    assert len(set(nodes[:3])) == 3
    assert seen[-1] is search.result()
    assert search.is_done


def test_a_search_without_a_listener_answers_the_same() -> None:
    limits = Limits(nodes=6000, lines=3)
    player = engine()
    silent = player.search(opened(), limits)
    assert shown(player.start(opened(), limits).result(LONG_S)) == shown(silent)
    assert shown(list(player.analyse(opened(), limits))[-1]) == shown(silent)


def test_whoever_comes_late_gets_the_last_answer() -> None:
    search = engine().start(opened(), FEW)
    assert search.wait(LONG_S)
    assert list(search) == [search.result()]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_before_the_first_node_is_not_lost(threads: int) -> None:
    player = engine(threads)
    stop = Stop()
    stop.set()
    for limits in (ENDLESS, Limits(nodes=10**9), Limits(time_ms=1e9), Limits(error=1e-9)):
        answer = player.search(opened(), limits, stop=stop)
        assert 1 <= answer.nodes <= STOPPED_NODES
        after = opened()
        after.push_all(answer.best)
    assert player.search(opened(), Limits(nodes=50)).nodes == 50


def test_a_stop_at_any_time_ends_a_search() -> None:
    player = engine(threads=2)
    for wait_ms in (0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0):
        search = player.start(opened(), ENDLESS)
        time.sleep(wait_ms / 1000)
        search.stop()
        assert search.result(LONG_S).nodes > 0
    assert player.search(opened(), Limits(nodes=50)).nodes == 50


def test_a_stop_that_comes_late_does_not_meet_the_next_search() -> None:
    player = engine()
    first = player.start(opened(), FEW)
    first.result(LONG_S)
    second = player.start(opened(), Limits(nodes=4000))
    while not second.is_done:
        first.stop()
        first.ponder_hit()
    assert second.result().nodes == 4000
    assert not first.is_stopped


def test_one_stop_ends_many_searches_and_those_to_come() -> None:
    stop = Stop()
    players = [engine() for _ in range(2)]
    searches = [player.start(opened(), ENDLESS, stop=stop) for player in players]
    stop.set()
    assert all(search.result(LONG_S).best for search in searches)
    assert players[0].search(opened(), ENDLESS, stop=stop).nodes <= STOPPED_NODES
    assert stop.is_set


def test_the_error_is_looked_at_when_all_trees_have_come_as_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Which thread gets the processor first is luck, and must not end the search earlier."""
    limits = Limits(error=0.004)
    expected = engine(threads=3).search(opened(), limits)
    player = engine(threads=3)
    run, turn = Forest.run, count()

    def one_at_a_time(forest: Forest, targets: list[int], deadline_ns: int) -> None:
        chosen = next(turn) % len(targets)
        shares = [target if place == chosen else 0 for place, target in enumerate(targets)]
        run(forest, shares, deadline_ns)

    monkeypatch.setattr(Forest, "run", one_at_a_time)
    found = player.search(opened(), limits)
    assert len(player.forest.trees) == 3
    assert max(player.forest.done) == min(player.forest.done) > FIRST_CHECK // 3
    assert shown(found) == shown(expected)


def test_a_stop_ends_an_audit() -> None:
    stop = Stop()
    stop.set()
    worlds = 10**12
    assert engine().audit(opened(), Limits(nodes=10**12), worlds, stop=stop) == []


def test_the_engine_stops_what_runs() -> None:
    player = engine()
    player.stop()
    search = player.start(opened(), ENDLESS)
    player.stop()
    assert search.result(LONG_S).best


def test_an_engine_does_one_search_at_a_time() -> None:
    player = engine()
    search = player.start(opened(), ENDLESS)
    for again in (player.start, player.search):
        with pytest.raises(EngineBusyError, match="at work already"):
            again(opened(), FEW)
    search.stop()
    search.result(LONG_S)
    assert player.search(opened(), FEW).nodes == 40


def test_whoever_hears_of_the_end_may_search_again() -> None:
    player = engine()
    answered: list[Analysis] = []
    done = threading.Event()

    def go_on(search: Search) -> None:
        answered.append(search.result(0))
        answered.append(player.search(opened(), FEW))
        done.set()

    player.start(opened(), FEW).add_done_callback(go_on)
    assert done.wait(LONG_S)
    assert shown(answered[0]) == shown(answered[1])
    late: list[Search] = []
    search = player.start(opened(), FEW)
    search.wait(LONG_S)
    search.add_done_callback(late.append)
    assert late == [search]


def test_closing_an_analysis_stops_its_search() -> None:
    player = engine()
    answers = player.analyse(opened(), ENDLESS)
    assert isinstance(answers, Iterator)
    assert next(answers).nodes
    answers.close()  # type: ignore[attr-defined]
    assert not player.busy


def test_a_search_keeps_to_the_position_it_was_given() -> None:
    state = opened()
    player = engine()
    expected = player.search(state, Limits(nodes=3000))
    search = player.start(state, Limits(nodes=3000))
    state.push_all(expected.best)
    assert shown(search.result(LONG_S)) == shown(expected)


def test_what_is_wrong_is_raised_where_it_is_seen() -> None:
    player = engine()
    with pytest.raises(NothingToSearchError, match="no seat is to move in phase chance"):
        player.start(State(2), FEW)
    with pytest.raises(TypeError, match=r"this engine plays Coal Baron, not builtins\.int"):
        player.start(7, FEW)  # type: ignore[arg-type]
    search = player.start(opened(), Limits(nodes=10, root_turns=["m4"]))
    with pytest.raises(UnknownTurnError, match=r"^no turn begins with m4$") as raised:
        search.result(LONG_S)
    assert (raised.value.field, raised.value.turn) == ("root_turns", "m4")
    with pytest.raises(UnknownTurnError):
        list(search)
    with pytest.raises(TimeoutError):
        (running := player.start(opened(), ENDLESS)).result(0.001)
    running.stop()
    assert running.wait(LONG_S)


# -- pondering


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=700, lines=3),
        Limits(depth=1, lines=3),
        Limits(nodes=6000, depth=3, lines=3),
        Limits(error=0.02, lines=3),
    ],
)
@pytest.mark.parametrize("after_the_end", [False, True])
def test_pondering_changes_no_answer(limits: Limits, after_the_end: bool) -> None:
    player = engine()
    expected = player.search(opened(), limits)
    search = player.start(opened(), limits, ponder=True)
    if after_the_end:
        assert not search.wait(0.3)
    assert search.is_pondering
    search.ponder_hit()
    assert shown(search.result(LONG_S)) == shown(expected)


def test_an_only_turn_is_held_back_too() -> None:
    search = engine().start(opened(), Limits(time_ms=1e9, root_turns=["bank"]), ponder=True)
    assert not search.wait(0.05)
    search.ponder_hit()
    assert search.result(LONG_S).best == ["bank"]


def test_a_stop_ends_pondering() -> None:
    search = engine().start(opened(), Limits(nodes=10), ponder=True)
    search.stop()
    assert search.result(LONG_S).nodes <= 10
    assert not search.is_pondering


class Clock:
    """A clock that a test moves; the real one is far ahead, which ends every chunk at once."""

    def __init__(self) -> None:
        self.now_ns = 1

    def monotonic_ns(self) -> int:
        return self.now_ns


def test_time_pondered_counts_and_ends_nothing_before_the_hit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr("coalbaron_fast.engine.search.time", clock)
    search = engine().start(opened(), Limits(time_ms=1000.0), ponder=True)
    answers = iter(search)

    def goes_on() -> bool:
        next(answers)
        next(answers)
        return not search.is_done

    clock.now_ns += 600_000_000
    assert goes_on()
    search.ponder_hit()
    assert goes_on()
    clock.now_ns += 399_000_000
    assert goes_on()
    clock.now_ns += 1_000_000
    assert search.wait(LONG_S)


def test_who_pondered_longer_than_allowed_answers_at_the_hit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr("coalbaron_fast.engine.search.time", clock)
    search = engine().start(opened(), Limits(time_ms=1000.0), ponder=True)
    clock.now_ns += 5_000_000_000
    assert not search.wait(0.05)
    search.ponder_hit()
    assert search.wait(LONG_S)


def test_the_hit_comes_in_the_middle_of_a_chunk() -> None:
    search = engine().start(opened(), Limits(time_ms=1.0), ponder=True)
    first = next(iter(search))
    search.ponder_hit()
    assert search.result(LONG_S).nodes >= first.nodes


@pytest.mark.parametrize("limits", [ENDLESS, Limits(nodes=10**15), Limits(nodes=2**34)])
def test_no_tree_walks_more_than_it_can_count(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = engine(threads=2)
    run = player.forest.run
    asked: list[int] = []

    def run_shortly(targets: list[int], deadline_ns: int) -> None:
        asked.extend(targets)
        run([min(target, 20) for target in targets], deadline_ns)
        player.forest.done = list(targets)

    monkeypatch.setattr(player.forest, "run", run_shortly)
    assert player.search(opened(), limits).best
    assert set(asked) == {2**31 - 1}


def test_a_search_without_end_does_not_keep_a_program_from_ending() -> None:
    script = (
        "from coalbaron_fast import Engine, Limits, State;"
        "Engine(hash_mb=8).start(State(2, seed=1), Limits(infinite=True))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stderr) == (0, "")
