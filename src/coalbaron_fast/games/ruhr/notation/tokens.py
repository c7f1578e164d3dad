"""Tokens: the one spelling of every decision, and its 16-bit move code.

A move code is the token's index in `TOKENS`, a fixed vocabulary of blocks. The code of a block's
first token is its base; core/types.pxd names the same bases.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from coalbaron_fast.games.ruhr.facts import (
    CITIES,
    COLOURS,
    COUNTRIES,
    FREE_OPTIONS,
    MARKERS,
    OBSTACLES,
    OPTIONS,
    SELLING,
    SPECIAL_CITIES,
    STORAGE,
    STORAGE_COLOURS,
    TERRITORIES,
)
from coalbaron_fast.games.text.vocabulary import Vocabulary

TRACK_TOKENS: Final = 3
"""Boxes of a colour that a token names."""

_GAINS: Final = "tv"
"""A Thaler or a point."""


def _spell_blocks() -> dict[str, tuple[str, ...]]:
    """Return the tokens of every block, by the name of its base, in the order of the codes."""
    return {
        "CHANCE_COUNTRY": tuple(f"!{country}" for country in COUNTRIES),
        "CHANCE_MARKER": tuple(f"!{marker}" for marker in MARKERS),
        "PAY": tuple(f"pay:{gain}" for gain in _GAINS),
        "GET": tuple(f"get:{gain}" for gain in _GAINS),
        "REMOVE": tuple(f"x:{space}" for space in STORAGE),
        "REMOVE_TRACK": tuple(
            f"x:{colour}{box}" for colour in COLOURS for box in range(1, TRACK_TOKENS + 1)
        ),
        "PUT": tuple(
            f"{colour}>{space}" for colour, space in zip(STORAGE_COLOURS, STORAGE, strict=True)
        ),
        "OPTION": tuple(option.name for option in OPTIONS),
        "OPTION_FREE": tuple(f"{name}*" for name in FREE_OPTIONS),
        "SUPPLY": tuple(f"+{space}" for space in STORAGE),
        "START": tuple(f"@{space}" for space in STORAGE),
        "HAULER": tuple(f"^{space}" for space in STORAGE),
        "HAULER_NONE": ("^-",),
        "TRIP": tuple(f">{space}" for space in SELLING),
        "LOCK": tuple(f"lock:{space}" for space in OBSTACLES),
        "CITY": tuple(f"city:{city}" for city in CITIES if city not in SPECIAL_CITIES),
        "CITY_STAR": tuple(f"city*:{city}" for city in CITIES),
        "DEPOT": tuple(f"depot:{depot}" for depot in TERRITORIES),
        "PORT_BUILD": tuple(f"port:{country}" for country in COUNTRIES),
        "PORT_STAR": tuple(f"port*:{country}" for country in COUNTRIES),
        "SHIFT": tuple(f"shift:{one}>{other}" for one, other in product(COUNTRIES, repeat=2)),
        "REPAY": ("repay",),
        "INN": tuple(f"inn:{gain}" for gain in _GAINS),
        "END": ("end",),
    }


VOCABULARY: Final = Vocabulary(_spell_blocks())
TOKENS: Final = VOCABULARY.tokens
CODES: Final = VOCABULARY.codes
BASES: Final = VOCABULARY.bases
"""The first code of every block, by name."""
