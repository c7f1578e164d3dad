"""Luck apart from play: what chance changed, and what a result is made of."""

from __future__ import annotations

import itertools
import math
from dataclasses import asdict, replace

import pytest

from coalbaron_fast import Engine, Limits, State, Stop
from coalbaron_fast.bots import EngineBot, GreedyBot, play_game
from coalbaron_fast.review import Judgement, played_turns, review_turns, summarise
from coalbaron_fast.review.luck import FEWEST_WALKS, SHARE, Chance, judge_chance
from tests.search import tiny_game

NODES = 24


SHORT = {"playout": 2}
"""Walks of a few turns, so that the tests are quick."""


def engine(seed: int = 1) -> Engine:
    return Engine(hash_mb=8, seed=seed, parameters=SHORT)


@pytest.fixture(
    scope="module",
    params=[2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)],
)
def reviewed(request: pytest.FixtureRequest) -> tuple[State, list[Judgement]]:
    """A whole game between the engine and greedy play, and its review."""
    players: int = request.param
    played = State(players, seed=6)
    thinker = EngineBot(engine(), Limits(nodes=8))
    play_game(played, [thinker, *[GreedyBot()] * (players - 1)])
    return played, list(review_turns(played, engine(), Limits(nodes=NODES)))


def test_every_chance_event_is_judged_once(reviewed: tuple[State, list[Judgement]]) -> None:
    played, judged = reviewed
    state, events = played.origin, []
    for index, (code, token) in enumerate(zip(played.codes, played.history, strict=True)):
        if state.is_chance and len(state.legal_codes()) > 1:
            events.append((index, token, state.shift, len(state.legal_codes())))
        state.push_codes([code])
    found = [chance for one in judged for chance in one.luck]
    assert [(one.index, one.token, one.shift, one.outcomes) for one in found] == events


def test_the_sums_add_up_to_the_result(reviewed: tuple[State, list[Judgement]]) -> None:
    played, judged = reviewed
    balances = summarise(judged, played).balances
    assert balances is not None
    for balance in balances:
        assert balance.rival is not None
        assert balance.result == played.vp[balance.seat] - played.vp[balance.rival]
        parts = (balance.start, balance.play, balance.luck)
        assert sum(part.vp for part in parts) == pytest.approx(balance.result)
        # A part's shifts make up the part.
        assert [part.shift for part in balance.shifts] == [1, 2, 3]
        for name in ("play", "luck"):
            amounts = [getattr(shift, name) for shift in balance.shifts]
            whole = getattr(balance, name)
            assert sum(one.vp for one in amounts) == pytest.approx(whole.vp)
            assert math.hypot(*(one.error for one in amounts)) >= 0.99 * whole.error > 0
        # A shift's turns make up the shift; the deal came before the first of them.
        assert [turn.number for shift in balance.shifts for turn in shift.turns] == [
            *range(len(judged))
        ]
        for shift in balance.shifts:
            deal = balance.deal.vp if shift.shift == 1 else 0.0
            assert sum(turn.play.vp for turn in shift.turns) == pytest.approx(shift.play.vp)
            assert sum(turn.luck.vp for turn in shift.turns) + deal == pytest.approx(shift.luck.vp)
        assert balance.deal.error > 0
    for one, other in itertools.combinations(balances, 2):
        if (one.rival, other.rival) == (other.seat, one.seat):
            assert one.luck.vp == pytest.approx(-other.luck.vp)


def test_measured_again_the_sums_lie_within_their_errors(
    reviewed: tuple[State, list[Judgement]],
) -> None:
    """Luck by other walks and the start by another search: they need not agree, but they do."""
    played, judged = reviewed
    other = engine(seed=99)
    again = judge_chance(played.origin, played.codes, 0, other, NODES)
    found = [chance for one in judged for chance in one.luck]
    for seat in range(played.players):
        sums = [sum(chance.vp[seat] for chance in part) for part in (found, again)]
        errors = [chance.vp_error[seat] for part in (found, again) for chance in part]
        assert abs(sums[0] - sums[1]) <= 3.5 * math.hypot(*errors)
        assert sums[0] != sums[1]


