"""The map of a mine, read from the dict of a position: what is connected, what is unfinished."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from coalbaron_fast.games.coalcountry.facts import (
    CELLS,
    DIRECTIONS,
    ENTRANCE,
    ENTRANCE_CELL,
    ENTRANCE_COAL,
    TILES,
    UTILITIES,
    VILLAGE_OPENING,
    cell_next_to,
)

__all__ = ["NEXT_TO", "Mine", "coal_of", "connected_cells", "open_tunnels"]

Mine = Mapping[str, list[str]]
"""Tiles by cell: kind, openings, utilities."""

NEXT_TO: Final = {
    cell: {direction: cell_next_to(cell, direction) for direction in DIRECTIONS} for cell in CELLS
}
"""The cells next to each cell, by direction; None where no mine can reach."""

_OPPOSITE: Final = dict(zip("NESW", "SWNE", strict=True))


def is_joined(mine: Mine, cell: str, direction: str) -> bool:
    """Whether two tiles next to each other both open towards the other."""
    other = NEXT_TO[cell][direction]
    if other is None or other not in mine:
        return False
    return direction in mine[cell][1] and _OPPOSITE[direction] in mine[other][1]


def connected_cells(mine: Mine) -> set[str]:
    """Return the cells from which a chain of joined tiles leads to the entrance."""
    reached = {ENTRANCE_CELL}
    waiting = [ENTRANCE_CELL]
    while waiting:
        cell = waiting.pop()
        for direction, other in NEXT_TO[cell].items():
            if other is not None and other not in reached and is_joined(mine, cell, direction):
                reached.add(other)
                waiting.append(other)
    return reached


def open_tunnels(mine: Mine, *, reformed: bool) -> list[tuple[str, str]]:
    """Return the unfinished tunnels, each as its cell and its direction."""

    def is_finished(cell: str, direction: str) -> bool:
        if (cell, direction) == (ENTRANCE_CELL, VILLAGE_OPENING):
            return True
        return is_joined(mine, cell, direction) if reformed else NEXT_TO[cell][direction] in mine

    return [
        (cell, direction)
        for cell, (_, openings, _) in mine.items()
        for direction in openings
        if not is_finished(cell, direction)
    ]


def coal_of(kind: str, utilities: str) -> list[int]:
    """Return the coal by influence of a tile with these utilities: half without all of them."""
    coal = ENTRANCE_COAL if kind == ENTRANCE else TILES[kind].coal
    return [one if len(utilities) == len(UTILITIES) else one // 2 for one in coal]
