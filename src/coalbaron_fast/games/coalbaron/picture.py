"""The table as a picture: what `render_mode="rgb_array"` shows. Needs Pillow.

It is drawn only from the dict form of a position, so a view shows no more than it holds. The spaces
with their workers are at the top. Below is a panel for each seat: its pit, with light tiles to the
left of the shaft and dark ones to the right, its orders, and what it has delivered.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from coalbaron_fast.games.coalbaron.board import draw_board
from coalbaron_fast.games.coalbaron.facts import (
    COLOURS,
    DELIVERY_SPACES,
    FACTORY_SPACES,
    LEVELS,
    LOCKED,
    MINING_SPACES,
    MONEY_SPACES,
    ORDER_SPACES,
    ORDERS,
    SIDES,
    TILES,
)
from coalbaron_fast.games.coalbaron.state import State

__all__ = ["draw_picture"]

Ink = tuple[int, int, int]

PAPER: Final[Ink] = (236, 229, 214)
PANEL: Final[Ink] = (250, 247, 240)
LINE: Final[Ink] = (120, 110, 96)
TEXT: Final[Ink] = (28, 24, 20)
ROCK: Final[Ink] = (214, 203, 184)
SHAFT: Final[Ink] = (92, 84, 74)
SIDE_INKS: Final[tuple[Ink, ...]] = ((226, 216, 190), (150, 138, 120))
CUBES: Final[tuple[Ink, ...]] = ((243, 202, 34), (146, 84, 34), (158, 158, 162), (24, 24, 26))
SEATS: Final[tuple[Ink, ...]] = ((186, 46, 42), (36, 92, 168), (34, 124, 66), (132, 70, 150))

WIDTH: Final = 1120
MARGIN: Final = 10
LINE_HEIGHT: Final = 16
CUBE: Final = 10
CELL: Final = 104
BADGE: Final = 46
CELL_HEIGHT: Final = 56
SPACES_TOP: Final = 36
PANELS_TOP: Final = SPACES_TOP + 4 * (CELL_HEIGHT + 6) + 4
LEVEL_HEIGHT: Final = 40
PANEL_HEIGHT: Final = 430

_TILES: Final = {tile.name: tile for tile in TILES}
_ORDERS: Final = {order.name: order for order in ORDERS}


def draw_picture(state: State) -> NDArray[np.uint8]:
    """Return the table as an array of height, width and the three colours."""
    picture = Image.new("RGB", (WIDTH, PANELS_TOP + PANEL_HEIGHT + MARGIN), PAPER)
    table = _Table(ImageDraw.Draw(picture), state.to_dict())
    table.write(MARGIN, 10, draw_board(state)[0], size=15)
    table.draw_spaces()
    for seat in range(state.players):
        table.draw_seat(seat, (WIDTH - MARGIN) // state.players)
    return np.array(picture, np.uint8)


class _Table:
    """A drawing in progress: the brush, and the position that is drawn."""

    def __init__(self, brush: ImageDraw.ImageDraw, position: dict[str, Any]) -> None:
        self.brush = brush
        self.position = position

    # -- small things

    def write(self, x: float, y: float, text: str, ink: Ink = TEXT, size: int = 12) -> None:
        self.brush.text((x, y), text, ink, ImageFont.load_default(size))

    def box(self, x: float, y: float, width: float, height: float, fill: Ink) -> None:
        self.brush.rectangle((x, y, x + width, y + height), fill, LINE)

    def cubes(self, x: float, y: float, cubes: str) -> float:
        """Draw cubes in a row; returns where the row ends."""
        for cube in cubes:
            self.box(x, y, CUBE, CUBE, CUBES[COLOURS.index(cube)])
            x += CUBE + 2
        return x

    def tile(self, x: float, y: float, name: str) -> None:
        """Draw a tile: its carts, frames of its colour, on its side's ground."""
        tile = _TILES[name]
        self.box(x, y, 32, 22, SIDE_INKS[tile.side])
        for cart in range(tile.carts):
            self.frame(x + 4 + 14 * cart, y + 6, CUBES[tile.colour], 3)

    def frame(self, x: float, y: float, ink: Ink, thickness: int) -> None:
        """Draw a place for a cube."""
        self.brush.rectangle((x, y, x + CUBE, y + CUBE), PANEL, ink, thickness)

    def card(self, x: float, y: float, name: str, spots: list[str] | None = None) -> float:
        """Draw an order: its vehicle, its spots and, on an outstanding one, what fills them."""
        order = _ORDERS[name]
        held = spots or ["-"] * len(order.spots)
        self.write(x, y - 2, name[0])
        x += 12
        for colour, filled in zip(order.spots, held, strict=True):
            ink = CUBES[colour]
            if filled == "-":
                self.frame(x, y, ink, 3)
            elif filled == COLOURS[colour]:
                self.box(x, y, CUBE, CUBE, ink)
            else:  # a pair of cubes: what they are is in the spot's frame
                self.frame(x, y, ink, 1)
                halves = [CUBES[COLOURS.index(cube)] for cube in filled]
                self.brush.polygon([(x + 1, y + 1), (x + 9, y + 1), (x + 1, y + 9)], halves[0])
                self.brush.polygon([(x + 9, y + 1), (x + 9, y + 9), (x + 1, y + 9)], halves[1])
            x += CUBE + 2
        self.write(x + 1, y - 2, f"{order.vp}")
        return x + 20

    def workers(self, x: float, y: float, seat: int, count: int) -> None:
        """Draw whose workers stand there, and how many."""
        self.brush.rounded_rectangle((x, y, x + BADGE, y + 18), 6, SEATS[seat], LINE)
        self.write(x + 5, y + 2, f"s{seat} x{count}", PANEL)

    # -- the spaces

    def draw_spaces(self) -> None:
        """Draw all spaces, and the draft or the look in progress."""
        for column, space in enumerate((*FACTORY_SPACES, "fx")):
            self.space(column, 0, space)
        for column, space in enumerate((*ORDER_SPACES, "ox")):
            self.space(column, 1, space)
        for column, space in enumerate((*MINING_SPACES, *DELIVERY_SPACES, "bank")):
            self.space(column, 2, space)
        for column, space in enumerate(MONEY_SPACES):
            self.space(column, 3, space)
        self.laid_out()

    def space(self, column: int, row: int, space: str) -> None:
        """Draw one space: its name, what lies on it, who is there."""
        x = MARGIN + column * (CELL + 6)
        y = SPACES_TOP + row * (CELL_HEIGHT + 6)
        position = self.position
        is_locked = space in LOCKED[position["players"]]
        width = WIDTH - MARGIN - x if space == "bank" else CELL
        self.box(x, y, width, CELL_HEIGHT, ROCK if is_locked else PANEL)
        self.write(x + 4, y + 2, space, LINE if is_locked else TEXT)
        tile = position["factory"].get(space)
        if tile:
            self.tile(x + 6, y + 26, tile)
            self.write(x + 44, y + 30, f"{_TILES[tile].price} M")
        card = position["row"].get(space)
        if card:
            self.card(x + 6, y + 32, card)
        if space in position["spaces"]:
            placed = position["spaces"][space]
            self.workers(x + CELL - BADGE - 4, y + 4, placed["seat"], placed["workers"])
        if space == "bank":
            for seat, fields in enumerate(position["seats"]):
                if fields["bank"]:
                    self.workers(x + 4 + (BADGE + 4) * seat, y + 28, seat, fields["bank"])

    def laid_out(self) -> None:
        """Draw what is picked or looked at, beside the money spaces, and the stacks' sizes."""
        x = MARGIN + len(MONEY_SPACES) * (CELL + 6)
        y = SPACES_TOP + 3 * (CELL_HEIGHT + 6)
        position = self.position
        sizes = [
            sum(len(batch) for part in ("top", "bottom") for batch in position[stack][part])
            + position[stack]["middle_size"]
            for stack in ("tile_stack", "order_stack")
        ]
        self.write(x, y + 2, f"tile stack {sizes[0]}   order stack {sizes[1]}")
        items = list(position["draft"])
        if position["look"] is not None:
            items = [place["item"] for place in position["look"]["held"]]
        for index, item in enumerate(items):
            left, top = x + 66 * (index % 10), y + 20 + 18 * (index // 10)
            if item in _TILES:
                self.tile(left, top, item)
            elif item in _ORDERS:
                self.card(left, top + 2, item)
            else:
                self.write(left, top, "?")

    # -- a seat

    def draw_seat(self, seat: int, width: int) -> None:
        """Draw a seat's panel."""
        x, y = MARGIN + seat * width, PANELS_TOP
        width -= MARGIN
        fields = self.position["seats"][seat]
        self.box(x, y, width, PANEL_HEIGHT, PANEL)
        is_active = seat == self.position["active"]
        self.box(x, y, width, 22, SEATS[seat])
        counts = f"{fields['vp']} VP  {fields['marks']} Marks  {fields['workers']} workers"
        self.write(x + 6, y + 4, f"{'> ' if is_active else ''}seat {seat}   {counts}", PANEL)
        self.pit(x + 6, y + 30, width - 12, fields)
        y += 36 + LEVEL_HEIGHT * (LEVELS + 1)
        self.write(x + 6, y, "storage")
        self.cubes(x + 60, y + 2, fields["storage"])
        below = self.cards(x + 6, y + LINE_HEIGHT, width, "orders", fields["orders"])
        delivered = dict.fromkeys(fields["delivered"])
        self.cards(x + 6, below, width, "delivered", delivered)

    def pit(self, x: int, y: int, width: int, fields: dict[str, Any]) -> None:
        """Draw the levels, the shaft and the cage."""
        middle = x + width // 2
        shaft = 34
        for level in range(LEVELS + 1):
            top = y + level * LEVEL_HEIGHT
            self.box(x, top, width, LEVEL_HEIGHT, PAPER if level == 0 else ROCK)
            if level:
                self.level(x, top, width, fields["pit"][level - 1])
        self.box(middle - shaft, y, 2 * shaft, LEVEL_HEIGHT * (LEVELS + 1), SHAFT)
        top = y + fields["cage"]["level"] * LEVEL_HEIGHT
        self.box(middle - shaft + 2, top + 8, 2 * shaft - 4, LEVEL_HEIGHT - 16, PAPER)
        self.cubes(middle - shaft + 4, top + 15, fields["cage"]["cubes"])

    def level(self, x: int, top: int, width: int, level: dict[str, Any]) -> None:
        """Draw a level's tiles, light ones to the left, and the cubes on its carts."""
        for side, letter in enumerate(SIDES):
            names = [name for name in level["tiles"] if name.endswith(letter)]
            room = width // 2 - 40
            step = min(34, (room - 32) // max(len(names) - 1, 1))
            for index, name in enumerate(names):
                left = x + 2 + index * step
                self.tile(left if side == 0 else x + width - 34 - index * step, top + 2, name)
        self.cubes(x + 4, top + 27, level["cubes"])

    def cards(self, x: int, y: int, width: int, title: str, cards: dict[str, Any]) -> int:
        """Draw a list of orders under its title; returns where the next list begins."""
        self.write(x, y, title)
        left, top = x + 60, y + 2
        for name, spots in cards.items():
            if left + 80 > x + width:
                left, top = x + 60, top + LINE_HEIGHT
            self.card(left, top, name, spots)
            left += 84
        return top + LINE_HEIGHT + 4
