"""What a screen is told: the table, and events that account for every point and Thaler."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Final

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.screen import SCREEN

SEATS: Final = (2, 3, 4)


def random_game(players: int) -> State:
    """Return a game to its end, fixed by the number of seats."""
    rng = Random(f"screen {players}")
    state = State(players, seed=players)
    while not state.is_over:
        state.push(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize("players", SEATS)
def test_events_account_for_every_point_and_thaler(players: int) -> None:
    state = random_game(players)
    points, thalers = [0] * players, [0] * players
    for event in SCREEN.tell_events(state.origin, state.history, None):
        if event.kind == "gain":
            points[event.seat] += event.points
            thalers[event.seat] += event.thalers
            assert (event.source is not None) or event.points == 0
    assert points == state.scores()
    assert thalers == state.thalers


@pytest.mark.parametrize("players", SEATS)
def test_points_are_told_with_what_they_are_for(players: int) -> None:
    assert SCREEN.tell_points is not None
    state = random_game(players)
    gained = [0] * players
    for seat, vp, reason in SCREEN.tell_points(state.origin, state.history):
        gained[seat] += vp
        assert reason
    assert gained == state.scores()


@pytest.mark.parametrize("players", SEATS)
def test_the_table_shows_what_the_position_holds(players: int) -> None:
    rng = Random(f"table {players}")
    state = State(players, seed=players + 10)
    while not state.is_over:
        table = asdict(SCREEN.describe_table(state))
        data = state.to_dict()
        spaces = {space["code"]: space for space in table["spaces"]}
        assert {code: space["die"] for code, space in spaces.items() if space["die"]} == data[
            "dice"
        ]
        assert [code for code, space in spaces.items() if space["blocked"]] == data["obstacles"]
        for seat, fields in enumerate(data["seats"]):
            markers = table["seats"][seat]["markers"]
            held = [marker["name"] for marker in markers if marker["state"] in ("here", "used")]
            assert sorted(held) == sorted(fields["progress"])
            assert all(seat in spaces[city]["owners"] for city in fields["cities"])
        texts = load_game("ruhr").choices(state)
        assert [choice.token for choice in texts] == state.legal_moves()
        for _ in range(5):
            if not state.is_over:
                state.push(rng.choice(state.legal_moves()))


def test_a_price_is_what_a_purchase_costs() -> None:
    rng = Random("prices")
    seen = set()
    for seed in range(6):
        state = State(2 + seed % 3, seed=seed)
        while not state.is_over:
            token = rng.choice(state.legal_moves())
            kind, _, place = token.partition(":")
            before, seat, turn = SCREEN.describe_table(state), state.turn, state.shift
            paid = None if seat is None else state.thalers[seat]
            state.push(token)
            # The end of a turn may take what is above 10.
            if kind in ("city", "lock", "port", "depot") and state.shift == turn:
                price = {
                    "city": before.prices.get(place),
                    "lock": 0 if "free" in before.did else before.prices["lock"],
                    "port": before.prices["port"],
                    "depot": next((d.price for d in before.depots if d.territory == place), None),
                }[kind]
                assert seat is not None
                assert paid is not None
                assert paid - state.thalers[seat] == price, token
                seen.add(kind)
    assert seen >= {"city", "lock", "depot"}


def test_the_facts_are_plain_data_and_name_the_reconstructions() -> None:
    facts = json.loads(json.dumps(SCREEN.components()))
    assert facts["players"] == [2, 4]
    assert len(facts["river"]) == 49
    assert "river" in facts["reconstructed"]
    assert load_game("ruhr").screen is not None
