"""Sections 6 to 9: the end of a round, the inspection, and who wins."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.positions import laid_out, lay, own, place, play, store
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.ending import inspection_fees
from tests.games.coalcountry.reference.table import Table


def restocked(table: Table, words: str = "") -> Game:
    """The end of round 3, after the areas."""
    return play(Game.at(table, "refuse"), words)


def test_coal_is_lost_but_for_5_in_a_shed() -> None:
    table = laid_out(4)
    for number in (1, 2):
        own(table, number, "shed")
    for seat, coal in zip(table.seats, (9, 9, 3, 1), strict=True):
        seat.coal = coal
    game = restocked(table)
    assert [seat.coal for seat in game.table.seats] == [0, 5, 3, 0]


def test_the_last_indicator_stays_and_three_are_drawn_out_of_all_others() -> None:
    table = laid_out()
    table.calendar = ["+", "+", "0", "-"]
    table.bag = {"+": 4, "-": 5, "0": 4}
    game = restocked(table)
    assert game.to_dict()["calendar"] == ["-"]
    # Three went back: of 17 the one that stays is not in the bag.
    assert game.chance_counts() == {"!+": 6, "!-": 5, "!0": 5}
    play(game, "!- !0")
    assert game.chance_counts() == {"!+": 6, "!-": 4, "!0": 4}
    play(game, "!0")
    # -, -, 0, 0: -1, so 2 + 1 - 1 of each type, on top of what is left.
    assert game.table.market == {"w": 3 + 2, "a": 3 + 2, "e": 3 + 2}
    assert game.to_dict()["calendar"] == ["-", "-", "0", "0"]
    assert game.table.round == 3
    assert game.to_dict()["draw"] == "building"


@pytest.mark.parametrize(("cubes", "sign"), [("+++-", 1), ("+-00", 0), ("0-00", -1), ("++--", 0)])
def test_the_indicator_is_the_sign_of_the_sum(cubes: str, sign: int) -> None:
    table = laid_out()
    table.calendar = list(cubes)
    assert table.indicator == sign


def test_the_market_is_filled_as_far_as_the_supply_goes() -> None:
    table = laid_out(3, market="012")
    table.supply = {"w": 9, "a": 2, "e": 0}
    game = restocked(table, "!+ !- !0")
    # 3 + 1 + 0 of each type.
    assert game.table.market == {"w": 4, "a": 3, "e": 2}
    assert game.table.supply == {"w": 5, "a": 0, "e": 0}


def test_a_reformed_market_is_emptied_first() -> None:
    table = laid_out(reformed=True, market="503")
    supply = dict(table.supply)
    game = restocked(table)
    # No indicators are drawn: buildings at once, and 2 + 1 of each type in the market.
    assert game.to_dict()["draw"] == "building"
    assert game.table.market == {"w": 3, "a": 3, "e": 3}
    assert game.table.supply == {"w": supply["w"] + 2, "a": supply["a"] - 3, "e": supply["e"]}


def test_the_rows_of_the_construction_company() -> None:
    table = laid_out()
    table.top, table.bottom = ["shop", "hall"], ["tavern"]
    game = restocked(table, "!+ !- !0")
    assert (game.to_dict()["top"], game.to_dict()["bottom"]) == ([], ["hall", "shop"])
    play(game, "!doctor !school")
    assert game.to_dict()["top"] == ["school", "doctor"]
    assert (game.table.round, game.phase) == (4, "place")


def test_a_pile_that_runs_out_is_all() -> None:
    table = laid_out(3)
    table.pile = {**dict.fromkeys(table.pile, 0), "hall": 1}
    table.top = ["shop"]
    game = restocked(table, "!+ !- !0")
    assert game.chance_counts() == {"!hall": 1}
    play(game, "!hall")
    assert game.phase == "place"
    assert (game.table.top, game.table.bottom) == (["hall"], ["shop"])


@pytest.mark.parametrize("schools", [0, 2])
def test_an_amok_pile_is_made_again_of_what_left_the_game(schools: int) -> None:
    table = laid_out(3, amok=True)
    table.pile = {**dict.fromkeys(table.pile, 0), "hall": 1}
    table.gone["school"] = schools
    # The bottom row of this restocking is among them; the top row is not.
    table.top, table.bottom = ["shop"], ["tavern"]
    game = restocked(table, "!+ !- !0")
    assert game.to_dict()["gone"] == {"tavern": 1, **({"school": 2} if schools else {})}
    play(game, "!hall")
    assert game.chance_counts() == {**({"!school": 2} if schools else {}), "!tavern": 1}
    assert game.to_dict()["gone"] == {}
    play(game, "!tavern")
    if schools:
        assert game.chance_counts() == {"!school": 2}
    else:
        # If there are none, no more is drawn in this round.
        assert (game.phase, game.table.top) == ("place", ["hall", "tavern"])


def test_a_report_comes_after_even_rounds_only() -> None:
    for number, spaces in ((3, [12, 11]), (4, [70, 30])):
        table = laid_out()
        table.round = number
        table.seats[0].money, table.seats[1].money = 70, 30
        game = Game.at(table, "refuse")
        assert [seat.earnings for seat in game.table.seats] == spaces


# Inspection


def test_the_items_of_the_inspection() -> None:
    table = laid_out()
    seat = table.seats[0]
    # The entrance: N, E and W are unfinished, S is the way into the village.
    assert inspection_fees(table, seat) == 3 * 2
    assert inspection_fees(table, table.seats[1]) == 3 * 2
    seat.refuse = 4
    assert inspection_fees(table, seat) == 6 + 4
    store(table, 0, "120")
    assert inspection_fees(table, seat) == 10 - 3
    own(table, 0, "school shop")
    seat.covered.append("tavern")
    assert inspection_fees(table, seat) == 7 - 4


def test_tunnels_and_missing_utilities() -> None:
    table = laid_out()
    seat = table.seats[0]
    # h0 points into the village and towards the entrance: one opening is unfinished, the
    # entrance's W is finished; 2 cubes are missing.
    lay(table, 0, "h0:2la:ES:a")
    assert inspection_fees(table, seat) == 2 * 2 + 2 + 2
    # A tile on the cell is enough, whatever it looks like: j0 turns its back on the entrance.
    lay(table, 0, "j0:1da:E:wae")
    assert inspection_fees(table, seat) == 1 * 2 + 2 + 2 + 2
    # Two tiles finish each other's shafts, although neither reaches the entrance.
    lay(table, 0, "h1:1db:N:wae h2:1dc:S:wae")
    assert inspection_fees(table, seat) == 8


def test_openings_that_leave_the_grid_are_unfinished() -> None:
    table = laid_out()
    lay(table, 0, "a8:4xa:NESW:wae")
    assert inspection_fees(table, table.seats[0]) == 6 + 4 * 2


def test_a_reformed_inspection() -> None:
    table = laid_out(reformed=True)
    seat = table.seats[0]
    lay(table, 0, "h0:2la:ES:a j0:1da:E:wae")
    # N and E of the entrance, S of h0, E of j0: j0 has no opening towards the entrance.
    assert inspection_fees(table, seat) == 4 * 2 + 2 * 2
    seat.refuse = 3
    store(table, 0, "011")
    own(table, 0, "hall")
    assert inspection_fees(table, seat) == 12 + 3 * 2 - 2 * 2 - 2


def finished(table: Table) -> Game:
    """The last round, up to its end."""
    table.round = table.rounds
    return Game.at(table, "refuse")


def test_the_report_sets_the_fee_of_the_inspection() -> None:
    table = laid_out()
    table.seats[0].money, table.seats[1].money = 200, 19
    table.seats[0].coal = 5
    game = finished(table)
    assert (game.phase, game.table.stage) == ("over", "over")
    # 6 fees of 11, and of 5: below zero it is paid in full.
    assert game.scores() == [200 - 66, 19 - 30]
    assert game.winners() == [0]
    assert game.win_shares() == [1.0, 0.0]
    assert game.table.seats[0].coal == 5
    table = laid_out()
    table.seats[1].money = 50
    own(table, 0, "school tailor shed hall")
    # 6 - 8 fees of 10 are received.
    assert finished(table).scores()[0] == 120


def test_the_last_marks_come_before_the_end() -> None:
    table = laid_out()
    table.seats[0].money = 11
    game = finished(table)
    assert game.phase == "mark"
    assert not game.winners()
    play(game, "mark:up")
    assert game.phase == "over"


def test_a_tie_goes_to_the_most_tiles_and_is_shared_after_that() -> None:
    def end(words: str) -> Game:
        table = laid_out(3)
        # What lies does not matter here: both ways through the row are closed, cubes are full.
        for number in (0, 1):
            lay(table, number, "h0:4xa:NESW:wae")
        for seat, money in zip(table.seats, (150, 160, 0), strict=True):
            seat.money = money
            seat.earnings = 40 - seat.number
        if words:
            table.seats[0].mine.covered.append(table.seats[0].mine.tiles["h0"])
        game = finished(table)
        # 2 + 3 unfinished tunnels, 10 fees of 10.
        assert game.scores() == [50, 60, -30]
        for number in (0, 1):
            game.table.seats[number].money = 55
        return game

    assert end("").winners() == [0, 1]
    assert end("").win_shares() == [0.5, 0.5, 0.0]
    # A covered tile counts.
    assert end("covered").winners() == [0]


def test_with_four_seats_the_last_rounds_find_no_buildings() -> None:
    table = laid_out(4)
    table.round, table.rounds = 7, 8
    table.pile = dict.fromkeys(table.pile, 0)
    table.bottom = ["shop"]
    game = restocked(table, "!+ !- !0")
    assert (game.phase, game.table.round) == ("place", 8)
    place(game.table, 0, "4>build")
    game = Game.at(game.table, "construction")
    # Not asked and nothing paid: the next is the report, then the end.
    assert game.table.seats[0].ledger["penalty: held back"] == 0
    assert game.phase in ("mark", "over")
