"""A position as plain data for a screen.

`describe_table` says what lies on every space, what each building costs now and how much room the
tracks have. It is made from the dict form alone, so a view shows no more than it holds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coalbaron_fast.games.ruhr.facts import (
    AREA_CAPS,
    CITIES,
    CITY_COSTS,
    COUNTRIES,
    DEPOT_COSTS,
    DEPOTS,
    EXPORT_VALUES,
    FEE_RISE_TURN,
    LOCK_EARLY_COST,
    LOCK_EARLY_UNTIL,
    LOCK_LATE_COST,
    OPTIONS,
    PORT_COST_BEYOND,
    PORT_COSTS,
    PROGRESS,
    RETURN_TERRITORY,
    RIVER,
    STORAGE,
    STORAGE_COLOURS,
    TRACK_BOXES,
    TRACK_CHANGES,
    WHITE_COUNT,
    WHITE_PROGRESS,
)

if TYPE_CHECKING:
    from coalbaron_fast.games.ruhr.state import State

__all__ = ["RiverTable", "describe_table"]


@dataclass(frozen=True, slots=True)
class RiverSpace:
    """A space of the river and what lies on it; `owners` have a warehouse in this city."""

    code: str
    colour: str | None
    die: int | None
    thalers: int
    blocked: bool
    owners: list[int]
    barges: list[int]


@dataclass(frozen=True, slots=True)
class RiverMarker:
    """A progress marker of a seat: `state` is `waiting`, `here`, `used`, or `gone` to others."""

    name: str
    state: str


@dataclass(frozen=True, slots=True)
class RiverSeat:
    """A seat's things; `waiting` are the turns in which warehouses come to its pool."""

    seat: int
    thalers: int
    points: int
    pool: int
    waiting: list[int]
    debts: int
    tokens: dict[str, int]
    markers: list[RiverMarker]
    locks: int
    barge: str | None
    option: str | None


@dataclass(frozen=True, slots=True)
class RiverDepot:
    """Warehouses of each seat at a depot, and the price of the next one, if there is room."""

    territory: str
    counts: list[int]
    price: int | None


@dataclass(frozen=True, slots=True)
class RiverTrack:
    """Dice on a transport track, that on the arrow box first, and those that wait to be placed."""

    colour: str
    dice: list[int]
    boxes: int
    returning: list[int]


@dataclass(frozen=True, slots=True)
class RiverOver:
    """The end of a game."""

    scores: list[int]
    winners: list[int]


@dataclass(frozen=True, slots=True)
class RiverTable:
    """All that lies on the table.

    `prices` are those of the next warehouse in each city, at the port, and of a lock. `fees` are
    those of the options in this turn. `order` are the seats of this phase; those from `index` on
    have yet to act.
    """

    players: int
    calm: bool
    phase: str
    stage: int
    shift: int
    start: int
    turn: int | None
    viewer: int | None
    over: RiverOver | None
    order: list[int]
    index: int
    seats: list[RiverSeat]
    spaces: list[RiverSpace]
    depots: list[RiverDepot]
    tracks: list[RiverTrack]
    columns: dict[str, list[int]]
    export: int
    export_value: int
    country: str | None
    countries: dict[str, int]
    markers: dict[str, int]
    bag: int
    water: bool
    duty: bool
    territory: str | None
    prices: dict[str, int | None]
    fees: dict[str, int]
    did: list[str]


def describe_table(state: State) -> RiverTable:
    """Return the table as the position knows it."""
    position = state.to_dict()
    seats = position["seats"]
    scores, winners = state.scores(), state.winners()
    turn = position["turn"]
    owners = {city: [n for n, one in enumerate(seats) if city in one["cities"]] for city in CITIES}
    return RiverTable(
        players=state.players,
        calm=state.calm,
        phase=state.phase,
        stage=position["stage"],
        shift=turn,
        start=position["start"],
        turn=state.turn,
        viewer=state.viewer,
        over=None if scores is None or winners is None else RiverOver(scores, winners),
        order=position["order"],
        index=position["index"],
        seats=[_seat(position, number) for number in range(state.players)],
        spaces=[_space(position, owners, space.code) for space in RIVER],
        depots=[_depot(seats, depot) for depot in DEPOTS],
        tracks=[
            RiverTrack(colour, dice, _boxes(turn), position["returning"][colour])
            for colour, dice in position["tracks"].items()
        ],
        columns=position["columns"],
        export=position["export"],
        export_value=EXPORT_VALUES[position["export"] - 1],
        country=position["country"],
        countries=position["countries"],
        markers=position["markers"],
        bag=position["bag"],
        water=position["water"],
        duty=position["duty"],
        territory=RETURN_TERRITORY.get(turn),
        prices={
            "lock": LOCK_EARLY_COST if turn <= LOCK_EARLY_UNTIL else LOCK_LATE_COST,
            "port": _port_price(position["columns"]),
            **{city: _next(CITY_COSTS[city], len(owners[city])) for city in CITIES},
        },
        fees={option.name: option.fees[turn >= FEE_RISE_TURN] for option in OPTIONS},
        did=position["did"],
    )


def _boxes(turn: int) -> int:
    return TRACK_BOXES[sum(turn >= change for change in TRACK_CHANGES)]


def _next(costs: list[int], built: int) -> int | None:
    return costs[built] if built < len(costs) else None


def _port_price(columns: dict[str, list[int]]) -> int:
    built = sum(len(columns[country]) for country in COUNTRIES)
    return PORT_COSTS[built] if built < len(PORT_COSTS) else PORT_COST_BEYOND


def _space(position: dict[str, Any], owners: dict[str, list[int]], code: str) -> RiverSpace:
    return RiverSpace(
        code=code,
        colour=STORAGE_COLOURS[STORAGE.index(code)] if code in STORAGE else None,
        die=position["dice"].get(code),
        thalers=position["market"].get(code, 0),
        blocked=code in position["obstacles"],
        owners=owners.get(code, []),
        barges=[seat for seat, one in enumerate(position["seats"]) if one["barge"] == code],
    )


def _depot(seats: list[dict[str, Any]], depot: str) -> RiverDepot:
    counts = [fields["depots"][depot] for fields in seats]
    return RiverDepot(depot, counts, _next(DEPOT_COSTS[depot], sum(counts)))


def _seat(position: dict[str, Any], number: int) -> RiverSeat:
    fields = position["seats"][number]
    taken = Counter(marker for one in position["seats"] for marker in one["progress"])
    left = WHITE_COUNT[position["players"]]

    def state_of(marker: str) -> str:
        if marker in fields["progress"]:
            return "used" if marker in fields["used"] else "here"
        return "gone" if marker in WHITE_PROGRESS and taken[marker] >= left else "waiting"

    return RiverSeat(
        seat=number,
        thalers=fields["thalers"],
        points=fields["points"],
        pool=fields["pool"],
        waiting=[int(turn) for turn in fields["waiting"]],
        debts=fields["debts"],
        tokens={area: fields["tokens"][area] for area in AREA_CAPS},
        markers=[RiverMarker(marker, state_of(marker)) for marker in PROGRESS],
        locks=fields["locks"],
        barge=fields["barge"],
        option=fields["option"],
    )
