"""Phase 3 of the model: options, starts, fees, debt, hardship."""

from __future__ import annotations

import pytest

from tests.games.ruhr.positions import begin, dice, give, laid_out, play
from tests.games.ruhr.reference import Game

# Phase 3: starts


def test_starts_of_turn_1() -> None:
    game = play(Game(3), "!fo")
    assert game.legal() == {"plain", "pilot"}
    game.play("plain")
    # White dice need `mark`; s9 and s14 need the pilot and hold no die.
    assert game.legal() == {f"@s{n}" for n in (7, 8, 10, 11, 12, 13, 15)}
    play(game, "@s8 plain")
    # No other barge.
    assert game.legal() == {f"@s{n}" for n in (7, 10, 11, 12, 13, 15)}


def test_a_start_lies_downriver_or_with_a_haul_upriver() -> None:
    game = laid_out(2, "c5 c7")
    give(game, 0, thalers=5)
    begin(game, 5, "options")
    game.play("plain")
    assert game.legal() == {"@s13", "@s15"}
    game = laid_out(2, "c5 c7")
    give(game, 0, thalers=5)
    begin(game, 5, "options")
    game.play("haul")
    assert game.legal() == {"@s7", "@s8", "@s10", "@s11"}


def test_mark_opens_the_white_dice() -> None:
    game = laid_out(2, "c5 c7")
    give(game, 0, "mark", thalers=5)
    begin(game, 5, "options")
    game.play("haul")
    assert game.legal() == {f"@s{n}" for n in (1, 2, 4, 5, 7, 8, 10, 11)}


@pytest.mark.parametrize(
    ("option", "starts"),
    [("plain", ["s10"]), ("pilot", ["s10", "s9"]), ("haul", ["s4"]), ("hp", ["s3", "s4"])],
)
def test_spaces_without_target_need_the_pilot(option: str, starts: list[str]) -> None:
    game = laid_out(2, "c4 c7")
    give(game, 0, "mark", thalers=5)
    dice(game, "s3:4 s4:4 s9:3 s10:3")
    play(begin(game, 5, "options"), option)
    assert sorted(game.legal()) == [f"@{space}" for space in starts]


def test_from_the_port_only_hauling_is_left() -> None:
    game = laid_out(2, "port c4")
    give(game, 0, "wage supply hauling", thalers=5)
    game.track["b"] = [3]
    begin(game, 5, "options")
    play(game, "haul @s7")
    assert game.active == 0
    assert game.legal() == {"haul", "hp", "ht", "haul*", "hp*", "ht*"}


def test_an_option_must_leave_a_start() -> None:
    game = laid_out(2, "c7 c4")
    dice(game, "s8:3 s15:3")
    begin(game, 5, "options")
    # From c4 only s15 is downriver; nothing is upriver of s8's barge but s8 itself.
    assert (game.active, game.legal()) == (1, {"plain", "pilot", "haul", "hp"})
    game.play("plain")
    game.play("@s15")
    assert (game.active, game.legal()) == (0, {"haul", "hp"})


# Phase 3: options


def test_transport_may_make_its_own_start() -> None:
    game = laid_out(2, "c6 c4")
    dice(game, "s7:3 s8:3 s14:3")
    game.track["b"] = [5, 2]
    game.track["w"] = [4]
    begin(game, 5, "options")
    assert game.active == 1
    play(game, "haul @s7")
    # From c6 only s14 lies downriver, for which transport has no pilot: it must make one.
    assert game.legal() == {"pilot", "transport", "haul", "tp", "hp", "ht"}
    other = play(game.copy(), "tp")
    # With the pilot s14 remains, so that the die may go anywhere, white or black.
    black = {f"b>s{n}" for n in (9, 10, 11, 12, 13, 15)}
    assert other.legal() == black | {f"w>s{n}" for n in range(1, 7)}
    game.play("transport")
    assert game.legal() == {"b>s13", "b>s15"}
    game.play("b>s15")
    assert (game.dice["s15"], game.track["b"]) == (5, [2])
    assert (game.phase, game.legal()) == ("start", {"@s15"})


def test_transport_needs_a_die_on_the_track() -> None:
    game = begin(laid_out(2, "c4 c7"), 5, "options")
    assert game.legal() == {"plain", "pilot", "haul", "hp"}


