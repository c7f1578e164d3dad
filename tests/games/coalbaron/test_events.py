"""The events that tokens cause: nothing happens that is not told, nothing is told that did not."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.events import Event, tell_events
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, choose


def told(players: int, style: str, seed: int) -> list[tuple[State, State, list[Event]]]:
    """Play a game in short stretches; return the position before and after, and the events."""
    rng = Random(seed)
    state = State(players, start=seed % players)
    stretches = []
    while not state.is_over:
        before = state.copy()
        for _ in range(rng.randint(1, 6)):
            if not state.is_over:
                state.push(choose(state, STYLES[style], rng))
        tokens = state.history[len(before.history) :]
        stretches.append((before, state.copy(), tell_events(before, tokens)))
    return stretches


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", STYLES)
def test_money_and_points_are_told_to_the_last(players: int, style: str) -> None:
    for before, after, events in told(players, style, players):
        for seat in range(players):
            own = [event for event in events if event.seat == seat]
            paid = sum(event.marks or 0 for event in own if event.kind == "pay")
            taken = sum(event.marks or 0 for event in own if event.kind == "money")
            assert after.marks[seat] - before.marks[seat] == taken - paid
            assert after.vp[seat] - before.vp[seat] == sum(event.vp or 0 for event in own)


@pytest.mark.parametrize("style", ["drain", "hoard", "looks on top"])
def test_items_are_told_where_they_go(style: str) -> None:
    for before, after, events in told(3, style, 4):
        gained = Counter(e.item for e in events if e.kind in ("keep", "draft") and e.item)
        old, new = owned(before), owned(after)
        delivered = Counter(item for e in events if e.kind == "deliver" for item in e.items or ())
        assert new - old == gained
        assert delivered <= new
        for part in ("factory", "row"):
            spaces = after.to_dict()[part]
            for space in {e.space for e in events if e.kind == "refill" and e.space in spaces}:
                last = [e for e in events if e.kind in ("refill", "keep") and e.space == space][-1]
                assert spaces[space] == (last.item if last.kind == "refill" else None)


def owned(state: State) -> Counter[str]:
    """Count the tiles and cards that seats own."""
    return Counter(
        item
        for seat in state.to_dict()["seats"]
        for part in ([tile for level in seat["pit"] for tile in level["tiles"]], seat["orders"])
        for item in part
    ) + Counter(card for seat in state.to_dict()["seats"] for card in seat["delivered"])


def test_workers_are_told() -> None:
    for before, after, events in told(4, "uniform", 2):
        if after.shift != before.shift or after.is_over:
            continue
        for seat in range(4):
            gone = sum(e.workers or 0 for e in events if e.kind == "place" and e.seat == seat)
            assert before.workers[seat] - after.workers[seat] == gone


def test_shifts_and_the_end_are_told() -> None:
    stretches = told(2, "deliver", 8)
    events = [event for _, _, found in stretches for event in found]
    assert [e.shift for e in events if e.kind == "shift"] == [2, 3]
    last = events[-1]
    end = stretches[-1][1]
    assert (last.kind, last.scores, last.winners) == ("over", end.scores(), end.winners())


@pytest.mark.parametrize("style", ["looks", "looks on top", "looks below"])
def test_a_viewer_is_not_told_what_others_see(style: str) -> None:
    rng = Random(3)
    state = State(2)
    seen = 0
    while not state.is_over:
        before = state.copy()
        state.push(choose(state, STYLES[style], rng))
        tokens = state.history[len(before.history) :]
        for event in tell_events(before, tokens, viewer=1):
            if event.kind in ("draw", "return") and event.seat == 0 and event.count is None:
                seen += 1
                assert event.item == "?"
                assert event.token in ("!?", "^?", before.history and tokens[0])
                assert "something unseen" in event.text
    assert seen > 10


def test_tokens_of_others_are_hidden_too() -> None:
    state = State(2)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    before = state.copy()
    state.push("ox")
    while state.is_chance:
        state.push(state.legal_moves()[0])
    state.push_all(["+-", "top"])
    while state.phase == "stack":
        state.push(state.legal_moves()[0])
    tokens = state.history[len(before.history) :]
    hidden = tell_events(before, tokens, viewer=1)
    assert {event.token for event in hidden if event.kind == "draw"} == {"!?"}
    assert {event.token for event in hidden if event.item == "?"} <= {"!?", "^?"}
    own = tell_events(before, tokens, viewer=0)
    assert own == tell_events(before, tokens)
    assert Counter(e.item for e in own if e.kind == "draw") == Counter(
        e.item for e in own if e.kind == "return" and e.item
    )


def test_an_example_in_words() -> None:
    state = State(players=2)
    for token in ("!b2D", "!y1L", "!k1L", "!g1L", "!g2L", "!k2L"):
        state.push(token)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    texts = [event.text for event in tell_events(state, ["f1", "!g1D", "m10", "@1", "+y", "end"])]
    assert texts == [
        "Seat 0 puts 1 worker on f1.",
        "Seat 0 pays 4 Marks.",
        "Seat 0 builds tile b2D (brown, 2 carts, dark).",
        "Tile g1D (gray, 1 cart, dark) comes to f1.",
        "Seat 1 puts 1 worker on m10.",
        "Seat 1: move the cage to level 1 (yellow).",
        "Seat 1: load a yellow cube into the cage.",
        "Seat 1: stop mining.",
    ]


def test_the_position_is_left_alone() -> None:
    state = State(players=2, seed=1)
    before = state.copy()
    tell_events(state, [state.legal_moves()[0]])
    assert state == before
    assert state.history == before.history
