"""What things cost, worked out from the dict of a position; in fees but for coal."""

from __future__ import annotations

from typing import Any, NamedTuple

from coalbaron_fast.games.coalcountry.facts import (
    BOTTOM_ROW,
    BUILDING_ADJUST,
    BUILDING_LEAST,
    BUILDINGS,
    CALENDAR,
    COAL_ADJUST,
    COAL_BASE,
    COAL_LEAST,
    COAL_STEP,
    EXTRA_MOST,
    EXTRA_PLUS,
    FEE_ADD,
    FEE_EVERY,
    FEE_STEPS,
    HELD_BACK,
    INDICATOR_VALUES,
    PERMIT_FEES,
    TAVERN_PLUS,
    UTILITY_FEES,
)

__all__ = [
    "Buyer",
    "building_fees",
    "buyers_of",
    "coal_price",
    "cube_fees",
    "dollars_of",
    "fee_of",
    "incentive_fees",
    "indicator_of",
    "influence_of",
    "penalty_of",
    "permit_fees",
    "sellers_of",
    "stockpile_of",
    "with_tavern",
]


def fee_of(earnings: int | None) -> int:
    """Return what a fee is for a seat with these reported earnings; None: not on the track."""
    reported = earnings or 0
    fee = max(dollars for start, dollars in FEE_STEPS if start <= reported)
    last = FEE_STEPS[-1][0]
    return fee + (reported - last) // FEE_EVERY * FEE_ADD if reported >= last else fee


def indicator_of(position: dict[str, Any]) -> int:
    """Return the sign of the calendar's sum; 0 while it is not full."""
    calendar = position["calendar"]
    total = sum(INDICATOR_VALUES[cube] for cube in calendar)
    return (total > 0) - (total < 0) if len(calendar) == CALENDAR else 0


def stockpile_of(position: dict[str, Any]) -> int:
    """Return the coal of all seats."""
    return sum(seat["coal"] for seat in position["seats"])


def influence_of(seat: dict[str, Any], printed: int) -> int:
    """Return what a foreman counts: a 0 is a 1 while his owner's tailor is to be seen."""
    return 1 if printed == 0 and "tailor" in seat["buildings"] else printed


def with_tavern(seat: dict[str, Any], printed: int) -> int:
    """Return what a buyer or a seller counts."""
    return influence_of(seat, printed) + (TAVERN_PLUS if seat["tavern"] else 0)


def coal_price(position: dict[str, Any], influence: int | None = None) -> int:
    """Return the dollars for a piece of coal: at the market, or for a seller with tavern."""
    price = COAL_BASE - stockpile_of(position) // COAL_STEP + indicator_of(position)
    market = max(price, COAL_LEAST)
    return market if influence is None else market + COAL_ADJUST[influence]


def incentive_fees(position: dict[str, Any]) -> int:
    """Return the fees for one incentive."""
    return PERMIT_FEES + indicator_of(position)


def permit_fees(position: dict[str, Any], seat: int, cell: str, stack: int) -> int:
    """Return the fees for a tile of a stack, for the seat's foreman on that cell."""
    own = position["seats"][seat]
    printed = next(influence for place, influence in own["foremen"] if place == cell)
    incentives = stack
    if cell not in own["lacking"]:
        incentives = max(0, stack - influence_of(own, printed))
    return incentives * incentive_fees(position)


def cube_fees(position: dict[str, Any]) -> int:
    """Return the fees for a cube."""
    return UTILITY_FEES + indicator_of(position)


def building_fees(
    position: dict[str, Any], row: str, kind: str, influence: int | None = None
) -> int:
    """Return the fees for a building: on display, or for a buyer with tavern."""
    fees = BUILDINGS[kind].number + (BOTTOM_ROW if row == "bottom" else 0)
    fees = max(fees + indicator_of(position), BUILDING_LEAST)
    return fees if influence is None else max(0, fees + BUILDING_ADJUST[influence])


class Buyer(NamedTuple):
    """Who buys or sells in an area; `limit` are the cubes that he may buy, `due` his penalty."""

    seat: int
    place: str
    influence: int
    limit: int
    due: int


def _buyers(position: dict[str, Any], places: tuple[str, ...]) -> list[Buyer]:
    """Return those on some places whose influences are known, in player order."""
    found = []
    for number in position["order"]:
        seat = position["seats"][number]
        for place in places:
            printed = [one for where, one in seat["foremen"] if where == place and one is not None]
            groups = [printed] if place == "tandem" and printed else [[one] for one in printed]
            for group in groups:
                ranks = [with_tavern(seat, one) for one in group]
                due = sum(influence_of(seat, one) for one in group)
                found.append(Buyer(number, place, sum(ranks), max(ranks), due))
    return found


def sellers_of(position: dict[str, Any]) -> list[Buyer]:
    """Return the sellers that are still to sell, in their order: the lowest influence first."""
    return sorted(_buyers(position, ("sell",)), key=lambda one: one.influence)


def buyers_of(position: dict[str, Any], *places: str) -> list[Buyer]:
    """Return the buyers that are still to buy, in their order: the highest influence first."""
    return sorted(_buyers(position, places), key=lambda one: -one.influence)


def dollars_of(position: dict[str, Any], token: str) -> int:
    """Return the dollars that a decision brings itself, below 0 what is paid; without penalties."""
    seat = position["active"]
    verb, _, what = token.partition(":")
    if verb == "sell":
        return int(what) * coal_price(position, sellers_of(position)[0].influence)
    fees = 0
    if verb == "dig" and not what.endswith("-"):
        cell, stack = what.split(":")
        fees = permit_fees(position, seat, cell, int(stack))
    elif verb == "buy":
        fees = sum(map(int, what)) * cube_fees(position)
    elif verb == "build" and what != "-":
        row, kind = what.split(":")
        fees = building_fees(position, row, kind, buyers_of(position, "build")[0].influence)
    return -fees * fee_of(position["seats"][seat]["earnings"]) if fees else 0


def penalty_of(position: dict[str, Any], token: str) -> int:
    """Return the dollars that are due for a foreman who does nothing, or is held back."""
    seat = position["seats"][position["active"]]
    due = 0
    if token.endswith(f">{HELD_BACK}") and token[0].isdigit():
        due = influence_of(seat, int(token[0]))
    elif token == "sell:0":
        due = sellers_of(position)[0].due
    elif token.startswith("dig:") and token.endswith(":-"):
        left = [*position["stacks"].values(), *position["faces"].values()]
        cell = token.split(":")[1]
        printed = next(influence for place, influence in seat["foremen"] if place == cell)
        due = influence_of(seat, printed) if any(left) else 0
    elif token.startswith("buy:") and not any(map(int, token[len("buy:") :])):
        due = buyers_of(position, "util", "tandem")[0].due
    elif token == "put:end":
        printed = next(influence for place, influence in seat["foremen"] if place == "depot")
        influence = influence_of(seat, printed)
        extra = EXTRA_PLUS if "school" in seat["buildings"] else 0
        has_moved = position["left"] < min(influence + extra, EXTRA_MOST)
        due = 0 if has_moved else influence
    return min(due * fee_of(seat["earnings"]), max(0, int(seat["money"])))
