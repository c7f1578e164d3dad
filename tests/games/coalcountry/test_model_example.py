"""The example of section 11, token by token, and what the setup asks."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.positions import play
from tests.games.coalcountry.reference import Game

SETUP = "!school !church !+ !- !0 !+"
PLACING = "4>i0 4>h0 3>sell 3>util 2>build 2>dump 1>- 1>depot 0>-"
OTHER = "4>i0 4>- 3>- 3>- 2>- 2>- 1>- 1>- 0>sell"


def test_the_setup_asks_for_buildings_then_the_order_then_indicators() -> None:
    game = Game(2)
    assert game.chance_counts() == {
        **{f"!{kind}": 2 for kind in ("school", "tailor", "shed", "hall")},
        **{f"!{kind}": 2 for kind in ("shop", "doctor", "tavern", "church")},
    }
    play(game, "!school")
    assert game.chance_outcomes()["!school"] == pytest.approx(1 / 15)
    play(game, "!church")
    assert game.chance_counts() == {"!p0": 1, "!p1": 1}
    play(game, "!p1")
    # Chance takes a token also when one outcome is left.
    assert game.chance_counts() == {"!p0": 1}
    play(game, "!p0")
    assert game.table.order == [1, 0]
    assert game.chance_counts() == {"!+": 6, "!-": 6, "!0": 5}
    play(game, "!+ !+ !0")
    assert game.chance_counts() == {"!+": 4, "!-": 6, "!0": 4}
    assert game.table.market == {"w": 0, "a": 0, "e": 0}
    play(game, "!-")
    # Sum +1: 2 + 1 + 1 of each type; 47 less one on each entrance is what the rest comes from.
    assert game.table.market == {"w": 4, "a": 4, "e": 4}
    assert game.table.supply == {"w": 41, "a": 41, "e": 41}
    assert (game.phase, game.active, game.table.round) == ("place", 1, 1)


def test_a_start_seat_is_followed_clockwise_and_nothing_is_drawn_for_it() -> None:
    game = Game(3, start=2)
    play(game, "!school !shed !hall !0 !0 !0 !-")
    assert game.table.order == [2, 0, 1]
    # Indicator -1: 3 + 1 - 1.
    assert game.table.market == {"w": 3, "a": 3, "e": 3}


def test_the_example_of_section_11() -> None:
    game = play(Game(2, start=0), SETUP)
    for token in PLACING.split():
        assert game.active == 0
        # Standard game: only the highest influence at hand is legal.
        assert {move[0] for move in game.legal_moves()} == {token[0]}
        game.play(token)
    play(game, OTHER)
    # No money, so nothing is paid for those held back. Mining comes without a question: the
    # entrance gives 2 by itself and 3 to a 4; the stockpile is 10. Sum +1, so 10 - 1 + 1; seat 1
    # sells first with its 0, for 1 less.
    assert game.scores() == [0, 0]
    assert (game.phase, game.active) == ("sell", 1)
    assert game.legal_moves() == [f"sell:{pieces}" for pieces in range(1, 6)]
    play(game, "sell:5")
    assert game.scores() == [0, 45]
    # The stockpile is 5: a 3 sells at 10 + 1 + 1.
    play(game, "sell:5")
    assert game.scores() == [60, 45]
    assert [seat.earnings for seat in game.table.seats] == [60, 45]
    # Free for a 4 next to the full entrance: 4 incentives less 4.
    assert game.legal_moves() == [f"dig:h0:{choice}" for choice in "1234-"]
    play(game, "dig:h0:4")
    assert game.chance_counts() == {"!4xa": 3, "!4xb": 3, "!4xc": 3}
    play(game, "!4xb")
    # On top of the entrance it must not go.
    assert game.legal_moves() == ["lay:h0:NESW"]
    play(game, "lay:h0:NESW")
    assert game.scores() == [60, 45]
    # A 3: up to three cubes at 2 + 1 fees of 8 dollars; 60 dollars are enough for two.
    assert game.phase == "buy"
    assert game.legal_moves() == [
        "buy:000", "buy:001", "buy:002", "buy:010", "buy:011", "buy:020",
        "buy:100", "buy:101", "buy:110", "buy:200",
    ]  # fmt: skip
    play(game, "buy:110")
    assert game.scores() == [12, 45]
    assert game.legal_moves() == ["put:w:h0", "put:w:-"]
    play(game, "put:w:h0")
    assert game.legal_moves() == ["put:a:h0", "put:a:-"]
    play(game, "put:a:h0")
    seat = game.to_dict()["seats"][0]
    assert seat["mine"] == {"h0": ["4xb", "NESW", "wa"], "i0": ["entrance", "NESW", "wae"]}
    assert seat["refuse"] == 1
    # A 2 at the construction company: school 1 + 1 fees of 8, church 4 + 1.
    assert game.legal_moves() == ["build:-"]
    play(game, "build:-")
    # The dump takes no token; the depot's 1 finds nothing to move: 1 fee of 8. Then the round ends.
    assert game.to_dict()["seats"][0]["refuse"] == 0
    assert game.scores() == [12 - 8, 45]
    assert (game.phase, game.table.stage) == ("chance", "restock")


def test_the_first_market_of_each_number_of_seats() -> None:
    for players in (2, 3, 4):
        game = Game(players, start=0, reformed=True)
        while game.phase == "chance":
            game.play(game.legal_moves()[0])
        # Section 8: the indicator is always 0.
        assert set(game.table.market.values()) == {players + 1}
        assert game.table.calendar == []


def test_amok_turns_four_tiles_up_first_of_all() -> None:
    game = Game(2, start=1, amok=True)
    play(game, "!1da !2la")
    assert game.chance_counts() == {"!3ta": 3, "!3tb": 3, "!3tc": 3}
    play(game, "!3tc !4xa")
    assert game.to_dict()["faces"] == {"1": "1da", "2": "2la", "3": "3tc", "4": "4xa"}
    # All 24 buildings are in the pile.
    assert sum(game.chance_counts().values()) == 24
    play(game, "!shop")
    assert sum(game.chance_counts().values()) == 23
