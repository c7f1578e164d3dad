"""The facts of the game, out of the data file.

The file is read from the tree, not through the package: nothing of the engine is imported.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[4]
FILE = PROJECT / "src" / "coalbaron_fast" / "games" / "coalcountry" / "components.json"
COMPONENTS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))

SEAT_COUNTS: list[int] = COMPONENTS["players"]["values"]
ROUND_COUNTS: list[int] = COMPONENTS["rounds"]["values"]
REPORT_EVERY: int = COMPONENTS["rounds"]["report_every"]

# Foremen and places
INFLUENCES: list[int] = COMPONENTS["foremen"]["influences"]
MOST_INFLUENCE = max(INFLUENCES)
HELD_BACK = "-"
SPACES_OF_A_SEAT: dict[str, int] = {
    name: COMPONENTS["market_spaces"][name]
    for name in ("sell", "util", "tandem", "build", "dump", "depot")
}
"""How many foremen of one seat each place of the boards holds."""

# Utilities
TYPES: list[str] = list(COMPONENTS["utilities"]["types"])
CUBES_EACH: int = COMPONENTS["utilities"]["cubes_each"]
REFILL_PLUS: int = COMPONENTS["utility_refill"]["plus"]
UTILITY_FEES: int = COMPONENTS["utility_price"]["fees"]

# Indicators
INDICATOR_CUBES: dict[str, int] = COMPONENTS["indicators"]["cubes"]
INDICATOR_VALUES: dict[str, int] = COMPONENTS["indicators"]["values"]
CALENDAR: int = COMPONENTS["indicators"]["per_round"]

# Money
FEE_STEPS: list[list[int]] = COMPONENTS["fees"]["steps"]
FEE_BEYOND: dict[str, int] = COMPONENTS["fees"]["beyond"]
COAL_PRICE: dict[str, Any] = COMPONENTS["coal_price"]
PERMIT_FEES: int = COMPONENTS["permit"]["fees"]
BUILDING_PRICE: dict[str, Any] = COMPONENTS["building_price"]
INSPECTION: dict[str, int] = COMPONENTS["inspection"]

# Buildings
BUILDINGS: dict[str, dict[str, Any]] = COMPONENTS["buildings"]["kinds"]
VILLAGE_SPACES: int = COMPONENTS["buildings"]["village_spaces"]
SHED_KEEPS: int = COMPONENTS["buildings"]["shed_keeps"]
EXTRA_PLUS: int = COMPONENTS["buildings"]["school_and_hall_plus"]
EXTRA_MOST: int = COMPONENTS["buildings"]["school_and_hall_most"]
TAVERN_PLUS: int = COMPONENTS["buildings"]["tavern_plus"]
PLAYABLE: dict[str, int] = {
    name: facts["least"] for name, facts in BUILDINGS.items() if facts["playable"]
}
"""The buildings that are placing spaces, with the least printed influence there."""

# Mine tiles
TILES: dict[str, dict[str, Any]] = COMPONENTS["mine_tiles"]["kinds"]
TURNS: dict[str, list[str]] = COMPONENTS["mine_tiles"]["turns"]
NUMBERS: list[int] = COMPONENTS["mine_tiles_numbers"]["numbers"]
TILES_IN_ALL: int = COMPONENTS["mine_tiles_numbers"]["total"]
ENTRANCE = "entrance"
ENTRANCE_CELL: str = COMPONENTS["entrance"]["cell"]
ENTRANCE_OPENINGS: str = COMPONENTS["entrance"]["openings"]
COLUMNS: str = COMPONENTS["grid"]["columns"]
ROWS: int = COMPONENTS["grid"]["rows"]
CELLS: list[str] = [f"{column}{row}" for column in COLUMNS for row in range(ROWS)]

PLACES: list[str] = [*CELLS, *PLAYABLE, *SPACES_OF_A_SEAT, HELD_BACK]
"""Every place of section 4, in the order in which they are listed everywhere."""


def coal_of(kind: str) -> list[int]:
    """The coal of a tile for a foreman with influence 0, 1, 2, 3, 4."""
    coal: list[int] = COMPONENTS["entrance"]["coal"] if kind == ENTRANCE else TILES[kind]["coal"]
    return coal


def turns_of(kind: str) -> list[str]:
    """The ways in which a tile can lie: its openings after turning it."""
    return TURNS[TILES[kind]["shape"]]


def buildings_in_pile(seats: int, *, amok: bool) -> dict[str, int]:
    """Section 2: one of the first four kinds for each seat, both of the others; amok: all."""
    return {
        name: seats if facts["per_seat"] and not amok else facts["copies"]
        for name, facts in BUILDINGS.items()
    }


def stack(number: int) -> dict[str, int]:
    """The tiles of the stack of this number."""
    return {name: facts["copies"] for name, facts in TILES.items() if facts["number"] == number}
