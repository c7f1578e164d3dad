"""Every fact of the game, once: colours, tiles, order cards, spaces, rewards.

All other rooms derive what they need from here: the compiled tables are filled
from it, the tokens are spelled from it, the doors list it. Orders of tuples are
part of the contract: a tile, a card or a space is its index everywhere below
the notation.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
SHIFTS: Final = 3

COLOURS: Final = "ybgk"
COLOUR_NAMES: Final = ("yellow", "brown", "gray", "black")
CUBES_PER_COLOUR: Final = 16
CAGE_ROOM: Final = 5
LEVELS: Final = 4
"""Tunnel levels; level ``n`` holds the ``n``-th colour, level 0 is the surface."""

SIDES: Final = "LD"
SIDE_NAMES: Final = ("light", "dark")
TILE_COPIES: Final = 3
CART_PRICES: Final = (1, 2, 3, 4)
"""Marks for each cart of a tile, by its colour."""


class Tile(NamedTuple):
    """A kind of tunnel tile; three tiles of each kind exist."""

    name: str
    colour: int
    carts: int
    side: int
    price: int


TILES: Final = tuple(
    Tile(f"{letter}{carts}{side}", colour, carts, side_index, carts * CART_PRICES[colour])
    for colour, letter in enumerate(COLOURS)
    for carts in (1, 2)
    for side_index, side in enumerate(SIDES)
)
TILE_KINDS: Final = len(TILES)
TILE_TOTAL: Final = TILE_KINDS * TILE_COPIES

VEHICLES: Final = "BCTE"
VEHICLE_NAMES: Final = ("barrow", "carriage", "truck", "engine")

ORDER_VP: Final = {
    "y": 2,
    "yy": 3,
    "yyy": 4,
    "b": 3,
    "bb": 5,
    "bbb": 7,
    "g": 4,
    "gg": 7,
    "ggg": 9,
    "k": 5,
    "kk": 9,
    "kkk": 12,
    "ybgk": 10,
}
"""Victory points of an order, by its demanded spots alone."""

_TRIPLES: Final = {
    "B": ("bbb", "ggg"),
    "C": ("yyy", "kkk"),
    "T": ("yyy", "kkk"),
    "E": ("bbb", "ggg"),
}


class Order(NamedTuple):
    """An order card: its vehicle, the colours of its spots, what it is worth."""

    name: str
    vehicle: int
    spots: tuple[int, ...]
    vp: int


ORDERS: Final = tuple(
    Order(vehicle + spots, vehicle_index, tuple(COLOURS.index(c) for c in spots), vp)
    for vehicle_index, vehicle in enumerate(VEHICLES)
    for spots, vp in ORDER_VP.items()
    if len(spots) != 3 or spots in _TRIPLES[vehicle]
)
ORDER_TOTAL: Final = len(ORDERS)
ORDERS_PER_VEHICLE: Final = ORDER_TOTAL // len(VEHICLES)

FACTORY_SPACES: Final = tuple(f"f{n}" for n in range(1, 9))
MINING_SPACES: Final = ("m4", "m6", "m8", "m10")
MINING_STEPS: Final = (4, 6, 8, 10)
DELIVERY_SPACES: Final = tuple(f"d{v}" for v in VEHICLES)
MONEY_SPACES: Final = ("c3", "c4", "c5", "c6")
MONEY_MARKS: Final = (3, 4, 5, 6)
ORDER_SPACES: Final = tuple(f"o{n}" for n in range(1, 5))
SPACES: Final = (
    *FACTORY_SPACES,
    "fx",
    *MINING_SPACES,
    *DELIVERY_SPACES,
    *MONEY_SPACES,
    *ORDER_SPACES,
    "ox",
    "bank",
)
"""All worker spaces; a space is its index here, the bank comes last."""

LOCKED: Final = {
    2: frozenset(("f4", "f8", "m4", "m8", "c3", "c5", "o1")),
    3: frozenset(("f8", "m4", "c3")),
    4: frozenset(),
}
"""Spaces that take no part, by the number of players."""

WORKERS: Final = {2: 18, 3: 15, 4: 13}
MARKS: Final = {2: 10, 3: 9, 4: 8}
DRAFT_CARDS: Final = {2: 7, 3: 10, 4: 13}
DRAFT_ROUNDS: Final = 3
LOOK: Final = 5
"""Tiles or cards that ``fx`` and ``ox`` draw."""


class Reward(NamedTuple):
    """A scoring element of the shift clock: what it counts, first and second reward."""

    name: str
    first: int
    second: int


REWARDS: Final = (
    *(Reward(f"{COLOUR_NAMES[i]} coal", 2 + i, 1 + i // 2) for i in range(4)),
    *(Reward(f"{VEHICLE_NAMES[i]} orders", 6 + i, 3 + i // 2) for i in range(4)),
    *(Reward(f"empty {COLOUR_NAMES[i]} carts", 10 + i, 5 + i // 2) for i in range(4)),
)
"""The twelve elements in scoring order; shift ``s`` scores the first ``4 * s``."""

MARKS_PER_VP: Final = 5
CUBES_PER_VP: Final = 3
OUTSTANDING_PENALTY: Final = 1
IMBALANCE_PENALTY: Final = 2
