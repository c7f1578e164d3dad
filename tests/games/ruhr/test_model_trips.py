"""Phase 4 of the model: trips, sales, and dice that come back."""

from __future__ import annotations

import pytest

from tests.games.ruhr.positions import begin, dice, laid_out, play
from tests.games.ruhr.reference import Game, facts

# Phase 4: trips and sales


def sale(
    start: str, target: str, value: int = 4, *, built: str = "", turn: int = 5, full: bool = False
) -> Game:
    """Seat 0 has sold this die there, with a pilot; seat 1 sails later."""
    game = laid_out(2, f"{start} s15")
    dice(game, f"{start}:{value} s15:3")
    game.obstacles = [lock for lock in facts.OBSTACLES if lock not in built.split()]
    game.seats[0].pilot = True
    if full:
        game.seats[0].tokens = dict(facts.AREAS)
    return play(begin(game, turn, "trips"), f">{target}")


def test_trips_without_pilot_end_at_the_standard_target() -> None:
    game = laid_out(2, "s5 s8")
    begin(game, 5, "trips")
    assert game.legal() == {">i3"}
    game = laid_out(2, "s13 s15")
    game.seats[0].pilot = True
    begin(game, 5, "trips")
    assert game.legal() == {">i10", ">c7", ">i11", ">i12", ">port"}


@pytest.mark.parametrize(
    ("start", "target", "area"),
    [
        ("s8", "i6", "bi"),
        ("s8", "c4", "bc"),
        ("s1", "i1", "wi"),
        ("s1", "c1", "wc"),
        ("s1", "port", "r"),
        ("s8", "port", "r"),
    ],
)
def test_a_sale_gives_a_token_and_a_thaler_less(start: str, target: str, area: str) -> None:
    every_lock = " ".join(facts.OBSTACLES)
    bonus = 1 if target == "port" else 0
    seat = sale(start, target, 4, built=every_lock).seats[0]
    assert (seat.tokens[area], sum(seat.tokens.values())) == (1, 1)
    assert seat.thalers == 3 + bonus
    seat = sale(start, target, 4, built=every_lock, full=True).seats[0]
    assert seat.tokens == facts.AREAS
    assert seat.thalers == 4 + bonus
    assert sale(start, target, 1, built=every_lock).seats[0].thalers == bonus


def test_obstacles_on_the_way_cost_one() -> None:
    # Between s7 and i6 lie l6 and l7: together they cost 1.
    assert sale("s7", "i6", 4).track["b"] == [3]
    assert sale("s7", "i6", 4, built="l6").track["b"] == [3]
    assert sale("s7", "i6", 4, built="l6 l7").track["b"] == [4]
    # l7 lies beyond c4, l6 before s8.
    assert sale("s8", "c4", 4).track["b"] == [4]
    assert sale("s7", "i6", 1).track["b"] == [1]
    # Pay is by what is left.
    assert sale("s7", "i6", 4).seats[0].thalers == 2
    assert sale("s7", "i6", 1).seats[0].thalers == 0


def test_the_thalers_on_the_space_go_to_the_seller() -> None:
    game = laid_out(2, "s8 s15")
    game.thalers_on["c4"] = 2
    play(begin(game, 5, "trips"), ">c4")
    assert (game.seats[0].thalers, game.thalers_on["c4"]) == (2 + 2, 0)


def test_warehouses_in_the_city_pay_their_owners() -> None:
    game = laid_out(3, "s8 s15 s13")
    game.cities["c4"] = [2, 0]
    play(begin(game, 5, "trips"), ">c4")
    assert [seat.thalers for seat in game.seats] == [2 + 1, 0, 1]


@pytest.mark.parametrize(
    ("value", "before", "after"), [(1, 0, 1), (3, 2, 3), (4, 2, 4), (6, 5, 7), (6, 6, 7), (2, 7, 7)]
)
def test_a_sale_at_the_port_moves_the_export_marker(value: int, before: int, after: int) -> None:
    game = laid_out(2, "s13 s15")
    dice(game, f"s13:{value} s15:3")
    game.obstacles = []
    game.export = before
    game.seats[0].pilot = True
    play(begin(game, 5, "trips"), ">port")
    assert game.export == after


def test_the_loss_counts_for_the_export_marker() -> None:
    assert sale("s13", "port", 4).export == 1
    assert sale("s13", "port", 5).export == 2
    assert sale("s13", "c7", 5).export == 0


def full_track(turn: int = 5) -> Game:
    """Seat 1 will sell after seat 0; the black track is full."""
    game = laid_out(2, "s8 s10")
    game.track["b"] = [5, *[2] * (facts.boxes(turn) - 1)]
    return begin(game, turn, "trips")


def test_the_die_goes_to_the_end_of_its_track() -> None:
    game = sale("s1", "c1", 4)
    assert game.track == {"b": [], "w": [4]}
    assert game.phase == "trip"


@pytest.mark.parametrize(("turn", "spaces"), [(5, "s8 s9"), (6, "s12"), (7, "s14")])
def test_from_a_full_track_the_oldest_die_comes_back(turn: int, spaces: str) -> None:
    game = full_track(turn)
    play(game, ">c4")
    # The space that the barge has left is empty too.
    assert game.legal() == {f"b>{space}" for space in spaces.split()}
    space = spaces.split(maxsplit=1)[0]
    play(game, f"b>{space}")
    assert game.dice[space] == 5
    assert game.track["b"] == [*[2] * (facts.boxes(turn) - 1), 3]


def test_the_start_seat_places_in_the_midst_of_another_sale() -> None:
    game = full_track()
    play(game, ">c4 b>s9")
    assert (game.phase, game.active) == ("trip", 1)
    play(game, ">i7")
    assert (game.phase, game.active, game.mover) == ("place", 0, 1)
    assert game.seats[1].tokens["bi"] == 1


def test_a_white_die_comes_back_anywhere_in_the_mark() -> None:
    game = laid_out(2, "s1 s10")
    game.track["w"] = [6, 1, 1]
    play(begin(game, 7, "trips"), ">c1")
    assert game.legal() == {"w>s1", "w>s3", "w>s6"}


def test_a_full_territory_opens_all_black_spaces() -> None:
    game = laid_out(2, "s10 s13")
    dice(game, "s7:3 s8:3 s9:3 s10:3 s13:3 s15:3 s1:4")
    game.track["b"] = [5, 2, 2]
    play(begin(game, 5, "trips"), ">i7")
    assert game.legal() == {"b>s10", "b>s11", "b>s12", "b>s14"}


def test_in_turn_12_the_die_is_put_aside() -> None:
    game = full_track(12)
    play(game, ">c4")
    assert (game.phase, game.active, game.track["b"]) == ("trip", 1, [2, 3])
    assert 5 not in game.dice.values()
