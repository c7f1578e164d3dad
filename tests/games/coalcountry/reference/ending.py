"""Sections 2, 6 and 7: setup, the end of a round, the report and the inspection."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.permits import turn_up
from tests.games.coalcountry.reference.table import Course, Seat, Table, ask_chance

# Setup


def setup(table: Table) -> Course:
    """Chance, in this order: (amok: the face-up tiles), buildings, first order, indicators."""
    if table.start is not None:
        # That seat, then clockwise; nothing is drawn for it.
        seats = range(table.players)
        table.first_order = [(table.start + step) % table.players for step in seats]
        table.order = list(table.first_order)
    if table.amok:
        for number in facts.NUMBERS:
            yield from turn_up(table, number, mover=None)
    yield from draw_buildings(table)
    while len(table.first_order) < table.players:
        left = {
            f"!p{seat.number}": 1 for seat in table.seats if seat.number not in table.first_order
        }
        answer = yield ask_chance("order", left)
        table.first_order.append(int(answer[2:]))
        table.order = list(table.first_order)
    yield from draw_indicators(table)
    fill_market(table)


def draw_buildings(table: Table) -> Course:
    """One building for each seat into the top row, while there are any."""
    for _ in range(table.players):
        if not any(table.pile.values()) and table.amok:
            # Section 9: the tiles that left the game are shuffled and become the pile.
            table.note("building: the pile is made again")
            table.pile, table.gone = table.gone, table.pile
        if not any(table.pile.values()):
            table.note("building: none is left")
            return
        weights = {f"!{kind}": count for kind, count in table.pile.items()}
        answer = yield ask_chance("building", weights)
        table.pile[answer[1:]] -= 1
        table.top.append(answer[1:])


def draw_indicators(table: Table) -> Course:
    """Until four lie on the calendar; section 8: none in a reformed industry."""
    while not table.reformed and len(table.calendar) < facts.CALENDAR:
        answer = yield ask_chance("indicator", {f"!{cube}": n for cube, n in table.bag.items()})
        table.bag[answer[1:]] -= 1
        table.calendar.append(answer[1:])


def fill_market(table: Table) -> None:
    """Sections 2 and 6: seats + 1 + indicator of each type, as far as the supply goes."""
    wanted = table.players + facts.REFILL_PLUS + table.indicator
    for utility in facts.TYPES:
        number = min(wanted, table.supply[utility])
        if number < wanted:
            table.note("market: the supply runs out")
        table.supply[utility] -= number
        table.market[utility] += number


# The end of a round


def report(table: Table) -> Course:
    """Section 6: in player order each marker moves to the seat's money, up or down."""
    for seat in table.in_order():
        yield from table.move_marker(seat, seat.money)


def restock(table: Table) -> Course:
    """Section 6, 3 to 6: coal, indicators, the market, the construction company."""
    for seat in table.seats:
        lose_coal(table, seat)
    if not table.reformed:
        # The first three cubes go back into the bag; the fourth becomes the first.
        for cube in table.calendar[:-1]:
            table.bag[cube] += 1
        table.calendar = table.calendar[-1:]
        yield from draw_indicators(table)
    else:
        # Section 8: what is left in the market goes back to the supply.
        for utility in facts.TYPES:
            table.supply[utility] += table.market[utility]
            table.market[utility] = 0
    fill_market(table)
    for kind in table.bottom:
        table.gone[kind] += 1
    table.bottom, table.top = table.top, []
    yield from draw_buildings(table)


def lose_coal(table: Table, seat: Seat) -> None:
    """All coal is lost; a seat with a shed keeps up to 5."""
    kept = min(seat.coal, facts.SHED_KEEPS) if "shed" in seat.buildings else 0
    if kept:
        table.note("shed: coal is kept")
    elif seat.coal:
        table.note("coal is lost")
    seat.coal = kept


# The end of the game


def inspection_fees(table: Table, seat: Seat) -> int:
    """Section 7: the fees of each item, added up; section 8: every item counts 2."""
    numbers = {
        "missing_utility": seat.mine.missing_utilities(),
        "refuse": seat.refuse,
        "unfinished_tunnel": seat.mine.unfinished_tunnels(reformed=table.reformed),
        "stored_utility": sum(seat.storage.values()),
        "building": len(seat.buildings),
    }
    total = 0
    for item, number in numbers.items():
        fees = facts.INSPECTION[item]
        if table.reformed:
            fees = facts.INSPECTION["reformed"] if fees > 0 else -facts.INSPECTION["reformed"]
        total += fees * number
    return total


def inspection(table: Table) -> None:
    """Paid in full, so money may end below zero; received if negative."""
    for seat in table.seats:
        fees = inspection_fees(table, seat)
        seat.book("inspection", -fees * seat.fee)
        if fees < 0:
            table.note("inspection: received")
        if seat.money < 0:
            table.note("inspection: money below zero")


def winners(table: Table) -> list[int]:
    """Most money, then most tiles laid; who is still tied shares the win."""
    most = max((seat.money, seat.mine.laid) for seat in table.seats)
    return [seat.number for seat in table.seats if (seat.money, seat.mine.laid) == most]
