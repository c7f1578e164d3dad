"""The facts of the game, typed from the rules a second time.

Nothing here is imported from the engine: a slip in one of the two lists shows up
as a disagreement instead of being shared.
"""

from __future__ import annotations

COLOURS = "ybgk"
CUBES_PER_COLOUR = 16
CAGE_ROOM = 5
LEVELS = (1, 2, 3, 4)
LOOK_SIZE = 5

MARKS_PER_CART = {"y": 1, "b": 2, "g": 3, "k": 4}
TILE_COPIES = 3
TILE_KINDS = [
    "y1L", "y1D", "y2L", "y2D",
    "b1L", "b1D", "b2L", "b2D",
    "g1L", "g1D", "g2L", "g2D",
    "k1L", "k1D", "k2L", "k2D",
]  # fmt: skip

POINTS_OF_SPOTS = {
    "y": 2, "yy": 3, "yyy": 4,
    "b": 3, "bb": 5, "bbb": 7,
    "g": 4, "gg": 7, "ggg": 9,
    "k": 5, "kk": 9, "kkk": 12,
    "ybgk": 10,
}  # fmt: skip

VEHICLES = "BCTE"
CARDS = [
    "By", "Byy", "Bb", "Bbb", "Bbbb", "Bg", "Bgg", "Bggg", "Bk", "Bkk", "Bybgk",
    "Cy", "Cyy", "Cyyy", "Cb", "Cbb", "Cg", "Cgg", "Ck", "Ckk", "Ckkk", "Cybgk",
    "Ty", "Tyy", "Tyyy", "Tb", "Tbb", "Tg", "Tgg", "Tk", "Tkk", "Tkkk", "Tybgk",
    "Ey", "Eyy", "Eb", "Ebb", "Ebbb", "Eg", "Egg", "Eggg", "Ek", "Ekk", "Eybgk",
]  # fmt: skip

PAIRS = ["yy", "yb", "yg", "yk", "bb", "bg", "bk", "gg", "gk", "kk"]

FACTORY_SPACES = {
    2: ["f1", "f2", "f3", "f5", "f6", "f7"],
    3: ["f1", "f2", "f3", "f4", "f5", "f6", "f7"],
    4: ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"],
}
MINING_SPACES = {
    2: ["m6", "m10"],
    3: ["m6", "m8", "m10"],
    4: ["m4", "m6", "m8", "m10"],
}
MONEY_SPACES = {
    2: ["c4", "c6"],
    3: ["c4", "c5", "c6"],
    4: ["c3", "c4", "c5", "c6"],
}
ORDER_SPACES = {
    2: ["o2", "o3", "o4"],
    3: ["o1", "o2", "o3", "o4"],
    4: ["o1", "o2", "o3", "o4"],
}
DELIVERY_SPACES = ["dB", "dC", "dT", "dE"]
BANK_MARKS = 1

WORKERS = {2: 18, 3: 15, 4: 13}
STARTING_MARKS = {2: 10, 3: 9, 4: 8}
DRAFT_SIZE = {2: 7, 3: 10, 4: 13}
DRAFT_ROUNDS = 3
SHIFTS = 3

# First and second reward of the twelve elements of the shift clock.
COAL_REWARDS = {"y": (2, 1), "b": (3, 1), "g": (4, 2), "k": (5, 2)}
VEHICLE_REWARDS = {"B": (6, 3), "C": (7, 3), "T": (8, 4), "E": (9, 4)}
CART_REWARDS = {"y": (10, 5), "b": (11, 5), "g": (12, 6), "k": (13, 6)}


def tile_colour(tile: str) -> str:
    """The colour of a tile, which is also that of its level."""
    return tile[0]


def tile_carts(tile: str) -> int:
    """How many carts a tile brings."""
    return int(tile[1])


def tile_side(tile: str) -> str:
    """``L`` or ``D``."""
    return tile[2]


def tile_price(tile: str) -> int:
    """What a tile costs, in Marks."""
    return tile_carts(tile) * MARKS_PER_CART[tile_colour(tile)]


def tile_level(tile: str) -> int:
    """The tunnel level a tile belongs to."""
    return COLOURS.index(tile_colour(tile)) + 1


def card_vehicle(card: str) -> str:
    """The vehicle that delivers an order card."""
    return card[0]


def card_spots(card: str) -> str:
    """The printed colours of a card's spots."""
    return card[1:]


def card_points(card: str) -> int:
    """Victory points for delivering a card."""
    return POINTS_OF_SPOTS[card_spots(card)]


ITEM_RANK = {item: rank for rank, item in enumerate(TILE_KINDS + CARDS)}


def sort_items(items: list[str]) -> list[str]:
    """Tiles or cards in the order that positions list them."""
    return sorted(items, key=lambda item: ITEM_RANK[item])
