"""The mine of a seat: its map, what is connected, what is unfinished."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from tests.games.coalcountry.reference import facts

STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


@cache
def cell_towards(cell: str, direction: str) -> str | None:
    """The next cell in a direction; None outside the grid, as south of row 0 (section 1)."""
    column = facts.COLUMNS.index(cell[0]) + STEPS[direction][0]
    row = int(cell[1]) + STEPS[direction][1]
    if 0 <= column < len(facts.COLUMNS) and 0 <= row < facts.ROWS:
        return f"{facts.COLUMNS[column]}{row}"
    return None


def cells_next_to(cell: str) -> list[str]:
    """The cells N, E, S and W of a cell."""
    found = [cell_towards(cell, direction) for direction in STEPS]
    return [other for other in found if other is not None]


@dataclass
class Tile:
    """A tile as it lies: its openings after turning it, and the utilities on it."""

    kind: str
    openings: str
    cubes: set[str] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        """Whether all three utilities lie on it."""
        return len(self.cubes) == len(facts.TYPES)

    @property
    def number(self) -> int:
        """The number of a tile that came from a stack."""
        number: int = facts.TILES[self.kind]["number"]
        return number

    def coal(self, influence: int) -> int:
        """Section 5, area 2: the coal for that influence, half of it without all utilities."""
        coal = facts.coal_of(self.kind)[influence]
        return coal if self.is_full else coal // 2


def entrance() -> Tile:
    """Section 1: the entrance always has all three utilities."""
    return Tile(facts.ENTRANCE, facts.ENTRANCE_OPENINGS, set(facts.TYPES))


@dataclass
class Mine:
    """All tiles of a seat by cell; `covered` are those under others."""

    tiles: dict[str, Tile] = field(default_factory=lambda: {facts.ENTRANCE_CELL: entrance()})
    covered: list[Tile] = field(default_factory=list)

    @property
    def laid(self) -> int:
        """How many tiles were laid, covered ones too, without the entrance (section 7)."""
        return len(self.tiles) - 1 + len(self.covered)

    def tiles_next_to(self, cell: str) -> list[str]:
        """The cells next to this one that have a tile."""
        return [other for other in cells_next_to(cell) if other in self.tiles]

    def free_cells(self) -> list[str]:
        """Section 4: free cells next to a tile, which need not be connected."""
        around = {other for cell in self.tiles for other in cells_next_to(cell)}
        return sorted(cell for cell in around if cell not in self.tiles)

    def are_joined(self, cell: str, direction: str) -> bool:
        """Section 1: two tiles next to each other, each with an opening towards the other."""
        other = cell_towards(cell, direction)
        return (
            other in self.tiles
            and direction in self.tiles[cell].openings
            and OPPOSITE[direction] in self.tiles[other].openings
        )

    def connected(self) -> list[str]:
        """Section 1: the cells from which a chain of joined tiles leads to the entrance."""
        reached = {facts.ENTRANCE_CELL}
        grows = True
        while grows:
            further = {
                cell_towards(cell, direction)
                for cell in reached
                for direction in STEPS
                if self.are_joined(cell, direction)
            }
            found = {cell for cell in further if cell is not None}
            grows = not found <= reached
            reached |= found
        return sorted(reached)

    def connected_without(self, utility: str) -> list[str]:
        """The connected tiles that lack this utility."""
        return [cell for cell in self.connected() if utility not in self.tiles[cell].cubes]

    def may_lay(self, cell: str) -> list[str]:
        """Section 5, area 4: the foreman's cell, or a tile next to it, but not the entrance."""
        around = [other for other in self.tiles_next_to(cell) if other != facts.ENTRANCE_CELL]
        return sorted([cell, *around])

    def lay(self, cell: str, kind: str, openings: str) -> int:
        """Lay a tile; the refuse that this gives: the number of the tile that it covers.

        The utilities of a covered tile move up; a tile on a free cell has none.
        """
        under = self.tiles.get(cell)
        self.tiles[cell] = Tile(kind, openings)
        if under is None:
            return 0
        self.tiles[cell].cubes = set(under.cubes)
        under.cubes = set()
        self.covered.append(under)
        return under.number

    def missing_utilities(self) -> int:
        """Section 7: utilities missing on uncovered tiles, connected or not."""
        return sum(len(facts.TYPES) - len(tile.cubes) for tile in self.tiles.values())

    def is_finished(self, cell: str, direction: str, *, reformed: bool) -> bool:
        """Sections 7 and 8: whether an opening ends at a tile, or is the way into the village."""
        if cell == facts.ENTRANCE_CELL and direction == "S":
            return True
        if reformed:
            return self.are_joined(cell, direction)
        return cell_towards(cell, direction) in self.tiles

    def unfinished_tunnels(self, *, reformed: bool) -> int:
        """How many openings are unfinished."""
        return sum(
            not self.is_finished(cell, direction, reformed=reformed)
            for cell, tile in self.tiles.items()
            for direction in tile.openings
        )

    def cubes(self, utility: str) -> int:
        """How many cubes of a type lie in the mine."""
        return sum(utility in tile.cubes for tile in self.tiles.values())
