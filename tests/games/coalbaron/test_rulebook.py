"""The illustrated rules of the rule book, one worked example each.

The examples follow the rule book's own, in its order; the numbers are ours. Every
one runs on the reference and on the compiled core.
"""

from __future__ import annotations

import pytest

from tests.games.coalbaron.tables import CoreTable, Table, TableMaker, laid_out

TWO_SEATS_FACTORY = "y1L b1L g1L k1L y2D b2D"
THREE_SEATS_FACTORY = f"{TWO_SEATS_FACTORY} g2D"
FOUR_SEATS_FACTORY = f"{THREE_SEATS_FACTORY} k2D"

# Seat 1 picks first: it holds Cy Cb Ck, seat 0 holds By Bb Ey; Tg lies on o4.
TWO_SEATS_DRAFT = "Cy By Cb Bb Ck Ey Tg"
THREE_SEATS_DRAFT = "Cy By Ty Tb Cb Bb Tg Cg Bg Ck"


@pytest.fixture(params=[Table, CoreTable], ids=["reference", "core"])
def make(request: pytest.FixtureRequest) -> TableMaker:
    maker: TableMaker = request.param
    return maker


@pytest.fixture
def table(make: TableMaker) -> Table:
    return laid_out(make, 2, TWO_SEATS_FACTORY, TWO_SEATS_DRAFT, "Egg Tkk")


# Placing workers


def test_workers_on_a_space_are_ousted_to_the_canteen(table: Table) -> None:
    # One worker takes the empty space; two oust it, three oust those. Ousted workers
    # stay away for the shift: neither in hand nor on a space.
    table.play("c6 c6")
    assert table.position()["spaces"] == {"c6": {"seat": 1, "workers": 2}}
    position = table.play("c6")
    assert position["spaces"] == {"c6": {"seat": 0, "workers": 3}}
    assert [seat["workers"] for seat in position["seats"]] == [18 - 1 - 3, 18 - 2]
    assert table.marks() == [10 + 6 + 6, 10 + 6]
    table.bank_until_shift_ends()
    assert [seat["workers"] for seat in table.position()["seats"]] == [18, 18]


def test_a_space_that_takes_more_workers_than_the_seat_has_is_closed(table: Table) -> None:
    # Five placements on one space take 1 + 2 + 3 + 4 + 5 workers. Seat 0 then has
    # 18 - 1 - 3 - 5 = 9 left and seat 1 18 - 2 - 4 = 12; of those seat 1 spends 8 on
    # the bank, seat 0 as well, and the 6 that c4 now takes are more than the 4 it has.
    table.play("c4 c4 c4 c4 c4")
    table.play(" ".join(["bank"] * 16))
    assert table.turn() == 1
    assert [seat["workers"] for seat in table.position()["seats"]] == [1, 4]
    assert "c4" not in table.legal()
    assert {"c6", "bank"} <= table.legal()


def test_the_bank_gives_a_mark_and_is_never_full(table: Table) -> None:
    position = table.play("bank bank bank bank bank")
    assert table.marks() == [10 + 3, 10 + 2]
    assert [seat["bank"] for seat in position["seats"]] == [3, 2]
    assert position["spaces"] == {}


# The factory


def test_a_bought_tile_is_loaded_with_coal(table: Table) -> None:
    # f6 shows y2D: two yellow carts for 2 Marks, beside the printed cart.
    position = table.play("f6 !k1D")
    assert position["seats"][0]["marks"] == 10 - 2
    assert position["seats"][0]["pit"][0] == {"tiles": ["y2D"], "cubes": "yyy"}
    assert position["factory"]["f6"] == "k1D"
    # Three yellow cubes lie in seat 0's pit, one in seat 1's.
    assert table.supply("y") == 16 - 4


