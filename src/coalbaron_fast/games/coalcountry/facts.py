"""Every fact of the game, read from `components.json`.

Each group of that file says where it comes from: the rule book, or a reconstruction of what was
found nowhere. Who owns the printed game corrects the file; the build makes the sizes and codes
that C is compiled for (core/constants.py).
"""

from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path
from typing import Any, Final, NamedTuple

COMPONENTS: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("components.json").read_text(encoding="utf-8")
)
"""The data file as it stands."""

RECONSTRUCTED: Final = tuple(
    name
    for name, group in COMPONENTS.items()
    if isinstance(group, dict) and group["source"] == "reconstruction"
)
"""The groups of the data file that a printed game may show to be different."""

# -- seats and course

_SEATS: Final[list[int]] = COMPONENTS["players"]["values"]
MIN_PLAYERS: Final = min(_SEATS)
MAX_PLAYERS: Final = max(_SEATS)
ROUNDS: Final[tuple[int, ...]] = tuple(COMPONENTS["rounds"]["values"])
"""How many rounds a game can have, the usual number first."""
REPORT_EVERY: Final[int] = COMPONENTS["rounds"]["report_every"]

PHASES: Final = (
    "chance",
    "place",
    "shop",
    "church",
    "sell",
    "mark",
    "dig",
    "lay",
    "buy",
    "put",
    "build",
    "onto",
    "fill",
    "over",
)
"""What a position can ask for."""

STAGES: Final = (
    "setup",
    "place",
    "village",
    "mining",
    "brokers",
    "permits",
    "market",
    "construction",
    "refuse",
    "report",
    "restock",
    "over",
)
"""The parts of a game; those from the placing to the restocking are those of a round."""

# -- foremen

INFLUENCES: Final[tuple[int, ...]] = tuple(COMPONENTS["foremen"]["influences"])
"""The foremen of a seat, the highest influence first."""
MOST_INFLUENCE: Final = max(INFLUENCES)

# -- utilities, coal and money

UTILITIES: Final = "".join(COMPONENTS["utilities"]["types"])
UTILITY_NAMES: Final[dict[str, str]] = COMPONENTS["utilities"]["types"]
CUBES_EACH: Final[int] = COMPONENTS["utilities"]["cubes_each"]
UTILITY_FEES: Final[int] = COMPONENTS["utility_price"]["fees"]
REFILL_PLUS: Final[int] = COMPONENTS["utility_refill"]["plus"]
START: Final[dict[str, int]] = {
    name: number for name, number in COMPONENTS["start"].items() if isinstance(number, int)
}
"""What a seat begins with."""

MOST_COAL: Final = 99
"""Of one seat: all tiles, all miners and the shed together come to less."""
MOST_SALE: Final = 1_190
"""Dollars of one sale at most: all that coal at the best price."""
MOST_MONEY: Final = MOST_SALE * max(ROUNDS)
MOST_EARNINGS: Final = MOST_MONEY + 10 * max(ROUNDS)
"""A marker steps over those of the other seats, once or twice a round."""
MOST_POINTS: Final = 9_999
"""Of one seat at the end, below zero too; good games end below 700."""

FEE_STEPS: Final[tuple[tuple[int, int], ...]] = tuple(
    (start, dollars) for start, dollars in COMPONENTS["fees"]["steps"]
)
"""From which earnings on a fee is how much."""
FEE_EVERY: Final[int] = COMPONENTS["fees"]["beyond"]["every"]
FEE_ADD: Final[int] = COMPONENTS["fees"]["beyond"]["add"]

_COAL_PRICE: Final = COMPONENTS["coal_price"]
COAL_BASE: Final[int] = _COAL_PRICE["base"]
COAL_STEP: Final[int] = _COAL_PRICE["pieces_per_step"]
COAL_LEAST: Final[int] = _COAL_PRICE["market_minimum"]
COAL_ADJUST: Final[tuple[int, ...]] = tuple(_COAL_PRICE["adjust"].values())
"""By the seller's influence with tavern."""

INDICATORS: Final[dict[str, int]] = COMPONENTS["indicators"]["cubes"]
INDICATOR_VALUES: Final[dict[str, int]] = COMPONENTS["indicators"]["values"]
CALENDAR: Final[int] = COMPONENTS["indicators"]["per_round"]

# -- the mine


class Tile(NamedTuple):
    """A kind of mine tile; `coal` by influence."""

    number: int
    shape: str
    copies: int
    coal: tuple[int, ...]


