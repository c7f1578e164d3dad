"""The parts of a session, one by one: ends of games, weak play, pondering, the worker."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Final

import pytest

from coalbaron_fast import Analysis, Line, State
from coalbaron_fast.__main__ import play_random_game
from coalbaron_protocol import messages
from coalbaron_protocol.facade import Request, allowance_ms
from coalbaron_protocol.session import Session
from coalbaron_protocol.skill import FULL, Weakness, nodes_at, temperature_at
from coalbaron_protocol.streams import OutputClosed
from coalbaron_protocol.worker import Worker

PATIENCE_S: Final = 60.0


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
    assert messages.duel_result([0, 1]) == "draw"
    assert messages.duel_result([1]) == "p2win"
    assert messages.result_after_loss(2, 0) == "p2win"
    assert messages.result_after_loss(4, 1) == "0=2=3>1"


def test_reports_are_no_more_than_ten_a_second() -> None:
    listener = Listener()
    session = listener.session()
    session.handle("position startpos seed 1")
    session.handle("go movetime 1500")
    session.wait()
    # The engine's own times: when this thread gets to see a report is another matter.
    times = [int(words[words.index("time") + 1]) for words in map(str.split, listener.lines)
             if words[:2] == ["info", "depth"]]  # fmt: skip
    assert times
    for begin in times:
        assert sum(begin <= moment < begin + 1000 for moment in times) <= 10


def test_time_pondered_counts() -> None:
    listener = Listener()
    session = listener.session()
    session.handle("position startpos seed 1")
    session.handle("go ponder movetime 200")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in listener.lines)
    session.handle("ponderhit")
    session.wait()
    assert listener.lines[-1].startswith("bestmove")


def test_a_clock_allows_a_part_of_what_is_left() -> None:
    state = State(2, seed=1)
    assert allowance_ms(Request(), state) is None
    assert allowance_ms(Request(time_ms=50.0), state) == 50.0
    for clocks in ((1000.0, None, None, None), (None, 1000.0, None, None)):
        clocked = Request(clock_ms=clocks, increment_ms=(20.0, None, None, None))
        allowed = allowance_ms(clocked, state)
        assert allowed is not None
        assert 0 < allowed < 1000


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
    request = Weakness(0, 1).limit(Request(infinite=True))
    assert (request.nodes, request.infinite) == (nodes_at(0), False)
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
