"""Section 5, area 5: the utility market."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.prices import cube_fees
from tests.games.coalcountry.reference.table import Course, Foreman, Question, Seat, Table


@dataclass
class Buyer:
    """A single foreman, or two on `tandem`."""

    seat: Seat
    foremen: list[Foreman]

    @property
    def rank(self) -> int:
        """For the order: the influences with tavern, added up."""
        return sum(self.seat.influence_with_tavern(each.influence) for each in self.foremen)

    @property
    def limit(self) -> int:
        """How many cubes he may buy: the higher influence with tavern."""
        return max(self.seat.influence_with_tavern(each.influence) for each in self.foremen)

    @property
    def due(self) -> int:
        """The penalty for buying none: the influences without tavern, added up."""
        return sum(self.seat.influence(each.influence) for each in self.foremen)


def utility_market(table: Table) -> Course:
    """Highest first; ties in player order, two singles of one seat one after the other."""
    table.turn_over(["util", "tandem"])
    buyers = []
    for seat in table.in_order():
        buyers += [Buyer(seat, [foreman]) for foreman in seat.on("util")]
        if seat.on("tandem"):
            table.note("tandem: " + ("a pair" if len(seat.on("tandem")) == 2 else "alone"))
            buyers.append(Buyer(seat, seat.on("tandem")))
    buyers.sort(key=lambda buyer: -buyer.rank)
    for buyer in buyers:
        if buyer.limit == 0:
            table.note("buy: limit 0")
        elif not any(table.market.values()):
            table.note("buy: the market is empty")
        else:
            yield from buy(table, buyer)
            continue
        buyer.seat.go_home(*buyer.foremen)


def buy(table: Table, buyer: Buyer) -> Course:
    """What the market has, up to his limit and the seat's money, in any mixture."""
    seat = buyer.seat
    tokens = [
        "buy:" + "".join(str(number) for number in numbers)
        for numbers in product(range(buyer.limit + 1), repeat=len(facts.TYPES))
        if sum(numbers) <= buyer.limit
        and all(
            number <= table.market[utility]
            for utility, number in zip(facts.TYPES, numbers, strict=True)
        )
        and seat.can_pay(sum(numbers) * cube_fees(table))
    ]
    answer = yield Question("buy", seat.number, tokens)
    seat.go_home(*buyer.foremen)
    bought = dict(zip(facts.TYPES, map(int, answer.partition(":")[2]), strict=True))
    total = sum(bought.values())
    if total == 0:
        table.note("buy: none")
        table.penalty(seat, buyer.due, "bought none")
        return
    if total > facts.MOST_INFLUENCE:
        table.note("tavern: five cubes")
    seat.buy("utilities", total * cube_fees(table))
    for utility, number in bought.items():
        table.market[utility] -= number
        seat.storage[utility] += number
    puts = [utility for utility, number in bought.items() if number]
    while puts:
        yield from put(seat, puts)
        puts = puts[1:]


def put(seat: Seat, puts: list[str]) -> Course:
    """One of the cubes just bought may go onto a connected tile without that utility."""
    utility = puts[0]
    cells = seat.mine.connected_without(utility)
    tokens = [*(f"put:{utility}:{cell}" for cell in cells), f"put:{utility}:-"]
    answer = yield Question("put", seat.number, tokens, details={"puts": list(puts)})
    cell = answer.split(":")[2]
    if cell != "-":
        seat.storage[utility] -= 1
        seat.mine.tiles[cell].cubes.add(utility)
