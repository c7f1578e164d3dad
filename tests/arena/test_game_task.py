"""One game: a pure function of its task."""

from __future__ import annotations

import itertools
import json
import pickle
import random
from types import SimpleNamespace

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import FaultKind, GameResult, GameTask, MatchSettings, Opening, game_task
from coalbaron_fast.arena.game_task import after_turn
from coalbaron_fast.arena.players import Clock, PlayerSpec
from coalbaron_fast.arena.results import PlayerFault
from coalbaron_fast.games import Game, Position, rank_seats
from coalbaron_fast.games.coalbaron.game import GAME


def task(*players: str, opening: Opening = Opening(7, 1)) -> GameTask:  # noqa: B008 - a tuple
    return GameTask(3, 1, 0, tuple(range(len(players))), players, opening)


def timeless(result: GameResult) -> GameResult:
    return result._replace(seconds=())


def test_the_same_task_plays_the_same_game() -> None:
    played = task("engine:nodes=12", "ismcts:nodes=8", "random")
    result = played.run()
    assert timeless(result) == timeless(pickle.loads(pickle.dumps(played)).run())  # noqa: S301
    assert len(result.seconds) == 3


def test_a_record_replays_to_the_result() -> None:
    result = task("greedy", "random", "greedy:name=other").run()
    state = State.from_record(result.record)
    assert state.is_over
    assert tuple(state.vp) == result.vp
    assert rank_seats(state) == result.ranks
    assert '[Seat2 "other"]' in result.record
    assert '[Seed "7"]' in result.record


def test_a_result_goes_through_json() -> None:
    result = task("greedy", "random").run()
    assert GameResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result


@pytest.mark.parametrize("data", [{}, {"number": 1}, {"faults": [{"kind": "luck"}]}])
def test_what_is_no_result_is_refused(data: dict[str, object]) -> None:
    whole = task("greedy", "random").run().to_dict()
    with pytest.raises((KeyError, TypeError, ValueError)):
        GameResult.from_dict(data if "faults" not in data else whole | data)


def test_ranks_put_the_winners_first() -> None:
    state = State.from_record(task("random", "greedy", "random", "random").run().record)
    ranks = rank_seats(state)
    assert state.winners() == [seat for seat, rank in enumerate(ranks) if rank == 0]
    by_points = sorted(range(4), key=lambda seat: ranks[seat])
    assert [state.vp[seat] for seat in by_points] == sorted(state.vp, reverse=True)


def test_an_opening_is_the_same_for_everybody_and_ends_with_a_turn() -> None:
    for plies in (1, 17, 60):
        state = Opening(5, 0, plies).position(3, GAME)
        assert state == Opening(5, 0, plies).position(3, GAME)
        assert state.phase in ("draft", "place")
        own = [token for token in state.history if not token.startswith("!")]
        assert len(own) >= plies
    assert Opening(5, 0, 30).position(2, GAME) != Opening(6, 0, 30).position(2, GAME)


def test_a_late_opening_is_late() -> None:
    state = Opening(5, 1, late=9).position(3, GAME)
    assert state.shift == 3
    assert isinstance(state, State)
    assert sum(state.workers) <= 9
    assert Opening(5, 1).position(3, GAME).shift == 1


def test_a_turn_ends_where_chance_or_another_seat_comes_in() -> None:
    state = Opening(5, 0, 18).position(2, GAME)
    while state.phase != "place" or "m6" not in state.legal_moves():
        state.push(state.legal_moves()[0])
    seat = state.turn
    assert seat is not None
    assert after_turn(GAME, state, seat, ["m6/@1", "@0/end"]).turn != seat
    assert after_turn(GAME, state, seat, ["m6"]).phase == "mine"
    for words in (["bank", "bank"], ["m6/end/bank"], ["castle"], ["m6", "m6"], [], ["bank "]):
        with pytest.raises(PlayerFault) as fault:
            after_turn(GAME, state, seat, words)
        assert fault.value.kind == FaultKind.ILLEGAL


