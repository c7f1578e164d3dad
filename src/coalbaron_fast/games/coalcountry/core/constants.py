"""What C is compiled for, from facts.py; and what its code takes for granted of the facts.

What only fills a table (core/tables.pyx) needs no constant and no check.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.constants import numbered, require, start_of

TILE_BITS: Final = 5
CUBE_BITS: Final = 3
OPENING_BITS: Final = 4
"""A tile is one number of 16 bits: its kind, its openings, its cubes."""

COUNT_BITS: Final = 3
"""A number of foremen of one influence."""

BYTE: Final = 255


def constants() -> dict[str, int]:
    """Return the constants of core/constants.pxi."""
    cells, foremen = len(facts.CELLS), len(facts.INFLUENCES)
    return {
        "MAX_SEATS": facts.MAX_PLAYERS,
        "MAX_ROUNDS": max(facts.ROUNDS),
        "FOREMEN": foremen,  # of a seat
        "MOST_INFLUENCE": facts.MOST_INFLUENCE,
        "INFLUENCES": facts.MOST_INFLUENCE + 1,  # different ones, printed
        "WITH_TAVERN": facts.MOST_INFLUENCE + facts.TAVERN_PLUS + 1,  # different ones with tavern
        "UTILITIES": len(facts.UTILITIES),
        "ALL_CUBES": (1 << len(facts.UTILITIES)) - 1,  # of a full tile
        "INDICATORS": len(facts.INDICATORS),
        "CALENDAR": facts.CALENDAR,
        "STACKS": len(facts.STACKS),
        "TILES": len(facts.TILES),  # kinds of mine tiles
        "ENTRANCE": len(facts.TILES),  # the number of the entrance's kind
        "TILES_IN_ALL": facts.TILES_IN_ALL,
        "OPENINGS": len(facts.OPENINGS),  # ways to lie
        "MOST_TURNS": max(map(len, facts.SHAPES.values())),  # of one shape
        "SHAPES": len(facts.SHAPES),
        "CELLS": cells,
        "ENTRANCE_CELL": facts.CELLS.index(facts.ENTRANCE_CELL),
        "DIRECTIONS": len(facts.DIRECTIONS),
        "BUILDINGS": len(facts.BUILDINGS),
        "VILLAGE_SPACES": facts.VILLAGE_SPACES,
        **numbered("B_", facts.BUILDINGS),
        # The first building that is a place, as places follow the same order.
        "FIRST_SPACE": start_of("BUILDINGS", tuple(facts.BUILDINGS), facts.VILLAGE_PLACES),
        "PLACES": len(facts.PLACES),
        **{f"AT_{name.upper()}": facts.PLACES.index(name) for name in facts.PLACES[cells:]},
        "HELD_BACK": len(facts.PLACES),  # the place that is none
        "MOST_COAL": facts.MOST_COAL,
        "MOST_CUBES": facts.MOST_CUBES,  # of one purchase
        "PURCHASES": len(facts.PURCHASES),
        "MOST_SALE": facts.MOST_SALE,
        "MOST_POINTS": facts.MOST_POINTS,
        **numbered("PHASE_", facts.PHASES),
        **numbered("STAGE_", facts.STAGES),
    }


def check_facts() -> None:
    """Raise RuntimeError, with the fact's name, where the core takes another fact for granted."""
    _check_foremen()
    _check_mine()
    _check_village()
    _check_course()
    _check_sums()


def _check_foremen() -> None:
    falling = tuple(sorted(facts.INFLUENCES, reverse=True))
    require(falling == facts.INFLUENCES, "foremen.influences", facts.INFLUENCES, falling)
    most = max(facts.INFLUENCES.count(influence) for influence in facts.INFLUENCES)
    require(most < 1 << COUNT_BITS, "foremen.influences", facts.INFLUENCES, "fewer than 8 of each")
    expected = {"sell": 1, "util": 2, "tandem": 2, "build": 1, "dump": 1, "depot": 1}
    require(expected == facts.BOARD_PLACES, "market_spaces", facts.BOARD_PLACES, expected)
    for name, table in (("coal", facts.COAL_ADJUST), ("building", facts.BUILDING_ADJUST)):
        fits = len(table) == facts.MOST_INFLUENCE + facts.TAVERN_PLUS + 1
        require(fits, f"{name}_price.adjust", table, "one an influence, with tavern too")


