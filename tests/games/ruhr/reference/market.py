"""Phase 6: what a seat can buy, and what a purchase does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.games.ruhr.reference import facts

if TYPE_CHECKING:
    from tests.games.ruhr.reference.model import Buying, Game


def tokens(game: Game, seat: int) -> set[str]:
    """What may be said: every purchase and the end; under lock duty a lock first."""
    buying = _buying(game)
    if buying.must_lock:
        return {f"lock:{lock}" for lock in game.obstacles}
    return purchases(game, seat) | {"end"}


def purchases(game: Game, seat: int) -> set[str]:
    """Everything that the seat can buy now."""
    return {token for token in EVERY_PURCHASE if can_buy(game, seat, token)}


def may_buy(game: Game, seat: int) -> bool:
    """Whether the seat can buy anything now."""
    return any(can_buy(game, seat, token) for token in EVERY_PURCHASE)


def can_buy(game: Game, seat: int, token: str) -> bool:
    """Whether the conditions of a purchase hold and the seat can pay it."""
    kind, _, where = token.partition(":")
    check = CHECKS[kind]
    return check(game, seat, where) and game.seats[seat].thalers >= cost(game, token)


def cost(game: Game, token: str) -> int:
    """What a purchase costs; a full column of spaces has no price."""
    kind, _, where = token.partition(":")
    match kind:
        case "lock":
            return 0 if _buying(game).free_lock else facts.lock_cost(game.turn)
        case "city":
            return facts.CITY_COSTS[where][len(game.cities[where])]
        case "depot":
            return facts.DEPOT_COSTS[len(game.depots[where])]
        case "port":
            return facts.port_cost(sum(len(column) for column in game.port.values()))
        case "city*" | "port*":
            return facts.WHITE_WAREHOUSE_COST
        case "shift":
            return facts.SHIFT_COST
        case "repay":
            return facts.REPAY_COST
        case _:
            return 0


# The conditions but for the price


def can_build_lock(game: Game, seat: int) -> bool:
    """Whether a seat that begins its phase 6 could build a lock: the question of lock duty."""
    can_pay = game.seats[seat].thalers >= facts.lock_cost(game.turn)
    return can_pay and bool(game.obstacles) and may_lock(game, seat, game.obstacles[0])


def may_lock(game: Game, seat: int, lock: str) -> bool:
    """An obstacle, the marker, turn 2 or later, and no lock yet unless one is free."""
    buying = _buying(game)
    if lock not in game.obstacles or game.turn < facts.FIRST_LOCK_TURN:
        return False
    return game.seats[seat].can_use("lock") and (buying.free_lock or not buying.lock)


def may_build_in_city(game: Game, seat: int, city: str) -> bool:
    """The city's marker, each once a turn."""
    buying = _buying(game)
    if city in facts.ESSEN_CITIES:
        can = game.seats[seat].can_use("essen") and not buying.essen
    elif city in facts.MARK_CITIES:
        can = game.seats[seat].can_use("markcity") and not buying.markcity
    else:
        can = False
    return can and city_has_room(game, seat, city)


def may_build_in_city_white(game: Game, seat: int, city: str) -> bool:
    """The white marker, and any city."""
    return game.seats[seat].can_use("warehouse") and city_has_room(game, seat, city)


def city_has_room(game: Game, seat: int, city: str) -> bool:
    """A warehouse in the pool, a space free, none of the seat's there."""
    owners = game.cities[city]
    has_room = len(owners) < len(facts.CITY_COSTS[city])
    return game.seats[seat].pool > 0 and has_room and seat not in owners


def may_build_depot(game: Game, seat: int, depot: str) -> bool:
    """The marker, once a turn; a warehouse in the pool and a space free."""
    has_room = len(game.depots[depot]) < len(facts.DEPOT_COSTS)
    can = game.seats[seat].can_use("depot") and not _buying(game).depot
    return can and has_room and game.seats[seat].pool > 0


def may_build_at_port(game: Game, seat: int, column: str) -> bool:
    """The marker, once a turn."""
    can = game.seats[seat].can_use("port") and not _buying(game).port
    return can and column_has_room(game, seat, column)


def may_build_at_port_white(game: Game, seat: int, column: str) -> bool:
    """The white marker."""
    return game.seats[seat].can_use("warehouse") and column_has_room(game, seat, column)


def column_has_room(game: Game, seat: int, column: str) -> bool:
    """A warehouse in the pool, at most one at the port, none in the column, room in it."""
    standing = sum(seat in owners for owners in game.port.values())
    if game.seats[seat].pool == 0 or standing >= facts.PORT_PER_SEAT:
        return False
    return can_move_into(game, seat, column)


def can_move_into(game: Game, seat: int, column: str) -> bool:
    """Room in a column of the port, and none of the seat's."""
    owners = game.port[column]
    return len(owners) < facts.COLUMN_ROOM and seat not in owners


