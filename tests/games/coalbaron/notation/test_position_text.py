from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.coalbaron.facts import ORDERS, TILES
from coalbaron_fast.games.coalbaron.notation import CODES, check_shape, dict_to_text, text_to_dict
from coalbaron_fast.games.text.position import MAX_TEXT
from tests.games.coalbaron.notation.examples import (
    LOOK_VIEW,
    LOOK_VIEW_TEXT,
    MINING,
    MINING_TEXT,
    real_games,
    real_positions,
)
from tests.games.coalbaron.notation.strategies import positions


@pytest.mark.parametrize(
    ("position", "text"), [(MINING, MINING_TEXT), (LOOK_VIEW, LOOK_VIEW_TEXT)], ids=["full", "view"]
)
def test_the_text_is_spelled_like_this(position: dict[str, Any], text: str) -> None:
    assert dict_to_text(position) == text
    assert text_to_dict(text) == position


def test_real_positions_read_back() -> None:
    assert {position["phase"] for position in real_positions()} == {
        "chance",
        "draft",
        "place",
        "fill",
        "keep",
        "side",
        "stack",
        "mine",
        "over",
    }
    for played, _ in real_games():
        for position in played[::7]:
            assert text_to_dict(dict_to_text(position)) == position


@given(positions())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_every_position_reads_back(position: dict[str, Any]) -> None:
    check_shape(position)
    text = dict_to_text(position)
    assert text_to_dict(text) == position
    assert dict_to_text(text_to_dict(text)) == text


@given(positions())
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_no_word_of_a_text_is_a_token(position: dict[str, Any]) -> None:
    words = dict_to_text(position).split(" ")
    assert "moves" not in words
    assert not [word for word in words if word in CODES]


def test_entries_with_a_name_may_come_in_any_order() -> None:
    text = MINING_TEXT.replace("f3:0x1,m6:1x2", "m6:1x2,f3:0x1").replace(
        "By:yb,Tgg:g.-", "Tgg:g.-,By:yb"
    )
    assert text != MINING_TEXT
    assert dict_to_text(text_to_dict(text)) == MINING_TEXT


def test_the_fullest_position_that_has_the_shape_of_one_fits() -> None:
    tiles = [tile.name for tile in TILES]
    seat = {
        **MINING["seats"][0],
        "storage": "ybgk" * 16,
        "pit": [
            {"tiles": [name for name in tiles if name[0] == colour] * 3, "cubes": colour * 19}
            for colour in "ybgk"
        ],
        "orders": {order.name: ["gk"] * len(order.spots) for order in ORDERS},
        "delivered": [order.name for order in ORDERS],
    }
    place = {"known": "===="}
    fullest = {
        **MINING,
        "players": 4,
        "seats": [seat] * 4,
        "factory": {f"f{number}": "y1L" for number in range(1, 9)},
        "row": {f"o{number}": "Cybgk" for number in range(1, 5)},
        "tile_stack": {
            "top": [[{"item": "y1L", **place}]] * 48,
            "middle": ["y1L"] * 48,
            "middle_size": 48,
            "bottom": [],
        },
        "order_stack": {
            "top": [[{"item": "Bybgk", **place}]] * 44,
            "middle": ["Bybgk"] * 44,
            "middle_size": 44,
            "bottom": [],
        },
    }
    text = dict_to_text(fullest)
    assert len(text) < MAX_TEXT
    assert text_to_dict(text) == fullest


