"""The facts, the order, and phases 1 and 2 of the model."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tests.games.ruhr.positions import begin, dice, give, laid_out, play
from tests.games.ruhr.reference import Game, facts
from tests.games.ruhr.reference.model import Die
from tests.games.ruhr.reference.seats import Seat

# The facts


def test_the_river_has_49_spaces() -> None:
    assert len(facts.RIVER) == len(set(facts.RIVER)) == 49
    kinds = Counter(space[0] for space in facts.RIVER)
    assert kinds == {"s": 15, "c": 7, "i": 12, "l": 14, "p": 1}
    for kind in "scil":
        numbers = [int(space[1:]) for space in facts.RIVER if space[0] == kind]
        assert numbers == list(range(1, len(numbers) + 1))
    assert sorted(itertools.chain(*facts.TRADES.values())) == sorted(facts.WORKSHOPS)


def test_standard_targets() -> None:
    # At most two spaces downriver; three storage spaces have none.
    targets = {space: facts.standard_target(space) for space in facts.STORAGE}
    assert [space for space, target in targets.items() if target is None] == ["s3", "s9", "s14"]
    assert targets["s1"] == "c1"
    assert targets["s5"] == "i3"
    assert targets["s2"] == "i1"
    assert targets["s7"] == "i5"
    assert targets["s15"] == "c7"
    for space in facts.STORAGE:
        near = [
            target for target in facts.SELLING if 0 < facts.PLACE[target] - facts.PLACE[space] <= 2
        ]
        assert len(near) <= 1


@pytest.mark.parametrize(("players", "black", "white"), [(2, 6, 4), (3, 7, 5), (4, 8, 6)])
def test_dice_at_the_start(players: int, black: int, white: int) -> None:
    game = Game(players)
    colours = Counter(facts.colour_of(space) for space in game.dice)
    assert colours == {"b": black, "w": white}
    assert all(value == (3 if facts.colour_of(s) == "b" else 4) for s, value in game.dice.items())


def test_boxes_of_the_track() -> None:
    assert [facts.boxes(turn) for turn in range(1, 13)] == [4] * 3 + [3] * 4 + [2] * 5


def test_a_seat_has_ten_warehouses_and_twelve_tokens() -> None:
    assert facts.WAREHOUSES == 10
    assert sum(facts.AREAS.values()) == 12
    seat = Seat()
    assert (seat.pool, seat.thalers, seat.points, seat.debts) == (1, 0, 0, 0)
    assert seat.warehouse_turns == [6, 7, 9, 10, 11]


@pytest.mark.parametrize(("calm", "markers", "bag"), [(False, 20, 6), (True, 18, 4)])
def test_markers_and_bag(*, calm: bool, markers: int, bag: int) -> None:
    game = Game(2, calm=calm)
    assert sum(game.markers.values()) == markers
    assert game.bag == bag
    assert game.markers["wa"] == (2 if calm else 4)
    assert game.markers["wa+"] == game.markers["wa-"] == 1


# The example of the rules


def test_the_example_of_section_8() -> None:
    game = play(Game(2), "!fo pilot @s15 plain @s8")
    with_thaler = [space for space, count in game.thalers_on.items() if count]
    assert with_thaler == ["i3", "i4", "i5", "i10"]
    assert (game.phase, game.active) == ("trip", 1)
    play(game, ">c4")
    # Nothing lies between s8 and c4: 3 pips bring a token and 2 Thalers.
    assert (game.seats[1].thalers, game.seats[1].tokens["bc"]) == (2, 1)
    assert (game.phase, game.active) == ("trip", 0)
    play(game, ">c7")
    # The obstacle l13 lies between s15 and c7.
    assert (game.seats[0].thalers, game.track["b"]) == (1, [3, 2])
    # Turn 2 begins: nobody could buy anything.
    assert (game.turn, game.phase, game.draw) == (2, "chance", "marker")


def test_an_illegal_token_is_refused_and_changes_nothing() -> None:
    game = play(Game(3, 1), "!fo")
    before = game.to_dict()
    for token in ("haul", "plain ", "@s7", "pilot/@s7", ""):
        with pytest.raises(ValueError, match="illegal"):
            game.play(token)
    assert game.to_dict() == before


def test_chance_asks_with_one_outcome_left() -> None:
    game = laid_out(2, "c1 c4")
    game.countries = {"rh": 0, "nl": 0, "be": 1}
    begin(game, 10, "history")
    play(game, "get:t get:v")
    assert game.legal() == {"!be"}
    assert game.chance_outcomes() == {"!be": 1.0}


# The order


def test_order_of_turn_1_is_clockwise_from_the_start_seat() -> None:
    game = play(Game(4, 2), "!gu")
    asked = []
    for start in ("s10", "s8", "s15", "s7"):
        assert game.active is not None
        asked.append(game.active)
        play(game, f"plain @{start}")
    assert asked == [2, 3, 0, 1]
    # Phase 4 goes by the barges: s7, s8, s10, s15.
    assert game.order == [1, 3, 2, 0]


def test_a_barge_that_came_later_counts_as_farther_upriver() -> None:
    assert laid_out(4, "c4 port c4 port").upriver_order() == [2, 0, 3, 1]
    game = laid_out(3, "c4 c4 c4")
    game._move_barge(0, "c4")
    assert game.upriver_order() == [0, 2, 1]


def test_order_is_fixed_at_the_beginning_of_a_phase() -> None:
    game = laid_out(2, "s7 s8")
    game.seats[0].pilot = True
    begin(game, 5, "trips")
    play(game, ">c7")
    assert (game.active, game.order) == (1, [0, 1])
    play(game, ">c4")
    assert game.order == [1, 0]


# Phase 1: history


def turn_3(*seats: tuple[int, int]) -> Game:
    """Turn 3 begins; Thalers and points by seat."""
    game = laid_out(len(seats), " ".join(["c1", "c4", "c7", "port"][: len(seats)]))
    for seat, (thalers, points) in enumerate(seats):
        give(game, seat, thalers=thalers, points=points)
    return begin(game, 3, "history")


def test_turn_3_costs_a_thaler_or_a_point() -> None:
    game = turn_3((2, 1), (1, 0), (0, 2), (0, 0))
    assert (game.active, game.legal()) == (0, {"pay:t", "pay:v"})
    play(game, "pay:v")
    assert (game.active, game.legal()) == (1, {"pay:t"})
    play(game, "pay:t")
    assert (game.active, game.legal()) == (2, {"pay:v"})
    play(game, "pay:v")
    # The last seat has neither: it is not asked and makes no debt.
    assert (game.phase, game.draw) == ("chance", "marker")
    assert [(seat.thalers, seat.points, seat.debts) for seat in game.seats] == [
        (2, 0, 0),
        (0, 0, 0),
        (0, 1, 0),
        (0, 0, 0),
    ]


# Turns 4 and 8: the dice move sideways, and those on the old arrow box come back


def sideways(turn: int, black: list[int], white: list[int]) -> Game:
    """The tracks before a turn that moves the dice; seat 1 is the start seat."""
    game = laid_out(2, "c7 c4")
    game.track = {"b": black, "w": white}
    return begin(game, turn, "history")


@pytest.mark.parametrize(("turn", "space"), [(4, "s14"), (8, "s9")])
def test_from_a_full_path_one_die_comes_back(turn: int, space: str) -> None:
    before = facts.boxes(turn - 1)
    game = sideways(turn, [5, *range(1, before)], [])
    # The start seat of the phase places the oldest die in the territory of the turn.
    assert (game.phase, game.active, game.legal()) == ("place", 1, {f"b>{space}"})
    assert game.returning == [Die("b", 5)]
    play(game, f"b>{space}")
    assert (game.draw, game.track) == ("country", {"b": [*range(1, before)], "w": []})
    assert game.dice[space] == 5


@pytest.mark.parametrize("turn", [4, 8])
def test_one_die_on_a_path_comes_back_although_it_would_have_room(turn: int) -> None:
    game = sideways(turn, [6], [])
    assert (game.phase, game.returning) == ("place", [Die("b", 6)])
    play(game, game.legal().pop())
    assert (game.draw, game.track) == ("country", {"b": [], "w": []})


@pytest.mark.parametrize("turn", [4, 8])
def test_the_next_die_lies_on_the_new_arrow_box(turn: int) -> None:
    # The others would have room without that.
    game = sideways(turn, [6, 2], [])
    play(game, game.legal().pop())
    assert (game.draw, game.track["b"]) == ("country", [2])


def test_of_both_colours_one_die_comes_back_and_black_is_placed_first() -> None:
    game = sideways(8, [6, 1, 2], [5, 3])
    assert game.returning == [Die("b", 6), Die("w", 5)]
    assert game.track == {"b": [1, 2], "w": [3]}
    assert game.legal() == {"b>s9"}
    play(game, "b>s9")
    # The seat that places is the same: the start seat of the phase.
    assert (game.active, game.legal()) == (1, {"w>s3", "w>s6"})
    play(game, "w>s6")
    assert (game.dice["s9"], game.dice["s6"]) == (6, 5)
    assert (game.draw, game.track) == ("country", {"b": [1, 2], "w": [3]})


def test_an_empty_track_keeps_no_die_of_the_other_colour_back() -> None:
    game = sideways(8, [], [4, 4])
    assert (game.returning, game.track) == ([Die("w", 4)], {"b": [], "w": [4]})
    play(game, "w>s3")
    assert (game.phase, game.draw) == ("chance", "country")
    game = sideways(8, [], [])
    assert (game.phase, game.draw) == ("chance", "country")


@pytest.mark.parametrize("turn", [2, 3, 5, 6, 7, 9, 10, 11])
def test_in_other_turns_no_die_leaves_the_track(turn: int) -> None:
    full = facts.boxes(turn)
    game = sideways(turn, [3] * full, [4] * full)
    assert not game.returning
    assert [len(values) for values in game.track.values()] == [full, full]


@pytest.mark.parametrize(("turn", "asks"), [(6, True), (7, False), (9, False), (10, True)])
def test_warehouses_of_the_turn(turn: int, *, asks: bool) -> None:
    game = laid_out(2, "c4 c1")
    # A debt took one early.
    game.seats[1].warehouse_turns.remove(turn)
    begin(game, turn, "history")
    assert [seat.pool for seat in game.seats] == [2, 1]
    assert turn not in game.seats[0].warehouse_turns
    if asks:
        assert (game.phase, game.active, game.legal()) == ("event", 1, {"get:t", "get:v"})
        play(game, "get:t get:v")
        assert [(seat.thalers, seat.points) for seat in game.seats] == [(0, 1), (1, 0)]
    assert game.draw == "country"


def test_turn_11_also_brings_a_warehouse() -> None:
    game = begin(laid_out(2, "c4 c1"), 11, "history")
    assert [seat.pool for seat in game.seats] == [2, 2]


def test_turn_9_raises_the_dice_on_the_tracks() -> None:
    game = laid_out(2, "c4 c1")
    game.track = {"b": [1, 6], "w": [5]}
    before = dict(game.dice)
    begin(game, 9, "history")
    assert game.track == {"b": [2, 6], "w": [6]}
    assert game.dice == before


@pytest.mark.parametrize(
    ("players", "removals"),
    [(2, [(0, "b")]), (3, [(1, "b"), (0, "w")]), (4, [(2, "b"), (1, "b"), (0, "w")])],
)
def test_dice_leave_the_game_in_turn_11(players: int, removals: list[tuple[int, str]]) -> None:
    # From upriver to downriver: 3 0 1 2, without those that are not there.
    barges = {2: "c7 c4", 3: "c4 c7 c1", 4: "c4 c7 port c1"}[players]
    game = begin(laid_out(players, barges), 11, "history")
    for seat, colour in removals:
        assert (game.phase, game.active, game.remove_colour) == ("remove", seat, colour)
        spaces = [space for space in game.dice if facts.colour_of(space) == colour]
        assert game.legal() == {f"x:{space}" for space in spaces}
        game.play(f"x:{spaces[0]}")
        assert spaces[0] not in game.dice
    assert game.draw == "country"


def test_a_die_on_the_track_may_leave_the_game() -> None:
    game = laid_out(2, "c7 c4")
    dice(game, "s7:3 s1:4")
    game.track["b"] = [4, 5]
    begin(game, 11, "history")
    assert game.legal() == {"x:s7", "x:b1", "x:b2"}
    game.play("x:b1")
    assert (game.track["b"], game.dice) == ([5], {"s7": 3, "s1": 4})


@pytest.mark.parametrize(
    ("turn", "draws"),
    [(3, ["marker"]), (4, ["country", "marker"]), (11, ["country", "marker"]), (12, [])],
)
def test_draws_of_a_turn(turn: int, draws: list[str]) -> None:
    game = begin(laid_out(2, "c7 c4"), turn, "history")
    seen = []
    while game.phase in ("chance", "remove"):
        seen += [game.draw] if game.draw else []
        game.play(min(game.legal()))
    assert seen == draws
    assert game.phase == "option"


def test_countries_are_drawn_without_putting_back() -> None:
    game = begin(laid_out(2, "c7 c4"), 4, "history")
    assert game.chance_counts() == {"!rh": 3, "!nl": 3, "!be": 2}
    game.play("!be")
    assert (game.country, game.countries) == ("be", {"rh": 3, "nl": 3, "be": 1})
    assert begin(game, 5, "history").chance_outcomes() == {"!rh": 3 / 7, "!nl": 3 / 7, "!be": 1 / 7}


# Phase 2: water and demand


def test_every_marker_not_drawn_is_equally_likely() -> None:
    game = Game(2)
    assert game.chance_counts() == {f"!{kind}": count for kind, count in facts.MARKERS.items()}
    assert game.chance_outcomes()["!wa"] == 4 / 20
    # The bag's size does not matter; what is drawn leaves the game.
    game.play("!gu")
    game.bag = 2
    begin(game, 2, "water")
    assert game.chance_outcomes()["!gu"] == 1 / 19
    game.markers["gu"] = 0
    assert "!gu" not in game.legal()


@pytest.mark.parametrize(
    ("marker", "spaces"),
    [
        ("im", "i1 i2 i3 i4"),
        ("ie", "i5 i6"),
        ("iw", "i7 i8 i9"),
        ("ib", "i10 i11 i12"),
        ("fo", "i3 i4 i5 i10"),
        ("ha", "i1 i7 i9 i11"),
        ("gu", "i2 i6 i8 i12"),
        ("cm", "c1 c2 c3"),
        ("ce", "c4"),
        ("cw", "c5 c6"),
        ("cb", "c7"),
        ("wa", ""),
        ("wa+", ""),
        ("wa-", ""),
    ],
)
def test_demand(marker: str, spaces: str) -> None:
    game = play(Game(4), f"!{marker}")
    found = [space for space, count in game.thalers_on.items() if count]
    assert sorted(found) == sorted(spaces.split())
    assert (game.bag, sum(game.markers.values())) == (5, 19)
    assert game.water == marker.startswith("wa")


def test_a_space_holds_two_thalers() -> None:
    game = laid_out(2, "c7 c4")
    game.thalers_on["i1"], game.thalers_on["i7"] = 2, 1
    play(begin(game, 2, "water"), "!ha")
    assert [game.thalers_on[space] for space in ("i1", "i7", "i9")] == [2, 2, 1]


@pytest.mark.parametrize(("marker", "values"), [("wa+", [2, 4, 6, 6]), ("wa-", [1, 2, 4, 5])])
def test_starred_water_moves_the_dice_on_storage_spaces(marker: str, values: list[int]) -> None:
    game = laid_out(2, "c7 c4")
    dice(game, "s1:1 s7:3 s8:5 s9:6")
    game.track["b"] = [3]
    play(begin(game, 2, "water"), f"!{marker}")
    assert list(game.dice.values()) == values
    assert game.track["b"] == [3]


@pytest.mark.parametrize("marker", ["wa", "wa+", "wa-"])
def test_water_forbids_pilots_for_one_turn(marker: str) -> None:
    game = laid_out(2, "c7 c4")
    dice(game, "s8:3 s10:3 s13:3")
    game.track["b"] = [3]
    game.seats[1].thalers = 9
    begin(game, 2, "water")
    game.play(f"!{marker}")
    assert game.active == 1
    assert game.legal() == {"plain", "transport", "haul", "ht"}
    begin(game, 2, "water")
    game.water = False
    game.play("!fo")
    assert game.legal() == {"plain", "transport", "haul", "ht", "pilot", "tp", "hp"}


@pytest.mark.parametrize(("bag", "duty"), [(3, False), (2, True), (1, True), (0, True)])
def test_lock_duty(bag: int, *, duty: bool) -> None:
    game = laid_out(2, "c7 c4")
    game.bag = bag
    begin(game, 2, "water")
    if bag:
        assert game.draw == "marker"
        game.play("!fo")
        assert game.bag == bag - 1
    # From an empty bag nothing is drawn.
    assert (game.phase, game.duty) == ("option", duty)


def test_turn_12_has_no_marker_and_no_duty() -> None:
    game = laid_out(2, "c7 c4")
    game.bag = 1
    begin(game, 12, "history")
    assert (game.phase, game.duty, game.bag, game.water) == ("option", False, 1, False)