def test_a_tile_that_is_too_dear_cannot_be_chosen(make: TableMaker) -> None:
    # k2L on f5 takes 8 of the 10 Marks. The 2 left buy y1L, b1L or y2D, nothing dearer;
    # looking at five tiles costs nothing.
    table = laid_out(make, 2, "y1L b1L g1L k2L y2D k2D", TWO_SEATS_DRAFT, "Egg Tkk")
    table.play("f5 !k1L bank")
    assert table.marks()[0] == 2
    assert {space for space in table.legal() if space[0] == "f"} == {"f1", "f2", "f6", "fx"}


def shortage_table(make: TableMaker, yellow_left: int) -> Table:
    """Two seats that have bought yellow tiles until so many yellow cubes are left.

    Two printed carts, five two-cart tiles and up to four one-cart tiles hold up to
    2 + 10 + 4 = 16 cubes. Seat 1 is on turn, and f7 offers y2D.
    """
    table = laid_out(make, 2, "y2L y2L y2L y2D y2D y2D", TWO_SEATS_DRAFT, "Egg Tkk")
    table.play("f1 !y1L f2 !y1L f3 !y1L f5 !y1D f6 !b1L")
    table.play("f1 !b1L f2 !b1D f3 !g1L")
    table.play("f5 !g1D" if yellow_left == 0 else "bank")
    assert table.supply("y") == yellow_left
    assert table.turn() == 1
    return table


def test_a_shortage_lets_the_player_choose_other_coal(make: TableMaker) -> None:
    table = shortage_table(make, yellow_left=0)
    position = table.play("f7")
    assert position["fill"] == {"level": 1, "carts": 2}
    assert table.legal() == {"fill:b", "fill:g", "fill:k", "fill:-"}
    position = table.play("fill:k")
    assert position["fill"] == {"level": 1, "carts": 1}
    position = table.play("fill:b !k1D")
    # Printed cart, f2 and f5 with two carts, f1 and f3 with one: seven yellow cubes.
    assert position["seats"][1]["pit"][0]["cubes"] == "y" * 7 + "bk"


def test_a_shortage_of_one_cube_asks_for_the_other_cart_alone(make: TableMaker) -> None:
    table = shortage_table(make, yellow_left=1)
    position = table.play("f7")
    assert position["fill"] == {"level": 1, "carts": 1}
    position = table.play("fill:- !k1D")
    assert position["seats"][1]["pit"][0]["cubes"] == "y" * 8
    assert table.supply("y") == 0


def test_the_special_factory_space_shows_five_tiles(table: Table) -> None:
    # 48 - 6 tiles are in the stack; five are seen, one is bought, four go below.
    table.play("fx !g2L !k2L !y1D !b2L !y1D")
    assert table.legal() == {"+g2L", "+k2L", "+y1D", "+b2L", "+-"}
    table.play("+g2L")
    assert table.legal() == {"top", "bottom"}
    position = table.play("bottom ^k2L ^y1D ^b2L")
    assert position["seats"][0]["marks"] == 10 - 6
    assert position["seats"][0]["pit"][2] == {"tiles": ["g2L"], "cubes": "ggg"}
    stack = position["tile_stack"]
    assert stack["middle_size"] == 42 - 5
    assert [[place["item"] for place in batch] for batch in stack["bottom"]] == [
        ["k2L", "y1D", "b2L", "y1D"]
    ]
    # Nothing lies on the space itself, so nothing is refilled: seat 1 is on turn.
    assert table.turn() == 1


def test_tiles_returned_to_the_top_come_back_in_their_order(table: Table) -> None:
    table.play("fx !g2L !k2L !y1D !b2L !y1D +- top ^b2L ^y1D ^k2L ^g2L")
    # Seat 1 buys from f1: the refill is the uppermost returned tile, without chance.
    position = table.play("f1")
    assert position["factory"]["f1"] == "b2L"
    position = table.play("f2")
    assert position["factory"]["f2"] == "y1D"


# Mining


