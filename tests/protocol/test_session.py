"""The parts of a session, one by one: ends of games, weak play, pondering, the worker."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coalbaron_fast import Analysis, Engine, Limits, Line, Search, State, Stop
from coalbaron_fast.__main__ import play_random_game
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import DEFAULT, Position, load_game
from coalbaron_fast.wire.words import spell_result
from coalbaron_protocol.positions import Lost
from coalbaron_protocol.requests import read_request
from coalbaron_protocol.search import SearchJob
from coalbaron_protocol.session import Session
from coalbaron_protocol.skill import FULL, Weakness, nodes_at, temperature_at
from coalbaron_protocol.streams import OutputClosed
from coalbaron_protocol.worker import Worker
from tests.processes import PATIENCE_S
from tests.search.random_network import random_floats, sizes_of


class Listener:
    """Collects what a session writes."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque()
        self.abandoned = threading.Event()

    def __call__(self, *lines: str) -> None:
        self.lines.extend(lines)

    def session(self) -> Session:
        return Session(self, self.abandoned.set)


def answers(*lines: str) -> list[str]:
    """Say lines to a fresh session, wait for the last job, return all that came back."""
    listener = Listener()
    session = listener.session()
    for line in lines:
        assert session.handle(line)
    session.wait()
    return list(listener.lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_finished_game(players: int) -> None:
    game = play_random_game(players, seed=11)
    winners = game.winners()
    assert winners is not None
    said = answers(
        "ugi",
        f"position text {game.to_text()}",
        *(f"query {question}" for question in ("gameover", "p1turn", "turn", "scores", "result")),
        "go infinite",
        "eval",
    )
    scores = ",".join(str(vp) for vp in game.vp)
    *_, over, first, turn, points, result, best, evaluation = said
    assert (over, first, turn) == ("response true", "response false", "response none")
    assert points == f"response {scores}"
    assert best == "bestmove none"
    assert evaluation == f"eval final vp {scores}"
    if players == 2:
        assert result == f"response p{winners[0] + 1}win"
    else:
        seats = result.removeprefix("response ").replace("=", ">").split(">")
        assert int(seats[0]) in winners
        assert sorted(seats) == [str(seat) for seat in range(players)]


def test_a_whole_game_is_a_position_with_and_without_chance() -> None:
    game = play_random_game(3, seed=4)
    turns = " ".join(token for token in game.history if not token.startswith("!"))
    for moves in (turns, " ".join(game.history)):
        said = answers(f"position startpos players 3 seed 4 moves {moves}", "query scores")
        assert said == [f"response {','.join(str(vp) for vp in game.vp)}"]
    said = answers(f"position startpos players 3 moves {' '.join(game.history)}", "query gameover")
    assert said == ["response true"]


def test_no_turn_follows_the_end() -> None:
    text = play_random_game(2, seed=4).to_text()
    said = answers(f"position text {text} moves bank", "query gameover")
    assert said[0].startswith("info string error position: 'bank' is not legal here; nothing is")
    assert said[1] == "response false"


def test_results_of_two_and_rankings_of_more() -> None:
    assert [spell_result(ranks) for ranks in ((0, 0), (0, 1), (1, 0))] == ["draw", "p1win", "p2win"]
    assert spell_result((1, 1, 0)) == "2>0=1"
    assert spell_result((0, 2, 0, 3)) == "0=2>1>3"
    assert spell_result(Lost(0, State(2)).ranks()) == "p2win"
    assert spell_result(Lost(1, State(4)).ranks()) == "0=2=3>1"


class Clock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


class ScriptedSearch:
    """Answers every 10 ms of a clock, three seconds long."""

    is_pondering = False

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __iter__(self) -> Iterator[Analysis]:
        for _ in range(300):
            self.clock.seconds += 0.01
            lines = [line_of(["a"], 0.5)]
            yield Analysis(["a"], lines, 30, 30, 1, 1.0, 0.0, exact=False, solved=False)


def test_reports_are_no_more_than_ten_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("coalbaron_protocol.search.time", clock)
    times: list[float] = []
    search: Any = ScriptedSearch(clock)
    job = SearchJob(search, State(2, seed=1), 1, lambda *_: times.append(clock.seconds))
    last = job.run()
    times += [clock.seconds] * (len(last) - 1)
    assert len(times) > 15
    for begin in times:
        assert sum(begin <= moment < begin + 1 for moment in times) <= 10


def last_words(*lines: str) -> tuple[str, str]:
    """Return the nodes of the last report and the answer, after such lines."""
    *_, report, best = answers("position startpos seed 1", *lines)
    return report.partition(" nodes ")[2].split()[0], best


@pytest.mark.parametrize("limit", ["depth 3", "nodes 700", "error 0.02"])
def test_pondering_changes_neither_nodes_nor_turn(limit: str) -> None:
    plain = last_words(f"go {limit}")
    assert last_words(f"go ponder {limit}", "ponderhit") == plain


def test_a_turn_pondered_on_is_held_back_until_the_hit() -> None:
    listener = Listener()
    session = listener.session()
    session.handle("position startpos seed 1")
    session.handle("go ponder nodes 10")
    assert not any(line.startswith("bestmove") for line in listener.lines)
    session.handle("ponderhit")
    session.wait()
    assert listener.lines[-1].startswith("bestmove +")


def test_a_stop_before_the_first_node_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    run, stop = Search.run, Search.stop
    is_stopped = threading.Event()

    def run_late(search: Search) -> None:
        assert is_stopped.wait(PATIENCE_S)
        run(search)

    def note_stop(search: Search) -> None:
        stop(search)
        is_stopped.set()

    monkeypatch.setattr(Search, "run", run_late)
    monkeypatch.setattr(Search, "stop", note_stop)
    said = answers("position startpos seed 1", "go infinite", "stop")
    assert said[-1].startswith("bestmove +")


def limits_of(words: str, state: State) -> Limits:
    """Return what the words of a `go` come to; 10 ms are kept from every clock."""
    return read_request(words.split(), load_game(DEFAULT), state, 1, 10.0).limits


def test_a_clock_allows_a_part_of_what_is_left() -> None:
    state = State(2, seed=1)
    assert limits_of("", state).infinite
    assert limits_of("movetime 50", state).time_ms == 50
    assert limits_of("p1time 500 p2time 1000", state).clock_ms == (490, 990)
    assert limits_of("p1time 500 p2time -5", state).clock_ms == (490, 1)
    # A clock that was not told, or only for a seat that is not there.
    for words in ("p1time 1000 p1inc 20", "wtime 1000 winc 20", "p4time 1000"):
        limits = limits_of(words, state)
        assert list(limits.clock_ms or ()) == [990, 990]
        allowed = limits.allowance_ms(state)
        assert allowed is not None
        assert 0 < allowed < 500


class UsesItsTime(Engine):
    """Thinks as long as its limits allow, by a clock that only the test sees."""

    spent_ms: float = 0.0

    def start(
        self,
        state: Position,
        limits: Limits,
        *,
        ponder: bool = False,
        stop: Stop | None = None,
        seed: int | None = None,
    ) -> Search:
        allowed = limits.allowance_ms(state)
        assert allowed is not None
        UsesItsTime.spent_ms = allowed
        return super().start(state, Limits(nodes=1), ponder=ponder, stop=stop, seed=seed)


@pytest.mark.parametrize(("begin", "increment"), [(1000, 20), (3000, 0), (60_000, 500)])
def test_no_game_is_lost_on_time(
    monkeypatch: pytest.MonkeyPatch, begin: int, increment: int
) -> None:
    delay_ms = 5.0
    monkeypatch.setattr("coalbaron_protocol.options.Engine", UsesItsTime)
    listener = Listener()
    session = listener.session()
    state = State(2, seed=3)
    clocks = [float(begin)] * 2
    moves = ""
    while state.turn is not None:
        seat = state.turn
        session.handle(f"position startpos seed 3{moves}")
        left = f"p1time {clocks[0]:.0f} p2time {clocks[1]:.0f}"
        session.handle(f"go {left} p1inc {increment} p2inc {increment}")
        session.wait()
        turn = listener.lines[-1].split()[1]
        clocks[seat] -= UsesItsTime.spent_ms + delay_ms
        assert clocks[seat] > 0, f"seat {seat} oversteps its time after {len(state.codes)} tokens"
        clocks[seat] += increment
        state.push(turn)
        moves = f"{moves or ' moves'} {turn}"
    # Time is there to be used.
    assert max(clocks) < begin / 2 + 40 * increment
    assert not session.has_refused


def line_of(tokens: list[str], utility: float) -> Line:
    """A line of which only its utility matters."""
    half, none, some = [0.5, 0.5], [0.0, 0.0], [0.1, 0.1]
    return Line(tokens, 10, half, none, some, some, utility, 0.1, 0.5, [tokens])


def test_a_weak_player_chooses_among_near_equals_and_is_repeatable() -> None:
    lines = [line_of(["a"], 0.50), line_of(["b"], 0.49), line_of(["c"], 0.01)]
    analysis = Analysis(["a"], lines, 30, 30, 1, 1.0, 0.0, exact=False, solved=False)
    state = State(2, seed=1)
    drawn = [Weakness(0, seed).choose(state, analysis)[0] for seed in range(300)]
    again = [Weakness(0, seed).choose(state, analysis)[0] for seed in range(300)]
    assert drawn == again
    assert {"a", "b"} <= set(drawn)
    assert drawn.count("c") < 5
    limits = Weakness(0, 1).limit(Limits(infinite=True))
    assert (limits.nodes, limits.infinite) == (nodes_at(0), False)
    assert [nodes_at(level) for level in range(FULL)] == sorted(map(nodes_at, range(FULL)))
    assert temperature_at(FULL) == 0


class BrokenJob:
    """A job that fails, or finds that nobody reads."""

    name = "go"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def run(self) -> list[str]:
        raise self._error

    def stop(self) -> None:
        pass

    def failure(self) -> list[str]:
        return ["bestmove none"]


def test_a_search_that_fails_is_answered_nevertheless() -> None:
    listener = Listener()
    worker = Worker(listener, listener.abandoned.set)
    for _ in range(2):
        worker.start(BrokenJob(MemoryError("no 9 MB")))
        worker.wait()
    assert list(listener.lines) == ["info string error go: no 9 MB", "bestmove none"] * 2
    assert worker.job is None
    assert not listener.abandoned.is_set()
    worker.start(BrokenJob(OutputClosed()))
    assert listener.abandoned.wait(PATIENCE_S)


@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_while_a_job_is_started_leaves_nothing_to_wait_for(
    monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    listener = Listener()
    worker = Worker(listener, listener.abandoned.set)
    start = threading.Thread.start

    def start_and_press(thread: threading.Thread) -> None:
        if begun:
            start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start_and_press)
    with pytest.raises(KeyboardInterrupt):
        worker.start(BrokenJob(MemoryError("no 9 MB")))
    monkeypatch.undo()
    stopping = threading.Thread(target=worker.stop, daemon=True)
    stopping.start()
    stopping.join(PATIENCE_S)
    assert not stopping.is_alive()
    assert worker.job is None
    assert len(listener.lines) == (2 if begun else 0)
    worker.start(BrokenJob(MemoryError("no 9 MB")))
    worker.wait()
    assert len(listener.lines) == (4 if begun else 2)


def test_no_memory_is_an_error_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("coalbaron_protocol.options.Engine", refuse)
    said = answers("position startpos seed 1", "go nodes 1", "eval")
    assert said == [
        "info string error go: there is not enough memory for this",
        "bestmove none",
        "info string error eval: there is not enough memory for this",
    ]


def test_a_network_s_file_is_an_option(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    ops = load_game(DEFAULT).ops
    write_network(path, DEFAULT, sizes_of(ops).layout, random_floats(sizes_of(ops)), {})
    listener = Listener()
    session = listener.session()
    said = []
    for value in ("hand", str(path), "net", "best", "hand", "nowhere.net", ""):
        assert session.handle(f"setoption name EvalFile value {value}".strip())
        assert session.handle("position startpos seed 1")
        assert session.handle("go nodes 300")
        session.wait()
        said.append([line for line in listener.lines if "time" not in line])
        listener.lines.clear()
    hand, network, own, best, again, *refused = said
    assert hand == again
    assert own == best
    assert len({tuple(lines) for lines in (hand, network, own)}) == 3
    for lines in refused:
        assert lines[0].startswith("info string error setoption: ")
        # The old value stays.
        assert lines[1:] == hand