def test_a_white_die_may_be_carried_without_mark() -> None:
    game = laid_out(2, "c4 c7")
    game.track["w"] = [6]
    play(begin(game, 5, "options"), "transport")
    assert game.legal() == {"w>s3", "w>s6"}
    game.play("w>s3")
    assert game.dice["s3"] == 6
    assert "@s3" not in game.legal()


def test_haul_with_transport_starts_where_the_die_is_put() -> None:
    game = laid_out(2, "c5 c7")
    give(game, 0, thalers=9)
    dice(game, "s7:3 s13:3 s8:3")
    game.track = {"b": [2], "w": [4]}
    play(begin(game, 5, "options"), "ht")
    # Empty, upriver, with a standard target (not s9); white only with `mark`.
    assert game.legal() == {"b>s10", "b>s11"}
    game.play("b>s11")
    # No `start` is asked.
    assert (game.barges[0], game.dice["s11"], game.track["b"]) == ("s11", 2, [])
    assert (game.phase, game.active) == ("option", 1)


def test_haul_with_transport_and_mark() -> None:
    game = laid_out(2, "c3 c7")
    give(game, 0, "mark", thalers=9)
    game.track = {"b": [2], "w": [4]}
    play(begin(game, 5, "options"), "ht")
    # s1 s2 s4 s5 hold dice, s3 has no target.
    assert game.legal() == {"w>s6"}


def test_wage_goes_to_one_seat_a_turn() -> None:
    game = laid_out(2, "c4 c5")
    give(game, 0, "wage", thalers=1)
    give(game, 1, "wage", thalers=1)
    begin(game, 5, "options")
    play(game, "wage @s10")
    assert game.seats[0].thalers == 3
    assert "wage" not in game.legal()
    play(game, "plain @s13 >i7 >i10")
    assert not game.wage_taken


@pytest.mark.parametrize(("turn", "legal"), [(11, True), (12, False)])
def test_no_wage_and_no_supply_in_turn_12(turn: int, *, legal: bool) -> None:
    game = laid_out(2, "c4 c5")
    give(game, 0, "wage supply")
    begin(game, turn, "options")
    assert ({"wage", "supply"} <= game.legal()) == legal
    assert bool({"wage", "supply"} & game.legal()) == legal


def test_options_with_a_marker_need_it() -> None:
    game = begin(laid_out(2, "c4 c5"), 5, "options")
    assert not {"wage", "supply", "haul*", "hp*", "ht*"} & game.legal()


def test_supply_raises_any_die_below_six() -> None:
    game = laid_out(2, "c1 c4")
    give(game, 1, "supply")
    dice(game, "s2:5 s7:6 s8:3 s13:1")
    begin(game, 5, "options")
    play(game, "plain @s8 supply")
    # White ones too, and those under another barge.
    assert game.legal() == {"+s2", "+s8", "+s13"}
    other = play(game.copy(), "+s2")
    assert other.dice["s2"] == 6
    play(game, "+s13")
    assert (game.dice["s13"], game.phase) == (3, "start")


def test_supply_needs_a_die_below_six() -> None:
    game = laid_out(2, "c4 c7")
    give(game, 0, "supply")
    dice(game, "s7:6 s13:6")
    assert "supply" not in begin(game, 5, "options").legal()


def test_hauler_is_asked_after_the_start() -> None:
    game = laid_out(2, "c4 c5")
    give(game, 0, "hauler")
    dice(game, "s7:6 s10:4 s13:2 s1:5")
    begin(game, 5, "options")
    play(game, "plain @s10")
    assert (game.phase, game.active) == ("hauler", 0)
    assert game.legal() == {"^-", "^s10", "^s13", "^s1"}
    kept = play(game.copy(), "^-")
    assert kept.seats[0].can_use("hauler")
    assert kept.active == 1
    play(game, "^s10")
    assert game.dice["s10"] == 6
    assert not game.seats[0].can_use("hauler")


def test_hauler_is_not_asked_without_a_die_below_six() -> None:
    game = laid_out(2, "c4 c5")
    give(game, 0, "hauler")
    dice(game, "s7:6 s10:6 s13:6")
    play(begin(game, 5, "options"), "plain @s10")
    assert (game.phase, game.active) == ("option", 1)


def test_hauling_marker_saves_a_fee_once() -> None:
    game = laid_out(2, "c5 c7")
    give(game, 0, "hauling")
    begin(game, 7, "options")
    assert {"haul", "hp", "haul*", "hp*"} <= game.legal()
    assert "tp*" not in game.legal()
    play(game, "hp* @s8")
    assert (game.seats[0].debts, game.seats[0].thalers, game.seats[0].pilot) == (0, 0, True)
    assert not game.seats[0].can_use("hauling")