def test_ten_work_steps(table: Table) -> None:
    # Level 1, load, level 2, load, surface, two cubes onto orders: seven steps; level 4,
    # load, surface: ten. Then the turn is over by itself.
    position = table.play("m10 @1 +y @2 +b @0 y>Ey b>Bb @4 +k")
    assert position["steps"] == 1
    position = table.play("@0")
    seat = position["seats"][0]
    assert seat["orders"] == {"By": ["-"], "Bb": ["b"], "Ey": ["y"]}
    assert seat["cage"] == {"level": 0, "cubes": "k"}
    assert [level["cubes"] for level in seat["pit"]] == ["", "", "g", ""]
    assert table.turn() == 1


def test_the_cage_holds_five_cubes(make: TableMaker) -> None:
    # The printed cart and f1 to f3 with two carts each: seven yellow cubes for 6 Marks.
    table = laid_out(make, 2, "y2L y2L y2L k1L y2D b2D", TWO_SEATS_DRAFT, "Egg Tkk")
    table.play("f1 !b1L bank f2 !b1L bank f3 !b1L bank")
    table.play("m10 @1 +y +y +y +y +y")
    assert "+y" not in table.legal()
    assert table.position()["seats"][0]["cage"] == {"level": 1, "cubes": "yyyyy"}


def test_coal_goes_into_private_storage_and_from_there_onto_an_order(table: Table) -> None:
    # Into storage although By would take the cube; later straight from storage onto
    # By, while the cage is down on level 4.
    position = table.play("m6 @1 +y @0 -y end bank")
    assert position["seats"][0]["storage"] == "y"
    position = table.play("m10 @4 ~y>By")
    assert position["seats"][0]["storage"] == ""
    assert position["seats"][0]["orders"]["By"] == ["y"]
    assert position["steps"] == 8
    # The cage is below: its own cubes could not be unloaded here.
    position = table.play("+k")
    assert not any(token.startswith(("-", "k>")) for token in table.legal())


def test_two_cubes_stand_in_for_one(table: Table) -> None:
    # Gray and black from the cage fill a brown spot; the pair takes two steps of the ten.
    position = table.play("m10 @3 +g @4 +k @0")
    assert position["steps"] == 5
    position = table.play("gk>Bb:b")
    assert position["steps"] == 3
    assert position["seats"][0]["orders"]["Bb"] == ["gk"]
    assert position["seats"][0]["cage"]["cubes"] == ""


def test_a_pair_needs_two_steps(table: Table) -> None:
    # Two cubes are up after five of the six steps: the one left is not enough.
    table.play("m6 @3 +g @4 +k @0")
    assert table.position()["steps"] == 1
    assert not any(":" in token for token in table.legal())


def test_a_pair_from_cage_and_storage_and_from_storage_alone(table: Table) -> None:
    # First yellow and brown into storage, the black cube stays in the cage.
    table.play("m10 @1 +y @2 +b @4 +k @0 -y -b end bank")
    # Black from the cage with yellow from storage: spelled cage first.
    position = table.play("m6")
    assert {"k~y>By:y", "k~b>By:y", "~y~b>By:y"} <= table.legal()
    position = table.play("k~y>By:y")
    assert position["seats"][0]["orders"]["By"] == ["yk"]
    # Below the surface only storage can be reached; brown lies there, alone: no pair.
    position = table.play("@3 +g @0 -g bank")
    assert position["seats"][0]["storage"] == "bg"
    position = table.play("m10 @4")
    assert "~b~g>Ey:y" in table.legal()
    position = table.play("~b~g>Ey:y end")
    assert position["seats"][0]["orders"]["Ey"] == ["bg"]
    assert position["seats"][0]["storage"] == ""


def test_a_pair_may_hold_the_demanded_colour(table: Table) -> None:
    position = table.play("m10 @1 +y @2 +b @0 yb>By:y end")
    assert position["seats"][0]["orders"]["By"] == ["yb"]


# Delivery


