"""Section 10: what a seat is shown, what it knows, and which deals fit that; and the dict."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.mine import Tile
from tests.games.coalcountry.reference.table import Question, Seat, Table

Deal = tuple[int, ...]
"""An influence for each hidden foreman: those on places in the order of `Hidden`, then the hand."""


# What is shown


def tell(table: Table, question: Question, token: str) -> None:
    """Show a token that is about to be played to every seat, as far as it may see it."""
    for viewer, told in enumerate(table.told):
        if question.phase == "place" and viewer != question.seat:
            told.append(placing_seen_by_others(table, token))
        else:
            told.append(token)


def placing_seen_by_others(table: Table, token: str) -> str:
    """Section 11: nothing; section 9: the place at once, and all of a foreman held back."""
    place = token[2:]
    if not table.amok:
        return "?>?"
    return token if place == facts.HELD_BACK else f"?>{place}"


# What is hidden


def in_secret(table: Table) -> bool:
    """Whether seats are placing and nobody sees anything of the others."""
    return table.stage == "place" and not table.amok


def hidden_places(seat: Seat) -> list[str]:
    """The places of the seat's face-down foremen, in the order of places."""
    places = [foreman.place for foreman in seat.foremen if foreman.face_down]
    return sorted(places, key=facts.PLACES.index)


def hidden_influences(table: Table, seat: Seat) -> list[int]:
    """What everybody can work out: all nine less those shown; but not where they are."""
    if in_secret(table):
        return []
    return falling([foreman.influence for foreman in seat.foremen if foreman.face_down] + seat.hand)


def deals(table: Table, seat: Seat) -> dict[Deal, int]:
    """Where the hidden influences of a seat may be, for the others.

    The weight is the number of ways to deal the foremen, two of one influence not told apart: a
    pair on one place, and those at hand, are listed once with the higher influence first.
    """
    if in_secret(table):
        return {(): 1}
    places = [*hidden_places(seat), *["hand"] * len(seat.hand)]
    found: Counter[Deal] = Counter()
    for deal in orders(hidden_influences(table, seat)):
        if all(may_be_on(place, printed) for place, printed in zip(places, deal, strict=True)):
            found[listed_once(places, deal)] += 1
    return dict(found)


def orders(influences: list[int]) -> list[Deal]:
    """Every different order of these influences."""
    if not influences:
        return [()]
    found = []
    for first in falling(set(influences)):
        rest = list(influences)
        rest.remove(first)
        found += [(first, *others) for others in orders(rest)]
    return found


def may_be_on(place: str, printed: int) -> bool:
    """A 4 for the tavern, a 3 or 4 for the church; anything anywhere else."""
    return printed >= facts.PLAYABLE.get(place, 0)


def listed_once(places: list[str], deal: Deal) -> Deal:
    """Foremen on one place have no order: the higher influence first."""
    result: list[int] = []
    for place in dict.fromkeys(places):
        result += falling(
            printed for other, printed in zip(places, deal, strict=True) if other == place
        )
    return tuple(result)


def falling(influences: Any) -> list[int]:  # noqa: ANN401 - any kind of collection
    """Sorted, the highest first."""
    return sorted(influences, reverse=True)


# The dict


DETAILS: dict[str, Any] = {
    "draw": None,
    "mover": None,
    "left": None,
    "space": None,
    "cell": None,
    "tile": None,
    "puts": [],
    "building": None,
}
"""The keys that belong to one question, and what they are at all others."""


def to_dict(table: Table, question: Question, viewer: int | None) -> dict[str, Any]:
    """The position, every key of it as the README beside this file says."""
    return {
        "players": table.players,
        "rounds": table.rounds,
        "reformed": table.reformed,
        "amok": table.amok,
        "round": table.round,
        "stage": table.stage,
        "phase": question.phase,
        "active": question.seat,
        "order": list(table.order),
        **DETAILS,
        **question.details,
        "calendar": list(table.calendar),
        "bag": dict(table.bag),
        "supply": dict(table.supply),
        "market": dict(table.market),
        "stacks": {
            str(number): {kind: count for kind, count in stack.items() if count}
            for number, stack in table.stacks.items()
        },
        "faces": {str(number): kind for number, kind in table.faces.items()},
        "pile": {kind: count for kind, count in table.pile.items() if count},
        "gone": {kind: count for kind, count in table.gone.items() if count and table.amok},
        "top": of_kinds(table.top),
        "bottom": of_kinds(table.bottom),
        "seats": [
            seat_dict(table, seat, hide=viewer not in (None, seat.number)) for seat in table.seats
        ],
    }


def of_kinds(buildings: list[str]) -> list[str]:
    """Buildings in the order of their kinds."""
    return sorted(buildings, key=list(facts.BUILDINGS).index)


def seat_dict(table: Table, seat: Seat, *, hide: bool) -> dict[str, Any]:
    """A seat; hidden from the others is who is where, and in secret placing everything."""
    hand, held = falling(seat.hand), falling(seat.held)
    foremen = sorted(
        seat.foremen, key=lambda each: (facts.PLACES.index(each.place), -each.influence)
    )
    placed: list[list[Any]] = [[each.place, each.influence] for each in foremen]
    hidden: list[int] = []
    if hide and in_secret(table):
        hand, held, placed = list(facts.INFLUENCES), [], []
    elif hide:
        hidden = hidden_influences(table, seat)
        placed = [[each.place, None if each.face_down else each.influence] for each in foremen]
    return {
        "money": seat.money,
        "earnings": seat.earnings,
        "coal": seat.coal,
        "refuse": seat.refuse,
        "storage": dict(seat.storage),
        "buildings": of_kinds(seat.buildings),
        "covered": of_kinds(seat.covered),
        "mine": {cell: tile_list(tile) for cell, tile in sorted(seat.mine.tiles.items())},
        "laid": seat.mine.laid,
        "hand": [None] * len(hand) if hide and not in_secret(table) else hand,
        "held": held,
        "foremen": placed,
        "hidden": hidden,
        "tavern": seat.tavern,
        "lacking": list(seat.lacking),
    }


def tile_list(tile: Tile) -> list[str]:
    """Kind, openings as it lies, utilities on it."""
    return [
        tile.kind,
        tile.openings,
        "".join(utility for utility in facts.TYPES if utility in tile.cubes),
    ]
