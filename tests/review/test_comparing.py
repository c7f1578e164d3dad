"""Several turns beside each other."""

from __future__ import annotations

import pytest

from coalbaron_fast import Engine, Limits, State, UnknownTurnError
from coalbaron_fast.games.coalbaron.notation import split_words
from coalbaron_fast.review.comparing import compare


def placed() -> State:
    """Return a position in which a placement is asked for."""
    state = State(2, seed=3)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    return state.unseeded()


def test_turns_that_lead_to_the_same_are_one() -> None:
    turns = ["m6/@1/+y/@2/end", "bank", "m6/@1/+y/@2/end"]
    one, other, again = compare(
        placed(), [split_words(turn) for turn in turns], Engine(hash_mb=16), Limits(nodes=160)
    )
    assert one == again
    assert one.is_best != other.is_best
    worse = other if one.is_best else one
    assert worse.loss_win > 0 or worse.loss_vp != 0
    assert (one.loss_win, one.error) == (0, 0) or (other.loss_win, other.error) == (0, 0)


def test_the_same_engine_compares_alike_and_keeps_its_seed() -> None:
    state, engine = placed(), Engine(hash_mb=16, seed=5)
    turns = [split_words("bank"), split_words("c6")]
    first = compare(state, turns, engine, Limits(nodes=96))
    assert engine.seed == 5
    assert compare(state, turns, engine, Limits(nodes=96)) == first
    assert sum(first[0].win) == pytest.approx(1)


@pytest.mark.parametrize("turn", ["m6/@1", "m6", "end", "bank/bank"])
def test_what_is_no_whole_turn_is_refused(turn: str) -> None:
    turns = [split_words("bank"), split_words(turn)]
    with pytest.raises(UnknownTurnError, match=f"no turn begins with {turn}"):
        compare(placed(), turns, Engine(hash_mb=16), Limits(nodes=16))
