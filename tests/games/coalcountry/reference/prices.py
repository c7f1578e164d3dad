"""What coal, permits and buildings cost, in dollars or fees."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.table import Foreman, Seat, Table


def coal_price(table: Table, influence: int) -> int:
    """Section 5, area 3: dollars for a piece of coal; the influence is that with tavern."""
    price = facts.COAL_PRICE["base"]
    price -= table.stockpile // facts.COAL_PRICE["pieces_per_step"]
    price += table.indicator
    price = max(price, facts.COAL_PRICE["market_minimum"])
    result: int = price + facts.COAL_PRICE["adjust"][str(influence)]
    return result


def permit_fees(table: Table, seat: Seat, foreman: Foreman, number: int) -> int:
    """Section 5, area 4: the fees for a tile of that stack; section 9: amok."""
    incentives = max(0, number - seat.influence(foreman.influence))
    if foreman.place in seat.lacking:
        incentives = number
    return incentives * (facts.PERMIT_FEES + table.indicator)


def cube_fees(table: Table) -> int:
    """Section 5, area 5: the fees for a cube."""
    return facts.UTILITY_FEES + table.indicator


def building_fees(table: Table, kind: str, row: str, influence: int) -> int:
    """Section 5, area 6: the fees for a building; the influence is that with tavern."""
    fees: int = facts.BUILDINGS[kind]["number"]
    if row == "bottom":
        fees += facts.BUILDING_PRICE["bottom_row"]
    fees = max(fees + table.indicator, facts.BUILDING_PRICE["market_minimum"])
    result: int = max(0, fees + facts.BUILDING_PRICE["adjust"][str(influence)])
    return result