def test_nobody_answers_what_is_not_drawn_yet() -> None:
    """A lucky guess at the cards of a look is no turn."""
    state = Opening(5, 0, 18).position(2, GAME)
    while state.phase != "place" or "ox" not in state.legal_moves():
        state.push(state.legal_moves()[0])
    seat = state.turn
    assert seat is not None
    looked = after_turn(GAME, state, seat, ["ox"])
    guess = looked.legal_moves()[0]
    with pytest.raises(PlayerFault, match="after the end of a turn"):
        after_turn(GAME, state, seat, ["ox", guess])


def test_who_oversteps_the_clock_loses() -> None:
    result = task("engine:clock_ms=0.001,nodes=50", "greedy").run()
    (fault,) = result.faults
    assert (fault.seat, fault.kind) == (0, FaultKind.TIME)
    assert result.ranks == (1, 0)
    assert result.vp is None


def test_who_keeps_to_the_clock_plays_on() -> None:
    assert task("engine:clock_ms=60000,increment_ms=5,nodes=5", "greedy").run().faults == ()


# -- players that do as they are told


class Scripted:
    """Plays greedily and takes as long as it is told; keeps what it was asked and told."""

    transcript = ("its last words",)

    def __init__(self, table: Table, seat: int, seed: int) -> None:
        self.table, self.seat, self.seed = table, seat, seed
        self.calls: list[str] = []
        self.final: Position | None = None

    def begin(self) -> None:
        self.calls.append("begin")
        self.table.maybe_fail("begin", self.seat)

    def choose(self, view: Position, clock: Clock | None) -> list[str]:
        assert view.turn == self.seat
        self.calls.append("choose")
        self.table.maybe_fail("choose", self.seat)
        taken = self.table.chance.uniform(0.0, 0.2)
        self.table.now += taken
        self.table.turns.append((self.seat, taken, clock))
        return self.table.game.spell(view.first_sight())

    def finish(self, final: Position) -> None:
        self.calls.append("finish")
        self.final = final
        self.table.maybe_fail("finish", self.seat)

    def close(self) -> None:
        self.calls.append("close")


class Table:
    """The players of one game, the time that they share, and what went on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: dict[str, set[int]]) -> None:
        self.now = 1000.0
        self.chance = random.Random(3)
        self.fails = fails
        self.players: list[Scripted] = []
        self.turns: list[tuple[int, float, Clock | None]] = []
        monkeypatch.setattr(game_task, "time", SimpleNamespace(perf_counter=lambda: self.now))
        monkeypatch.setattr(game_task, "open_player", self.seated)

    def seated(self, _spec: PlayerSpec, seed: int, game: Game) -> Scripted:
        self.game = game
        self.players.append(Scripted(self, len(self.players), seed))
        return self.players[-1]

    def maybe_fail(self, moment: str, seat: int) -> None:
        if seat in self.fails.get(moment, ()):
            raise PlayerFault(FaultKind.CRASH, f"failed at {moment}")


@pytest.mark.parametrize("first_ms", [60_000.0, 1_500.0], ids=["enough", "too little"])
def test_a_clock_is_what_was_given_less_what_was_taken(
    monkeypatch: pytest.MonkeyPatch, first_ms: float
) -> None:
    """Each seat's clock counted again from all its turns, with its own increments."""
    table = Table(monkeypatch, {})
    given_ms = (first_ms, 9_000.0, None)
    increments_ms = (5.0, 0.0, 0.0)
    result = task(
        f"engine:clock_ms={first_ms},increment_ms=5,nodes=1", "engine:clock_ms=9000", "greedy"
    ).run()
    taken_ms = [0.0, 0.0, 0.0]
    turns = [0, 0, 0]

    def left_ms(seat: int) -> float | None:
        given = given_ms[seat]
        if given is None:
            return None
        return given - taken_ms[seat] + turns[seat] * increments_ms[seat]

    overstepped = None
    for seat, taken, clock in table.turns:
        assert overstepped is None
        own = left_ms(seat)
        if own is None:
            assert clock is None
        else:
            assert clock is not None
            shown = [left_ms(other) for other in range(3)]
            # Of a seat without a clock it is told its own time.
            expected = [own if left is None else left for left in shown]
            assert clock.left_ms == pytest.approx(expected)
            assert clock.increment_ms == increments_ms
        taken_ms[seat] += taken * 1000
        if own is not None and own < taken * 1000:
            overstepped = seat
        turns[seat] += 1
    assert result.seconds == pytest.approx([taken / 1000 for taken in taken_ms], abs=1e-5)
    assert min(turns) > 5
    if first_ms == 60_000.0:
        assert overstepped is None
        assert result.faults == ()
    else:
        assert overstepped == 0
        assert [(fault.seat, fault.kind) for fault in result.faults] == [(0, FaultKind.TIME)]
        assert result.ranks == (2, 0, 0)
        assert result.shares == (0.0, 0.5, 0.5)


