"""Phases 5 to 7 of the model and the end: markers, purchases, export, points."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.ruhr.positions import begin, dice, give, laid_out, play
from tests.games.ruhr.reference import Game, facts, scoring

# Phase 5: progress


def with_tokens(game: Game, seat: int, tokens: dict[str, int]) -> Game:
    """Give a seat development tokens."""
    game.seats[seat].tokens.update(tokens)
    return game


def test_needs_of_the_markers() -> None:
    spelled = {
        marker: " ".join(f"{area}{count}" for area, count in needs.items())
        for marker, needs in facts.NEEDS.items()
    }
    assert spelled == {
        "lock": "bi1 bc1",
        "depot": "bi2",
        "essen": "bc2",
        "wage": "bi2 bc1",
        "supply": "bi1 bc2",
        "mark": "bi2 bc2",
        "port": "bc1 r1",
        "markcity": "wi1 wc1",
        "hauler": "bi3",
        "warehouse": "bc3",
        "hauling": "bi1 r1",
        "inn": "wi2",
        "mayor": "wc2",
        "railway": "bc2 wc1 r1",
        "aak": "r2",
    }


@pytest.mark.parametrize("marker", facts.NEEDS)
def test_a_marker_comes_when_its_needs_are_met(marker: str) -> None:
    needs = facts.NEEDS[marker]
    game = begin(with_tokens(laid_out(2, "c4 c7"), 0, needs), 11, "progress")
    assert marker in game.seats[0].markers
    assert marker not in game.seats[1].markers
    # Tokens are never spent.
    assert {area: game.seats[0].tokens[area] for area in needs} == needs
    for area in needs:
        short = {**needs, area: needs[area] - 1}
        game = begin(with_tokens(laid_out(2, "c4 c7"), 0, short), 11, "progress")
        assert marker not in game.seats[0].markers


def test_mark_brings_two_warehouses_once() -> None:
    game = with_tokens(laid_out(2, "c4 c7"), 0, {"bi": 2, "bc": 2})
    begin(game, 11, "progress")
    assert (game.seats[0].pool, game.seats[0].mark_warehouses) == (3, 0)
    begin(game, 11, "progress")
    assert game.seats[0].pool == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_a_white_marker_there_is_one_fewer_than_seats(players: int) -> None:
    barges = " ".join(["c7", "c4", "c1", "port"][:players])
    game = laid_out(players, barges)
    for seat in range(players):
        with_tokens(game, seat, {"r": 2})
    begin(game, 11, "progress")
    # In order: the barge farthest downriver gets none.
    without = max(range(players), key=lambda seat: facts.PLACE[barges.split()[seat]])
    have = [seat for seat in range(players) if "aak" in game.seats[seat].markers]
    assert have == [seat for seat in range(players) if seat != without]
    assert game.white_left["aak"] == 0


# Phase 6: the sequence


def shop(
    markers: str, thalers: int, *, players: int = 2, turn: int = 11, seat: int = 0, **own: int
) -> Game:
    """One seat begins its phase 6 with these markers and Thalers; nobody else has any."""
    game = laid_out(players, " ".join(["c4", "c7", "port", "port"][:players]))
    give(game, seat, markers, thalers=thalers)
    for name, value in own.items():
        setattr(game.seats[seat], name, value)
    return begin(game, turn, "market")


def locks(game: Game) -> set[str]:
    """The legal locks."""
    return {token for token in game.legal() if token.startswith("lock:")}


def test_nobody_is_asked_who_can_buy_nothing() -> None:
    assert shop("", 9).phase != "buy"
    assert shop("lock", 2).phase != "buy"
    game = shop("lock", 3)
    assert (game.phase, game.active) == ("buy", 0)
    assert game.legal() == {f"lock:l{n}" for n in range(1, 15)} | {"end"}
    assert play(game, "end").phase != "buy"


def test_buying_ends_by_itself_when_nothing_is_left() -> None:
    game = shop("lock", 3)
    play(game, "lock:l9")
    assert game.phase != "buy"
    game = shop("lock depot", 6)
    play(game, "lock:l9")
    assert game.legal() == {"depot:m", "depot:e", "depot:w", "depot:b", "end"}


# Locks


@pytest.mark.parametrize(("turn", "cost"), [(2, 2), (4, 2), (5, 3), (12, 3)])
def test_price_of_a_lock(turn: int, cost: int) -> None:
    assert shop("lock", cost - 1, turn=turn, players=4).phase != "buy"
    game = shop("lock", cost + 1, turn=turn, players=4)
    play(game, "lock:l6")
    assert game.seats[0].thalers == 1


@pytest.mark.parametrize(("lock", "points"), [("l1", 3), ("l5", 3), ("l6", 2), ("l14", 2)])
def test_points_of_a_lock(lock: str, points: int) -> None:
    game = shop("lock", 3)
    bag = game.bag
    play(game, f"lock:{lock}")
    assert game.seats[0].points == points
    assert lock not in game.obstacles
    assert game.bag == bag + 1
    # The first lock brings two warehouses.
    assert (game.seats[0].pool, game.seats[0].lock_warehouses) == (3, 0)


def test_a_lock_once_a_turn_and_no_more_warehouses() -> None:
    game = shop("lock", 9, lock_warehouses=0)
    assert play(game, "lock:l1").phase != "buy"
    assert game.seats[0].pool == 1


@pytest.mark.parametrize(
    ("players", "turn", "first", "free"),
    [
        (2, 2, True, True),
        (2, 5, False, True),
        (2, 6, True, False),
        (3, 2, True, True),
        (3, 12, True, True),
        (3, 3, False, False),
        (4, 2, True, False),
    ],
)
def test_two_locks_for_one(players: int, turn: int, *, first: bool, free: bool) -> None:
    cost = facts.lock_cost(turn)
    waiting = 2 if first else 0
    game = shop("lock", cost, players=players, turn=turn, lock_warehouses=waiting)
    play(game, "lock:l1")
    assert (game.phase == "buy" and game.active == 0) == free
    if not free:
        return
    assert game.legal() == {f"lock:l{n}" for n in range(2, 15)} | {"end"}
    # It may be left out.
    assert play(game.copy(), "end").seats[0].points == 3
    play(game, "lock:l14")
    assert (game.seats[0].points, game.seats[0].thalers) == (3 + 2, 0)
    assert game.phase != "buy"


def test_the_free_lock_may_wait_for_other_purchases() -> None:
    game = shop("lock depot", 4, turn=3)
    play(game, "lock:l1 depot:m")
    assert game.seats[0].thalers == 0
    assert "lock:l2" in game.legal()


def test_without_obstacles_there_are_no_locks() -> None:
    game = laid_out(2, "c4 c7")
    give(game, 0, "lock", thalers=9)
    game.obstacles = ["l7"]
    begin(game, 3, "market")
    # The second one for free is not there either.
    assert play(game, "lock:l7").phase != "buy"


def duty(thalers: int, markers: str = "lock depot", obstacles: str = "l7 l8") -> Game:
    """Lock duty is on when this seat begins its phase 6."""
    game = laid_out(2, "c4 c7")
    give(game, 0, markers, thalers=thalers)
    game.obstacles = obstacles.split()
    game.duty = True
    return begin(game, 11, "market")


def test_lock_duty_comes_before_anything_else() -> None:
    game = duty(8)
    assert game.legal() == {"lock:l7", "lock:l8"}
    play(game, "lock:l8")
    assert game.legal() == {"depot:m", "depot:e", "depot:w", "depot:b", "end"}


def test_who_cannot_build_a_lock_is_free_of_the_duty() -> None:
    assert "end" in duty(2).legal()
    assert "end" in duty(8, markers="depot").legal()
    assert "end" in duty(8, obstacles="").legal()
    # Money from the inn comes too late to bind.
    game = duty(2, markers="lock inn")
    play(game, "inn:t")
    assert game.legal() == {"lock:l7", "lock:l8", "end"}


# Cities, depots


def test_warehouses_in_cities() -> None:
    game = shop("essen markcity", 12, pool=5)
    assert game.legal() == {f"city:c{n}" for n in range(1, 7)} | {"end"}
    play(game, "city:c5")
    # Each marker once a turn.
    assert game.legal() == {f"city:c{n}" for n in range(1, 4)} | {"end"}
    play(game, "city:c2")
    assert game.phase != "buy"
    seat = game.seats[0]
    assert (seat.points, seat.pool, seat.thalers) == (4, 3, 6)
    # Not twice in a city.
    give(game, 0, thalers=9)
    begin(game, 11, "market")
    assert game.legal() == {"city:c1", "city:c3", "city:c4", "city:c6", "end"}


def test_a_city_fills_from_the_left() -> None:
    for owners, cost in (([], 3), ([1], 4), ([1, 2], 5)):
        game = laid_out(4, "c4 c7 port port")
        give(game, 0, "essen", thalers=cost)
        for city in facts.ESSEN_CITIES:
            game.cities[city] = [1, 2, 3]
        game.cities["c4"] = list(owners)
        begin(game, 11, "market")
        assert game.legal() == {"city:c4", "end"}
        play(game, "city:c4")
        assert (game.seats[0].thalers, game.cities["c4"]) == (0, [*owners, 0])


def test_each_city_marker_opens_its_own_cities() -> None:
    assert shop("essen", 9).legal() == {"city:c4", "city:c5", "city:c6", "end"}
    assert shop("markcity", 9).legal() == {"city:c1", "city:c2", "city:c3", "end"}


@pytest.mark.parametrize("markers", ["essen", "markcity", "depot", "port", "warehouse"])
def test_a_warehouse_needs_one_in_the_pool(markers: str) -> None:
    assert shop(markers, 9, pool=0).phase != "buy"
    assert shop(markers, 9, pool=1).phase == "buy"


def test_depots() -> None:
    game = laid_out(2, "c4 c7")
    give(game, 0, "depot", thalers=2)
    game.seats[0].pool = 5
    game.depots = {"m": [1, 1], "e": [0], "w": [0, 1, 1, 0], "b": [0, 1, 1]}
    begin(game, 11, "market")
    # m and b cost 3, w is full; several of one seat are allowed.
    assert game.legal() == {"depot:e", "end"}
    play(game, "depot:e")
    assert (game.seats[0].thalers, game.seats[0].points) == (0, 2)
    give(game, 0, thalers=9)
    begin(game, 11, "market")
    assert game.legal() == {"depot:m", "depot:e", "depot:b", "end"}
    play(game, "depot:b")
    # Once a turn.
    assert game.seats[0].thalers == 6
    assert game.phase != "buy"


# The port


def at_port(columns: str, thalers: int = 10, markers: str = "port", players: int = 3) -> Game:
    """Seat 0 begins its phase 6; the port holds ``be:12 nl:0`` and so on."""
    game = laid_out(players, " ".join(["c4", "c7", "port", "port"][:players]))
    give(game, 0, markers, thalers=thalers)
    game.seats[0].pool = 5
    for part in columns.split():
        column, owners = part.split(":")
        game.port[column] = [int(owner) for owner in owners]
    return begin(game, 11, "market")


@pytest.mark.parametrize(
    ("columns", "cost"),
    [("", 3), ("be:1", 4), ("be:1 nl:1", 4), ("be:1 nl:12", 5), ("be:12 nl:12 rh:12", 5)],
)
def test_price_of_a_warehouse_at_the_port(columns: str, cost: int) -> None:
    assert at_port(columns, cost - 1).phase != "buy"
    game = at_port(columns, cost)
    assert game.legal() == {"port:be", "port:nl", "port:rh", "end"}
    play(game, "port:nl")
    assert (game.seats[0].thalers, game.seats[0].points) == (0, 2)
    assert game.port["nl"][-1] == 0


def test_limits_of_the_port() -> None:
    # At most two of a seat, in different columns; three positions in a column.
    ports = {"port:be", "port:nl", "port:rh"}
    assert at_port("be:0").legal() & ports == {"port:nl", "port:rh"}
    assert at_port("be:0 nl:123", players=4).legal() & ports == {"port:rh"}
    assert at_port("be:0 nl:0").legal() & ports == set()
    game = play(at_port(""), "port:be")
    # Once a turn; what is left is to shift it.
    assert game.legal() == {"shift:be>nl", "shift:be>rh", "end"}


def test_shifts() -> None:
    game = at_port("be:012 nl:1", 4, markers="")
    assert game.legal() == {"shift:be>nl", "shift:be>rh", "end"}
    play(game, "shift:be>nl")
    # Those behind it move up; any number of times, and back to the end.
    assert (game.port["be"], game.port["nl"]) == ([1, 2], [1, 0])
    assert game.legal() == {"shift:nl>be", "shift:nl>rh", "end"}
    play(game, "shift:nl>be")
    assert game.port["be"] == [1, 2, 0]
    assert (game.seats[0].thalers, game.phase == "buy") == (0, False)


def test_a_shift_needs_room_and_none_of_the_seat() -> None:
    assert at_port("be:0 nl:0", 9, markers="").legal() == {"shift:be>rh", "shift:nl>rh", "end"}
    full = at_port("be:0 nl:123", 9, markers="", players=4)
    assert full.legal() == {"shift:be>rh", "end"}
    assert at_port("be:0", 1, markers="").phase != "buy"
    assert at_port("be:1", 9, markers="").phase != "buy"


# White markers, debts


def test_the_warehouse_marker_builds_anywhere_for_2() -> None:
    game = laid_out(4, "c4 c7 port port")
    give(game, 0, "warehouse", thalers=2)
    game.cities["c4"] = [1, 2]
    game.cities["c5"] = [0]
    game.cities["c6"] = [1, 2, 3]
    game.port["be"] = [1, 2, 3]
    begin(game, 11, "market")
    cities = {f"city*:c{n}" for n in (1, 2, 3, 4, 7)}
    assert game.legal() == cities | {"port*:nl", "port*:rh", "end"}
    other = play(game.copy(), "port*:nl")
    assert (other.port["nl"], other.seats[0].points) == ([0], 2)
    play(game, "city*:c4")
    assert (game.seats[0].thalers, game.seats[0].points) == (0, 2)
    assert game.cities["c4"] == [1, 2, 0]
    # Once a game.
    give(game, 0, thalers=9)
    game.seats[0].pool = 3
    begin(game, 11, "market")
    assert game.phase != "buy"


def test_the_warehouse_marker_comes_on_top_of_the_others() -> None:
    game = shop("essen port warehouse", 10, pool=5)
    play(game, "city*:c4")
    assert {"city:c5", "city:c6", "port:be"} <= game.legal()
    play(game, "city:c5")
    assert "port:be" in game.legal()
    assert not {"city:c6", "port*:be", "city*:c6"} & game.legal()


def test_repay() -> None:
    game = shop("", 6, debts=2, pool=0)
    assert game.legal() == {"repay", "end"}
    play(game, "repay repay")
    seat = game.seats[0]
    assert (seat.thalers, seat.debts, seat.pool) == (0, 0, 2)
    assert shop("", 2, debts=1).phase != "buy"
    assert shop("", 9, debts=0).phase != "buy"


def test_the_inn_works_once() -> None:
    game = shop("inn", 0)
    assert game.legal() == {"inn:t", "inn:v", "end"}
    assert play(game.copy(), "inn:t").seats[0].thalers == 3
    play(game, "inn:v")
    assert game.seats[0].points == 2
    assert game.phase != "buy"


def test_shops_go_in_order() -> None:
    game = laid_out(2, "c7 c4")
    give(game, 0, "inn")
    give(game, 1, "inn")
    begin(game, 11, "market")
    assert game.active == 1
    assert play(game, "end").active == 0


# Phase 7: export and Thalers


def exported(export: int, column: list[int], turn: int = 6) -> Game:
    """Phase 7 with this column, in the country of the turn."""
    game = laid_out(4, "c4 c7 port port")
    game.export = export
    game.port["rh"] = list(column)
    game.port["nl"] = [3]
    return begin(game, turn, "export")


def test_export() -> None:
    # Value 1: 2, 1 and 0 points.
    game = exported(3, [0, 1, 2])
    assert (game.scores(), game.export) == ([2, 1, 0, 0], 0)
    # Value 2: 3, 2 and 1.
    game = exported(7, [2, 1, 0])
    assert (game.scores(), game.export) == ([1, 2, 3, 0], 4)
    # The marker goes left by the number of warehouses, not beyond the first box.
    assert exported(1, [0, 1]).export == 0
    assert exported(5, []).export == 5
    assert exported(2, [0]).export == 1


@pytest.mark.parametrize(("turn", "points"), [(3, 0), (4, 2), (11, 2), (12, 0)])
def test_turns_of_export(turn: int, points: int) -> None:
    game = exported(0, [0], turn=turn)
    assert game.seats[0].points == points


@pytest.mark.parametrize(("thalers", "kept"), [(10, 10), (11, 10), (17, 10)])
def test_thalers_above_ten_are_lost(thalers: int, kept: int) -> None:
    game = laid_out(2, "c4 c7")
    give(game, 0, thalers=thalers)
    begin(game, 6, "export")
    assert game.seats[0].thalers == kept


# The end


def end_points(game: Game, seat: int = 0) -> int:
    """What the end scoring gives."""
    return scoring.final_points(game, seat, Counter())


def in_cities(text: str) -> Game:
    """Seat 0 has warehouses in these cities."""
    game = laid_out(2, "c4 c7")
    for city in text.split():
        game.cities[city].append(0)
    return game


@pytest.mark.parametrize(
    ("cities", "points"),
    [
        ("c4 c5", 0),
        ("c4 c5 c6", 1),
        ("c1 c2 c3", 1),
        ("c1 c2 c4 c5 c7", 0),
        ("c1 c2 c3 c4 c5 c6", 2),
        ("c1 c2 c3 c4 c5 c6 c7", 5),
    ],
)
def test_points_for_cities(cities: str, points: int) -> None:
    game = in_cities(cities)
    assert end_points(game) == points
    # The railway adds one for each, c7 too.
    give(game, 0, "railway")
    assert end_points(game) == points + len(cities.split())


def test_points_for_depots() -> None:
    game = laid_out(3, "c4 c7 port")
    game.depots = {"m": [0], "e": [0, 1], "w": [1, 0, 1], "b": []}
    # Alone at m; a tie at e; b counts for nobody.
    assert [end_points(game, seat) for seat in range(3)] == [1, 1, 0]
    game.depots["b"] = [2, 0, 0]
    assert end_points(game) == 1 + 1 + 2


def test_points_for_white_markers() -> None:
    game = laid_out(2, "c4 port")
    for seat in (0, 1):
        give(game, seat, "aak")
    assert [end_points(game, seat) for seat in (0, 1)] == [2, 4]
    game = laid_out(2, "c4 port")
    give(game, 0, "mayor", thalers=7)
    assert end_points(game) == 7
    game.seats[0].debts = 1
    assert end_points(game) == -2
    give(game, 1, "inn")
    assert end_points(game, 1) == 2
    game.seats[1].used = ["inn"]
    assert end_points(game, 1) == 0


def test_the_end_of_the_game() -> None:
    game = laid_out(3, "c4 c7 port")
    give(game, 0, "mayor", thalers=12, points=1)
    game.seats[1].points = 11
    game.seats[2].debts = 3
    game.seats[2].points = 5
    begin(game, 12, "market")
    # Nobody can buy anything; Thalers above 10 are lost before they count.
    assert game.scores() == [11, 11, -1]
    assert (game.phase, game.active, game.legal()) == ("over", None, set())
    assert game.winners() == [0, 1]


def test_nobody_wins_before_the_end() -> None:
    assert Game(2).winners() == []


def test_the_end_comes_after_turn_12() -> None:
    game = laid_out(2, "s8 s10")
    dice(game, "s8:3 s10:3")
    play(begin(game, 12, "trips"), ">c4 >i7")
    assert game.phase == "over"
    game = laid_out(2, "s8 s10")
    dice(game, "s8:3 s10:3")
    play(begin(game, 11, "trips"), ">c4 >i7")
    assert (game.turn, game.phase) == (12, "option")
