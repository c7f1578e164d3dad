"""What each token says: keys of the game's words, with their parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.ruhr.facts import (
    COUNTRIES,
    HAULER_PIPS,
    INN_POINTS,
    INN_THALERS,
    RIVER,
    SUPPLY_PIPS,
    TERRITORIES,
    WAGE_THALERS,
)
from coalbaron_fast.games.ruhr.notation.tokens import VOCABULARY
from coalbaron_fast.games.text.words import Message, Words, say

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS: Final = Words(Path(__file__).parents[1] / "words")

_SPACES: Final = {space.code: space for space in RIVER}
_WATER: Final = {"wa": "marker.water", "wa+": "marker.waterUp", "wa-": "marker.waterDown"}
_NUMBERS: Final = {
    "wage": WAGE_THALERS,
    "supply": SUPPLY_PIPS,
    "inn:t": INN_THALERS,
    "inn:v": INN_POINTS,
}
"""The number in the text of an option or of the inn."""


def space_phrase(code: str) -> Message:
    """Return what a space is called: a city by its name, a workshop by its trade."""
    space = _SPACES[code]
    if space.name is not None:
        return say(f"space.{space.type}", name=space.name)
    return say(f"space.{space.trade or space.type}", n=int(code[1:]))


def territory_phrase(name: str) -> Message:
    """Return what a territory is called."""
    return say(f"territory.{name}")


def country_phrase(name: str) -> Message:
    """Return what a country is called."""
    return say(f"country.{name}")


def marker_phrase(name: str) -> Message:
    """Return what a marker does when it is drawn."""
    if name in _WATER:
        return say(_WATER[name])
    if name[1] in TERRITORIES and len(name) == 2 and name[0] in "ic":
        kind = "workshops" if name[0] == "i" else "cities"
        return say(f"marker.{kind}", territory=territory_phrase(name[1]))
    return say(f"marker.{name}")


def _chance(token: str) -> Message:
    name = token[1:]
    if name in COUNTRIES:
        return say("token.country", country=country_phrase(name))
    return say("token.marker", marker=marker_phrase(name))


def _option(token: str) -> Message:
    name = token.rstrip("*")
    numbers = {"n": _NUMBERS[name]} if name in _NUMBERS else {}
    option = say(f"option.{name}", **numbers)
    return option if name == token else say("token.free", option=option)


def _gain(token: str) -> Message:
    numbers = {"n": _NUMBERS[token]} if token in _NUMBERS else {}
    return say(f"token.{token.replace(':', '_')}", **numbers)


def _put(token: str) -> Message:
    return say("token.put", colour=say(f"colour.{token[0]}"), space=space_phrase(token[2:]))


def _remove_track(token: str) -> Message:
    return say("token.removeTrack", colour=say(f"colour.{token[2]}"), n=int(token[3]))


def _shift(token: str) -> Message:
    one, other = map(country_phrase, token.removeprefix("shift:").split(">"))
    return say("token.shift", **{"from": one, "to": other})


_PHRASES: Final[dict[str, Callable[[str], Message]]] = {
    "CHANCE_COUNTRY": _chance,
    "CHANCE_MARKER": _chance,
    "PAY": _gain,
    "GET": _gain,
    "REMOVE": lambda token: say("token.remove", space=space_phrase(token[2:])),
    "REMOVE_TRACK": _remove_track,
    "PUT": _put,
    "OPTION": _option,
    "OPTION_FREE": _option,
    "SUPPLY": lambda token: say("token.supply", space=space_phrase(token[1:]), n=SUPPLY_PIPS),
    "START": lambda token: say("token.start", space=space_phrase(token[1:])),
    "HAULER": lambda token: say("token.hauler", space=space_phrase(token[1:]), n=HAULER_PIPS),
    "HAULER_NONE": lambda _: say("token.hauler_none"),
    "TRIP": lambda token: say("token.trip", space=space_phrase(token[1:])),
    "LOCK": lambda token: say("token.lock", space=space_phrase(token[5:])),
    "CITY": lambda token: say("token.city", space=space_phrase(token[5:])),
    "CITY_STAR": lambda token: say("token.cityMarker", space=space_phrase(token[6:])),
    "DEPOT": lambda token: say("token.depot", territory=territory_phrase(token[6:])),
    "PORT_BUILD": lambda token: say("token.port", country=country_phrase(token[5:])),
    "PORT_STAR": lambda token: say("token.portMarker", country=country_phrase(token[6:])),
    "SHIFT": _shift,
    "REPAY": lambda _: say("token.repay"),
    "INN": _gain,
    "END": lambda _: say("token.end"),
}


def phrase_of(code: int) -> Message:
    """Return what a move does."""
    return _PHRASES[VOCABULARY.block_of(code)](VOCABULARY.token_of(code))
