"""Tokens: the one spelling of every decision, and its 16-bit move code.

A move code is the token's index in `TOKENS`, a fixed vocabulary. Everything below the
notation uses codes; this module turns them into text and back. The vocabulary is made
of blocks. The code of a block's first token is its base: the code of `+g` is
`LOAD + 2`, because gray is the third colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalbaron.facts import (
    BANK,
    BANK_MARKS,
    COLOUR_NAMES,
    COLOURS,
    DELIVERY_SPACES,
    FACTORY_LOOK,
    FACTORY_SPACES,
    LEVELS,
    LOOK,
    MINING_SPACES,
    MINING_STEPS,
    MONEY_MARKS,
    MONEY_SPACES,
    ORDER_LOOK,
    ORDER_SPACES,
    ORDERS,
    SIDE_NAMES,
    SPACES,
    TILES,
    VEHICLE_NAMES,
)
from coalbaron_fast.games.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

_COLOUR_COUNT: Final = len(COLOURS)
_CUBES: Final = (*COLOURS, *(f"~{colour}" for colour in COLOURS))
"""The eight cubes a pair is made of: those of the cage, then those of the storage."""

SLOTS: Final = tuple(
    (order_index, colour)
    for order_index, order in enumerate(ORDERS)
    for colour in sorted(set(order.spots))
)
"""The 56 places for a cube: (order, colour) for every colour that an order demands."""

PAIR_KINDS: Final = tuple(
    (first, second) for first in range(len(_CUBES)) for second in range(first, len(_CUBES))
)
"""The 36 pairs of cubes, each cube 0-3 from the cage (y b g k) or 4-7 from storage."""


def _spell_blocks() -> dict[str, tuple[str, ...]]:
    """Return the tokens of every block, by the name of its base, in the order of the codes."""
    tiles = [tile.name for tile in TILES]
    orders = [order.name for order in ORDERS]
    slots = [(ORDERS[order_index].name, COLOURS[colour]) for order_index, colour in SLOTS]
    return {
        "CHANCE_TILE": tuple(f"!{tile}" for tile in tiles),
        "CHANCE_ORDER": tuple(f"!{order}" for order in orders),
        "CHANCE_HIDDEN": ("!?",),
        "TAKE_TILE": tuple(f"+{tile}" for tile in tiles),
        "TAKE_ORDER": tuple(f"+{order}" for order in orders),
        "TAKE_NONE": ("+-",),
        "PLACE": SPACES,
        "FILL": tuple(f"fill:{colour}" for colour in COLOURS),
        "FILL_NONE": ("fill:-",),
        "SIDE_TOP": ("top",),
        "SIDE_BOTTOM": ("bottom",),
        "STACK_TILE": tuple(f"^{tile}" for tile in tiles),
        "STACK_ORDER": tuple(f"^{order}" for order in orders),
        "STACK_HIDDEN": ("^?",),
        "CAGE": tuple(f"@{level}" for level in range(LEVELS + 1)),
        "LOAD": tuple(f"+{colour}" for colour in COLOURS),
        "STORE": tuple(f"-{colour}" for colour in COLOURS),
        "END": ("end",),
        "FROM_CAGE": tuple(f"{colour}>{order}" for order, colour in slots),
        "FROM_STORAGE": tuple(f"~{colour}>{order}" for order, colour in slots),
        "PAIR": tuple(
            f"{_CUBES[first]}{_CUBES[second]}>{order}:{colour}"
            for order, colour in slots
            for first, second in PAIR_KINDS
        ),
    }


_VOCABULARY: Final = Vocabulary(_spell_blocks())

TOKENS: Final = _VOCABULARY.tokens
"""The whole vocabulary; a token's index is its move code."""

VOCABULARY_SIZE: Final = len(TOKENS)

BASES: Final = _VOCABULARY.bases
"""The first code of every block, by name."""

CHANCE_TILE: Final = BASES["CHANCE_TILE"]
CHANCE_ORDER: Final = BASES["CHANCE_ORDER"]
CHANCE_HIDDEN: Final = BASES["CHANCE_HIDDEN"]
TAKE_TILE: Final = BASES["TAKE_TILE"]
TAKE_ORDER: Final = BASES["TAKE_ORDER"]
TAKE_NONE: Final = BASES["TAKE_NONE"]
PLACE: Final = BASES["PLACE"]
FILL: Final = BASES["FILL"]
FILL_NONE: Final = BASES["FILL_NONE"]
SIDE_TOP: Final = BASES["SIDE_TOP"]
SIDE_BOTTOM: Final = BASES["SIDE_BOTTOM"]
STACK_TILE: Final = BASES["STACK_TILE"]
STACK_ORDER: Final = BASES["STACK_ORDER"]
STACK_HIDDEN: Final = BASES["STACK_HIDDEN"]
CAGE: Final = BASES["CAGE"]
LOAD: Final = BASES["LOAD"]
STORE: Final = BASES["STORE"]
END: Final = BASES["END"]
FROM_CAGE: Final = BASES["FROM_CAGE"]
FROM_STORAGE: Final = BASES["FROM_STORAGE"]
PAIR: Final = BASES["PAIR"]