def test_every_seat_of_every_game_has_random_numbers_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: set[int] = set()
    count = 0
    for players, seats, form in (
        (("random", "random:name=other"), 2, "match"),
        (("random", "random:name=other"), 4, "match"),
        (("random", "random:name=b", "random:name=c"), 3, "gauntlet"),
    ):
        settings = MatchSettings(players, form=form, seats=seats, deals=6, seed=100 * seats)
        for one in settings.tasks():
            table = Table(monkeypatch, {"begin": {0}})
            one.run()
            again = Table(monkeypatch, {"begin": {0}})
            one.run()
            found = [player.seed for player in table.players]
            assert found == [player.seed for player in again.players]
            seeds.update(found)
            count += len(found)
    assert len(seeds) == count


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("moment", ["begin", "choose"])
def test_the_seat_that_fails_loses_and_all_are_let_go(
    monkeypatch: pytest.MonkeyPatch, moment: str, seat: int
) -> None:
    table = Table(monkeypatch, {moment: {seat}})
    result = task("greedy:name=a", "greedy:name=b", "greedy:name=c").run()
    (fault,) = result.faults
    assert (fault.seat, fault.kind, fault.text) == (seat, FaultKind.CRASH, f"failed at {moment}")
    assert fault.transcript == Scripted.transcript
    assert result.ranks == tuple(2 * (other == seat) for other in range(3))
    assert result.shares == tuple(0.5 * (other != seat) for other in range(3))
    assert result.vp is None
    assert f'[Termination "seat {seat} lost: crash"]' in result.record
    assert f'[Seat{seat} "{"abc"[seat]}"]' in result.record
    for player in table.players:
        assert player.calls.count("close") == 1
        assert player.calls[-1] == "close"
        assert "finish" not in player.calls


def test_all_are_asked_about_the_result_and_the_rules_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(monkeypatch, {"finish": {0, 2}})
    result = task("greedy:name=a", "greedy:name=b", "greedy:name=c").run()
    assert [(fault.seat, fault.text) for fault in result.faults] == [
        (seat, "failed at finish") for seat in (0, 2)
    ]
    state = State.from_record(result.record)
    assert (result.ranks, result.vp) == (rank_seats(state), tuple(state.vp))
    assert "Termination" not in result.record
    for player in table.players:
        assert player.calls[0] == "begin"
        assert player.calls[-2:] == ["finish", "close"]
        assert player.final is not None
        assert player.final.codes == state.codes


@pytest.mark.parametrize(("seats", "start"), [(2, 1), (3, 2), (4, 3)])
def test_an_opening_begins_with_its_own_deal_and_seat(seats: int, start: int) -> None:
    begun = GAME.begin(seats, 9, start)
    assert begun != GAME.begin(seats, 9, start - 1)
    assert Opening(9, start).position(seats, GAME) == begun
    varied = Opening(9, start, 12).position(seats, GAME)
    assert list(varied.codes[: len(begun.codes)]) == list(begun.codes)
    others = [Opening(9, start, plies).position(seats, GAME) for plies in range(4)]
    assert all(one != other for one, other in itertools.pairwise(others))
