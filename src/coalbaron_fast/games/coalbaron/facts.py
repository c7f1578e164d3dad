"""Every fact of the game, once: colours, tiles, order cards, spaces, rewards.

All other modules take what they need from here. The compiled tables are filled
from it, the tokens are spelled from it, the doors list it. What the core is
compiled for (sizes of arrays, the order of the phases) is made from it by the
build: core/constants.py. The orders of the tuples are part of the contract:
below the notation a tile, a card or a space is its index.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
SHIFTS: Final = 3

COLOURS: Final = "ybgk"
COLOUR_NAMES: Final = ("yellow", "brown", "gray", "black")
CUBES_PER_COLOUR: Final = 16
MAX_MARKS: Final = 999
MAX_VP: Final = 999
"""Of one seat, the points also below zero; no game comes near."""
CAGE_ROOM: Final = 5
LEVELS: Final = len(COLOURS)
"""Tunnel levels; level ``n`` holds the ``n``-th colour, level 0 is the surface."""

PRINTED_CARTS: Final = 1
"""Carts printed on each level of a pit. Each begins with a cube of the level's colour."""

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

    @property
    def price(self) -> int:
        """What it costs, in Marks."""
        return self.carts * CART_PRICES[self.colour]


TILES: Final = tuple(
    Tile(f"{letter}{carts}{side}", colour, carts, side_index)
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
    """An order card: its vehicle and the colours of its spots."""

    name: str
    vehicle: int
    spots: tuple[int, ...]

    @property
    def vp(self) -> int:
        """What it is worth when it is delivered."""
        return ORDER_VP["".join(COLOURS[colour] for colour in self.spots)]


ORDERS: Final = tuple(
    Order(vehicle + spots, vehicle_index, tuple(COLOURS.index(c) for c in spots))
    for vehicle_index, vehicle in enumerate(VEHICLES)
    for spots in ORDER_VP
    if len(spots) != 3 or spots in _TRIPLES[vehicle]
)
ORDER_TOTAL: Final = len(ORDERS)

SLOTS: Final = tuple(
    (order_index, colour)
    for order_index, order in enumerate(ORDERS)
    for colour in sorted(set(order.spots))
)
"""The 56 places for a cube: (order, colour) for every colour that an order demands."""

PAIR_KINDS: Final = tuple(
    (first, second) for first in range(2 * LEVELS) for second in range(first, 2 * LEVELS)
)
"""The 36 pairs of cubes, each cube 0-3 from the cage (y b g k) or 4-7 from storage."""

FACTORY_SPACES: Final = tuple(f"f{n}" for n in range(1, 9))
FACTORY_LOOK: Final = "fx"
MINING_STEPS: Final = (4, 6, 8, 10)
MINING_SPACES: Final = tuple(f"m{steps}" for steps in MINING_STEPS)
DELIVERY_SPACES: Final = tuple(f"d{v}" for v in VEHICLES)
MONEY_MARKS: Final = (3, 4, 5, 6)
MONEY_SPACES: Final = tuple(f"c{marks}" for marks in MONEY_MARKS)
ORDER_SPACES: Final = tuple(f"o{n}" for n in range(1, 5))
ORDER_LOOK: Final = "ox"
BANK: Final = "bank"
BANK_MARKS: Final = 1
SPACES: Final = (
    *FACTORY_SPACES,
    FACTORY_LOOK,
    *MINING_SPACES,
    *DELIVERY_SPACES,
    *MONEY_SPACES,
    *ORDER_SPACES,
    ORDER_LOOK,
    BANK,
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
DRAFT_ROUNDS: Final = 3
DRAFT_CARDS: Final = {players: DRAFT_ROUNDS * players + 1 for players in WORKERS}
"""Cards laid out for the draft: one is left over."""

LOOK: Final = 5
"""Tiles or cards that ``fx`` and ``ox`` draw."""


class Reward(NamedTuple):
    """A scoring element of the shift clock: what it counts, first and second reward."""

    name: str
    first: int
    second: int


REWARDS: Final = (
    *(Reward(f"{name} coal", 2 + i, 1 + i // 2) for i, name in enumerate(COLOUR_NAMES)),
    *(Reward(f"{name} orders", 6 + i, 3 + i // 2) for i, name in enumerate(VEHICLE_NAMES)),
    *(Reward(f"empty {name} carts", 10 + i, 5 + i // 2) for i, name in enumerate(COLOUR_NAMES)),
)
"""The twelve elements in scoring order; shift ``s`` scores the first ``4 * s``."""

ELEMENTS_A_SHIFT: Final = len(REWARDS) // SHIFTS
"""How many elements more each shift scores."""

MARKS_PER_VP: Final = 5
CUBES_PER_VP: Final = 3
OUTSTANDING_PENALTY: Final = 1
IMBALANCE_PENALTY: Final = 2

PHASES: Final = ("chance", "draft", "place", "fill", "keep", "side", "stack", "mine", "over")
"""What a position waits for."""

DRAWS: Final = (*FACTORY_SPACES, *ORDER_SPACES, "draft", "look")
"""Where the next item off a stack goes."""

SIGNS: Final = ".=~*"
"""What a seat knows of a place of a stack (docs/position.md): nothing; the item; that it is one
of a set's places; that, and that its item is one of the set's items."""

FLAGS: Final = ".x"
"""How no and yes are spelled in a list of one letter a seat."""
