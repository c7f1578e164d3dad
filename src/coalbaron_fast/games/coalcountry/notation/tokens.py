"""Tokens: the one spelling of every decision, and its 16-bit move code.

A move code is the token's index in `TOKENS`, a fixed vocabulary of blocks. The code of a block's
first token is its base; core/types.pxd names the same bases. Within a block, and in every legal
list, tokens are in the order of facts.py; what stops or passes over comes last.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast.games.coalcountry.facts import (
    BUILDINGS,
    CELLS,
    HELD_BACK,
    INDICATORS,
    INFLUENCES,
    MAX_PLAYERS,
    MOST_COAL,
    OPENINGS,
    PLACES,
    PURCHASES,
    STACKS,
    SWAPS,
    TILES,
    UTILITIES,
)
from coalbaron_fast.games.text.vocabulary import Vocabulary

ROWS: Final = ("top", "bottom")
"""The rows of the construction company."""

NO_STACK: Final = "-"
UNSEEN: Final = "?"


def _spell_blocks() -> dict[str, tuple[str, ...]]:
    """Return the tokens of every block, by the name of its base, in the order of the codes."""
    falling = sorted(set(INFLUENCES), reverse=True)
    return {
        "CHANCE_BUILDING": tuple(f"!{kind}" for kind in BUILDINGS),
        "CHANCE_ORDER": tuple(f"!p{seat}" for seat in range(MAX_PLAYERS)),
        "CHANCE_INDICATOR": tuple(f"!{cube}" for cube in INDICATORS),
        "CHANCE_TILE": tuple(f"!{kind}" for kind in TILES),
        "PLACE": tuple(
            f"{influence}>{place}" for influence in falling for place in (*PLACES, HELD_BACK)
        ),
        "UNSEEN_PLACE": tuple(f"{UNSEEN}>{place}" for place in PLACES),
        "UNSEEN_ALL": (f"{UNSEEN}>{UNSEEN}",),
        "SWAP": tuple(f"swap:{given}{taken}" for given, taken in SWAPS),
        "SWAP_END": ("swap:end",),
        "CHURCH": tuple(f"church:{cell}" for cell in CELLS),
        "CHURCH_NONE": ("church:-",),
        "SELL": tuple(f"sell:{pieces}" for pieces in range(MOST_COAL + 1)),
        "MARK_UP": ("mark:up",),
        "MARK_DOWN": ("mark:down",),
        "DIG": tuple(f"dig:{cell}:{stack}" for cell in CELLS for stack in (*STACKS, NO_STACK)),
        "LAY": tuple(f"lay:{cell}:{openings}" for cell in CELLS for openings in OPENINGS),
        "BUY": tuple("buy:" + "".join(map(str, cubes)) for cubes in PURCHASES),
        "PUT": tuple(f"put:{utility}:{cell}" for utility in UTILITIES for cell in CELLS),
        "PUT_NONE": tuple(f"put:{utility}:-" for utility in UTILITIES),
        "PUT_END": ("put:end",),
        "BUILD": tuple(f"build:{row}:{kind}" for row in ROWS for kind in BUILDINGS),
        "BUILD_NONE": ("build:-",),
        "ONTO": tuple(f"onto:{kind}" for kind in BUILDINGS),
        "ONTO_VACANT": ("onto:-",),
    }


VOCABULARY: Final = Vocabulary(_spell_blocks())
TOKENS: Final = VOCABULARY.tokens
CODES: Final = VOCABULARY.codes
BASES: Final = VOCABULARY.bases
"""The first code of every block, by name."""
