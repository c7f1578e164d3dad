"""Sections 4 and 9: where foremen go."""

from __future__ import annotations

from tests.games.coalcountry.positions import laid_out, lay, own, play
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.table import Table

FREE_AROUND_THE_ENTRANCE = ["h0", "i1", "j0"]
BOARDS = ["sell", "util", "tandem", "build", "dump", "depot", "-"]


def places(game: Game) -> list[str]:
    return [token[2:] for token in game.legal_moves()]


def placing(table: Table) -> Game:
    return Game.at(table, "place")


def test_the_places_at_the_beginning() -> None:
    game = placing(laid_out())
    # South of row 0 is the village: nothing can be placed there.
    assert game.legal_moves() == [f"4>{p}" for p in ["h0", "i0", "i1", "j0", *BOARDS]]


def test_mining_needs_an_unbroken_shaft_and_a_permit_does_not() -> None:
    table = laid_out()
    # h0 opens to the entrance; g0 opens to h0, which has no opening back; h1 is cut off as well.
    lay(table, 0, "h0:1da:E: g0:2ia:EW: h1:1db:N:")
    cells = [place for place in places(placing(table)) if place[-1].isdigit()]
    assert cells == ["f0", "g1", "h0", "h2", "i0", "i1", "j0"]
    # The longer way round: i1 joins h1 to the entrance.
    table = laid_out()
    lay(table, 0, "h1:2la:ES: i1:2lb:SW:")
    cells = [place for place in places(placing(table)) if place[-1].isdigit()]
    assert cells == ["g1", "h0", "h1", "h2", "i0", "i1", "i2", "j0", "j1"]


def test_one_foreman_a_place_and_two_at_the_utility_market() -> None:
    game = play(placing(laid_out()), "4>sell 4>i0 3>h0 3>util")
    assert places(game) == ["i1", "j0", "util", "build", "dump", "depot", "-"]
    play(game, "2>util")
    assert places(game) == ["i1", "j0", "build", "dump", "depot", "-"]
    game = play(placing(laid_out()), "4>tandem")
    assert "util" not in places(game)
    assert "tandem" in places(game)
    play(game, "4>tandem")
    assert "tandem" not in places(game)


def test_the_own_village() -> None:
    table = laid_out()
    own(table, 0, "shop doctor tavern church")
    game = placing(table)
    assert places(game)[4:8] == ["shop", "doctor", "tavern", "church"]
    play(game, "4>dump 4>depot")
    # A 4 for the tavern, a 3 or 4 for the church.
    assert places(game)[4:7] == ["shop", "doctor", "church"]
    play(game, "3>- 3>-")
    assert places(game)[4:6] == ["shop", "doctor"]
    play(game, "2>doctor")
    assert places(game)[4:6] == ["shop", "sell"]
    # A seat without buildings has no such spaces; built-over ones are none.
    play(game, "2>- 1>- 1>- 0>-")
    assert "shop" not in places(game)
    table.seats[0].buildings.remove("shop")
    table.seats[0].covered.append("shop")
    assert "shop" not in places(placing(table))


def test_a_tailor_does_not_change_what_is_printed() -> None:
    table = laid_out()
    own(table, 0, "tailor church")
    assert "church" in places(placing(table))
    game = play(placing(table), "4>- 4>- 3>- 3>-")
    assert "church" not in places(game)


def test_those_held_back_are_paid_for_when_all_are_ready() -> None:
    table = laid_out()
    own(table, 1, "tailor")
    all_but_one = "4>- 4>sell 3>util 3>- 2>util 2>build 1>depot 1>i0 0>-"
    game = play(placing(table), all_but_one)
    assert game.scores() == [100, 100]
    play(game, all_but_one.rpartition(" ")[0])
    assert game.to_dict()["seats"][0]["held"] == [4, 3, 0]
    play(game, "0>-")
    # 7 fees of 5; the tailor's 0 counts as 1.
    assert game.scores() == [100 - 35, 100 - 40]
    assert game.to_dict()["seats"][0]["held"] == []


def test_in_round_1_the_last_foreman_must_sell_unless_one_does() -> None:
    game = play(Game(2, start=0), "!hall !hall !0 !0 !0 !0")
    play(game, "4>- 4>- 3>- 3>- 2>- 2>- 1>-")
    assert "-" in places(game)
    play(game, "1>-")
    assert game.legal_moves() == ["0>sell"]
    play(game, "0>sell")
    play(game, "4>- 4>- 3>- 3>- 2>sell 2>- 1>- 1>-")
    assert "0>-" in game.legal_moves()
    assert "0>sell" not in game.legal_moves()
    # From round 2 on nothing is forced.
    game = play(placing(laid_out()), "4>- 4>- 3>- 3>- 2>- 2>- 1>- 1>-")
    assert "0>-" in game.legal_moves()


def test_amok_places_one_at_a_time_any_influence() -> None:
    game = placing(laid_out(amok=True))
    # 4 influences more, each with the eleven places of the beginning.
    assert len(game.legal_moves()) == 5 * 11
    seats = []
    for token in ["2>sell", "4>-", "1>-", "0>sell", "4>util"]:
        seats.append(game.active)
        game.play(token)
    assert seats == [0, 1, 0, 1, 0]
    assert game.to_dict()["seats"][0]["hand"] == [4, 3, 3, 2, 1, 0]
    # 4 is still there, as there were two of them.
    assert {token[0] for token in game.legal_moves()} == {"4", "3", "2", "1"}


def test_amok_forces_the_last_foreman_whatever_its_influence() -> None:
    table = laid_out(amok=True, money=0)
    table.round = 1
    game = placing(table)
    for influence in (0, 1, 1, 2, 2, 3, 3, 4):
        play(game, f"{influence}>- {influence}>-")
    assert game.legal_moves() == ["4>sell"]
    play(game, "4>sell")
    assert (game.active, game.legal_moves()) == (1, ["4>sell"])


def test_the_player_order_is_that_of_the_earnings() -> None:
    table = laid_out(4)
    for seat, space in zip(table.seats, (3, 50, None, None), strict=True):
        seat.earnings = space
    table.first_order = [3, 0, 2, 1]
    # Without a marker: after the others, in the drawn order.
    assert placing(table).to_dict()["order"] == [1, 0, 3, 2]
