"""Sections 1 and 5, area 3: fees, penalties, markers, and the price of coal."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.positions import laid_out, own, place, play
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.prices import coal_price
from tests.games.coalcountry.reference.table import Seat, Table


@pytest.mark.parametrize(
    ("earnings", "fee"),
    [
        (None, 5), (0, 5), (19, 5), (20, 6), (39, 6), (40, 7), (59, 7), (60, 8), (79, 8), (80, 9),
        (99, 9), (100, 10), (199, 10), (200, 11), (299, 11), (300, 12), (399, 12), (500, 14),
    ],
)  # fmt: skip
def test_what_a_fee_is(earnings: int | None, fee: int) -> None:
    assert Seat(0, earnings=earnings, money=777).fee == fee


def test_a_penalty_takes_what_the_seat_has_and_never_moves_the_marker() -> None:
    table = laid_out(money=12)
    seat = table.seats[0]
    table.penalty(seat, 2, "test")
    assert (seat.money, seat.earnings) == (2, 12)
    table.penalty(seat, 2, "test")
    assert (seat.money, seat.earnings) == (0, 12)
    assert seat.can_pay(0)
    assert not seat.can_pay(1)


# The coal brokers


def sellers(table: Table, foremen: dict[int, str], coal: list[int]) -> Game:
    """These seats sell; the coal is there already, as nothing produces."""
    for number, words in foremen.items():
        place(table, number, words)
    for seat, pieces in zip(table.seats, coal, strict=True):
        seat.coal = pieces
    return Game.at(table, "brokers")


@pytest.mark.parametrize(
    ("coal", "sign", "influence", "price"),
    [
        # 10, less 1 for every full 10, plus the sign; then the seller.
        (9, 0, 2, 10), (10, 0, 2, 9), (19, 0, 2, 9), (20, 0, 2, 8), (20, 1, 2, 9), (20, -1, 2, 7),
        (20, 0, 0, 7), (20, 0, 1, 7), (20, 0, 3, 9), (20, 0, 4, 9), (20, 0, 5, 9),
        # At least 1, and only then the seller's.
        (90, 0, 2, 1), (99, 0, 2, 1), (99, -1, 2, 1), (99, 1, 2, 2), (99, -1, 4, 2), (99, -1, 1, 0),
    ],
)  # fmt: skip
def test_the_price_of_coal(coal: int, sign: int, influence: int, price: int) -> None:
    table = laid_out(sign=sign)
    table.seats[0].coal = coal // 2
    table.seats[1].coal = coal - coal // 2
    assert coal_price(table, influence) == price


def test_lowest_influence_sells_first_and_each_sale_lowers_the_stockpile() -> None:
    table = laid_out(3)
    # A shed, to see what is kept when the round has ended.
    own(table, 0, "shed")
    game = sellers(table, {0: "4>sell", 1: "2>sell", 2: "2>sell"}, [5, 12, 13])
    # A stockpile of 30: 7. Ties go by player order: seat 1, then seat 2.
    assert game.active == 1
    assert game.legal_moves() == [f"sell:{pieces}" for pieces in range(13)]
    play(game, "sell:12")
    assert game.table.seats[1].money == 100 + 12 * 7
    assert game.table.seats[1].earnings == 11 + 84
    # 18 are left: 9.
    assert game.active == 2
    play(game, "sell:13")
    assert game.table.seats[2].money == 100 + 13 * 9
    # 5 are left: 10, and 1 more for a 4. It may sell a part.
    assert game.active == 0
    play(game, "sell:2")
    assert (game.table.seats[0].money, game.table.seats[0].coal) == (122, 3)


def test_the_tavern_counts_for_the_order_and_the_price_but_not_for_the_penalty() -> None:
    table = laid_out()
    table.seats[0].tavern = True
    game = sellers(table, {0: "2>sell", 1: "2>sell"}, [4, 4])
    # Seat 0's counts as a 3: it comes after seat 1.
    assert game.active == 1
    play(game, "sell:4")
    play(game, "sell:1")
    assert game.table.seats[0].money == 100 + 11
    table = laid_out()
    table.seats[0].tavern = True
    game = play(sellers(table, {0: "2>sell"}, [4, 4]), "sell:0")
    # 2 fees of 5, and the marker does not move.
    assert game.table.seats[0].money == 90
    assert game.table.seats[0].earnings == 12


def test_a_seller_at_price_0_is_passed_over() -> None:
    game = sellers(laid_out(sign=-1), {0: "1>sell", 1: "2>sell"}, [50, 40])
    # 10 - 9 - 1, at least 1, less 1: no question and no penalty for seat 0.
    assert game.active == 1
    assert game.table.seats[0].money == 100
    assert game.table.seats[0].coal == 50
    assert game.table.seats[0].foremen == []
    play(game, "sell:40")
    assert game.table.seats[1].money == 140


def test_who_sells_none_pays_even_without_coal() -> None:
    game = sellers(laid_out(), {1: "3>sell"}, [0, 0])
    assert game.legal_moves() == ["sell:0"]
    play(game, "sell:0")
    assert game.table.seats[1].money == 85


def test_in_round_1_a_seat_with_coal_must_sell() -> None:
    table = laid_out(3, money=0)
    table.round = 1
    table.first_order = [2, 0, 1]
    for seat in table.seats:
        seat.earnings = None
    game = sellers(table, {0: "0>sell", 1: "1>sell", 2: "4>sell"}, [0, 2, 0])
    assert game.legal_moves() == ["sell:0"]
    play(game, "sell:0")
    assert game.legal_moves() == ["sell:1", "sell:2"]
    # 10 - 0 + 0 - 1, from space 0.
    play(game, "sell:2")
    assert game.table.seats[1].earnings == 18
    play(game, "sell:0")
    # The others go to the lowest free spaces in the first order: seat 2, then seat 0.
    assert [seat.earnings for seat in game.table.seats] == [1, 18, 0]


def test_the_lowest_free_space_of_round_1_may_be_taken() -> None:
    table = laid_out(3, money=0)
    table.round = 1
    for seat in table.seats:
        seat.earnings = None
    table.seats[1].earnings = 1
    game = sellers(table, {0: "0>sell", 2: "1>sell"}, [0, 0, 0])
    play(game, "sell:0 sell:0")
    assert [seat.earnings for seat in game.table.seats] == [0, 1, 2]


# Markers


def collision(markers: list[int | None], target: int) -> Game:
    """Seat 0 sells 1 piece of coal at 10, so that its marker would land on the target."""
    table = laid_out(len(markers))
    for seat, space in zip(table.seats, markers, strict=True):
        seat.earnings = space
    game = sellers(table, {0: "2>sell"}, [1, *[0] * (len(markers) - 1)])
    play(game, "sell:1")
    assert (markers[0] or 0) + 10 == target
    return game


def test_a_free_space_is_not_asked_for() -> None:
    assert collision([10, 21], 20).table.seats[0].earnings == 20


def test_a_taken_space_is_left_up_or_down_over_further_markers() -> None:
    for answer, space in (("mark:up", 22), ("mark:down", 18)):
        game = collision([10, 20, 21, 19], 20)
        assert (game.phase, game.active) == ("mark", 0)
        assert game.to_dict()["space"] == 20
        assert game.to_dict()["seats"][0]["earnings"] == 10
        assert game.to_dict()["seats"][0]["money"] == 110
        assert game.legal_moves() == ["mark:up", "mark:down"]
        play(game, answer)
        assert game.table.seats[0].earnings == space


def report(markers: list[int], money: list[int]) -> Game:
    """The report of round 4."""
    table = laid_out(len(markers))
    table.round = 4
    for seat, space, dollars in zip(table.seats, markers, money, strict=True):
        seat.earnings, seat.money = space, dollars
    return Game.at(table, "report")


def test_the_report_goes_in_the_order_before_it() -> None:
    # Seat 1 is first and goes down to 5; seat 0 then finds it there.
    game = report([20, 30], [5, 5])
    assert (game.active, game.to_dict()["space"]) == (0, 5)
    assert game.to_dict()["order"] == [1, 0]
    play(game, "mark:down")
    assert [seat.earnings for seat in game.table.seats] == [4, 5]


def test_the_space_that_the_marker_leaves_is_free() -> None:
    game = report([7, 6], [6, 6])
    # Seat 0 first: seat 1 is on 6 as yet. Above it lies its own 7.
    play(game, "mark:up")
    assert [seat.earnings for seat in game.table.seats] == [7, 6]
    # A marker that is where it belongs is not asked.
    assert report([7, 6], [7, 6]).phase == "chance"


def test_nothing_is_below_0() -> None:
    game = report([3, 0], [0, 9])
    assert game.legal_moves() == ["mark:up"]
    play(game, "mark:up")
    assert [seat.earnings for seat in game.table.seats] == [1, 9]
    game = report([5, 1, 0], [1, 0, 0])
    # Space 1 is taken, and so is 0 below it.
    assert game.legal_moves() == ["mark:up"]
    play(game, "mark:up")
    # Seat 1 then goes to 0, which seat 2 has; above lies the 1 that it leaves.
    assert (game.active, game.legal_moves()) == (1, ["mark:up"])
    play(game, "mark:up")
    assert [seat.earnings for seat in game.table.seats] == [2, 1, 0]