def may_shift(game: Game, seat: int, columns: str) -> bool:
    """An own warehouse in the first column, room in the second and none of the seat's."""
    source, target = columns.split(">")
    return seat in game.port[source] and can_move_into(game, seat, target)


def may_repay(game: Game, seat: int, _: str) -> bool:
    """A debt."""
    return game.seats[seat].debts > 0


def may_use_inn(game: Game, seat: int, _: str) -> bool:
    """The marker, unused."""
    return game.seats[seat].can_use("inn")


CHECKS = {
    "lock": may_lock,
    "city": may_build_in_city,
    "city*": may_build_in_city_white,
    "depot": may_build_depot,
    "port": may_build_at_port,
    "port*": may_build_at_port_white,
    "shift": may_shift,
    "repay": may_repay,
    "inn": may_use_inn,
}

EVERY_PURCHASE = [
    *(f"lock:{lock}" for lock in facts.OBSTACLES),
    *(f"city:{city}" for city in facts.CITIES if city != facts.SPECIAL_CITY),
    *(f"city*:{city}" for city in facts.CITIES),
    *(f"depot:{depot}" for depot in facts.DEPOTS),
    *(f"port:{column}" for column in facts.COLUMNS),
    *(f"port*:{column}" for column in facts.COLUMNS),
    *(f"shift:{a}>{b}" for a in facts.COLUMNS for b in facts.COLUMNS if a != b),
    "repay",
    "inn:t",
    "inn:v",
]


# What a purchase does


def buy(game: Game, number: int, token: str) -> None:
    """Pay a purchase and carry it out."""
    kind, _, where = token.partition(":")
    _note(game, kind, where)
    seat = game.seats[number]
    seat.thalers -= cost(game, token)
    match kind:
        case "lock":
            build_lock(game, number, where)
        case "city" | "city*":
            game.cities[where].append(number)
            build_warehouse(game, number, kind, where)
        case "depot":
            game.depots[where].append(number)
            build_warehouse(game, number, kind, where)
        case "port" | "port*":
            game.port[where].append(number)
            build_warehouse(game, number, kind, where)
        case "shift":
            source, target = where.split(">")
            game.port[source].remove(number)
            game.port[target].append(number)
        case "repay":
            seat.debts -= 1
            seat.pool += 1
        case _:
            use_inn(game, number, where)


def build_lock(game: Game, number: int, lock: str) -> None:
    """Points, the obstacle's marker into the bag, and what the first lock brings."""
    seat = game.seats[number]
    buying = _buying(game)
    is_first = seat.lock_warehouses > 0
    if buying.lock:
        game.events[f"lock: the free one, {game.players} seats"] += 1
        game.buying = replace(buying, free_lock=False)
    else:
        free = allows_free_lock(game, is_first=is_first)
        game.buying = replace(buying, lock=True, free_lock=free, must_lock=False)
    game.obstacles.remove(lock)
    game.bag += 1
    seat.points += facts.lock_points(lock)
    if is_first:
        game.events["lock: the first of a seat"] += 1
        seat.pool += seat.lock_warehouses
        seat.lock_warehouses = 0
    if not game.obstacles:
        game.events["lock: the last obstacle"] += 1


def allows_free_lock(game: Game, *, is_first: bool) -> bool:
    """Two locks for one: with 2 seats early, with 3 seats for the first lock."""
    if game.players == 2:
        return 2 <= game.turn <= 5
    return game.players == 3 and is_first


def build_warehouse(game: Game, number: int, kind: str, where: str) -> None:
    """A warehouse leaves the pool for 2 points; its marker is used up, or done this turn."""
    seat = game.seats[number]
    seat.pool -= 1
    seat.points += facts.WAREHOUSE_POINTS
    buying = _buying(game)
    if kind.endswith("*"):
        seat.used.append("warehouse")
    elif kind == "depot":
        game.buying = replace(buying, depot=True)
    elif kind == "port":
        game.buying = replace(buying, port=True)
    elif where in facts.ESSEN_CITIES:
        game.buying = replace(buying, essen=True)
    else:
        game.buying = replace(buying, markcity=True)


def use_inn(game: Game, number: int, what: str) -> None:
    """3 Thalers or 2 points, once a game."""
    seat = game.seats[number]
    seat.used.append("inn")
    if what == "t":
        seat.thalers += facts.INN_THALERS
    else:
        seat.points += facts.INN_POINTS


def _buying(game: Game) -> Buying:
    assert game.buying is not None
    return game.buying


def _note(game: Game, kind: str, where: str) -> None:
    """Count the rarer prices."""
    if kind in ("city", "depot", "port"):
        game.events[f"{kind}: for {cost(game, f'{kind}:{where}')} Thalers"] += 1
    if kind == "shift":
        source, _ = where.split(">")
        if len(game.port[source]) > 1 and game.port[source][-1] != game.mover:
            game.events["shift: those behind move up"] += 1
