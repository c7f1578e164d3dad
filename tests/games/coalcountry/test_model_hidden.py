"""Section 10: what a seat is shown, what it knows, and what may be."""

from __future__ import annotations

from math import factorial
from random import Random

import pytest

from tests.games.coalcountry.positions import laid_out, own, place, play
from tests.games.coalcountry.reference import Game, facts
from tests.games.coalcountry.reference.knowledge import deals, hidden_places
from tests.games.coalcountry.reference.policies import POLICIES
from tests.games.plain_model import a_policy

SETUP = "!hall !hall !0 !0 !0 !0"
PLACING = "4>sell 4>h0 3>util 3>- 2>util 2>i0 1>dump 1>j0 0>-"
OTHER = "4>util 4>- 3>i0 3>build 2>util 2>- 1>h0 1>depot 0>sell"
TOLD = "?>h0 ?>i0 ?>j0 ?>sell ?>util ?>util ?>dump 3>- 0>-"
TOLD_OF_OTHER = "?>h0 ?>i0 ?>sell ?>util ?>util ?>build ?>depot 4>- 2>-"


def test_what_is_shown_of_the_placing_and_the_areas() -> None:
    game = play(Game(2, start=0), f"{SETUP} {PLACING}")
    assert game.shown_to(0) == [*SETUP.split(), *PLACING.split()]
    assert game.shown_to(1) == [*SETUP.split(), *["?>?"] * 9]
    play(game, OTHER)
    # Once all are ready: places and those held back. Then areas 1 and 2 begin, and area 3: it is
    # asked what seat 1 sells.
    mine = [*SETUP.split(), *PLACING.split(), *["?>?"] * 9, *TOLD_OF_OTHER.split()]
    assert game.shown_to(0) == [*mine, "3>i0", "0>sell"]
    yours = [*SETUP.split(), *["?>?"] * 9, *OTHER.split(), *TOLD.split()]
    assert game.shown_to(1) == [*yours, "2>i0", "4>sell"]
    play(game, "sell:5")
    assert game.shown_to(0)[-1] == "sell:5"
    play(game, "sell:4")
    # Area 4: the cells in their order.
    assert game.shown_to(0)[-2:] == ["sell:4", "1>h0"]
    assert game.shown_to(1)[-3:] == ["sell:4", "4>h0", "1>j0"]


def test_amok_shows_places_at_once_and_all_of_those_held_back() -> None:
    game = Game.at(laid_out(amok=True), "place")
    play(game, "2>sell 4>- 1>h0 0>dump")
    assert game.shown_to(0) == ["2>sell", "4>-", "1>h0", "?>dump"]
    assert game.shown_to(1) == ["?>sell", "4>-", "?>h0", "0>dump"]


def test_a_view_shows_nothing_of_others_that_place_in_secret() -> None:
    game = play(Game(3, start=0), f"!hall !hall !hall !0 !0 !0 !0 {PLACING} 4>sell 4>-")
    told = game.to_dict(1)
    assert told["seats"][1]["hand"] == [3, 3, 2, 2, 1, 1, 0]
    assert told["seats"][1]["foremen"] == [["sell", 4]]
    for other in (0, 2):
        assert told["seats"][other]["hand"] == facts.INFLUENCES
        assert told["seats"][other]["foremen"] == []
        assert told["seats"][other]["held"] == []
        assert told["seats"][other]["hidden"] == []
    assert game.deals(1) == {0: {(): 1}, 2: {(): 1}}
    # Whatever seat 0 has placed, seat 1's view is the same.
    other_way = play(
        Game(3, start=0),
        "!hall !hall !hall !0 !0 !0 !0 4>- 4>- 3>- 3>- 2>- 2>- 1>- 1>- 0>sell 4>sell 4>-",
    )
    assert other_way.to_dict(1) == told
    assert other_way.shown_to(1) == game.shown_to(1)


def test_a_view_after_the_placing() -> None:
    game = play(Game(2, start=0), f"{SETUP} {PLACING} {OTHER}")
    seat = game.to_dict(0)["seats"][1]
    # Miners have gone home; the seller is turned over.
    assert seat["foremen"] == [
        ["h0", None], ["sell", 0], ["util", None], ["util", None], ["build", None],
        ["depot", None],
    ]  # fmt: skip
    assert seat["hidden"] == [4, 3, 2, 1, 1]
    assert game.to_dict(0)["seats"][0] == game.to_dict()["seats"][0]
    assert game.to_dict()["seats"][1]["hidden"] == []
    # 5! orders of five foremen, of which two are alike.
    assert sum(game.deals(0)[1].values()) == factorial(5) // 2


