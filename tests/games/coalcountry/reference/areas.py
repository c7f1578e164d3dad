"""Section 5: the seven areas. Each function is one area; it begins when its foremen turn over."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.market import utility_market
from tests.games.coalcountry.reference.permits import permits
from tests.games.coalcountry.reference.prices import building_fees, coal_price
from tests.games.coalcountry.reference.table import Course, Foreman, Question, Seat, Table

# Area 1: village


def village(table: Table) -> Course:
    """The foremen in the own villages; only the shop's has something to do."""
    table.turn_over(list(facts.PLAYABLE))
    for seat in table.in_order():
        for foreman in seat.on("tavern"):
            # From here on "with tavern" means 1 more.
            seat.tavern = True
            table.note("tavern: used")
            seat.go_home(foreman)
        for foreman in seat.on("doctor"):
            table.note(f"doctor: a {foreman.influence} rests")
            seat.go_home(foreman)
    for seat in table.in_order():
        for foreman in seat.on("shop"):
            yield from shop(table, seat, seat.influence(foreman.influence))
            seat.go_home(foreman)


def possible_swaps(table: Table, seat: Seat) -> list[str]:
    """One stored cube for one of another type out of the supply."""
    return [
        f"swap:{given}{taken}"
        for given in facts.TYPES
        for taken in facts.TYPES
        if given != taken and seat.storage[given] > 0 and table.supply[taken] > 0
    ]


def shop(table: Table, seat: Seat, left: int) -> Course:
    """Swap up to his influence of cubes; no penalty if he swaps none."""
    if left and not possible_swaps(table, seat):
        table.note("shop: nothing to swap")
    while left and possible_swaps(table, seat):
        tokens = [*possible_swaps(table, seat), "swap:end"]
        answer = yield Question("shop", seat.number, tokens, details={"left": left})
        if answer == "swap:end":
            table.note("shop: ended early")
            return
        given, taken = answer[-2], answer[-1]
        # The cube given goes into the supply at once.
        seat.storage[given] -= 1
        table.supply[given] += 1
        table.supply[taken] -= 1
        seat.storage[taken] += 1
        left -= 1


# Area 2: mining


def mining(table: Table) -> Course:
    """Tiles produce, foremen mine; then the churches."""
    for seat in table.in_order():
        table.turn_over_of(seat, sorted(seat.mine.tiles))
    for seat in table.seats:
        # Section 8: in a reformed industry tiles produce nothing by themselves.
        if not table.reformed:
            for cell in seat.mine.connected():
                tile = seat.mine.tiles[cell]
                if tile.is_full:
                    seat.coal += tile.coal(1)
        for foreman in miners(seat):
            mine_coal(table, seat, foreman)
    for seat in table.in_order():
        for foreman in seat.on("church"):
            yield from church(table, seat)
            seat.go_home(foreman)
    for seat in table.seats:
        seat.go_home(*miners(seat))


def miners(seat: Seat) -> list[Foreman]:
    """The seat's foremen on tiles."""
    return [foreman for foreman in seat.foremen if foreman.place in seat.mine.tiles]


def mine_coal(table: Table, seat: Seat, foreman: Foreman) -> None:
    """Coal of his influence, half without all utilities, and 1 refuse in any case."""
    tile = seat.mine.tiles[foreman.place]
    influence = seat.influence(foreman.influence)
    coal = tile.coal(influence)
    seat.coal += coal
    seat.refuse += 1
    if influence > foreman.influence:
        table.note("tailor: the 0 mines as a 1")
    if not coal:
        table.note("mining: no coal, but refuse")
    if not tile.is_full and facts.coal_of(tile.kind)[influence] % 2:
        table.note("mining: an odd number is halved")


def church(table: Table, seat: Seat) -> Course:
    """One tile with a miner in this round gives the coal of a 1 once more, without refuse."""
    cells = sorted(foreman.place for foreman in miners(seat))
    if not cells:
        table.note("church: no miner")
        return
    answer = yield Question("church", seat.number, [*(f"church:{c}" for c in cells), "church:-"])
    cell = answer.partition(":")[2]
    if cell != "-":
        table.note("church: " + ("full" if seat.mine.tiles[cell].is_full else "halved"))
        seat.coal += seat.mine.tiles[cell].coal(1)


# Area 3: coal brokers


def coal_brokers(table: Table) -> Course:
    """Lowest influence with tavern first; ties in player order."""
    table.turn_over(["sell"])
    sellers = [(seat, foreman) for seat in table.in_order() for foreman in seat.on("sell")]
    sellers.sort(key=lambda seller: seller[0].influence_with_tavern(seller[1].influence))
    for seat, foreman in sellers:
        yield from sell(table, seat, foreman)
    if table.round == 1:
        place_first_markers(table)


def sell(table: Table, seat: Seat, foreman: Foreman) -> Course:
    """Sell any number at the price of this moment; the marker moves up by the money."""
    influence = seat.influence_with_tavern(foreman.influence)
    price = coal_price(table, influence)
    if price > coal_price(table, seat.influence(foreman.influence)):
        table.note("tavern: a better price of coal")
    if price == 0:
        table.note("sell: passed over at price 0")
        seat.go_home(foreman)
        return
    # In round 1 it must sell at least 1 if it has any.
    least = 1 if table.round == 1 and seat.coal else 0
    tokens = [f"sell:{pieces}" for pieces in range(least, seat.coal + 1)]
    answer = yield Question("sell", seat.number, tokens)
    seat.go_home(foreman)
    pieces = int(answer.partition(":")[2])
    if pieces == 0:
        table.note("sell: none, with coal" if seat.coal else "sell: none, without coal")
        table.penalty(seat, seat.influence(foreman.influence), "sold none")
        return
    seat.coal -= pieces
    seat.book("coal", pieces * price)
    yield from table.move_marker(seat, (seat.earnings or 0) + pieces * price)