def test_delivery_empties_all_complete_orders_of_one_vehicle(table: Table) -> None:
    # By and Bb are complete, and so is Ey with a pair; the barrow takes the first two:
    # 2 + 3 points. Their cubes return to the supply, the engine's order stays.
    table.play("m10 @1 +y @2 +b @0 y>By b>Bb @4 +k @3 bank")
    table.play("m6 +g @0 gk>Ey:y end bank")
    assert {"dB", "dE"} <= table.legal()
    assert not {"dC", "dT"} & table.legal()
    position = table.play("dB")
    seat = position["seats"][0]
    assert seat["vp"] == 2 + 3
    assert seat["delivered"] == ["By", "Bb"]
    assert seat["orders"] == {"Ey": ["gk"]}
    # Seat 1 has one printed cube of each colour; of gray and black seat 0 has one too.
    assert [table.supply(colour) for colour in "ybgk"] == [15, 15, 14, 14]


def test_a_vehicle_without_a_complete_order_is_closed(table: Table) -> None:
    assert not {"dB", "dC", "dT", "dE"} & table.legal()


# Money and orders


def test_money(table: Table) -> None:
    table.play("c6 c4")
    assert table.marks() == [16, 14]


def test_a_new_order_is_taken_and_its_space_refilled(table: Table) -> None:
    position = table.play("o3 !Tybgk")
    assert position["seats"][0]["orders"]["Tkk"] == ["-", "-"]
    assert position["row"] == {"o2": "Egg", "o3": "Tybgk", "o4": "Tg"}


def test_the_special_order_space_shows_five_orders(table: Table) -> None:
    # 44 - 7 - 2 cards are in the stack; one of the five is kept, four return.
    position = table.play("ox !Ckkk !Bgg !Eyy !Ty !Tyy +Ckkk top ^Ty ^Bgg ^Eyy")
    assert position["seats"][0]["orders"]["Ckkk"] == ["-", "-", "-"]
    stack = position["order_stack"]
    assert [place["item"] for place in stack["top"][0]] == ["Ty", "Bgg", "Eyy", "Tyy"]
    assert stack["middle_size"] == 35 - 5
    position = table.play("o2")
    assert position["row"]["o2"] == "Ty"


# The end of a shift


def deliver(table: Table, orders: list[str]) -> None:
    """Seat by seat, deliver one yellow order of one or two spots; empty means bank.

    A second yellow cube comes from a tile on f1. All take the same five turns.
    """
    tiles = iter(["y1L", "y1D", "y1D", "y1L"])
    for order in orders:
        table.play(f"f1 !{next(tiles)}" if order[1:] == "yy" else "bank")
    for order in orders:
        spots = len(order) - 1
        moves = f"m10 @1 {'+y ' * spots} @0 {f'y>{order} ' * spots} end"
        table.play(moves if order else "bank")
    for order in orders:
        table.play(f"d{order[0]}" if order else "bank")


@pytest.mark.parametrize(
    ("orders", "points"),
    [
        # By 2 points, Cy 2 points. Tied for first on yellow: both gain 2.
        (["By", "Cy"], [2 + 2, 2 + 2]),
        # Seat 0 is first alone. With two players there is no second reward.
        (["By", ""], [2 + 2, 0]),
    ],
    ids=["tie for first", "no second reward"],
)
def test_shift_scoring_with_two_players(
    make: TableMaker, orders: list[str], points: list[int]
) -> None:
    table = laid_out(make, 2, TWO_SEATS_FACTORY, TWO_SEATS_DRAFT, "Egg Tkk")
    deliver(table, orders)
    table.bank_until_shift_ends()
    assert table.vp() == points


def test_second_with_two_players_gains_nothing(make: TableMaker) -> None:
    # Byy brings 3 and the first reward of 2; Cy brings its 2 points and no more.
    table = laid_out(make, 2, TWO_SEATS_FACTORY, "Cy Byy Cb Bb Ck Ey Tg", "Egg Tkk")
    deliver(table, ["Byy", "Cy"])
    table.bank_until_shift_ends()
    assert table.vp() == [3 + 2, 2]


