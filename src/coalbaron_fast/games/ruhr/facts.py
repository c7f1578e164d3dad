"""Every fact of the game, read from `components.json`.

Each group of that file says where it comes from: the rule book, a public page, or a reconstruction
of what the rule book shows only in pictures. Who owns the printed game corrects the file; the
build makes the sizes and codes that C is compiled for (core/constants.py).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

COMPONENTS: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("components.json").read_text(encoding="utf-8")
)
"""The data file as it is."""

RECONSTRUCTED: Final = tuple(
    name
    for name, group in COMPONENTS.items()
    if isinstance(group, dict) and group["source"] == "reconstruction"
)
"""The groups of the data file that a printed game may show to be different."""


def _by_seats(group: dict[str, Any]) -> dict[int, Any]:
    """Return the entries of a group that are listed by the number of seats."""
    return {int(name): value for name, value in group.items() if name.isdigit()}


# -- seats and course

MIN_PLAYERS: Final[int] = COMPONENTS["seats"]["min"]
MAX_PLAYERS: Final[int] = COMPONENTS["seats"]["max"]

_LENGTH: Final = COMPONENTS["length"]
TURNS: Final[int] = _LENGTH["turns"]
FIRST_LOCK_TURN: Final[int] = _LENGTH["first_lock_turn"]
EXPORT_TURNS: Final[tuple[int, ...]] = tuple(_LENGTH["export_turns"])
MARKER_TURNS: Final[tuple[int, ...]] = tuple(_LENGTH["marker_turns"])
WAGE_SUPPLY_TURNS: Final[tuple[int, ...]] = tuple(_LENGTH["wage_supply_turns"])

PHASES: Final = (
    "chance",
    "event",
    "remove",
    "place",
    "option",
    "carry",
    "supply",
    "start",
    "hauler",
    "trip",
    "buy",
    "over",
)
"""What a position can ask for, in the order of core/types.pxd."""

STAGES: Final = 7
"""The phases of a turn, as the rule book counts them."""

_SUPPLY: Final = COMPONENTS["seat_supply"]
WAREHOUSES: Final[int] = _SUPPLY["warehouses"]
POOL: Final[int] = _SUPPLY["pool"]
WITH_FIRST_LOCK: Final[int] = _SUPPLY["with_first_lock"]
WITH_MARK: Final[int] = _SUPPLY["with_mark"]
TURN_TRACK: Final[tuple[int, ...]] = tuple(_SUPPLY["turn_track"])
DEBT_SPACES: Final[int] = _SUPPLY["debt_spaces"]
THALER_CAP: Final[int] = _SUPPLY["thaler_cap"]
START_THALERS: Final[int] = COMPONENTS["start_thalers"]["thalers"]
MOST_THALERS: Final = 99
MOST_POINTS: Final = 499
"""Of one seat, the points also below zero; no game comes near."""

_EVENTS: Final = COMPONENTS["events"]
PAY_TURNS: Final[tuple[int, ...]] = tuple(_EVENTS["pay"])
WAREHOUSE_TURNS: Final[tuple[int, ...]] = tuple(_EVENTS["warehouse"])
GET_TURNS: Final[tuple[int, ...]] = tuple(_EVENTS["get"])
PIPS_TURNS: Final[tuple[int, ...]] = tuple(_EVENTS["track_pips"])
REMOVE_TURN: Final[int] = _EVENTS["remove_turn"]
REMOVE: Final[dict[int, list[str]]] = _by_seats(_EVENTS["remove"])

# -- the river


class Space(NamedTuple):
    """A space of the river; `trade` is a workshop's."""

    code: str
    type: str
    territory: str | None
    name: str | None
    trade: str | None


RIVER: Final = tuple(
    Space(*(space.get(field) for field in Space._fields)) for space in COMPONENTS["river"]["spaces"]
)
"""From the source end to the Rhine."""


def _codes(*types: str) -> tuple[str, ...]:
    return tuple(space.code for kind in types for space in RIVER if space.type == kind)


STORAGE: Final = _codes("storage")
CITIES: Final = _codes("city")
WORKSHOPS: Final = _codes("industry")
OBSTACLES: Final = _codes("obstacle")
PORT: Final = _codes("port")
SELLING: Final = CITIES + WORKSHOPS + PORT
PLACES: Final = {space.code: index for index, space in enumerate(RIVER)}
"""How far downriver each space lies."""

