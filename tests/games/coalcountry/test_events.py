"""What is told of tokens: money adds up, foremen are told when they may be, nothing before."""

from __future__ import annotations

from collections import Counter

import pytest

from coalbaron_fast.games.coalcountry.events import CountryEvent, tell_events, tell_points
from coalbaron_fast.games.coalcountry.notation import CODES, WORDS
from coalbaron_fast.games.coalcountry.screen import SCREEN
from coalbaron_fast.games.coalcountry.state import State
from tests.games.coalcountry.text_games import steps

ROUND_1 = (
    "!school !church !+ !- !0 !+ 4>i0 4>h0 3>sell 3>util 2>build 2>dump 1>- 1>depot 0>- "
    "4>h0 4>tandem 3>tandem 3>sell 2>i0 2>build 1>j0 1>dump 0>depot"
)
"""The setup with seat 0 first, and a whole placing."""


def begun(tokens: str = ROUND_1) -> State:
    state = State(2, start=0)
    state.push_all(tokens)
    return state


def told(tokens: str, viewer: int | None = None) -> list[CountryEvent]:
    return tell_events(State(2, start=0), tokens.split(), viewer)


@pytest.mark.parametrize("number", range(8))
def test_the_money_that_is_told_is_the_money_that_moved(number: int) -> None:
    sources: Counter[str] = Counter()
    for state, _, token in steps(range(number, number + 1)):
        if not token:
            break
        after = state.copy()
        after.push(token)
        if after.vp == state.vp and not after.is_over:
            continue
        money = list(state.vp)
        for seat, dollars, reason in tell_points(state, [token]):
            money[seat] += dollars
            sources[reason] += 1
        assert money == after.vp, token
    assert {"coal sold", "penalties", "inspection"} <= sources.keys()


@pytest.mark.parametrize("number", range(0, 12, 3))
def test_every_foreman_is_turned_over_once(number: int) -> None:
    placed: Counter[tuple[int, str, int]] = Counter()
    shown: Counter[tuple[int, str, int]] = Counter()
    state = None
    for state, _, token in steps(range(number, number + 1)):
        for event in tell_events(state, [token] if token else []):
            for place, influence in event.foremen or ():
                shown[event.seat or 0, place, influence] += 1
        if ">" in token and not token.endswith(">-"):
            placed[state.turn or 0, token[2:], int(token[0])] += 1
    assert placed == shown
    assert state is not None
    assert state.is_over


def test_nothing_is_told_of_a_placing_that_is_not_seen() -> None:
    """Whatever another seat places, and wherever, the same is told of it."""
    for state, _, _ in steps(range(3), part=0.2):
        seat = state.turn
        if state.phase != "place" or state.amok or seat is None:
            continue
        viewer = (seat + 1) % state.players
        if len(state.to_dict()["seats"][seat]["hand"]) == 1:
            # The last one is told: the seat is ready.
            continue
        found = {repr(tell_events(state, [token], viewer)) for token in state.legal_moves()}
        assert found == {"[]"}


def test_in_an_industry_amok_places_are_told_and_influences_are_not() -> None:
    state = State(2, start=0, amok=True)
    while state.is_chance:
        state.push(state.legal_moves()[0])
    (event,) = tell_events(state, ["3>sell"], viewer=1)
    assert (event.token, event.text) == (
        "?>sell",
        "Seat 0: a foreman, face down, to coal brokers.",
    )
    assert tell_events(state, ["3>i0"], 1) == tell_events(state, ["4>i0"], 1)
    (event,) = tell_events(state, ["3>-"], viewer=1)
    assert (event.token, event.text) == ("3>-", "Seat 0: hold back the 3.")


def test_a_placing_is_told_to_others_when_all_are_ready() -> None:
    events = told(ROUND_1, viewer=1)
    assert [
        event.text for event in events if event.kind in ("placed", "ready", "places", "held")
    ] == [
        "Seat 0 has placed all foremen.",
        "All foremen are placed.",
        (
            "Seat 0: foremen on permit h0, mine tile i0, coal brokers, utility market, "
            "construction company, refuse pile, utility storage."
        ),
        "Seat 0 holds back 1 and 0.",
    ]
    assert not any("4" in event.text for event in events if event.kind == "places")


def test_an_area_is_told_with_its_foremen() -> None:
    texts = [event.text for event in told(ROUND_1) if event.token == "0>depot"]
    assert texts[1:] == [
        "All foremen are placed.",
        "2 Mining.",
        "Seat 0 turns over 4 → mine tile i0.",
        "Seat 1 turns over 2 → mine tile i0.",
        "Seat 0: +5 coal, +1 refuse.",
        "Seat 1: +4 coal, +1 refuse.",
        "3 Coal brokers.",
        "Seat 0 turns over 3 → coal brokers.",
        "Seat 1 turns over 3 → coal brokers.",
    ]


def test_a_sale_is_told_with_its_marker() -> None:
    assert SCREEN.tell_turns is not None
    assert SCREEN.tell_turns(begun(), ["sell:5"], None) == [
        "Seat 0: sell 5 coal for $60.",
        "Seat 0: marker on 60, a fee is $8.",
    ]
    sale = next(event for event in tell_events(begun(), ["sell:5"]) if event.kind == "gain")
    assert (sale.dollars, sale.coal, sale.source) == (60, -5, "sale")


def test_a_view_can_be_told_by_what_it_was_shown() -> None:
    """A seat's view with its own history: the tokens as they were shown."""
    for state, _, token in steps(range(2), part=0.01):
        if token:
            continue
        for viewer in range(state.players):
            events = tell_events(state.origin.view(viewer), state.history_seen_by(viewer))
            assert events[-1].kind == "over"
            assert events[-1].scores == state.vp
            assert not any(event.key == "token.place_unseen" for event in events)


def test_a_placing_is_called_by_its_places() -> None:
    state = begun(" ".join(ROUND_1.split()[:6]))
    tokens = ROUND_1.split()[6:15]
    assert SCREEN.turn_phrase is not None
    assert SCREEN.essence_of is not None
    codes = [CODES[token] for token in tokens]
    assert WORDS.spell(SCREEN.turn_phrase(state, codes)) == (
        "4 → permit h0; 4 → mine tile i0; 3 → coal brokers; 3 → utility market; "
        "2 → construction company; 2 → refuse pile; 1 → utility storage; 1, 0 → held back"
    )
    swapped = [CODES[token] for token in ("4>h0", "4>i0", *tokens[2:])]
    assert swapped != codes
    assert SCREEN.essence_of(swapped) == SCREEN.essence_of(codes)
    other = [CODES[token] for token in ("4>h0", "4>j0", *tokens[2:])]
    assert SCREEN.essence_of(other) != SCREEN.essence_of(codes)
