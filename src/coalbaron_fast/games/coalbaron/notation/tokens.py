"""Tokens: the one spelling of every decision, and its 16-bit move code.

A move code is the token's index in `TOKENS`, a fixed vocabulary. Everything below the
notation uses codes; this module turns them into text and back. The vocabulary is made
of blocks. The code of a block's first token is its base: the code of `+g` is
`LOAD + 2`, because gray is the third colour.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.coalbaron.facts import (
    COLOURS,
    LEVELS,
    ORDERS,
    PAIR_KINDS,
    SLOTS,
    SPACES,
    TILES,
)
from coalbaron_fast.games.text.vocabulary import Vocabulary

_COLOUR_COUNT: Final = len(COLOURS)
_CUBES: Final = (*COLOURS, *(f"~{colour}" for colour in COLOURS))
"""The eight cubes a pair is made of: those of the cage, then those of the storage."""


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


VOCABULARY: Final = Vocabulary(_spell_blocks())

TOKENS: Final = VOCABULARY.tokens
"""The whole vocabulary; a token's index is its move code."""

VOCABULARY_SIZE: Final = len(TOKENS)

BASES: Final = VOCABULARY.bases
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

CODES: Final = VOCABULARY.codes
"""The move code of each token."""

token_of: Final = VOCABULARY.token_of
block_of: Final = VOCABULARY.block_of
code_of: Final = VOCABULARY.code_of
split_words: Final = VOCABULARY.split_words
