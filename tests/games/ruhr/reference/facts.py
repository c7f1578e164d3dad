"""The facts of the game, typed from the rules a second time.

Nothing here is imported from the engine: a slip in one of the two lists shows up as a
disagreement instead of being shared.
"""

from __future__ import annotations

from functools import cache

LAST_TURN = 12
EXPORT_TURNS = range(4, 12)
COUNTRY_TURNS = range(4, 12)
MARKER_TURNS = range(1, 12)
WAGE_SUPPLY_TURNS = range(1, 12)

# The river, from the source end to the Rhine.
RIVER = [
    "s1", "c1", "l1", "s2", "l2", "i1", "i2", "s3", "s4", "l3", "c2", "s5",
    "i3", "s6", "l4", "c3", "i4", "l5",
    "s7", "l6", "i5", "s8", "c4", "l7", "i6", "s9", "l8",
    "s10", "l9", "i7", "s11", "l10", "c5", "i8", "s12", "l11", "c6", "i9", "l12",
    "s13", "i10", "s14", "s15", "l13", "c7", "i11", "l14", "i12", "port",
]  # fmt: skip
TERRITORY_SPACES = {
    "m": RIVER[: RIVER.index("s7")],
    "e": RIVER[RIVER.index("s7") : RIVER.index("s10")],
    "w": RIVER[RIVER.index("s10") : RIVER.index("s13")],
    "b": RIVER[RIVER.index("s13") : RIVER.index("port")],
}
TRADES = {
    "hammer": ["i1", "i7", "i9", "i11"],
    "gun": ["i2", "i6", "i8", "i12"],
    "forge": ["i3", "i4", "i5", "i10"],
}
PLACE = {space: number for number, space in enumerate(RIVER)}
STORAGE = [space for space in RIVER if space[0] == "s"]
CITIES = [space for space in RIVER if space[0] == "c"]
WORKSHOPS = [space for space in RIVER if space[0] == "i"]
OBSTACLES = [space for space in RIVER if space[0] == "l"]
SELLING = [space for space in RIVER if space[0] in "cip"]
ESSEN_CITIES = ["c4", "c5", "c6"]
MARK_CITIES = ["c1", "c2", "c3"]
SPECIAL_CITY = "c7"

COLOURS = "bw"
SPACES_OF_COLOUR = {
    "b": [space for space in STORAGE if space not in TERRITORY_SPACES["m"]],
    "w": [space for space in STORAGE if space in TERRITORY_SPACES["m"]],
}
START_VALUE = {"b": 3, "w": 4}
EMPTY_AT_START = {2: ["s3", "s6", "s9", "s12", "s14"], 3: ["s3", "s9", "s14"], 4: ["s9"]}
LEAST_PIPS, MOST_PIPS = 1, 6
STANDARD_REACH = 2

# Where black dice come back; turn 12 needs no place.
RETURN_TERRITORY = {
    1: "w", 2: "e", 3: "w", 4: "b", 5: "e", 6: "w", 7: "b", 8: "e", 9: "w", 10: "b", 11: "e",
}  # fmt: skip
SIDEWAYS_TURNS = (4, 8)

MARKERS = {
    "im": 1, "ie": 1, "iw": 1, "ib": 1,
    "fo": 2, "ha": 2, "gu": 2,
    "cm": 1, "ce": 1, "cw": 1, "cb": 1,
    "wa": 4, "wa+": 1, "wa-": 1,
}  # fmt: skip
MARKERS_CALM = {**MARKERS, "wa": 2}
TRADE_OF_MARKER = {"fo": "forge", "ha": "hammer", "gu": "gun"}
DUTY_BAG = 1
SPACE_THALERS = 2

COUNTRIES = {"rh": 3, "nl": 3, "be": 2}
COLUMNS = ["be", "nl", "rh"]
COLUMN_ROOM = 3
POSITION_BONUS = [1, 0, -1]
PORT_PER_SEAT = 2
EXPORT_VALUES = [1, 1, 1, 1, 2, 2, 2, 2]
SMALL_DIE = 3

CITY_COSTS = {**{city: [3, 4, 5] for city in CITIES}, "c7": [2, 2, 2]}
DEPOTS = "mewb"
DEPOT_COSTS = [2, 2, 3, 3]
WAREHOUSE_POINTS = 2
WHITE_WAREHOUSE_COST = 2
SHIFT_COST = 2
FIRST_LOCK_TURN = 2