SPACE_COUNTS: Final[dict[str, int]] = {
    name: count for name, count in COMPONENTS["space_counts"].items() if isinstance(count, int)
}
"""How many spaces there are of each kind; the river must agree."""
TERRITORIES: Final[dict[str, str]] = COMPONENTS["territories"]["names"]
WHITE_TERRITORIES: Final[tuple[str, ...]] = tuple(COMPONENTS["territories"]["white"])
TRADES: Final = ("forge", "hammer", "gun")
STANDARD_TRIP: Final[int] = COMPONENTS["standard_trip"]["spaces"]
ESSEN_CITIES: Final[tuple[str, ...]] = tuple(COMPONENTS["city_groups"]["essen"])
MARK_CITIES: Final[tuple[str, ...]] = tuple(COMPONENTS["city_groups"]["mark"])
SPECIAL_CITIES: Final[tuple[str, ...]] = tuple(COMPONENTS["city_groups"]["special"])

# -- dice

COLOURS: Final = "bw"
COLOUR_NAMES: Final = ("black", "white")
MOST_PIPS: Final = 6
DICE: Final[dict[int, dict[str, int]]] = _by_seats(COMPONENTS["dice_count"])
DICE_VALUES: Final[dict[str, int]] = {
    colour: COMPONENTS["dice_values"][colour] for colour in COLOURS
}
DICE_SPACES: Final[dict[int, dict[str, list[str]]]] = _by_seats(COMPONENTS["dice_spaces"])
STORAGE_COLOURS: Final = "".join(
    "w" if space.territory in WHITE_TERRITORIES else "b"
    for space in RIVER
    if space.type == "storage"
)
"""The colour of the dice that may lie on each storage space."""

TRACK_BOXES: Final[tuple[int, ...]] = tuple(COMPONENTS["transport_track"]["boxes"])
TRACK_CHANGES: Final[tuple[int, ...]] = tuple(COMPONENTS["transport_track"]["changes"])
RETURN_TERRITORY: Final[dict[int, str]] = {
    **_by_seats(COMPONENTS["coat_of_arms_first"]),
    **_by_seats(COMPONENTS["coat_of_arms"]),
}
"""Where black dice come back, by turn."""

# -- chance

COUNTRIES: Final[tuple[str, ...]] = tuple(COMPONENTS["port"]["columns"])
COUNTRY_COUNTS: Final[dict[str, int]] = COMPONENTS["countries"]["count"]
MARKER_COUNTS: Final[dict[str, int]] = COMPONENTS["markers"]["count"]
MARKERS: Final = tuple(MARKER_COUNTS)
STARRED: Final[dict[str, int]] = COMPONENTS["markers"]["starred"]
MARKER_TOTAL: Final[int] = COMPONENTS["marker_count"]["total"]
BAG: Final[int] = COMPONENTS["marker_count"]["bag"]
CALM_OUT: Final[int] = COMPONENTS["marker_count"]["calm_out"]
WATER_MARKERS: Final = {"wa": 0, "wa+": 1, "wa-": -1}
"""The markers of high or low water, and what they do to the dice."""

MARKET_CAP: Final[int] = COMPONENTS["market_cap"]["thalers"]

# -- development and progress

AREA_CAPS: Final[dict[str, int]] = COMPONENTS["development_areas"]["caps"]
AREAS: Final = tuple(AREA_CAPS)
PROGRESS: Final[dict[str, dict[str, int]]] = {
    **COMPONENTS["progress_lock"]["needs"],
    **COMPONENTS["progress_common"]["needs"],
    **COMPONENTS["progress_white"]["needs"],
}
"""Every progress marker with the tokens that it needs, the white ones last."""

WHITE_PROGRESS: Final = tuple(COMPONENTS["progress_white"]["needs"])
WHITE_COUNT: Final[dict[int, int]] = _by_seats(COMPONENTS["white_marker_count"])
_WHITE: Final = COMPONENTS["white_effects"]
HAULER_PIPS: Final[int] = _WHITE["hauler_pips"]
INN_THALERS: Final[int] = _WHITE["inn_thalers"]
INN_POINTS: Final[int] = _WHITE["inn_points"]
AAK_POINTS: Final[int] = _WHITE["aak"]
AAK_AT_PORT: Final[int] = _WHITE["aak_at_port"]
MAYOR_POINTS: Final[int] = _WHITE["mayor"]
RAILWAY_POINTS: Final[int] = _WHITE["railway"]

