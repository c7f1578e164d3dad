"""From the numbers of an observation back to the view.

It reads the fields by their names and does not know how they are written.
"""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.games.coalbaron.facts import (
    COLOURS,
    DRAWS,
    FACTORY_LOOK,
    FACTORY_SPACES,
    FLAGS,
    LEVELS,
    LOCKED,
    ORDER_LOOK,
    ORDER_SPACES,
    ORDERS,
    PHASES,
    SIDES,
    SIGNS,
    SPACES,
    TILES,
    VEHICLES,
)
from coalbaron_fast.games.coalbaron.notation.position import FREE_SPOT, PAIR_FILLS
from coalbaron_fast.games.text.shape import UNKNOWN

TILE_NAMES: Final = tuple(tile.name for tile in TILES)
ORDER_NAMES: Final = tuple(order.name for order in ORDERS)
LOOKS: Final = {FACTORY_LOOK: TILE_NAMES, ORDER_LOOK: ORDER_NAMES}
UNKNOWN_RETURNED: Final = 64
ITEM_COLUMNS: Final = {"tile": 6, "order": 8}
NOTHING, KNOWN, OF_SET, SEEN = SIGNS
SIGNS_OF_OTHERS: Final = (NOTHING, OF_SET, KNOWN)

Numbers = dict[str, Any]
"""The fields of an observation by name, as nested lists of whole numbers."""


def which(flags: list[int]) -> int | None:
    """Return where a one-hot list has its one; None if it has none."""
    return flags.index(1) if any(flags) else None


def name_of(flags: list[int], names: tuple[str, ...]) -> str | None:
    """Return the name that a one-hot list points at, or None."""
    number = which(flags)
    return None if number is None else names[number]


def names_in(counts: list[int], names: tuple[str, ...]) -> list[str]:
    """Return each name as often as its count says."""
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]


def cubes_in(counts: list[int]) -> str:
    """Return cubes as the notation spells them."""
    return "".join(names_in(counts, tuple(COLOURS)))


