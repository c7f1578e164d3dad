"""A position as plain data for a screen.

`describe_table` says what lies on the table, what everything costs now, how the price of coal comes
about, and what the inspection would ask. It is made from the dict form alone, so a view shows no
more than it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalcountry.facts import (
    BUILDING_ADJUST,
    CELLS,
    COAL_ADJUST,
    COAL_BASE,
    COAL_STEP,
    INSPECTION,
    UTILITIES,
)
from coalbaron_fast.games.coalcountry.mine import coal_of, connected_cells, open_tunnels
from coalbaron_fast.games.coalcountry.prices import (
    Buyer,
    building_fees,
    buyers_of,
    coal_price,
    cube_fees,
    fee_of,
    incentive_fees,
    indicator_of,
    sellers_of,
    stockpile_of,
)

if TYPE_CHECKING:
    from coalbaron_fast.games.coalcountry.state import State

__all__ = ["CountryTable", "Inspection", "describe_table", "inspection_of", "item_fees"]


@dataclass(frozen=True, slots=True)
class MineTile:
    """An uppermost tile; `coal` is what it gives by influence, as it lies now."""

    cell: str
    kind: str
    openings: str
    utilities: str
    connected: bool
    coal: list[int]


@dataclass(frozen=True, slots=True)
class Tunnel:
    """An unfinished tunnel: the opening of a tile."""

    cell: str
    direction: str


@dataclass(frozen=True, slots=True)
class Foreman:
    """A foreman on a place; `influence` is the printed one, null if the viewer cannot know it."""

    place: str
    influence: int | None


@dataclass(frozen=True, slots=True)
class Inspection:
    """The inspection of a seat, item by item; `fees` and `dollars` are paid, or received below 0.

    Before the end it is what an inspection would ask now.
    """

    missing: int
    refuse: int
    tunnels: int
    storage: int
    buildings: int
    fees: int
    dollars: int


@dataclass(frozen=True, slots=True)
class CountrySeat:
    """A seat's things; `place` is its place in the running order, 0 the first."""

    seat: int
    place: int | None
    money: int
    earnings: int | None
    fee: int
    coal: int
    refuse: int
    storage: dict[str, int]
    buildings: list[str]
    covered: list[str]
    mine: list[MineTile]
    laid: int
    hand: list[int | None]
    held: list[int]
    foremen: list[Foreman]
    hidden: list[int]
    tavern: bool
    lacking: list[str]
    open: list[Tunnel]
    inspection: Inspection


@dataclass(frozen=True, slots=True)
class OnSale:
    """A building on display; `fees` are those before the buyer's adjustment."""

    kind: str
    fees: int


@dataclass(frozen=True, slots=True)
class CoalPrice:
    """How the price of coal comes about: `base` - `steps` + `indicator`, at least 1.

    `steps` is 1 for every full ten of the `stockpile`.
    """

    base: int
    stockpile: int
    steps: int
    indicator: int
    price: int


@dataclass(frozen=True, slots=True)
class MarketFees:
    """What a cube and an incentive cost, in fees."""

    cube: int
    incentive: int


@dataclass(frozen=True, slots=True)
class Sale:
    """The seller who is asked: `price` is the market's with his `adjust`."""

    seat: int
    influence: int
    adjust: int
    price: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """The buyer who is asked: `limit` cubes at `fees` each, or a building with his `adjust`."""

    seat: int
    influence: int
    limit: int
    fees: int
    adjust: int | None = None


@dataclass(frozen=True, slots=True)
class InLine:
    """Who is to act in the running area; two in tandem are one, with both influences."""

    seat: int
    place: str | None
    influence: int | None


@dataclass(frozen=True, slots=True)
class CountryOver:
    """The end of a game."""

    scores: list[int]
    winners: list[int]


@dataclass(frozen=True, slots=True)
class CountryTable:
    """All that lies on the table.

    `queue` is who acts in the running area, the one that is asked first, as far as it is known.
    `sale` and `buyer` say what the seller or buyer who is asked gets or pays.
    """

    players: int
    rounds: int
    reformed: bool
    amok: bool
    round: int
    shift: int
    stage: str
    phase: str
    turn: int | None
    viewer: int | None
    over: CountryOver | None
    order: list[int]
    draw: str | None
    mover: int | None
    left: int | None
    space: int | None
    cell: str | None
    tile: str | None
    puts: list[str]
    building: str | None
    calendar: list[str]
    indicator: int
    bag: dict[str, int]
    supply: dict[str, int]
    market: dict[str, int]
    stacks: dict[str, dict[str, int]]
    faces: dict[str, str | None]
    pile: dict[str, int]
    gone: dict[str, int]
    top: list[OnSale]
    bottom: list[OnSale]
    coal: CoalPrice
    fees: MarketFees
    sale: Sale | None
    buyer: Purchase | None
    queue: list[InLine]
    seats: list[CountrySeat]


_AS_THEY_ARE: Final = (
    "players", "rounds", "reformed", "amok", "round", "stage", "phase", "order", "draw", "mover",
    "left", "space", "cell", "tile", "puts", "building", "calendar", "bag", "supply", "market",
    "stacks", "faces", "pile", "gone",
)  # fmt: skip
"""What a screen is told as the dict has it ..."""

_SEAT_AS_IT_IS: Final = (
    "money", "earnings", "coal", "refuse", "storage", "buildings", "covered", "laid", "hand",
    "held", "hidden", "tavern", "lacking",
)  # fmt: skip
"""... and of a seat."""