@pytest.mark.parametrize(
    ("orders", "points"),
    [
        # Seats 0 and 1 tied for first: 2 each beside the card's 2, and nobody is second.
        (["Ty", "By", ""], [2 + 2, 2 + 2, 0]),
        # Tied for first with two cubes each: seat 2 with one cube gains nothing.
        (["Tyy", "By", "Cyy"], [3 + 2, 2, 3 + 2]),
        # First alone 2, tied for second 1 each.
        (["Eyy", "By", "Cy"], [3 + 2, 2 + 1, 2 + 1]),
    ],
    ids=["tie for first", "tie for first leaves no second", "tie for second"],
)
def test_shift_scoring_with_three_players(
    make: TableMaker, orders: list[str], points: list[int]
) -> None:
    first_picks = {
        "Ty": "Cy By Ty",
        "Tyy": "Cyy By Tyy",
        "Eyy": "Cy By Eyy",
    }
    draft = f"{first_picks[orders[0]]} Tb Cb Bb Tg Cg Bg Ck"
    table = laid_out(make, 3, THREE_SEATS_FACTORY, draft, "Egg Tkk Eg")
    deliver(table, orders)
    table.bank_until_shift_ends()
    assert table.vp() == points


@pytest.mark.parametrize(
    ("first_picks", "orders", "points"),
    [
        # Seat 1 is first with two yellow spots; seats 0, 2, 3 are second with one: 1 each.
        ("Cy By Tyy Ty", ["Ty", "Tyy", "By", "Cy"], [2 + 1, 3 + 2, 2 + 1, 2 + 1]),
        # Seats 0 and 3 are tied for first with two spots; seats 1 and 2 gain nothing.
        ("Cyy By Ty Tyy", ["Tyy", "Ty", "By", "Cyy"], [3 + 2, 2, 2, 3 + 2]),
    ],
    ids=["tie for second", "tie for first leaves no second"],
)
def test_shift_scoring_with_four_players(
    make: TableMaker, first_picks: str, orders: list[str], points: list[int]
) -> None:
    draft = f"{first_picks} Tb Cb Bb Eb Tg Cg Bg Eg Ck"
    table = laid_out(make, 4, FOUR_SEATS_FACTORY, draft, "Egg Tkk Ek")
    deliver(table, orders)
    table.bank_until_shift_ends()
    assert table.vp() == points


def test_the_second_shift_scores_vehicles_too(make: TableMaker) -> None:
    # Delivered in shift 1: seat 0 Byy, seat 1 Cy. Yellow is scored twice: 2 + 2 for seat 0.
    # In shift 2 the barrow (first reward 6) and the carriage (7) follow.
    table = laid_out(make, 2, TWO_SEATS_FACTORY, "Cy Byy Cb Bb Ck Ey Tg", "Egg Tkk")
    deliver(table, ["Byy", "Cy"])
    table.bank_until_shift_ends()
    table.bank_until_shift_ends()
    assert table.vp() == [3 + 2 + 2 + 6, 2 + 7]


def test_the_third_shift_scores_empty_carts_too(table: Table) -> None:
    # Seat 0 takes a black and a yellow cube out of the pit, seat 1 a yellow one. Yellow
    # carts are tied: 10 for both; black carts: 13 for seat 0.
    # Marks 10 + 17 + 18 + 18 = 63 make 12 points, four cubes 1, three orders -3.
    table.play("m6 @1 +y @4 +k end m10 @1 +y end")
    table.bank_until_over()
    assert table.marks() == [63, 63]
    assert table.vp() == [10 + 13 + 12 + 1 - 3, 10 + 12 + 1 - 3]


# The new start seat


