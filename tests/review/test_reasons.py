"""Why a turn costs: the parts of what is expected, and their differences."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from coalbaron_fast import Engine, Limits, State, UnknownTurnError
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.decoding import ORDER_NAMES
from coalbaron_fast.review import Reason, advise, compare_best, find_reasons
from coalbaron_fast.review.reasons import LATER, MOST, MOST_ITEMS, WORTH_TELLING
from coalbaron_fast.search.evaluator import Evaluation
from tests.search import tiny_game

GAME = load_game("coalbaron")
assert GAME.sources is not None
SAID = dict(zip(GAME.sources().names, GAME.sources().phrases, strict=True))
"""What each source is called, by its name."""


def engine(seed: int = 1) -> Engine:
    # The network may think otherwise of a turn tomorrow.
    return Engine(hash_mb=8, seed=seed, evaluation="hand")


def placed(players: int = 2) -> State:
    state = State(players, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parts_are_the_evaluation_taken_apart(players: int) -> None:
    assert GAME.sources is not None
    sources = GAME.sources()
    evaluation = Evaluation(GAME.ops)
    state = State(players, seed=3)
    while not state.is_over:
        state.push_codes(state.first_sight())
        parts = sources.expected(state.data())
        expected, _ = evaluation.expect(state.data())
        assert [sum(seat) for seat in parts] == pytest.approx(expected)
        assert {len(seat) for seat in parts} == {len(sources.names)} == {len(sources.phrases)}
        orders = sources.names.index("orders")
        of_orders = [seat[orders] for seat in parts]
        items = sources.items["orders"](state.data())
        assert [sum(seat.values()) for seat in items] == pytest.approx(of_orders)
        held = [(*seat["orders"], *seat["delivered"]) for seat in state.to_dict()["seats"]]
        if not state.is_over:
            assert [sorted(seat) for seat in items] == [sorted(seat) for seat in held]


def test_the_reason_for_the_bank_is_the_worker_it_takes() -> None:
    state = placed()
    best = engine().search(state, Limits(nodes=200)).best_codes
    reasons = find_reasons(state, best, GAME.read_words("bank"), engine())
    mine = {reason.source: reason for reason in reasons if reason.seat == state.turn}
    assert mine
    for reason in reasons:
        assert abs(reason.vp) >= max(WORTH_TELLING, 2 * reason.error)
        said = SAID[reason.source]
        assert reason.text == GAME.words.spell(said)
        assert {"key": reason.key, "params": reason.params} == said
    sizes = [abs(reason.vp) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert len(reasons) <= MOST


def test_orders_are_named_that_neither_turn_touches() -> None:
    """Who goes to the bank takes no order and fills none, and still gets less of orders."""
    state = placed()
    best = engine().search(state, Limits(nodes=200)).best_codes
    assert GAME.spell(best)[0][0] != "o", "the better turn takes an order"
    reasons = find_reasons(state, best, GAME.read_words("bank"), engine())
    orders = [reason for reason in reasons if reason.source == "orders"]
    mine = next(reason for reason in orders if reason.seat == state.turn)
    assert mine.vp < 0
    assert mine.items
    for reason in orders:
        sizes = [abs(item.vp) for item in reason.items]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) <= MOST_ITEMS
        for item in reason.items:
            assert item.name in ORDER_NAMES
            assert abs(item.vp) >= max(WORTH_TELLING, 2 * item.error)
    for reason in reasons:
        assert reason.items == () or reason in orders
        assert Reason.from_data(asdict(reason)) == replace(reason, items=list(reason.items))


def test_nothing_speaks_against_the_same_turn() -> None:
    state = placed()
    best = engine().search(state, Limits(nodes=50)).best_codes
    assert find_reasons(state, best, best, engine()) == []


def test_the_other_way_round_the_reasons_change_their_sign() -> None:
    state = placed()
    best = engine().search(state, Limits(nodes=50)).best_codes
    bank = GAME.read_words("bank")
    there = {(one.seat, one.source): one.vp for one in find_reasons(state, best, bank, engine())}
    back = {(one.seat, one.source): one.vp for one in find_reasons(state, bank, best, engine())}
    assert there == {key: pytest.approx(-vp) for key, vp in back.items()}


def test_nothing_hidden_changes_a_reason() -> None:
    state = placed()
    best = engine().search(state, Limits(nodes=50)).best_codes
    bank = GAME.read_words("bank")
    world = state.sample_world(state.turn or 0, seed=77)
    assert find_reasons(state, best, bank, engine()) == find_reasons(world, best, bank, engine())


def test_advice_is_the_judgement_of_a_turn_before_it_is_played() -> None:
    state = placed()
    advice = advise(state, GAME.read_words("bank"), engine(), Limits(nodes=400))
    assert (advice.turn, advice.grade) == (["bank"], "blunder")
    assert advice.best != ["bank"]
    for first, follower in ((advice.best, advice.best_next), (advice.turn, advice.turn_next)):
        state.copy().push_all([*first, *follower])
        assert follower
    assert advice.loss_vp == pytest.approx(advice.vp[advice.seat] - advice.turn_vp[advice.seat])
    later = [reason for reason in advice.reasons if reason.source == LATER]
    assert len(later) <= 1
    assert advice.reasons
    again = advise(state, GAME.read_words("/".join(advice.best)), engine(), Limits(nodes=400))
    assert (again.loss_win, again.grade, again.reasons) == (0.0, None, [])


def test_no_advice_on_what_is_no_whole_turn() -> None:
    for codes in (["m10"], ["m10", "@1"], ["+y"], ["bank", "bank"]):
        with pytest.raises(UnknownTurnError):
            advise(placed(), GAME.read_words(codes), engine(), Limits(nodes=20))


def test_a_hint_says_why_it_is_better_than_the_second_best() -> None:
    state = placed()
    hint = compare_best(state, engine(), Limits(nodes=200))
    lines = engine().search(state, Limits(nodes=200, lines=2)).lines
    assert (hint.best, hint.turn) == (lines[0].tokens, lines[1].tokens)
    assert {reason.seat for reason in hint.reasons} <= {0, 1}


def test_a_hint_does_not_compare_a_turn_with_itself() -> None:
    """Work that ends with the cage elsewhere, or is done in another order, is the same work."""
    state = placed()
    state.push_all(["m6"])
    own = engine()
    lines = own.search(state, Limits(nodes=1000, lines=24)).lines
    best, second = (GAME.essence_of(line.codes) for line in lines[:2])
    assert best == second, "the search names another turn second: take another position"
    hint = compare_best(state, own, Limits(nodes=1000))
    assert hint.best == lines[0].tokens
    assert GAME.essence_of(GAME.read_words(hint.turn)) != best
    same = [GAME.essence_of(GAME.read_words(words)) for words in ("m8/@1/+y/end", "m8/@1/+y/@0")]
    assert same[0] == same[1] != GAME.essence_of(GAME.read_words("m8/@1/+b/end"))


def test_a_game_that_tells_no_sources_has_no_reasons() -> None:
    state = tiny_game.State(2, seed=1)
    own = Engine(hash_mb=4, game=tiny_game.GAME)
    assert find_reasons(state, [0], [1], own) == []
    assert compare_best(state, own, Limits(nodes=50)).reasons == []
