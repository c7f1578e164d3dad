"""What tokens, spaces, tiles and cards say: keys of the game's words, with their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from coalbaron_fast.games.coalbaron.facts import (
    BANK,
    BANK_MARKS,
    COLOURS,
    DELIVERY_SPACES,
    FACTORY_LOOK,
    FACTORY_SPACES,
    LOOK,
    MINING_SPACES,
    MINING_STEPS,
    MONEY_MARKS,
    MONEY_SPACES,
    ORDER_LOOK,
    ORDER_SPACES,
    ORDERS,
    PAIR_KINDS,
    SIDES,
    SLOTS,
    TILES,
    VEHICLES,
)
from coalbaron_fast.games.coalbaron.notation.tokens import (
    FROM_CAGE,
    PAIR,
    block_of,
    token_of,
)
from coalbaron_fast.games.text.shape import UNKNOWN
from coalbaron_fast.games.text.words import Message, Words, say

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS: Final = Words(Path(__file__).parents[1] / "words")

TILE_OF: Final = {tile.name: tile for tile in TILES}
ORDER_OF: Final = {order.name: order for order in ORDERS}

_COLOUR_COUNT: Final = len(COLOURS)
_UNNUMBERED: Final = (FACTORY_LOOK, ORDER_LOOK, BANK)
"""Spaces that are called by words alone."""


def colour_phrase(colour: int) -> Message:
    """Return what a colour is called."""
    return say(f"colour.{COLOURS[colour]}")


def vehicle_phrase(vehicle: int) -> Message:
    """Return what a vehicle is called."""
    return say(f"vehicle.{VEHICLES[vehicle]}")


@cache
def item_phrase(name: str) -> Message:
    """Return what a tile or a card is; `?` is something unseen."""
    if name == UNKNOWN:
        return say("item.unknown")
    if name in TILE_OF:
        tile = TILE_OF[name]
        side = say(f"side.{SIDES[tile.side]}")
        return say(
            "item.tile", name=name, colour=colour_phrase(tile.colour), n=tile.carts, side=side
        )
    order = ORDER_OF[name]
    vehicle = vehicle_phrase(order.vehicle)
    return say("item.order", name=name, vehicle=vehicle, cubes=_spots(order.spots))


def _spots(spots: Sequence[int]) -> Message | list[Message]:
    cubes = [
        say("cubes.count", n=spots.count(colour), colour=colour_phrase(colour))
        for colour in sorted(set(spots))
    ]
    return say("cubes.each", cubes=cubes) if len(spots) == len(cubes) == _COLOUR_COUNT else cubes


@cache
def space_phrase(name: str) -> Message:
    """Return what a space is called."""
    kind, rest = name[0], name[1:]
    if name in _UNNUMBERED:
        called = say(f"space.{name}")
    elif name in DELIVERY_SPACES:
        called = say("space.d", vehicle=say(f"vehicle.{rest}"))
    else:
        called = say(f"space.{kind}", n=int(rest))
    return say("space", space=called, name=name)


def element_phrase(index: int) -> Message:
    """Return what a majority counts."""
    kind, place = divmod(index, _COLOUR_COUNT)
    if kind == 1:
        return say("clock.orders", vehicle=vehicle_phrase(place))
    return say("clock.carts" if kind else "clock.coal", colour=colour_phrase(place))


_PLACES: Final = {
    **{space: say("place.factory", name=space) for space in FACTORY_SPACES},
    FACTORY_LOOK: say("brings.look_tiles", n=LOOK),
    **{
        space: say("brings.mine", n=steps)
        for space, steps in zip(MINING_SPACES, MINING_STEPS, strict=True)
    },
    **{
        space: say("place.deliver", vehicle=vehicle_phrase(vehicle))
        for vehicle, space in enumerate(DELIVERY_SPACES)
    },
    **{
        space: say("brings.marks", n=marks)
        for space, marks in zip(MONEY_SPACES, MONEY_MARKS, strict=True)
    },
    **{space: say("place.order", name=space) for space in ORDER_SPACES},
    ORDER_LOOK: say("brings.look_orders", n=LOOK),
    BANK: say("place.bank", n=BANK_MARKS),
}
"""What choosing a space does, whatever lies there."""


def _place(_: int, token: str) -> Message:
    return say("place", space=space_phrase(token), what=_PLACES[token])


def _item(key: str) -> Callable[[int, str], Message]:
    return lambda _, token: say(key, item=item_phrase(token[1:]))


def _colour(key: str) -> Callable[[int, str], Message]:
    return lambda _, token: say(key, colour=say(f"colour.{token[-1]}"))


def _cage(_: int, token: str) -> Message:
    level = int(token[1:])
    if not level:
        return say("token.surface")
    return say("token.cage", n=level, colour=colour_phrase(level - 1))


def _order(index: int) -> Message:
    name = ORDERS[index].name
    return say("order", name=name, item=item_phrase(name))


def _single(code: int, _: str) -> Message:
    source, slot = divmod(code - FROM_CAGE, len(SLOTS))
    order, colour = SLOTS[slot]
    key = "token.fromStorage" if source else "token.fromCage"
    return say(key, cubes=say("cube", colour=colour_phrase(colour)), item=_order(order))


def _pair(code: int, _: str) -> Message:
    slot, kind = divmod(code - PAIR, len(PAIR_KINDS))
    order, colour = SLOTS[slot]
    sources, colours = zip(*(divmod(cube, _COLOUR_COUNT) for cube in PAIR_KINDS[kind]), strict=True)
    first, second = (
        say("cube.storage" if source else "cube.cage", colour=colour_phrase(cube))
        for source, cube in zip(sources, colours, strict=True)
    )
    return say(
        "token.pair",
        first=first,
        second=second,
        cubes=_spots(colours),
        colour=colour_phrase(colour),
        item=_order(order),
    )


_PHRASES: Final[dict[str, Callable[[int, str], Message]]] = {
    "CHANCE_TILE": _item("token.chance"),
    "CHANCE_ORDER": _item("token.chance"),
    "CHANCE_HIDDEN": _item("token.chance"),
    "TAKE_TILE": _item("token.take"),
    "TAKE_ORDER": _item("token.take"),
    "TAKE_NONE": lambda _, __: say("token.none"),
    "PLACE": _place,
    "FILL": _colour("token.fill"),
    "FILL_NONE": lambda _, __: say("token.fillNone"),
    "SIDE_TOP": lambda _, __: say("token.top"),
    "SIDE_BOTTOM": lambda _, __: say("token.bottom"),
    "STACK_TILE": _item("token.back"),
    "STACK_ORDER": _item("token.back"),
    "STACK_HIDDEN": _item("token.back"),
    "CAGE": _cage,
    "LOAD": _colour("token.load"),
    "STORE": _colour("token.store"),
    "END": lambda _, __: say("token.end"),
    "FROM_CAGE": _single,
    "FROM_STORAGE": _single,
    "PAIR": _pair,
}


def phrase_of(code: int) -> Message:
    """Return what a move does, whatever the position."""
    return _PHRASES[block_of(code)](code, token_of(code))


def describe(code: int) -> str:
    """Return in plain English what a move does: a fragment such as `mine with 8 work steps`.

    It spells the thing as the token does, so that both can be shown side by side.
    """
    return WORDS.spell(phrase_of(code))