POOL = 1
LOCK_WAREHOUSES = 2
MARK_WAREHOUSES = 2
WAREHOUSE_TURNS = [6, 7, 9, 10, 11]
WAREHOUSES = POOL + LOCK_WAREHOUSES + MARK_WAREHOUSES + len(WAREHOUSE_TURNS)
DEBT_SPACES = 4
DEBT_THALERS = 2
REPAY_COST = 3
THALER_CAP = 10

AREAS = {"bi": 3, "bc": 3, "wi": 2, "wc": 2, "r": 2}
COMMON_MARKERS = {
    "lock": {"bi": 1, "bc": 1},
    "depot": {"bi": 2},
    "essen": {"bc": 2},
    "wage": {"bi": 2, "bc": 1},
    "supply": {"bi": 1, "bc": 2},
    "mark": {"bi": 2, "bc": 2},
    "port": {"bc": 1, "r": 1},
    "markcity": {"wi": 1, "wc": 1},
}
WHITE_MARKERS = {
    "hauler": {"bi": 3},
    "warehouse": {"bc": 3},
    "hauling": {"bi": 1, "r": 1},
    "inn": {"wi": 2},
    "mayor": {"wc": 2},
    "railway": {"bc": 2, "wc": 1, "r": 1},
    "aak": {"r": 2},
}
NEEDS = {**COMMON_MARKERS, **WHITE_MARKERS}
ONCE_A_GAME = ["hauler", "warehouse", "hauling", "inn"]

# Fees in turns 1-6 and from turn 7 on.
FEES = {
    "plain": (0, 0),
    "pilot": (0, 0),
    "transport": (0, 0),
    "wage": (0, 0),
    "supply": (0, 0),
    "haul": (1, 2),
    "tp": (1, 2),
    "hp": (2, 3),
    "ht": (2, 3),
}
FEE_RISE_TURN = 7
WITH_PILOT = ["pilot", "tp", "hp"]
WITH_CARRY = ["transport", "tp", "ht"]
HAULING = ["haul", "hp", "ht"]
OPTION_TOKENS = [*FEES, *(f"{option}*" for option in HAULING)]
WAGE_THALERS = 2
SUPPLY_PIPS = 2
HAULER_PIPS = 3
INN_THALERS = 3
INN_POINTS = 2
POINTS_LOST = 2
"""For a warehouse taken early, and in hardship."""


def boxes(turn: int) -> int:
    """How many boxes the transport track has for each colour."""
    return 4 if turn <= 3 else 3 if turn <= 7 else 2


def white_markers(players: int) -> int:
    """How many there are of each white marker."""
    return players - 1


def bag_at_start(*, calm: bool) -> int:
    """How many markers are in the bag: what does not lie on the obstacles."""
    kinds = MARKERS_CALM if calm else MARKERS
    return sum(kinds.values()) - len(OBSTACLES)


def removed_dice(players: int) -> str:
    """The colours of the dice that leave the game in turn 11, in their sequence."""
    return {2: "b", 3: "bw", 4: "bbw"}[players]


def lock_cost(turn: int) -> int:
    """What a lock costs."""
    return 2 if turn <= 4 else 3


def lock_points(lock: str) -> int:
    """What a lock brings."""
    return 3 if lock in TERRITORY_SPACES["m"] else 2


def port_cost(standing: int) -> int:
    """What a warehouse at the port costs when so many stand there."""
    return 3 if standing == 0 else 4 if standing <= 2 else 5


def fee(option: str, turn: int) -> int:
    """What an option costs; a star takes the fee away."""
    if option.endswith("*"):
        return 0
    return FEES[option][turn >= FEE_RISE_TURN]


@cache
def colour_of(storage: str) -> str:
    """The colour of the dice that may lie on a storage space."""
    return "w" if storage in TERRITORY_SPACES["m"] else "b"


@cache
def selling_downriver(space: str) -> list[str]:
    """Every selling space downriver."""
    return [target for target in SELLING if PLACE[target] > PLACE[space]]


@cache
def standard_target(storage: str) -> str | None:
    """Where a trip without a pilot ends, if anywhere."""
    near = [
        target
        for target in selling_downriver(storage)
        if PLACE[target] - PLACE[storage] <= STANDARD_REACH
    ]
    return near[0] if near else None


def spaces_with_demand(marker: str) -> list[str]:
    """The spaces on which a demand marker puts a Thaler; none for water."""
    if marker in TRADE_OF_MARKER:
        return TRADES[TRADE_OF_MARKER[marker]]
    if marker.startswith("wa"):
        return []
    spaces = WORKSHOPS if marker[0] == "i" else CITIES
    return [space for space in spaces if space in TERRITORY_SPACES[marker[1]]]