# -- options


class Option(NamedTuple):
    """A special option; `marker` is the progress marker that it needs."""

    name: str
    fees: tuple[int, ...]
    pilot: bool
    carry: bool
    up: bool
    marker: str | None


OPTIONS: Final = tuple(
    Option(
        name,
        tuple(option["fee"]),
        option.get("pilot", False),
        option.get("carry", False),
        option.get("up", False),
        option.get("marker"),
    )
    for name, option in COMPONENTS["options"]["list"].items()
)
FREE_OPTIONS: Final = tuple(option.name for option in OPTIONS if option.up)
"""Those that the marker `hauling` makes free."""

FEE_RISE_TURN: Final[int] = COMPONENTS["options"]["fee_rise_turn"]
WAGE_THALERS: Final[int] = COMPONENTS["options"]["wage_thalers"]
SUPPLY_PIPS: Final[int] = COMPONENTS["options"]["supply_pips"]
_DEBT: Final = COMPONENTS["debt"]
DEBT_THALERS: Final[int] = _DEBT["thalers"]
REPAY_COST: Final[int] = _DEBT["repay"]
DEBT_POINTS: Final[int] = _DEBT["end_points"]
EARLY_POINTS: Final[int] = _DEBT["early_points"]

# -- market and export

_LOCKS: Final = COMPONENTS["locks"]
LOCK_EARLY_COST: Final[int] = _LOCKS["early_cost"]
LOCK_EARLY_UNTIL: Final[int] = _LOCKS["early_until"]
LOCK_LATE_COST: Final[int] = _LOCKS["late_cost"]
LOCK_POINTS_MARK: Final[int] = _LOCKS["points_mark"]
LOCK_POINTS_OTHER: Final[int] = _LOCKS["points_other"]
TWO_LOCKS_TURNS: Final[tuple[int, ...]] = tuple(COMPONENTS["cheap_locks"]["two_seats_turns"])
"""Two locks for one: at two seats in these turns ..."""
TWO_LOCKS_FIRST: Final[bool] = COMPONENTS["cheap_locks"]["three_seats_first"]
"""... and at three seats with a seat's first lock."""

CITY_COSTS: Final[dict[str, list[int]]] = {
    city: costs
    for group in ("city_costs", "muelheim_costs")
    for city, costs in COMPONENTS[group].items()
    if city in CITIES
}
DEPOTS: Final = tuple(TERRITORIES)
DEPOT_COSTS: Final[dict[str, list[int]]] = {
    depot: COMPONENTS["depot_costs"][depot] for depot in DEPOTS
}
_PORT: Final = COMPONENTS["port"]
PORT_SPACES: Final[int] = _PORT["spaces"]
PORT_COSTS: Final[tuple[int, ...]] = tuple(_PORT["costs"])
PORT_COST_BEYOND: Final[int] = _PORT["cost_beyond"]
POSITION_BONUS: Final[tuple[int, ...]] = tuple(_PORT["position_bonus"])
PORT_PER_SEAT: Final[int] = _PORT["per_seat"]
SHIFT_COST: Final[int] = _PORT["shift_cost"]
WAREHOUSE_POINTS: Final[int] = COMPONENTS["warehouse_points"]["points"]
WAREHOUSE_MARKER_COST: Final[int] = COMPONENTS["warehouse_marker_cost"]["thalers"]
_EXPORT: Final = COMPONENTS["export_track"]
EXPORT_VALUES: Final[tuple[int, ...]] = tuple(_EXPORT["values"])
EXPORT_SMALL_UNTIL: Final[int] = _EXPORT["small_until"]
EXPORT_SMALL_STEP: Final[int] = _EXPORT["small_step"]
EXPORT_BIG_STEP: Final[int] = _EXPORT["big_step"]

# -- the end

_FINAL: Final = COMPONENTS["final"]
ESSEN_POINTS: Final[int] = _FINAL["essen_cities"]
MARK_POINTS: Final[int] = _FINAL["mark_cities"]
ALL_CITIES_POINTS: Final[int] = _FINAL["all_cities"]
ALL_DEPOTS_POINTS: Final[int] = _FINAL["all_depots"]
MAJORITY_POINTS: Final[int] = _FINAL["depot_majority"]