class _Decoder:
    """One observation's numbers, and from which seat they are seen."""

    def __init__(self, numbers: Numbers, players: int) -> None:
        self.numbers = numbers
        self.players = players
        viewer = which(numbers["seat"])
        if viewer is None:
            raise ValueError("the observation names no seat")
        self.viewer = viewer

    def seat(self, flags: list[int]) -> int | None:
        """Return the seat at which a one-hot list, counted from the viewer, points."""
        number = which(flags)
        return None if number is None else (self.viewer + number) % self.players

    def by_seat(self, values: list[Any]) -> list[Any]:
        """Turn a list counted from the viewer into one counted from seat 0."""
        return [values[(seat - self.viewer) % self.players] for seat in range(self.players)]

    def view(self) -> dict[str, Any]:
        """Return all of the view."""
        numbers = self.numbers
        phase = name_of(numbers["phase"], PHASES)
        space = name_of(numbers["space"], SPACES)
        level = which(numbers["fill_level"])
        return {
            "players": self.players,
            "view": self.viewer,
            "shift": numbers["shift"].index(1) + 1,
            "first_start": self.seat(numbers["first_start"]),
            "start": self.seat(numbers["start"]),
            "phase": phase,
            "active": self.seat(numbers["active"]),
            "space": space,
            "draw": name_of(numbers["draw"], DRAWS),
            "steps": numbers["steps"][0],
            "fill": (
                None if level is None else {"level": level + 1, "carts": numbers["fill_carts"][0]}
            ),
            "seats": self.by_seat([self.seat_of(number) for number in range(self.players)]),
            "spaces": self.spaces(),
            "factory": {
                name: tile_at(cells)
                for name, cells in zip(FACTORY_SPACES, numbers["factory"], strict=True)
                if name not in LOCKED[self.players]
            },
            "row": {
                name: order_at(cells)
                for name, cells in zip(ORDER_SPACES, numbers["row"], strict=True)
                if name not in LOCKED[self.players]
            },
            "draft": names_in(numbers["draft"], ORDER_NAMES),
            "tile_stack": self.stack("tile", TILE_NAMES),
            "order_stack": self.stack("order", ORDER_NAMES),
            "look": self.look(space, phase) if space in LOOKS else None,
        }

    def seat_of(self, number: int) -> dict[str, Any]:
        """Return one seat, counted from the viewer."""
        numbers = self.numbers
        return {
            "marks": numbers["marks"][number],
            "vp": numbers["vp"][number],
            "workers": numbers["workers"][number],
            "bank": numbers["bank"][number],
            "cage": {
                "level": which(numbers["cage_level"][number]),
                "cubes": cubes_in(numbers["cage"][number]),
            },
            "storage": cubes_in(numbers["storage"][number]),
            "pit": [
                {
                    "tiles": names_in(
                        numbers["tiles"][number][level], TILE_NAMES[4 * level : 4 * level + 4]
                    ),
                    "cubes": cubes_in(numbers["pit"][number][level]),
                }
                for level in range(LEVELS)
            ],
            "orders": {
                order: self.spots(order)
                for order in names_in(numbers["outstanding"][number], ORDER_NAMES)
            },
            "delivered": names_in(numbers["delivered"][number], ORDER_NAMES),
        }

    def spots(self, name: str) -> list[str]:
        """Return what lies on an outstanding card."""
        base = sum(len(order.spots) for order in ORDERS[: ORDER_NAMES.index(name)])
        result = []
        for spot, printed in enumerate(name[1:], start=base):
            pair = self.numbers["pair"][spot]
            own = printed if self.numbers["filled"][spot] else FREE_SPOT
            result.append(PAIR_FILLS[pair - 1] if pair else own)
        return result

    def spaces(self) -> dict[str, dict[str, int | None]]:
        """Return who is where."""
        standing, holder = self.numbers["standing"], self.numbers["holder"]
        return {
            SPACES[space]: {"seat": self.seat([row[space] for row in holder]), "workers": workers}
            for space, workers in enumerate(standing)
            if workers
        }

    def stack(self, kind: str, names: tuple[str, ...]) -> dict[str, Any]:
        """Return one of the two stacks."""
        top, middle, bottom = self.numbers[f"{kind}_stack"]
        places = self.numbers[f"{kind}_places"]
        return {
            "top": self.batches(kind, places[:top]),
            "middle": names_in(self.numbers[f"unseen_{kind}s"], names),
            "middle_size": middle,
            "bottom": self.batches(kind, places[top + middle : top + middle + bottom]),
        }

    def batches(self, kind: str, places: list[list[int]]) -> list[list[dict[str, str]]]:
        """Return known places of a stack, cut where a batch ends."""
        result: list[list[dict[str, str]]] = []
        width = ITEM_COLUMNS[kind]
        begins = True
        for cells in places:
            item = tile_at(cells[:width]) if kind == "tile" else order_at(cells[:width])
            in_set, ends, *others = cells[width:]
            own = (SEEN if in_set else KNOWN) if item else (OF_SET if in_set else NOTHING)
            signs = [own, *(SIGNS_OF_OTHERS[sign] for sign in others)]
            if begins:
                result.append([])
            result[-1].append({"item": item or UNKNOWN, "known": "".join(self.by_seat(signs))})
            begins = bool(ends)
        return result

    def look(self, space: str, phase: str | None) -> dict[str, Any]:
        """Return the draw in progress."""
        numbers, names = self.numbers, LOOKS[space]
        held = numbers["held_tiles"] if space == FACTORY_LOOK else numbers["held_orders"]
        returned = [number for number in numbers["returned"] if number]
        return {
            "held": [
                *(self.held(name) for name in names_in(held, names)),
                *(self.held(UNKNOWN) for _ in range(numbers["held_unknown"][0])),
            ],
            "returned": [
                self.held(UNKNOWN if number == UNKNOWN_RETURNED else names[number - 1])
                for number in returned
            ],
            "side": (
                ("bottom" if numbers["to_bottom"][0] else "top") if phase == "stack" else None
            ),
            "touched": self.flags(numbers["touched"]),
            "straddle": self.flags(numbers["straddle"]),
        }

    def held(self, item: str) -> dict[str, str]:
        """Return a held place: the looking seat knows it, the viewer may."""
        active = self.seat(self.numbers["active"])
        signs = [NOTHING] * self.players
        signs[self.viewer] = NOTHING if item == UNKNOWN else SEEN
        if active is not None:
            signs[active] = KNOWN
        return {"item": item, "known": "".join(signs)}

    def flags(self, flags: list[int]) -> str:
        """Return one sign for each seat."""
        return "".join(FLAGS[flag] for flag in self.by_seat(flags))


def tile_at(cells: list[int]) -> str | None:
    """Return the tile that a tile's columns say, or None."""
    *colours, two, dark = cells
    colour = which(colours)
    return None if colour is None else f"{COLOURS[colour]}{two + 1}{SIDES[dark]}"


def order_at(cells: list[int]) -> str | None:
    """Return the card that a card's columns say, or None."""
    vehicle = which(cells[:4])
    return None if vehicle is None else VEHICLES[vehicle] + cubes_in(cells[4:])


def decode_fields(numbers: Numbers, players: int) -> dict[str, Any]:
    """Return the view that the fields' numbers say."""
    return _Decoder(numbers, players).view()