def place_first_markers(table: Table) -> None:
    """Round 1: who sold none goes on the lowest free space, in the first player order."""
    for number in table.first_order:
        seat = table.seats[number]
        if seat.earnings is None:
            table.note("sell: none in round 1")
            taken = [other.earnings for other in table.seats]
            space = 0
            while space in taken:
                space += 1
            seat.earnings = space


# Area 6: construction company


def construction(table: Table) -> Course:
    """Highest influence with tavern first; ties in player order."""
    table.turn_over(["build"])
    buyers = [(seat, foreman) for seat in table.in_order() for foreman in seat.on("build")]
    buyers.sort(key=lambda buyer: -buyer[0].influence_with_tavern(buyer[1].influence))
    for seat, foreman in buyers:
        if table.top or table.bottom:
            yield from build(table, seat, foreman)
        else:
            table.note("build: both rows are empty")
            seat.go_home(foreman)
    for seat in table.seats:
        # Nothing after this area asks for the influence with tavern.
        seat.tavern = False


def build(table: Table, seat: Seat, foreman: Foreman) -> Course:
    """One building that can be paid, or none without a penalty."""
    influence = seat.influence_with_tavern(foreman.influence)
    rows = {"top": table.top, "bottom": table.bottom}
    fees = {
        f"build:{row}:{kind}": building_fees(table, kind, row, influence)
        for row, kinds in rows.items()
        for kind in facts.BUILDINGS
        if kind in kinds
    }
    tokens = [token for token, price in fees.items() if seat.can_pay(price)]
    answer = yield Question("build", seat.number, [*tokens, "build:-"])
    seat.go_home(foreman)
    if answer == "build:-":
        return
    _, row, kind = answer.split(":")
    if not fees[answer]:
        table.note("build: for nothing")
    if fees[answer] < building_fees(table, kind, row, seat.influence(foreman.influence)):
        table.note("tavern: a lower price of a building")
    seat.buy("buildings", fees[answer])
    rows[row].remove(kind)
    if kind in [*seat.buildings, *seat.covered]:
        # Nobody may own two of a kind, built-over ones included: it leaves the game.
        table.note("build: a second one " + ("covered" if kind in seat.covered else "to be seen"))
        table.gone[kind] += 1
        return
    yield from onto(seat, kind)


def onto(seat: Seat, kind: str) -> Course:
    """A vacant space, or on top of a building of one's own, which gives its number in refuse."""
    tokens = [f"onto:{other}" for other in facts.BUILDINGS if other in seat.buildings]
    if len(seat.buildings) < facts.VILLAGE_SPACES:
        tokens.append("onto:-")
    answer = yield Question("onto", seat.number, tokens, details={"building": kind})
    under = answer.partition(":")[2]
    if under != "-":
        seat.refuse += facts.BUILDINGS[under]["number"]
        seat.buildings.remove(under)
        seat.covered.append(under)
    seat.buildings.append(kind)


# Area 7: refuse pile and utility storage


def refuse_and_storage(table: Table) -> Course:
    """Seat by seat in player order, the dump before the depot."""
    table.turn_over(["dump", "depot"])
    for seat in table.in_order():
        for foreman in seat.on("dump"):
            dump(table, seat, foreman)
            seat.go_home(foreman)
        for foreman in seat.on("depot"):
            yield from depot(table, seat, foreman)
            seat.go_home(foreman)


def limit_with(seat: Seat, building: str, printed: int) -> int:
    """The influence; with that building to be seen 1 more, at most 4."""
    influence = seat.influence(printed)
    if building in seat.buildings:
        return min(influence + facts.EXTRA_PLUS, facts.EXTRA_MOST)
    return influence


def dump(table: Table, seat: Seat, foreman: Foreman) -> None:
    """As much refuse as he can return, without being asked."""
    limit = limit_with(seat, "hall", foreman.influence)
    returned = min(seat.refuse, limit)
    if returned > seat.influence(foreman.influence):
        table.note("hall: 1 more")
    seat.refuse -= returned
    if returned == 0:
        table.note("dump: nothing" + ("" if limit else ", limit 0"))
        table.penalty(seat, seat.influence(foreman.influence), "nothing to dump")


def depot(table: Table, seat: Seat, foreman: Foreman) -> Course:
    """Stored cubes, one at a time, onto connected tiles that lack that type."""
    limit = left = limit_with(seat, "school", foreman.influence)
    while left and possible_moves(seat):
        tokens = [*possible_moves(seat), "put:end"]
        answer = yield Question("fill", seat.number, tokens, details={"left": left})
        if answer == "put:end":
            table.note("depot: ended early")
            break
        _, utility, cell = answer.split(":")
        seat.storage[utility] -= 1
        seat.mine.tiles[cell].cubes.add(utility)
        left -= 1
    if limit - left > seat.influence(foreman.influence):
        table.note("school: 1 more")
    if left == limit:
        # Also when there was nothing to move.
        table.note("depot: nothing" + ("" if limit else ", limit 0"))
        table.penalty(seat, seat.influence(foreman.influence), "nothing moved")


def possible_moves(seat: Seat) -> list[str]:
    """Which stored cube may go where."""
    return [
        f"put:{utility}:{cell}"
        for utility in facts.TYPES
        if seat.storage[utility]
        for cell in seat.mine.connected_without(utility)
    ]


AREAS = {
    "village": village,
    "mining": mining,
    "brokers": coal_brokers,
    "permits": permits,
    "market": utility_market,
    "construction": construction,
    "refuse": refuse_and_storage,
}
"""The areas in their order."""