def face_down(words: str) -> Game:
    """Seat 1 has these foremen face down, and seat 0 is asked in area 1."""
    table = laid_out()
    own(table, 0, "shop")
    table.seats[0].storage["w"] = 1
    place(table, 0, "2>shop")
    place(table, 1, words)
    return Game.at(table, "village")


def test_deals_of_a_pair_on_one_place() -> None:
    game = face_down("4>util 3>util 3>dump")
    # 4 on the market: 3 with it, in 2 ways. 4 on the dump: a pair of 3s in 1 way.
    assert game.deals(0) == {1: {(4, 3, 3): 2, (3, 3, 4): 1}}
    assert game.to_dict(0)["seats"][1]["foremen"] == [
        ["util", None],
        ["util", None],
        ["dump", None],
    ]


def test_the_tavern_and_the_church_bind_the_deals_while_they_are_face_down() -> None:
    table = laid_out()
    place(table, 1, "4>tavern 3>church 4>dump 2>depot")
    # No seat is asked between the placing and area 1: look at the table as it lies there.
    table.stage = "village"
    assert hidden_places(table.seats[1]) == ["tavern", "church", "dump", "depot"]
    assert deals(table, table.seats[1]) == {
        (4, 4, 3, 2): 1,
        (4, 4, 2, 3): 1,
        (4, 3, 4, 2): 1,
        (4, 3, 2, 4): 1,
    }


def test_amok_deals_those_at_hand_too_and_minds_tavern_and_church() -> None:
    table = laid_out(amok=True)
    own(table, 1, "tavern church")
    game = Game.at(table, "place")
    play(game, "0>sell 4>tavern 1>- 3>church 1>- 4>- 2>- 2>-")
    told = game.to_dict(0)["seats"][1]
    assert told["held"] == [4, 2]
    assert told["foremen"] == [["tavern", None], ["church", None]]
    assert told["hand"] == [None] * 5
    assert told["hidden"] == [4, 3, 3, 2, 1, 1, 0]
    # The tavern has the only 4 that is left, the church one of two 3s that are alike; the others
    # are at hand: 3 2 1 1 0 in 5! / 2! orders.
    assert game.deals(0) == {1: {(4, 3, 3, 2, 1, 1, 0): 60}}


@pytest.mark.parametrize("amok", [False, True])
def test_deals_fit_what_is_known_and_the_truth_is_one_of_them(amok: bool) -> None:
    rng = Random(f"deals {amok}")
    game = Game(3, amok=amok)
    policy = a_policy(POLICIES, rng, 3)
    checked = 0
    while game.phase != "over":
        if game.active is not None and rng.random() < (0.01 if amok else 0.04):
            checked += check_deals(game, game.active)
        game.play(policy(game, rng))
    assert checked > 0


def check_deals(game: Game, viewer: int) -> int:
    """The true deal is listed; all have the influences that the view tells."""
    told = game.to_dict(viewer)
    counted = 0
    for other, listed in game.deals(viewer).items():
        seat = game.table.seats[other]
        hidden = told["seats"][other]["hidden"]
        assert all(sorted(deal, reverse=True) == hidden for deal in listed)
        nulls = [place for place, printed in told["seats"][other]["foremen"] if printed is None]
        hand = [printed for printed in told["seats"][other]["hand"] if printed is None]
        assert len(nulls) + len(hand) == len(hidden)
        if game.phase == "place" and not game.table.amok:
            continue
        # By place, then falling: the order of the dict.
        truth = [
            printed
            for (_, printed), (_, seen) in zip(
                game.to_dict()["seats"][other]["foremen"],
                told["seats"][other]["foremen"],
                strict=True,
            )
            if seen is None
        ]
        assert (*truth, *sorted(seat.hand, reverse=True)) in listed
        counted += 1
    return counted


def test_a_view_never_tells_more_than_the_tokens_shown() -> None:
    # Two deals of the same places: the other seat's views and tokens are the same up to area 5.
    one = "4>util 4>- 3>i0 3>build 2>util 2>- 1>h0 1>depot 0>sell"
    two = "4>build 4>- 3>i0 3>util 2>util 2>- 1>h0 1>depot 0>sell"
    games = [play(Game(2, start=0), f"{SETUP} {PLACING} {words}") for words in (one, two)]
    for token in ("sell:5", "sell:4", "dig:h0:-", "dig:h0:-", "dig:j0:-"):
        assert games[0].to_dict(0) == games[1].to_dict(0)
        assert games[0].shown_to(0) == games[1].shown_to(0)
        assert games[0].deals(0) == games[1].deals(0)
        assert games[0].to_dict() != games[1].to_dict()
        for game in games:
            play(game, token)
    # Seat 1 is asked first now, with a 4 and a 3 each time, but they lie elsewhere.
    assert games[0].shown_to(0) != games[1].shown_to(0)