def describe_table(state: State) -> CountryTable:
    """Return the table as the position knows it."""
    position = state.to_dict()
    scores, winners = state.scores(), state.winners()
    indicator = indicator_of(position)
    stockpile = stockpile_of(position)
    return CountryTable(
        **{name: position[name] for name in _AS_THEY_ARE},
        shift=position["round"],
        turn=state.turn,
        viewer=state.viewer,
        over=None if scores is None or winners is None else CountryOver(scores, winners),
        indicator=indicator,
        top=_on_sale(position, "top"),
        bottom=_on_sale(position, "bottom"),
        coal=CoalPrice(
            base=COAL_BASE,
            stockpile=stockpile,
            steps=stockpile // COAL_STEP,
            indicator=indicator,
            price=coal_price(position),
        ),
        fees=MarketFees(cube_fees(position), incentive_fees(position)),
        sale=_sale(position),
        buyer=_purchase(position),
        queue=list(_queue(position)),
        seats=[_seat(position, number) for number in range(state.players)],
    )


def _on_sale(position: dict[str, Any], row: str) -> list[OnSale]:
    return [OnSale(kind, building_fees(position, row, kind)) for kind in position[row]]


def _sale(position: dict[str, Any]) -> Sale | None:
    if position["phase"] != "sell":
        return None
    asked = sellers_of(position)[0]
    price = coal_price(position, asked.influence)
    return Sale(asked.seat, asked.influence, COAL_ADJUST[asked.influence], price)


def _purchase(position: dict[str, Any]) -> Purchase | None:
    if position["phase"] == "buy":
        asked = buyers_of(position, "util", "tandem")[0]
        return Purchase(asked.seat, asked.influence, asked.limit, cube_fees(position))
    if position["phase"] == "build":
        asked = buyers_of(position, "build")[0]
        adjust = BUILDING_ADJUST[asked.influence]
        return Purchase(asked.seat, asked.influence, limit=1, fees=0, adjust=adjust)
    return None


# -- who is to act


def _queue(position: dict[str, Any]) -> Iterator[InLine]:
    """Yield who acts in the running area, the one that is asked first."""
    stage = position["stage"]
    if stage == "permits":
        yield from _round_and_round(position)
        return
    buyers: dict[str, list[Buyer]] = {
        "brokers": sellers_of(position),
        "market": buyers_of(position, "util", "tandem"),
        "construction": buyers_of(position, "build"),
    }
    if stage in buyers:
        yield from (InLine(one.seat, one.place, one.influence) for one in buyers[stage])
        return
    places = {"village": ("shop",), "mining": ("church",), "refuse": ("dump", "depot")}
    for number in position["order"]:
        for place, influence in position["seats"][number]["foremen"]:
            if place in places.get(stage, ()):
                yield InLine(number, place, influence)


def _round_and_round(position: dict[str, Any]) -> Iterator[InLine]:
    """Yield the seats in the order in which their foremen take permits, one each at a time."""
    order = position["order"]
    left = [
        sum(place in CELLS for place, _ in position["seats"][number]["foremen"]) for number in order
    ]
    # A seat that took a tile has one foreman fewer and is not asked before the others.
    taking = position["phase"] != "dig"
    acting = position["mover"] if position["active"] is None else position["active"]
    index = order.index(acting) + taking
    while any(left):
        index %= len(order)
        if left[index]:
            left[index] -= 1
            yield InLine(order[index], None, None)
        index += 1


# -- seats


def _seat(position: dict[str, Any], number: int) -> CountrySeat:
    seat = position["seats"][number]
    connected = connected_cells(seat["mine"])
    order = position["order"]
    return CountrySeat(
        **{name: seat[name] for name in _SEAT_AS_IT_IS},
        seat=number,
        place=order.index(number) if number in order else None,
        fee=fee_of(seat["earnings"]),
        mine=[
            MineTile(cell, kind, openings, cubes, cell in connected, coal_of(kind, cubes))
            for cell, (kind, openings, cubes) in seat["mine"].items()
        ],
        foremen=[Foreman(place, influence) for place, influence in seat["foremen"]],
        open=[Tunnel(*one) for one in open_tunnels(seat["mine"], reformed=position["reformed"])],
        inspection=inspection_of(position, number),
    )


def inspection_of(position: dict[str, Any], number: int) -> Inspection:
    """Return what the inspection asks of a seat, as its mine lies now."""
    seat = position["seats"][number]
    reformed = position["reformed"]
    mine = seat["mine"]
    counts = {
        "missing": sum(len(UTILITIES) - len(cubes) for _, _, cubes in mine.values()),
        "refuse": seat["refuse"],
        "tunnels": len(open_tunnels(mine, reformed=reformed)),
        "storage": sum(seat["storage"].values()),
        "buildings": len(seat["buildings"]),
    }
    fees = sum(count * item_fees(name, reformed=reformed) for name, count in counts.items())
    return Inspection(**counts, fees=fees, dollars=fees * fee_of(seat["earnings"]))


_ITEMS: Final = {
    "missing": "missing_utility",
    "refuse": "refuse",
    "tunnels": "unfinished_tunnel",
    "storage": "stored_utility",
    "buildings": "building",
}
"""The items of the inspection, and what the data file calls them."""


def item_fees(name: str, *, reformed: bool) -> int:
    """Return the fees for one of an item; below 0 they are received."""
    fees = INSPECTION[_ITEMS[name]]
    if not reformed:
        return fees
    return INSPECTION["reformed"] if fees > 0 else -INSPECTION["reformed"]