TILES: Final[dict[str, Tile]] = {
    name: Tile(kind["number"], kind["shape"], kind["copies"], tuple(kind["coal"]))
    for name, kind in COMPONENTS["mine_tiles"]["kinds"].items()
}
STACKS: Final[tuple[int, ...]] = tuple(COMPONENTS["mine_tiles_numbers"]["numbers"])
TILES_IN_ALL: Final[int] = COMPONENTS["mine_tiles_numbers"]["total"]
SHAPES: Final[dict[str, tuple[str, ...]]] = {
    shape: tuple(turns) for shape, turns in COMPONENTS["mine_tiles"]["turns"].items()
}
"""The ways in which a tile of each shape can lie."""
OPENINGS: Final = tuple(openings for turns in SHAPES.values() for openings in turns)
"""Every way in which some tile can lie."""
DIRECTIONS: Final = "NESW"
"""An opening's bit is its place here."""

ENTRANCE: Final = "entrance"
ENTRANCE_CELL: Final[str] = COMPONENTS["entrance"]["cell"]
ENTRANCE_OPENINGS: Final[str] = COMPONENTS["entrance"]["openings"]
ENTRANCE_COAL: Final[tuple[int, ...]] = tuple(COMPONENTS["entrance"]["coal"])
VILLAGE_OPENING: Final = "S"
"""The entrance's way into the village."""

COLUMNS: Final[str] = COMPONENTS["grid"]["columns"]
ROWS: Final[int] = COMPONENTS["grid"]["rows"]


def _reach(column: int, row: int) -> int:
    """Return how many rounds a mine takes at least to grow to a cell."""
    return abs(column - COLUMNS.index(ENTRANCE_CELL[0])) + row - int(ENTRANCE_CELL[1:])


CELLS: Final = tuple(
    f"{letter}{row}"
    for column, letter in enumerate(COLUMNS)
    for row in range(ROWS)
    if _reach(column, row) <= max(ROUNDS)
)
"""The cells that a mine can reach, by column, then row."""


def cell_next_to(cell: str, direction: str) -> str | None:
    """Return the cell in a direction, if a mine can reach it."""
    column, row = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[direction]
    letter = COLUMNS.find(cell[0]) + column
    if not 0 <= letter < len(COLUMNS):
        return None
    other = f"{COLUMNS[letter]}{int(cell[1:]) + row}"
    return other if other in CELLS else None


PERMIT_FEES: Final[int] = COMPONENTS["permit"]["fees"]

# -- buildings


class Building(NamedTuple):
    """A kind of building; `least` is the influence that its space takes, or None: it has none."""

    number: int
    copies: int
    per_seat: bool
    least: int | None


BUILDINGS: Final[dict[str, Building]] = {
    name: Building(kind["number"], kind["copies"], kind["per_seat"], kind.get("least"))
    for name, kind in COMPONENTS["buildings"]["kinds"].items()
}
BUILDING_NAMES: Final[dict[str, str]] = COMPONENTS["buildings"]["names"]
VILLAGE_SPACES: Final[int] = COMPONENTS["buildings"]["village_spaces"]
SHED_KEEPS: Final[int] = COMPONENTS["buildings"]["shed_keeps"]
EXTRA_PLUS: Final[int] = COMPONENTS["buildings"]["school_and_hall_plus"]
EXTRA_MOST: Final[int] = COMPONENTS["buildings"]["school_and_hall_most"]
TAVERN_PLUS: Final[int] = COMPONENTS["buildings"]["tavern_plus"]

MOST_CUBES: Final = MOST_INFLUENCE + TAVERN_PLUS
"""Cubes of one purchase."""
PURCHASES: Final = tuple(
    cubes
    for cubes in product(range(MOST_CUBES + 1), repeat=len(UTILITIES))
    if sum(cubes) <= MOST_CUBES
)
"""How many cubes of each utility a purchase can be, in the order of the codes."""
SWAPS: Final = tuple(permutations(UTILITIES, 2))
"""The cube that is given and the one that is taken."""

_BUILDING_PRICE: Final = COMPONENTS["building_price"]
BOTTOM_ROW: Final[int] = _BUILDING_PRICE["bottom_row"]
BUILDING_LEAST: Final[int] = _BUILDING_PRICE["market_minimum"]
BUILDING_ADJUST: Final[tuple[int, ...]] = tuple(_BUILDING_PRICE["adjust"].values())
"""By the buyer's influence with tavern."""

# -- places

VILLAGE_PLACES: Final = tuple(name for name, kind in BUILDINGS.items() if kind.least is not None)
BOARD_PLACES: Final[dict[str, int]] = {
    name: number for name, number in COMPONENTS["market_spaces"].items() if isinstance(number, int)
}
"""The places of the boards, with the number of foremen of one seat on each."""
HELD_BACK: Final = "-"
PLACES: Final = (*CELLS, *VILLAGE_PLACES, *BOARD_PLACES)
"""Where a foreman can stand, in the order in which places are listed everywhere."""

# -- the inspection, in fees

INSPECTION: Final[dict[str, int]] = {
    name: fees for name, fees in COMPONENTS["inspection"].items() if isinstance(fees, int)
}
"""`reformed` is what every item counts in a reformed industry."""