# What is wrong, where it is found, and how the text comes to be so.
MALFORMED = [
    (Defect.SYNTAX, "position", "cb1 ", "cb2 "),
    (Defect.SYNTAX, "position", "cb1 ", " cb1 "),
    (Defect.SYNTAX, "position", "cb1 ", "CB1 "),
    (Defect.SYNTAX, "view", "view=", "View="),
    (Defect.SYNTAX, "view", "view=-", "view"),
    (Defect.SYNTAX, "view", "view=-", "view="),
    (Defect.SYNTAX, "position", " view=-", "  view=-"),
    (Defect.SYNTAX, "position", "look=-", "look=- "),
    (Defect.SYNTAX, "position", "look=-", "look=- moves"),
    (Defect.MISSING, "look", " look=-", ""),
    (Defect.MISSING, "look", " view=-", ""),
    (Defect.SYNTAX, "shift", "shift=2 first_start=0", "first_start=0 shift=2"),
    (Defect.PLAYERS, "players", "players=2", "players=5"),
    (Defect.PLAYERS, "players", "players=2", "players=02"),
    (Defect.PLAYERS, "players", "players=2", "players=-"),
    (Defect.SYNTAX, "players", "players=2", "player=2"),
    (Defect.MISSING, "order_stack", "players=2", "players=4"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=02"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=+2"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=2_0"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=\u0662"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=\u00b2"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=-"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=200000"),
    (Defect.SYNTAX, "shift", "shift=2", "shift=2\n"),
    (Defect.RANGE, "shift", "shift=2", "shift=4"),
    (Defect.SYNTAX, "seats[0].marks", "seat0=7;-2", "seat0=-0;-2"),
    (Defect.RANGE, "active", "active=1", "active=2"),
    (Defect.TYPE, "phase", "phase=mine", "phase=-"),
    (Defect.RANGE, "phase", "phase=mine", "phase=Mine"),
    (Defect.UNKNOWN_ITEM, "space", "space=m6", "space=m5"),
    (Defect.RANGE, "draw", "draw=-", "draw=f9"),
    (Defect.SYNTAX, "fill", "fill=-", "fill=1"),
    (Defect.RANGE, "fill.carts", "fill=-", "fill=1:3"),
    (Defect.SYNTAX, "seats[0]", "seat0=7;", "seat0="),
    (Defect.SYNTAX, "seats[0]", "Bkk,Ey", "Bkk,Ey;-"),
    (Defect.SYNTAX, "seats[0].cage", "4:k;", "4;"),
    (Defect.SYNTAX, "seats[0].cage.cubes", "4:k;", "4:;"),
    (Defect.CAGE, "seats[0].cage.cubes", "4:k;", "4:kkkkkk;"),
    (Defect.SYNTAX, "seats[0].storage", ";yb;", ";;"),
    (Defect.UNKNOWN_ITEM, "seats[0].storage", ";yb;", ";yx;"),
    (Defect.SYNTAX, "seats[0].pit", "-:y,b1D", "-:y,-:y,b1D"),
    (Defect.UNKNOWN_ITEM, "seats[0].pit[1].tiles[0]", "b1D+", "+"),
    (Defect.UNKNOWN_ITEM, "seats[0].pit[1].tiles[0]", "b1D+", "y1D+"),
    (Defect.SPOTS, "seats[0].orders.Tgg", "Tgg:g.-", "Tgg:g"),
    (Defect.SPOTS, "seats[0].orders.Tgg[0]", "Tgg:g.-", "Tgg:y.-"),
    (Defect.SPOTS, "seats[0].orders.Tgg[0]", "Tgg:g.-", "Tgg:.-"),
    (Defect.SYNTAX, "seats[0].orders", "Tgg:g.-", "Tgg"),
    (Defect.UNKNOWN_ITEM, "seats[0].orders", "Tgg:g.-", "Tgk:g.-"),
    (Defect.SYNTAX, "seats[0].orders.By", "By:yb,", "By:yb,By:y,"),
    (Defect.UNKNOWN_ITEM, "seats[0].delivered[1]", "Bkk,Ey", "Bkk,"),
    (Defect.SYNTAX, "spaces.m6", "m6:1x2", "m6:1x2,m6:1x2"),
    (Defect.SYNTAX, "spaces.m6", "m6:1x2", "m6:1"),
    (Defect.RANGE, "spaces.m6.seat", "m6:1x2", "m6:2x2"),
    (Defect.RANGE, "spaces.m6.workers", "m6:1x2", "m6:1x0"),
    (Defect.OCCUPIED, "spaces", "m6:1x2", "m8:1x2"),
    (Defect.UNKNOWN_ITEM, "spaces", "m6:1x2", "bank:1x2"),
    (Defect.MISSING, "factory.f2", "f2:-,", ""),
    (Defect.UNKNOWN_FIELD, "factory.f4", "f3:g2D", "f3:g2D,f4:g2D"),
    (Defect.UNKNOWN_ITEM, "row.o4", "o4:Tkkk", "o4:g2D"),
    (Defect.UNKNOWN_ITEM, "row.o4", "o4:Tkkk", "o4:?"),
    (Defect.UNKNOWN_ITEM, "draft[0]", "draft=-", "draft=Bx"),
    (Defect.SYNTAX, "tile_stack", ";3;-", ";3"),
    (Defect.SYNTAX, "tile_stack.middle_size", ";3;-", ";x;-"),
    (Defect.SYNTAX, "tile_stack.top[0][0]", "y1L:=.+", "y1L+"),
    (Defect.KNOWLEDGE, "tile_stack.top[0][0].known", "y1L:=.+", "y1L:=+"),
    (Defect.KNOWLEDGE, "tile_stack.top[0][0].known", "y1L:=.+", "y1L:=x+"),
    (Defect.STACK, "tile_stack.top[1]", "k1D:.~", "-"),
    (Defect.VIEW, "tile_stack.top[1][0].item", "k1D:.~", "?:.~"),
    (Defect.UNKNOWN_ITEM, "order_stack.middle[1]", "Bb,Ckk", "Bb,?"),
    (Defect.SYNTAX, "look", "look=-", "look=-;-"),
    (Defect.LOOK, "look", "look=-", "look=-;-;-;..;.."),
]


@pytest.mark.parametrize(("defect", "field", "old", "new"), MALFORMED)
def test_a_malformed_text_names_the_defect_and_the_field(
    defect: Defect, field: str, old: str, new: str
) -> None:
    assert old in MINING_TEXT
    with pytest.raises(PositionError) as caught:
        text_to_dict(MINING_TEXT.replace(old, new, 1))
    assert (caught.value.defect, caught.value.field) == (defect, field)


@pytest.mark.parametrize("text", ["", " ", "cb1", "cb1\n", "moves", "\0", "f3", "\ud800"])
def test_what_is_hardly_a_text_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        text_to_dict(text)


@pytest.mark.parametrize("thing", [None, 5, b"cb1", ["cb1"], MINING])
def test_what_is_no_text_is_refused(thing: str) -> None:
    with pytest.raises(PositionError) as caught:
        text_to_dict(thing)
    assert caught.value.defect is Defect.TYPE


def test_a_long_text_is_refused_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        text_to_dict(MINING_TEXT + " " * MAX_TEXT)
    assert caught.value.defect is Defect.TOO_LONG


def test_a_dict_that_is_no_position_is_not_written() -> None:
    with pytest.raises(PositionError):
        dict_to_text({**MINING, "steps": "3"})
