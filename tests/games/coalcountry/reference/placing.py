"""Section 4: the foremen are placed, all in secret; section 9: one at a time, in the open."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.table import Course, Foreman, Question, Seat, Table

SELL = "sell"


def placing(table: Table) -> Course:
    """All seats place; when all are ready, those held back are paid for."""
    for seat in table.seats:
        seat.hand = list(facts.INFLUENCES)
    if table.amok:
        # Section 9: one foreman at a time, in player order, nine times round.
        for _ in facts.INFLUENCES:
            for seat in table.in_order():
                yield from place_one(table, seat)
    else:
        # Section 4: written down seat by seat in player order.
        for seat in table.in_order():
            for _ in facts.INFLUENCES:
                yield from place_one(table, seat)
        tell_places(table)
    for seat in table.seats:
        pay_held_back(table, seat)


def place_one(table: Table, seat: Seat) -> Course:
    """One foreman goes to a place, or is held back."""
    tokens = [
        f"{influence}>{place}"
        for influence in influences_to_place(table, seat)
        for place in places_for(table, seat, influence)
    ]
    answer = yield Question("place", seat.number, tokens)
    printed, place = int(answer[0]), answer[2:]
    seat.hand.remove(printed)
    if place == facts.HELD_BACK:
        seat.held.append(printed)
    else:
        seat.foremen.append(Foreman(place, printed))


def influences_to_place(table: Table, seat: Seat) -> list[int]:
    """Section 11: only the highest influence at hand; section 9: any."""
    different = sorted(set(seat.hand), reverse=True)
    return different if table.amok else different[:1]


def places_for(table: Table, seat: Seat, printed: int) -> list[str]:
    """Section 4: where a foreman with that printed influence may go."""
    if must_sell(table, seat):
        table.note("place: forced to sell")
        return [SELL]
    taken = [foreman.place for foreman in seat.foremen]
    cells = sorted([*seat.mine.connected(), *seat.mine.free_cells()])
    found = [cell for cell in cells if cell not in taken]
    for building, least in facts.PLAYABLE.items():
        if building in seat.buildings and printed >= least and building not in taken:
            found.append(building)
    for space, number in facts.SPACES_OF_A_SEAT.items():
        # Nobody of the seat may be on the other kind of space at the utility market.
        other = {"util": "tandem", "tandem": "util"}.get(space)
        if taken.count(space) < number and other not in taken:
            found.append(space)
    return [*found, facts.HELD_BACK]


def must_sell(table: Table, seat: Seat) -> bool:
    """Section 4: in round 1 the last foreman at hand, if none is on `sell`."""
    return table.round == 1 and len(seat.hand) == 1 and not seat.on(SELL)


def pay_held_back(table: Table, seat: Seat) -> None:
    """Section 4: a penalty of the summed influence, a tailor's 0 counting as 1."""
    total = sum(seat.influence(printed) for printed in seat.held)
    if 0 in seat.held and "tailor" in seat.buildings:
        table.note("tailor: the 0 was held back")
    if seat.held:
        table.note("place: held back")
    table.penalty(seat, total, "held back")
    seat.held = []


def tell_places(table: Table) -> None:
    """Section 4: all places become public at once, with those held back."""
    for seat in table.in_order():
        for place in facts.PLACES:
            for foreman in seat.on(place):
                table.tell_others(seat, f"?>{foreman.place}")
        for printed in sorted(seat.held, reverse=True):
            table.tell_others(seat, f"{printed}>{facts.HELD_BACK}")