def _check_mine() -> None:
    """Tiles are told apart by as many bits as there are; the stacks follow each other."""
    require(len(facts.TILES) + 1 < 1 << TILE_BITS, "mine_tiles.kinds", len(facts.TILES), 30)
    require(facts.STACKS == (1, 2, 3, 4), "mine_tiles_numbers.numbers", facts.STACKS, (1, 2, 3, 4))
    numbers = [tile.number for tile in facts.TILES.values()]
    require(numbers == sorted(numbers), "mine_tiles.kinds", numbers, sorted(numbers))
    for name, tile in facts.TILES.items():
        turns = facts.SHAPES[tile.shape]
        fits = all(len(openings) == tile.number for openings in turns)
        require(fits, f"mine_tiles.turns.{tile.shape}", turns, f"{tile.number} openings each")
        require(len(tile.coal) == facts.MOST_INFLUENCE + 1, f"mine_tiles.{name}", tile.coal, "5")
    fits = facts.VILLAGE_OPENING in facts.ENTRANCE_OPENINGS and facts.ENTRANCE_CELL[1:] == "0"
    require(fits, "entrance", facts.ENTRANCE_OPENINGS, "in the lowest row, with a way south")
    require(len(facts.CELLS) <= 128, "grid", len(facts.CELLS), "128 cells at most")
    # Every tile to one seat, each with the coal of a 1; the best miners, a church, a shed.
    kinds = [*(tile.coal for tile in facts.TILES.values()), facts.ENTRANCE_COAL]
    miners = sum(max(coal[influence] for coal in kinds) for influence in facts.INFLUENCES)
    alone = sum(tile.copies * tile.coal[1] for tile in facts.TILES.values())
    church = max(coal[1] for coal in kinds)
    most = miners + alone + facts.ENTRANCE_COAL[1] + church + facts.SHED_KEEPS
    fits = most <= facts.MOST_COAL and church <= facts.MOST_INFLUENCE
    require(fits, "mine_tiles", most, f"{facts.MOST_COAL} pieces of coal at most")


def _check_village() -> None:
    places = facts.VILLAGE_PLACES
    require(places == ("shop", "doctor", "tavern", "church"), "buildings.kinds", places, "four")
    least = tuple(facts.BUILDINGS[name].least for name in places)
    require(least == (0, 0, 4, 3), "buildings.kinds.least", least, (0, 0, 4, 3))
    require(len(facts.BUILDINGS) == 8, "buildings.kinds", len(facts.BUILDINGS), 8)


def _check_course() -> None:
    require(facts.MIN_PLAYERS == 2, "players.values", facts.MIN_PLAYERS, 2)
    require(dict.fromkeys(facts.START, 0) == facts.START, "start", facts.START, "nothing")
    for rounds in facts.ROUNDS:
        fits = rounds % facts.REPORT_EVERY == 0
        require(fits, "rounds.values", rounds, "a report after the last round")
    values = tuple(facts.INDICATOR_VALUES.values())
    require(values == (1, -1, 0), "indicators.values", values, (1, -1, 0))
    starts = [start for start, _ in facts.FEE_STEPS]
    fits = starts == sorted(starts) and starts[0] == 0 and starts[-1] == facts.FEE_EVERY
    require(fits, "fees.steps", starts, f"rising from 0 to {facts.FEE_EVERY}")
    best = facts.COAL_BASE + 1 + max(facts.COAL_ADJUST)
    fits = best * facts.MOST_COAL <= facts.MOST_SALE
    require(fits, "coal_price", best * facts.MOST_COAL, f"{facts.MOST_SALE} dollars a sale at most")


def _check_sums() -> None:
    """What the file says twice agrees with itself."""
    data = facts.COMPONENTS
    seats = list(range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1))
    require(data["players"]["values"] == seats, "players.values", data["players"], seats)
    base = data["fee_base"]["dollars"]
    require(base == facts.FEE_STEPS[0][1], "fee_base.dollars", base, facts.FEE_STEPS[0][1])
    for name in ("coal", "refuse"):
        require(data[name]["unlimited"] is True, f"{name}.unlimited", data[name], True)
    for name, kind in data["buildings"]["kinds"].items():
        fits = kind["playable"] is ("least" in kind)
        require(fits, f"buildings.kinds.{name}.playable", kind["playable"], "least" in kind)
    reach = max(facts.ROUNDS)
    require(reach + 1 == facts.ROWS, "grid.rows", facts.ROWS, reach + 1)
    require(len(facts.COLUMNS) == 2 * reach + 1, "grid.columns", facts.COLUMNS, 2 * reach + 1)
    total = sum(tile.copies for tile in facts.TILES.values())
    require(total == facts.TILES_IN_ALL, "mine_tiles_numbers.total", facts.TILES_IN_ALL, total)
    require(facts.CUBES_EACH <= BYTE, "utilities.cubes_each", facts.CUBES_EACH, BYTE)
