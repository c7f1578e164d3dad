"""What each token says: keys of the game's words, with their parameters.

This knows the token alone. What a position adds, as what something costs, is in turn_words.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalcountry.facts import CELLS, HELD_BACK, INDICATORS, UTILITIES
from coalbaron_fast.games.coalcountry.notation.tokens import TOKENS, UNSEEN
from coalbaron_fast.games.text.words import SEAT, Message, Words, say

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "WORDS",
    "building_phrase",
    "cube_amounts",
    "indicator_phrase",
    "phrase_of",
    "phrase_of_token",
    "place_phrase",
    "placing_phrase",
    "tile_phrase",
    "utility_phrase",
]

WORDS: Final = Words(Path(__file__).parents[1] / "words")

_CELLS: Final = frozenset(CELLS)


def utility_phrase(letter: str) -> Message:
    """Return what a utility is called."""
    return say(f"utility.{letter}")


def building_phrase(kind: str) -> Message:
    """Return what a building is called."""
    return say(f"building.{kind}")


def tile_phrase(kind: str) -> Message:
    """Return what a mine tile is called."""
    return say(f"tile.{kind}")


def indicator_phrase(cube: str) -> Message:
    """Return what an indicator cube says, by its letter."""
    return say(f"indicator.{cube}")


def place_phrase(place: str, tiles: frozenset[str] | None = None) -> Message:
    """Return what a place is called; `tiles` are the cells of its seat that have one, if known."""
    if place not in _CELLS:
        return say(f"place.{place}")
    if tiles is None:
        return say("place.cell", cell=place)
    return say("place.mine" if place in tiles else "place.permit", cell=place)


def cube_amounts(numbers: str) -> list[Message]:
    """Return the cubes that a purchase names, `110` for one of wood and one of water."""
    return [
        say("amount.cubes", n=int(number), cube=utility_phrase(utility))
        for utility, number in zip(UTILITIES, numbers, strict=True)
        if number != "0"
    ]


def placing_phrase(token: str, tiles: frozenset[str] | None = None) -> Message:
    """Return what placing a foreman says."""
    influence, place = token.split(">")
    if place == UNSEEN:
        return say("token.place_unseen")
    if influence == UNSEEN:
        return say("token.place_hidden", place=place_phrase(place, tiles))
    if place == HELD_BACK:
        return say("token.held", n=int(influence))
    return say("token.place", n=int(influence), place=place_phrase(place, tiles))


def _chance(what: str) -> Message:
    if what in INDICATORS:
        return say("token.drawn_indicator", indicator=indicator_phrase(what))
    if what[0] == "p":
        return say("token.drawn_order", who=say(SEAT, n=int(what[1])))
    if what[0].isdigit():
        return say("token.drawn_tile", tile=tile_phrase(what))
    return say("token.drawn_building", building=building_phrase(what))


def _swap(what: str) -> Message:
    if what == "end":
        return say("token.swap_end")
    return say("token.swap", **{"from": utility_phrase(what[0]), "to": utility_phrase(what[1])})


def _church(what: str) -> Message:
    return say("token.church_none") if what == "-" else say("token.church", cell=what)


def _sell(what: str) -> Message:
    return say("token.sell", n=int(what)) if what != "0" else say("token.sell_none")


def _dig(what: str) -> Message:
    cell, stack = what.split(":")
    if stack == "-":
        return say("token.dig_none", cell=cell)
    return say("token.dig", cell=cell, n=int(stack))


def _lay(what: str) -> Message:
    cell, openings = what.split(":")
    return say("token.lay", cell=cell, openings=[say(f"direction.{one}") for one in openings])


def _buy(what: str) -> Message:
    cubes = cube_amounts(what)
    return say("token.buy", cubes=cubes) if cubes else say("token.buy_none")


def _put(what: str) -> Message:
    if what == "end":
        return say("token.put_end")
    cube, cell = what.split(":")
    if cell == "-":
        return say("token.store", cube=utility_phrase(cube))
    return say("token.put", cube=utility_phrase(cube), cell=cell)


def _build(what: str) -> Message:
    if what == "-":
        return say("token.build_none")
    row, kind = what.split(":")
    return say("token.build", building=building_phrase(kind), row=say(f"row.{row}"))


def _onto(what: str) -> Message:
    return (
        say("token.onto_free") if what == "-" else say("token.onto", building=building_phrase(what))
    )


_PHRASES: Final[dict[str, Callable[[str], Message]]] = {
    "swap": _swap,
    "church": _church,
    "sell": _sell,
    "mark": lambda what: say("token.mark_up" if what == "up" else "token.mark_down"),
    "dig": _dig,
    "lay": _lay,
    "buy": _buy,
    "put": _put,
    "build": _build,
    "onto": _onto,
}
"""By what stands before the first colon."""


def phrase_of_token(token: str) -> Message:
    """Return what a token says by itself."""
    if token[0] == "!":
        return _chance(token[1:])
    if ">" in token:
        return placing_phrase(token)
    verb, _, what = token.partition(":")
    return _PHRASES[verb](what)


def phrase_of(code: int) -> Message:
    """Return what a move says by itself."""
    return phrase_of_token(TOKENS[code])