CODES: Final = _VOCABULARY.codes
"""The move code of each token."""

token_of: Final = _VOCABULARY.token_of
code_of: Final = _VOCABULARY.code_of
split_words: Final = _VOCABULARY.split_words


def describe(code: int) -> str:
    """Return in plain English what a move does: a fragment such as `mine with 8 work steps`.

    It spells the thing as the token does, so that both can be shown side by side.
    """
    token = token_of(code)
    phrase = next(phrase for end, phrase in _PHRASES if code < end)
    return phrase(code, token)


def describe_item(name: str) -> str:
    """Return in plain English what a tile or a card is; `?` is something unseen.

    Such as `tile g2D (gray, 2 carts, dark)` and `order Tgg (truck, 2 gray)`.
    """
    if name == "?":
        return "something unseen"
    for tile in TILES:
        if tile.name == name:
            carts = "1 cart" if tile.carts == 1 else f"{tile.carts} carts"
            return f"tile {name} ({COLOUR_NAMES[tile.colour]}, {carts}, {SIDE_NAMES[tile.side]})"
    order = next(order for order in ORDERS if order.name == name)
    return f"order {name} ({VEHICLE_NAMES[order.vehicle]}, {_spots_phrase(order.spots)})"


def _spots_phrase(spots: tuple[int, ...]) -> str:
    if sorted(spots) == list(range(_COLOUR_COUNT)):
        return "one of each colour"
    counts = [(spots.count(colour), name) for colour, name in enumerate(COLOUR_NAMES)]
    return ", ".join(f"{count} {name}" for count, name in counts if count)


def _cube_phrase(cube: int) -> str:
    source = "the cage" if cube < _COLOUR_COUNT else "storage"
    return f"a {COLOUR_NAMES[cube % _COLOUR_COUNT]} cube from {source}"


def _cage_phrase(code: int, _token: str) -> str:
    level = code - CAGE
    where = f"level {level} ({COLOUR_NAMES[level - 1]})" if level else "the surface"
    return f"move the cage to {where}"


def _single_phrase(code: int, _token: str) -> str:
    source, slot = divmod(code - FROM_CAGE, len(SLOTS))
    order_index, colour = SLOTS[slot]
    cube = _cube_phrase(colour + source * _COLOUR_COUNT)
    return f"put {cube} on order {ORDERS[order_index].name}"


def _pair_phrase(code: int, _token: str) -> str:
    slot, kind = divmod(code - PAIR, len(PAIR_KINDS))
    order_index, colour = SLOTS[slot]
    first, second = (_cube_phrase(cube) for cube in PAIR_KINDS[kind])
    spot = f"a {COLOUR_NAMES[colour]} spot of order {ORDERS[order_index].name}"
    return f"put {first} and {second} on {spot}"


def _marks(number: int) -> str:
    return "1 Mark" if number == 1 else f"{number} Marks"


_PLACE_PHRASES: Final = {
    **{space: f"buy the tile on factory space {space}" for space in FACTORY_SPACES},
    FACTORY_LOOK: f"look at {LOOK} tiles",
    **{
        space: f"mine with {steps} work steps"
        for space, steps in zip(MINING_SPACES, MINING_STEPS, strict=True)
    },
    **{
        space: f"deliver {vehicle} orders"
        for space, vehicle in zip(DELIVERY_SPACES, VEHICLE_NAMES, strict=True)
    },
    **{
        space: f"take {_marks(marks)}"
        for space, marks in zip(MONEY_SPACES, MONEY_MARKS, strict=True)
    },
    **{space: f"take the order on space {space}" for space in ORDER_SPACES},
    ORDER_LOOK: f"look at {LOOK} orders",
    BANK: f"take {_marks(BANK_MARKS)} from the bank",
}

_PHRASES: Final[tuple[tuple[int, Callable[[int, str], str]], ...]] = (
    (TAKE_TILE, lambda _, token: f"draw {describe_item(token[1:])}"),
    (TAKE_NONE, lambda _, token: f"take {describe_item(token[1:])}"),
    (PLACE, lambda _, __: "keep none"),
    (FILL, lambda _, token: _PLACE_PHRASES[token]),
    (FILL_NONE, lambda code, _: f"put a {COLOUR_NAMES[code - FILL]} cube on the empty cart"),
    (SIDE_TOP, lambda _, __: "leave the cart empty"),
    (STACK_TILE, lambda _, token: f"return the others to the {token} of the stack"),
    (CAGE, lambda _, token: f"return {describe_item(token[1:])} next"),
    (LOAD, _cage_phrase),
    (STORE, lambda code, _: f"load a {COLOUR_NAMES[code - LOAD]} cube into the cage"),
    (END, lambda code, _: f"put {_cube_phrase(code - STORE)} into storage"),
    (FROM_CAGE, lambda _, __: "stop mining"),
    (PAIR, _single_phrase),
    (VOCABULARY_SIZE, _pair_phrase),
)
"""The words for the codes below each end."""
