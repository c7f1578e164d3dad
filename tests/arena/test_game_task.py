"""One game: a pure function of its task."""

from __future__ import annotations

import json
import pickle

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import FaultKind, GameResult, GameTask, Opening
from coalbaron_fast.arena.game_task import after_turn
from coalbaron_fast.arena.results import PlayerFault
from coalbaron_fast.games import rank_seats
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
