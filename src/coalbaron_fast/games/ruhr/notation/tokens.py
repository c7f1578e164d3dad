"""Tokens: the one spelling of every decision, and its 16-bit move code.

A move code is the token's index in `TOKENS`, a fixed vocabulary of blocks. The code of a block's
first token is its base; core/types.pxd names the same bases.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.ruhr.facts import (
    CITIES,
    COLOUR_NAMES,
    COLOURS,
    COUNTRIES,
    FREE_OPTIONS,
    HAULER_PIPS,
    INN_POINTS,
    INN_THALERS,
    MARKERS,
    OBSTACLES,
    OPTIONS,
    RIVER,
    SELLING,
    SPECIAL_CITIES,
    STORAGE,
    STORAGE_COLOURS,
    SUPPLY_PIPS,
    TERRITORIES,
    WAGE_THALERS,
)
from coalbaron_fast.games.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

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

COUNTRY_NAMES: Final = {"be": "Belgium", "nl": "the Netherlands", "rh": "the Rhineland"}
_TRADE_NAMES: Final = {"fo": "forge", "ha": "hammer mill", "gu": "gun factory"}
_TRADE_OF: Final = {"forge": "fo", "hammer": "ha", "gun": "gu"}
_OPTION_PHRASES: Final = {
    "plain": "no special option",
    "pilot": "take a pilot",
    "transport": "bring a die from the track",
    "wage": f"earn {WAGE_THALERS} Thalers",
    "supply": f"raise a die by {SUPPLY_PIPS}",
    "haul": "haul the barge upriver",
    "tp": "bring a die from the track, with a pilot",
    "hp": "haul the barge upriver, with a pilot",
    "ht": "haul the barge upriver to a die from the track",
}
_SPACES: Final = {space.code: space for space in RIVER}


def name_space(code: str) -> str:
    """Return what a space is called: a city by its name, a workshop by its trade, the rest so."""
    space = _SPACES[code]
    if space.type == "city":
        return f"{space.name} ({code})"
    if space.trade is not None:
        return f"the {_TRADE_NAMES[_TRADE_OF[space.trade]]} {code}"
    if space.type == "obstacle":
        return f"{space.name} ({code})"
    return "Ruhrort" if space.type == "port" else code


def describe_marker(name: str) -> str:
    """Return what a marker does when it is drawn."""
    if name in _TRADE_NAMES:
        return f"a Thaler on every {_TRADE_NAMES[name]}"
    if name.startswith("wa"):
        change = {"wa": "", "wa+": ", every die on the river up by 1", "wa-": ", down by 1"}
        return f"high or low water: no pilot{change[name]}"
    kind = "workshop" if name[0] == "i" else "city"
    return f"a Thaler on every {kind} of {TERRITORIES[name[1]]}"


def _gain(token: str) -> str:
    return "a Thaler" if token[-1] == "t" else "a point"


def _box(token: str) -> str:
    colour = COLOUR_NAMES[COLOURS.index(token[2])]
    return f"take the {colour} die in box {token[3]} of the track out of the game"


def _shift(token: str) -> str:
    one, other = (COUNTRY_NAMES[name] for name in token.removeprefix("shift:").split(">"))
    return f"move the warehouse for {one} to the column of {other}"


def _inn(token: str) -> str:
    gain = f"{INN_THALERS} Thalers" if token[-1] == "t" else f"{INN_POINTS} points"
    return f"use the inn for {gain}"


_PHRASES: Final[dict[str, Callable[[str], str]]] = {
    "CHANCE_COUNTRY": lambda token: f"coal goes to {COUNTRY_NAMES[token[1:]]}",
    "CHANCE_MARKER": lambda token: f"draw {token[1:]}: {describe_marker(token[1:])}",
    "PAY": lambda token: f"pay {_gain(token)}",
    "GET": lambda token: f"take {_gain(token)}",
    "REMOVE": lambda token: f"take the die on {token[2:]} out of the game",
    "REMOVE_TRACK": _box,
    "PUT": lambda token: f"put a {COLOUR_NAMES[COLOURS.index(token[0])]} die on {token[2:]}",
    "OPTION": lambda token: _OPTION_PHRASES[token],
    "OPTION_FREE": lambda token: f"{_OPTION_PHRASES[token[:-1]]}, free by the marker",
    "SUPPLY": lambda token: f"raise the die on {token[1:]} by {SUPPLY_PIPS}",
    "START": lambda token: f"start at {token[1:]}",
    "HAULER": lambda token: f"raise the die on {token[1:]} by {HAULER_PIPS}, by the hauler",
    "HAULER_NONE": lambda _: "keep the hauler",
    "TRIP": lambda token: f"sail to {name_space(token[1:])}",
    "LOCK": lambda token: f"build the {name_space(token[5:])}",
    "CITY": lambda token: f"build a warehouse in {name_space(token[5:])}",
    "CITY_STAR": lambda token: f"build a warehouse in {name_space(token[6:])}, by the marker",
    "DEPOT": lambda token: f"build a warehouse at the depot of {TERRITORIES[token[6:]]}",
    "PORT_BUILD": lambda token: f"build a warehouse for {COUNTRY_NAMES[token[5:]]}",
    "PORT_STAR": lambda token: f"build a warehouse for {COUNTRY_NAMES[token[6:]]}, by the marker",
    "SHIFT": _shift,
    "REPAY": lambda _: "pay back a debt",
    "INN": _inn,
    "END": lambda _: "stop buying",
}


def describe(code: int) -> str:
    """Return in plain English what a move does: a fragment such as `start at s8`."""
    return _PHRASES[VOCABULARY.block_of(code)](VOCABULARY.token_of(code))
