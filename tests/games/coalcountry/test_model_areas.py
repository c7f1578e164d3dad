"""Section 5, areas 1, 2, 5, 6 and 7."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.positions import laid_out, lay, own, place, play, store
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.reference.prices import building_fees

# Area 1: village


def test_the_shop_swaps_up_to_the_influence() -> None:
    table = laid_out()
    own(table, 0, "shop")
    store(table, 0, "201")
    place(table, 0, "2>shop")
    game = Game.at(table, "village")
    assert game.legal_moves() == ["swap:wa", "swap:we", "swap:ew", "swap:ea", "swap:end"]
    before = dict(table.supply)
    play(game, "swap:wa")
    assert game.to_dict()["left"] == 1
    assert game.table.seats[0].storage == {"w": 1, "a": 1, "e": 1}
    assert game.table.supply == {"w": before["w"] + 1, "a": before["a"] - 1, "e": before["e"]}
    play(game, "swap:ea")
    assert game.table.seats[0].storage == {"w": 1, "a": 2, "e": 0}
    assert game.phase == "chance"


def test_the_shop_is_not_asked_where_nothing_can_be_swapped() -> None:
    for stored, foreman in (("000", "3>shop"), ("100", "0>shop")):
        table = laid_out()
        own(table, 0, "shop")
        store(table, 0, stored)
        place(table, 0, foreman)
        game = Game.at(table, "village")
        assert game.phase == "chance"
        # No penalty if he swaps none.
        assert game.scores() == [100, 100]
    # The cube given goes into the supply at once: with an empty one it may come back.
    table = laid_out()
    own(table, 0, "shop")
    store(table, 0, "100")
    place(table, 0, "3>shop")
    table.supply = {"w": 0, "a": 1, "e": 0}
    game = play(Game.at(table, "village"), "swap:wa")
    assert game.legal_moves() == ["swap:aw", "swap:end"]
    play(game, "swap:end")
    assert game.scores() == [100, 100]


def test_a_tailor_lets_the_0_swap_one() -> None:
    table = laid_out()
    own(table, 0, "shop tailor")
    store(table, 0, "200")
    place(table, 0, "0>shop")
    game = play(Game.at(table, "village"), "swap:wa")
    assert game.phase == "chance"


def test_the_doctor_rests_without_a_fee() -> None:
    table = laid_out()
    own(table, 0, "doctor")
    place(table, 0, "4>doctor")
    assert Game.at(table, "village").scores() == [100, 100]


def test_a_4_on_the_tavern_counts_in_areas_3_5_and_6_of_the_round() -> None:
    table = laid_out()
    own(table, 0, "tavern")
    table.top = ["church"]
    place(table, 0, "4>tavern 2>sell 4>util 2>build")
    game = Game.at(table, "village")
    # 2 + 2 coal by themselves; as a 3 it sells at 11.
    play(game, "sell:2")
    assert game.scores()[0] == 122
    assert "buy:302" in game.legal_moves()
    play(game, "buy:001 put:e:-")
    # 4 fees, 1 less for what counts as a 3; the marker is on 34, a fee of 6.
    play(game, "build:top:church onto:-")
    assert game.scores()[0] == 122 - 12 - 18
    # The round has ended: no more of it.
    assert game.to_dict()["seats"][0]["tavern"] is False


# Area 2: mining


def mined(foremen: str, tiles: str = "", buildings: str = "", *, reformed: bool = False) -> Game:
    """Seat 0 has mined; it is asked what to sell."""
    table = laid_out(reformed=reformed)
    lay(table, 0, tiles)
    own(table, 0, buildings)
    place(table, 0, f"{foremen} 2>sell")
    return Game.at(table, "village")


@pytest.mark.parametrize(
    ("foremen", "tiles", "coal", "refuse"),
    [
        # The entrance, 1 2 2 3 3, gives 2 by itself.
        ("", "", 2, 0),
        ("4>i0", "", 2 + 3, 1),
        ("0>i0", "", 2 + 1, 1),
        # 4xb, 1 2 3 4 5: full it gives 2 by itself, and the miner's in full.
        ("4>h0", "h0:4xb:NESW:wae", 2 + 2 + 5, 1),
        # Without all utilities nothing by itself, and half of 5.
        ("4>h0", "h0:4xb:NESW:wa", 2 + 2, 1),
        ("4>h0 3>i0", "h0:4xb:NESW:", 2 + 2 + 3, 2),
        # 1dc, 0 0 1 2 3: refuse comes also when he mines 0; half of 1 is 0.
        ("1>h0", "h0:1dc:E:wae", 2 + 0 + 0, 1),
        ("2>h0", "h0:1dc:E:w", 2 + 0, 1),
        # Full, but cut off: nothing by itself.
        ("", "h0:4xb:NESW:wae g0:1da:W:wae", 2 + 2, 0),
    ],
)
def test_what_is_mined(foremen: str, tiles: str, coal: int, refuse: int) -> None:
    seat = mined(foremen, tiles).table.seats[0]
    assert (seat.coal, seat.refuse) == (coal, refuse)


def test_a_tailor_lets_the_0_mine_as_a_1() -> None:
    assert mined("0>i0", "", "tailor").table.seats[0].coal == 2 + 2


def test_the_tavern_does_not_count_for_mining() -> None:
    assert mined("4>tavern 3>h0", "h0:4xc:NESW:wae", "tavern").table.seats[0].coal == 2 + 1 + 4


def test_tiles_of_a_reformed_industry_produce_nothing_by_themselves() -> None:
    game = mined("4>h0", "h0:4xb:NESW:wae", reformed=True)
    assert game.table.seats[0].coal == 5
    # The church's extra coal stays.
    game = mined("4>h0 3>church", "h0:4xb:NESW:wae", "church", reformed=True)
    assert game.table.seats[0].coal == 5
    play(game, "church:h0")
    assert game.table.seats[0].coal == 5 + 2


def test_the_church_gives_the_coal_of_a_1_on_a_tile_with_a_miner() -> None:
    tiles = "h0:4xb:NESW:wae j0:3tc:NEW:w"
    game = mined("4>j0 1>h0 3>church", tiles, "church")
    # 2 and 2 by themselves, half of 5, and 2.
    assert game.table.seats[0].coal == 4 + 2 + 2
    assert (game.phase, game.legal_moves()) == ("church", ["church:h0", "church:j0", "church:-"])
    assert play(game.copy(), "church:h0").table.seats[0].coal == 8 + 2
    # Half of a 1's 1 is 0, by itself.
    assert play(game.copy(), "church:j0").table.seats[0].coal == 8
    other = play(game, "church:-")
    assert (other.table.seats[0].coal, other.table.seats[0].refuse) == (8, 2)


def test_the_church_is_not_asked_without_a_miner() -> None:
    assert mined("3>church 2>f0", "", "church").phase == "sell"


# Area 5: utility market


def buyers(words: dict[int, str], *, players: int = 2, market: str = "333", sign: int = 0) -> Game:
    table = laid_out(players, market=market, sign=sign)
    for seat, foremen in words.items():
        place(table, seat, foremen)
    return Game.at(table, "market")


def test_the_order_and_limits_of_buyers() -> None:
    words = {0: "3>util 2>util", 1: "1>tandem 3>tandem", 2: "3>util", 3: "2>tandem"}
    game = buyers(words, players=4)
    asked = []
    while game.phase == "buy":
        limit = max(sum(map(int, token[4:])) for token in game.legal_moves())
        asked.append((game.active, limit))
        play(game, "buy:000")
    # The pair first (3 + 1 = 4; its limit is 3), then the 3s, then the 2s.
    assert asked == [(1, 3), (0, 3), (2, 3), (0, 2), (3, 2)]
    # Penalties: 3 and 2; 3 and 1 added up; 3; 2.
    assert game.scores() == [100 - 25, 100 - 20, 100 - 15, 100 - 10]


def test_the_tavern_at_the_utility_market() -> None:
    table = laid_out(3)
    table.seats[0].tavern = True
    table.seats[1].tavern = True
    place(table, 0, "1>tandem 2>tandem")
    place(table, 1, "4>util 0>util")
    place(table, 2, "4>util")
    game = Game.at(table, "market")
    asked = []
    while game.phase == "buy":
        limit = max(sum(map(int, token[4:])) for token in game.legal_moves())
        asked.append((game.active, limit))
        play(game, "buy:000")
    # The pair counts 2 + 3 = 5 and may buy 3; the 4 counts 5; the 0 counts 1 and may buy one.
    assert asked == [(0, 3), (1, 5), (2, 4), (1, 1)]
    # Penalties are without tavern: 3, 4 and 0, 4.
    assert game.scores() == [85, 80, 80]


def test_a_limit_of_0_and_an_empty_market_are_not_asked() -> None:
    assert buyers({0: "0>util"}).scores() == [100, 100]
    game = buyers({0: "4>util", 1: "3>util"}, market="100")
    assert game.legal_moves() == ["buy:000", "buy:100"]
    play(game, "buy:100 put:w:-")
    # Seat 1 finds an empty market: no penalty.
    assert game.phase == "chance"
    assert game.scores() == [100 - 10, 100]


def test_a_buyer_who_cannot_pay_is_asked_and_pays_the_penalty() -> None:
    table = laid_out(money=9)
    place(table, 0, "1>util")
    game = Game.at(table, "market")
    assert game.legal_moves() == ["buy:000"]
    assert play(game, "buy:000").scores() == [4, 9]


@pytest.mark.parametrize(("sign", "cost"), [(-1, 5), (0, 10), (1, 15)])
def test_the_price_of_a_cube(sign: int, cost: int) -> None:
    game = play(buyers({0: "4>util"}, sign=sign), "buy:111")
    assert game.table.seats[0].money == 100 - 3 * cost
    assert game.table.market == {"w": 2, "a": 2, "e": 2}


def test_one_cube_of_each_type_may_go_onto_a_tile_at_once() -> None:
    table = laid_out()
    lay(table, 0, "h0:2ia:EW:a j0:1da:E: i1:1da:S:")
    place(table, 0, "4>util")
    game = play(Game.at(table, "market"), "buy:202")
    # j0 is not connected.
    assert game.legal_moves() == ["put:w:h0", "put:w:i1", "put:w:-"]
    assert game.to_dict()["puts"] == ["w", "e"]
    play(game, "put:w:h0")
    assert game.legal_moves() == ["put:e:h0", "put:e:i1", "put:e:-"]
    play(game, "put:e:-")
    seat = game.table.seats[0]
    assert seat.mine.tiles["h0"].cubes == {"w", "a"}
    assert seat.storage == {"w": 1, "a": 0, "e": 2}
    # Only the - is legal where no tile lacks it, and it is asked all the same.
    table = laid_out()
    place(table, 0, "4>util")
    assert play(Game.at(table, "market"), "buy:010").legal_moves() == ["put:a:-"]


# Area 6: construction company


@pytest.mark.parametrize(
    ("kind", "row", "sign", "influence", "fees"),
    [
        ("church", "top", 0, 2, 4),
        ("church", "bottom", 0, 2, 3),
        ("church", "bottom", 1, 0, 5),
        ("church", "top", -1, 1, 4),
        ("church", "top", 0, 5, 3),
        ("shed", "bottom", 0, 3, 0),
        ("hall", "top", -1, 4, 0),
        # At least 1 before the buyer's influence.
        ("school", "bottom", 0, 2, 1),
        ("school", "bottom", -1, 2, 1),
        ("tailor", "bottom", -1, 0, 2),
        ("tailor", "bottom", -1, 3, 0),
    ],
)
def test_the_price_of_a_building(kind: str, row: str, sign: int, influence: int, fees: int) -> None:
    assert building_fees(laid_out(sign=sign), kind, row, influence) == fees


def builders(words: dict[int, str], top: str, bottom: str = "", owned: str = "") -> Game:
    table = laid_out()
    own(table, 0, owned)
    for kind in [*top.split(), *bottom.split()]:
        table.pile[kind] -= 1
    table.top, table.bottom = top.split(), bottom.split()
    for seat, foremen in words.items():
        place(table, seat, foremen)
    return Game.at(table, "construction")


def test_buildings_are_bought_highest_first_and_not_replaced() -> None:
    game = builders({0: "2>build", 1: "4>build"}, "tailor shop", "shop school")
    assert game.active == 1
    assert game.legal_moves() == [
        "build:top:tailor", "build:top:shop", "build:bottom:school", "build:bottom:shop",
        "build:-",
    ]  # fmt: skip
    play(game, "build:bottom:shop")
    assert game.to_dict()["building"] == "shop"
    # 3 - 1, and 1 less for a 4.
    assert game.scores() == [100, 95]
    assert game.legal_moves() == ["onto:-"]
    play(game, "onto:-")
    assert game.active == 0
    assert game.legal_moves() == [
        "build:top:tailor", "build:top:shop", "build:bottom:school", "build:-",
    ]  # fmt: skip
    play(game, "build:-")
    # None is bought without a penalty.
    assert game.scores() == [100, 95]


def test_two_of_a_kind_in_one_row_are_one_token() -> None:
    game = builders({0: "2>build"}, "shop shop")
    assert game.legal_moves() == ["build:top:shop", "build:-"]


def test_what_cannot_be_paid_is_not_offered() -> None:
    table = laid_out(money=14)
    table.top = ["church", "shed"]
    place(table, 0, "2>build")
    assert Game.at(table, "construction").legal_moves() == ["build:top:shed", "build:-"]


def test_covering_gives_refuse_and_ends_the_effect() -> None:
    game = builders({0: "2>build"}, "school", owned="tailor shed hall church")
    # Four buildings are to be seen: no vacant space.
    play(game, "build:top:school")
    assert game.legal_moves() == ["onto:tailor", "onto:shed", "onto:hall", "onto:church"]
    play(game, "onto:church")
    seat = game.to_dict()["seats"][0]
    assert seat["buildings"] == ["school", "tailor", "shed", "hall"]
    assert seat["covered"] == ["church"]
    assert seat["refuse"] == 4


def test_a_second_tile_of_a_kind_leaves_the_game() -> None:
    game = builders({0: "2>build"}, "school", owned="school")
    play(game, "build:top:school")
    assert game.phase == "chance"
    assert game.scores() == [95, 100]
    assert game.table.seats[0].buildings == ["school"]
    assert game.table.gone["school"] == 1
    # Built-over ones are included.
    table = laid_out()
    own(table, 0, "shed")
    table.seats[0].buildings, table.seats[0].covered = [], ["shed"]
    table.top = ["shed"]
    place(table, 0, "2>build")
    game = play(Game.at(table, "construction"), "build:top:shed")
    assert game.phase == "chance"
    assert game.table.seats[0].refuse == 0


def test_nothing_is_asked_when_both_rows_are_empty() -> None:
    game = builders({0: "2>build", 1: "3>build"}, "", "school")
    play(game, "build:bottom:school onto:-")
    assert game.phase == "chance"


def test_the_tavern_at_the_construction_company() -> None:
    table = laid_out()
    table.top = ["church"]
    table.seats[1].tavern = True
    place(table, 0, "2>build")
    place(table, 1, "2>build")
    game = Game.at(table, "construction")
    assert game.active == 1
    # A 2 counts as a 3: 4 - 1.
    assert play(game, "build:top:church").scores() == [100, 85]


def test_a_covered_shed_keeps_nothing_and_a_new_one_does() -> None:
    for kind, onto, kept in (("school", "onto:shed", 0), ("school", "onto:-", 5)):
        table = laid_out()
        own(table, 0, "shed")
        table.seats[0].coal = 7
        table.top = [kind]
        place(table, 0, "2>build")
        game = play(Game.at(table, "construction"), f"build:top:{kind} {onto}")
        assert game.table.seats[0].coal == kept


# Area 7: refuse pile and utility storage


@pytest.mark.parametrize(
    ("foreman", "buildings", "refuse", "left", "fees"),
    [
        ("2>dump", "", 5, 3, 0),
        ("2>dump", "", 1, 0, 0),
        ("2>dump", "hall", 5, 2, 0),
        ("4>dump", "hall", 9, 5, 0),
        ("0>dump", "", 5, 5, 0),
        ("0>dump", "hall", 5, 4, 0),
        ("0>dump", "tailor hall", 5, 3, 0),
        # The penalty is without hall, and due although there is nothing to return.
        ("3>dump", "hall", 0, 0, 3),
        ("0>dump", "tailor", 0, 0, 1),
    ],
)
def test_the_dump(foreman: str, buildings: str, refuse: int, left: int, fees: int) -> None:
    table = laid_out()
    own(table, 0, buildings)
    table.seats[0].refuse = refuse
    place(table, 0, foreman)
    game = Game.at(table, "refuse")
    assert (game.table.seats[0].refuse, game.scores()[0]) == (left, 100 - 5 * fees)


def storing(foreman: str, stored: str, tiles: str, buildings: str = "") -> Game:
    table = laid_out()
    own(table, 0, buildings)
    lay(table, 0, tiles)
    store(table, 0, stored)
    place(table, 0, foreman)
    return Game.at(table, "refuse")


def test_the_depot_moves_cubes_onto_connected_tiles_that_lack_them() -> None:
    game = storing("2>depot", "210", "h0:2ia:EW:a g0:1da:E: j0:1da:E:")
    assert game.legal_moves() == ["put:w:g0", "put:w:h0", "put:a:g0", "put:end"]
    play(game, "put:w:g0")
    assert game.to_dict()["left"] == 1
    assert game.legal_moves() == ["put:w:h0", "put:a:g0", "put:end"]
    play(game, "put:a:g0")
    # The limit is used up.
    assert game.phase == "chance"
    assert game.scores() == [100, 100]
    assert game.table.seats[0].mine.tiles["g0"].cubes == {"w", "a"}


def test_the_depot_stops_when_nothing_more_is_possible_or_at_any_time() -> None:
    game = play(storing("4>depot", "200", "h0:2ia:EW:"), "put:w:h0")
    assert (game.phase, game.scores()) == ("chance", [100, 100])
    game = play(storing("4>depot", "200", "h0:2ia:EW: i1:1da:S:"), "put:w:h0 put:end")
    assert game.scores() == [100, 100]


def test_who_moves_nothing_pays() -> None:
    # By choice; as nothing is stored; as no tile lacks it; with a school: its 1 more is no matter.
    assert play(storing("3>depot", "100", "h0:2ia:EW:"), "put:end").scores()[0] == 85
    assert storing("3>depot", "000", "h0:2ia:EW:").scores()[0] == 85
    assert storing("3>depot", "010", "h0:2ia:EW:a", "school").scores()[0] == 85
    assert storing("0>depot", "010", "h0:2ia:EW:").scores()[0] == 100


def test_a_school_moves_1_more_up_to_4() -> None:
    tiles = "h0:2ia:EW: g0:2ib:EW: f0:1da:E:"
    for foreman, moves in (("2>depot", 3), ("4>depot", 4), ("0>depot", 1)):
        game = storing(foreman, "333", tiles, "school")
        for _ in range(moves):
            assert game.phase == "fill"
            game.play(game.legal_moves()[0])
        assert game.phase == "chance"


def test_the_dump_comes_before_the_depot_and_seat_by_seat() -> None:
    table = laid_out(money=10)
    for seat in (0, 1):
        lay(table, seat, f"h0:{'2ia' if seat else '2la'}:{'EW' if seat else 'ES'}:")
        store(table, seat, "100")
        place(table, seat, "4>dump 1>depot")
    table.seats[1].refuse = 3
    table.seats[1].earnings = 50
    game = Game.at(table, "refuse")
    # Seat 1 is first by its earnings; seat 0's dump has not been paid for.
    assert game.active == 1
    assert game.table.seats[1].refuse == 0
    assert game.scores() == [10, 10]
    play(game, "put:w:h0")
    assert game.active == 0
    assert game.scores() == [0, 10]


def test_a_tailor_built_in_area_6_counts_in_area_7() -> None:
    table = laid_out()
    table.top = ["tailor"]
    table.seats[0].refuse = 2
    place(table, 0, "2>build 0>dump")
    game = play(Game.at(table, "construction"), "build:top:tailor onto:-")
    assert game.table.seats[0].refuse == 1