# Phase 3: fees, debt, hardship


@pytest.mark.parametrize(
    ("option", "turn", "fee"),
    [
        ("pilot", 12, 0),
        ("transport", 12, 0),
        ("haul", 6, 1),
        ("haul", 7, 2),
        ("tp", 6, 1),
        ("tp", 7, 2),
        ("hp", 6, 2),
        ("hp", 7, 3),
        ("ht", 6, 2),
        ("ht", 7, 3),
    ],
)
def test_fees(option: str, turn: int, fee: int) -> None:
    game = laid_out(2, "c5 c7")
    game.seats[0].thalers = 3
    dice(game, "s8:3 s9:3 s13:3")
    game.track["b"] = [3]
    play(begin(game, turn, "options"), option)
    assert game.seats[0].thalers == 3 - fee


def hauled(thalers: int, points: int, pool: int, waiting: list[int], debts: int = 0) -> Game:
    """Seat 0 chooses among options with fees in turn 7, at the port."""
    game = laid_out(2, "port c4")
    give(game, 0, thalers=thalers, points=points)
    game.seats[0].pool = pool
    game.seats[0].warehouse_turns = waiting
    game.seats[0].debts = debts
    begin(game, 7, "options")
    return play(game, "haul @s7")


def test_debt_is_made_as_needed_and_no_more() -> None:
    seat = play(hauled(2, 5, 3, [9]), "haul").seats[0]
    assert (seat.thalers, seat.debts, seat.pool, seat.points) == (0, 0, 3, 5)
    seat = play(hauled(1, 5, 3, [9]), "haul").seats[0]
    assert (seat.thalers, seat.debts, seat.pool, seat.points) == (1, 1, 2, 5)
    seat = play(hauled(0, 5, 3, [9]), "hp").seats[0]
    assert (seat.thalers, seat.debts, seat.pool, seat.points) == (1, 2, 1, 5)


def test_with_an_empty_pool_the_earliest_waiting_warehouse_goes() -> None:
    seat = play(hauled(0, 5, 1, [9, 10, 11]), "hp").seats[0]
    assert (seat.thalers, seat.debts, seat.pool) == (1, 2, 0)
    assert (seat.points, seat.warehouse_turns) == (3, [10, 11])
    seat = play(hauled(0, 1, 0, [10, 11]), "haul").seats[0]
    assert (seat.points, seat.warehouse_turns, seat.debts) == (0, [11], 1)


def test_an_option_that_cannot_be_paid_is_illegal() -> None:
    # One debt space is left: 2 Thalers are enough for `haul`, not for `hp`.
    assert hauled(0, 5, 3, [9], debts=3).legal() == {"haul"}
    assert hauled(1, 5, 3, [9], debts=3).legal() == {"haul", "hp"}
    # One warehouse is left.
    assert hauled(0, 5, 0, [9]).legal() == {"haul"}
    assert hauled(0, 5, 1, []).legal() == {"haul"}
    assert hauled(3, 5, 0, [], debts=4).legal() == {"haul", "hp"}


def test_hardship() -> None:
    # Nothing is payable: all that is possible is legal, and costs everything and 2 points.
    game = hauled(1, 5, 3, [9], debts=4)
    assert game.legal() == {"haul", "hp"}
    seat = play(game, "hp").seats[0]
    assert (seat.thalers, seat.points, seat.debts, seat.pool) == (0, 3, 4, 3)
    assert seat.pilot
    seat = play(hauled(0, 1, 0, [], debts=1), "haul").seats[0]
    assert (seat.thalers, seat.points, seat.debts) == (0, 0, 1)


def test_a_free_option_or_the_hauling_marker_prevents_hardship() -> None:
    game = laid_out(2, "c5 c7")
    game.seats[0].debts = 4
    assert begin(game, 7, "options").legal() == {"plain", "pilot"}
    game = laid_out(2, "port c7")
    game.seats[0].debts = 4
    give(game, 0, "hauling")
    game.barges[1] = "c6"
    play(begin(game, 7, "options"), "haul @s7")
    assert game.legal() == {"haul*", "hp*"}


def test_debt_may_be_made_though_a_free_option_is_at_hand() -> None:
    game = begin(laid_out(2, "c5 c7"), 5, "options")
    assert {"plain", "haul"} <= game.legal()
    play(game, "haul")
    assert game.seats[0].debts == 1