def test_most_workers_in_the_factory_start_the_next_shift(make: TableMaker) -> None:
    # Seat 1 stands on f1 with one worker; seat 2 ousts seat 0 from f2 and has two there.
    table = laid_out(make, 3, THREE_SEATS_FACTORY, THREE_SEATS_DRAFT, "Egg Tkk Eg")
    table.play("f2 !b1L f1 !y1D f2 !b1L")
    table.bank_until_shift_ends()
    position = table.position()
    assert (position["shift"], position["start"], table.turn()) == (2, 2, 2)


def test_workers_on_the_special_factory_space_count(make: TableMaker) -> None:
    # Seat 0 on f1 and fx: two workers against one of seat 1: seat 0 starts again.
    table = laid_out(make, 3, THREE_SEATS_FACTORY, THREE_SEATS_DRAFT, "Egg Tkk Eg")
    table.play("f1 !b1L f2 !y1D bank fx !y1D !y2L !y2L !y2L !b2L +- top ^y2L ^y2L ^y2L ^b2L")
    table.bank_until_shift_ends()
    assert table.position()["start"] == 0


@pytest.mark.parametrize(
    ("start", "moves", "new_start"),
    [
        # Seats 0 and 2 are tied; 0 was the start seat and is passed over.
        (0, "f1 !b1L bank f2 !y1D", 2),
        # Seats 0 and 1 are tied; after the previous start seat 2, seat 0 comes first.
        (2, "bank f1 !b1L f2 !y1D", 0),
        # Nobody is there: all are tied, the next one clockwise starts.
        (1, "bank bank bank", 2),
    ],
    ids=["previous start passed over", "first clockwise", "nobody"],
)
def test_a_tie_in_the_factory(make: TableMaker, start: int, moves: str, new_start: int) -> None:
    table = laid_out(make, 3, THREE_SEATS_FACTORY, THREE_SEATS_DRAFT, "Egg Tkk Eg", start)
    table.play(moves)
    table.bank_until_shift_ends()
    assert table.position()["start"] == new_start


# The end of the game


def test_final_scoring(make: TableMaker) -> None:
    # Seat 0 buys y2D: one tile too many on the dark side.
    #   Marks 10 - 2 + 17 + 18 + 18 = 61: 12 points; six cubes: 2; three orders: -3; tile: -2.
    # Seat 1 buys y1L and b1D: balanced.
    #   Marks 10 - 1 - 2 + 16 + 18 + 18 = 59: 11 points; six cubes: 2; three orders: -3.
    table = laid_out(make, 2, "y1L b1D g1L k1L y2D b2D", TWO_SEATS_DRAFT, "Egg Tkk")
    table.play("f6 !b1L f1 !b1L bank f2 !b1L")
    table.bank_until_over()
    assert table.marks() == [61, 59]
    assert table.vp() == [12 + 2 - 3 - 2, 11 + 2 - 3]
    assert table.winners() == [1]


def test_a_complete_order_that_was_not_delivered_counts_against_its_owner(table: Table) -> None:
    # Seat 0 fills By with its yellow cube: the empty yellow cart scores 10 for it.
    # Marks 10 + 17 + 18 + 18 = 63: 12; four cubes, the one on the order among them: 1;
    # three outstanding orders, the complete one among them: -3.
    table.play("m6 @1 +y @0 y>By end")
    table.bank_until_over()
    assert table.vp()[0] == 10 + 12 + 1 - 3


def test_a_tie_is_broken_by_the_marks_left_over(table: Table) -> None:
    # Seat 0 has 10 + 54 = 64 Marks: 12 points, 4 left over. Seat 1 gives up one: 63, 3 left.
    # Both: 12 + 1 for four cubes - 3.
    table.play("bank m6 end")
    table.bank_until_over()
    assert table.marks() == [64, 63]
    assert table.vp() == [10, 10]
    assert table.winners() == [0]


def test_seats_still_tied_share_the_win(table: Table) -> None:
    table.bank_until_over()
    assert table.vp() == [10, 10]
    assert table.winners() == [0, 1]