def test_all_that_could_have_come_is_no_luck_on_average(
    reviewed: tuple[State, list[Judgement]],
) -> None:
    played, judged = reviewed
    found = [chance for one in judged for chance in one.luck]
    largest = max(found, key=lambda chance: abs(chance.vp[0]))
    state = played.origin
    state.push_codes(played.codes[: largest.index])
    events = [judge_chance(state, [code], 2, engine(), nodes=2)[0] for code in state.legal_codes()]
    assert len(events) == largest.outcomes
    for name in ("win", "vp"):
        for seat in range(played.players):
            mean = sum(
                chance * getattr(event, name)[seat]
                for (_, chance), event in zip(state.chance_outcomes(), events, strict=True)
            )
            assert mean == pytest.approx(0.0, abs=1e-9)
    assert any(abs(event.vp[0]) > 0.1 for event in events)


def test_luck_is_what_is_known_of_a_small_game() -> None:
    """Seat 0 says heads, greedily or always: the coin's side is worth the same each time."""
    own = Engine(hash_mb=4, game=tiny_game.GAME)
    heads, tails = tiny_game.State(2).legal_codes()
    state = tiny_game.State(2)
    (event,) = judge_chance(state, [heads], 0, own, nodes=4)
    (other,) = judge_chance(state, [tails], 0, own, nodes=4)
    assert event.outcomes == 2
    assert 2 * event.vp[0] + other.vp[0] == pytest.approx(0.0, abs=1e-9)


def test_the_network_sees_what_is_done_with_what_came() -> None:
    """Valued at once, a new card is worth next to nothing to it: all games had no luck."""
    played = State(2, seed=6)
    play_game(played, [GreedyBot(), GreedyBot()])
    own = Engine(hash_mb=8)
    assert own.parameters["playout"] == 0
    last = next(turn.index for turn in played_turns(played) if turn.state.shift == 2)
    events = judge_chance(played.origin, played.codes[:last], 0, own, nodes=20)
    errors = [one.lead_error[0][1] for one in events]
    assert math.hypot(*errors) > 0.1
    lucks = [one.vp[0] - one.vp[1] for one in events]
    assert math.hypot(*lucks) > 1


def test_the_error_shrinks_with_the_nodes() -> None:
    played = State(2, seed=1)
    few, many = (
        judge_chance(played.origin, played.codes[:6], 0, engine(), nodes=nodes)
        for nodes in (1, round(16 * 16 * FEWEST_WALKS / SHARE))
    )
    sizes = [
        math.hypot(*(error for one in events for error in one.vp_error)) for events in (few, many)
    ]
    assert sizes[1] < sizes[0] / 2


def test_a_stop_ends_the_judging_of_chance() -> None:
    played, stop = State(2, seed=1), Stop()
    stop.set()
    assert judge_chance(played.origin, played.codes, 0, engine(), NODES, stop) == []


def test_a_game_that_is_not_whole_has_no_balance(
    reviewed: tuple[State, list[Judgement]],
) -> None:
    played, judged = reviewed
    assert summarise(judged[:-1], played).balances is None
    begun = played.origin
    begun.push_codes(played.codes[: judged[5].index])
    assert summarise(judged[:5], begun).balances is None


def test_the_course_is_between_the_forecasts_before_and_behind(
    reviewed: tuple[State, list[Judgement]],
) -> None:
    played, judged = reviewed
    course = summarise(judged, played).course
    assert [moment.turn for moment in course] == list(range(1, len(judged) + 2))
    assert course[0].vp == judged[0].vp
    for before, one, moment in zip(judged, judged[1:], course[1:], strict=False):
        for seat in range(played.players):
            luck = sum(each.vp[seat] for each in before.luck if each.index > before.index)
            later = before.played_vp[seat] + luck
            assert moment.vp[seat] == pytest.approx((later + one.vp[seat]) / 2)
            # The error covers how far the two forecasts lie apart.
            assert moment.vp_error[seat] >= abs(later - one.vp[seat]) / 2 - 1e-9
    assert course[-1].vp == played.vp
    assert course[-1].vp_error == [0.0] * played.players


def test_the_course_jumps_less_than_the_forecasts(
    reviewed: tuple[State, list[Judgement]],
) -> None:
    played, judged = reviewed

    def jumps(course: list[list[float]]) -> float:
        return sum(
            abs(later - now)
            for before, after in itertools.pairwise(course)
            for now, later in zip(before, after, strict=True)
        )

    course = [moment.vp for moment in summarise(judged, played).course]
    raw = [one.vp for one in judged] + [course[-1]]
    assert jumps(course) < 0.8 * jumps(raw)


def test_luck_comes_back_from_plain_data(reviewed: tuple[State, list[Judgement]]) -> None:
    _, judged = reviewed
    one = next(one for one in judged if one.luck)
    again = Judgement.from_data(asdict(one))
    assert again == one
    assert isinstance(again.luck[0], Chance)
    assert replace(again, luck=[]) != one
