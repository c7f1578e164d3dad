"""The dict; what a seat is shown; which hidden cards agree with what it saw (sections 12 to 14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.games.railroads.reference import facts
from tests.games.railroads.reference.table import Part, Seat, Table

World = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]
"""The removed cards, and the cards of each seat, in the order of `components.json`."""


# What is shown


def tell(table: Table, phase: str, seat: int | None, token: str) -> None:
    """Section 13: what left the game is shown to none, a choice to the seat that made it."""
    for viewer, told in enumerate(table.told):
        if phase == "chance" and token.startswith("!-"):
            told.append("!?")
        elif phase == "bonus" and viewer != seat:
            told.append("e:?")
        else:
            told.append(token)


# What is hidden


def worlds(table: Table, viewer: int) -> Iterator[World]:
    """Every assignment of the hidden cards that agrees with what this seat saw, once each.

    A seat that looked through the deck knows exactly which cards were there: those taken before
    are not among them, those taken later are.
    """
    seat = table.seats[viewer]
    looks = [set(deck) for deck in seat.looks]
    if table.mover == viewer and table.asked_bonus:
        looks.append(set(table.deck))
    seen: set[World] = set()
    first = looks[0] if looks else set()
    free = [card for card in facts.BONUS if card not in first]
    number = min(len(table.removed), facts.REMOVED)
    for removed in combinations(free, number):
        for world in later(table, viewer, looks, removed, ()):
            if world not in seen:
                seen.add(world)
                yield world


def later(
    table: Table,
    viewer: int,
    looks: list[set[str]],
    removed: tuple[str, ...],
    chosen: tuple[str, ...],
) -> Iterator[World]:
    """The choices after these, in time."""
    past = len([who for who, _ in table.picks[: len(chosen)] if who == viewer])
    coming = looks[past] if past < len(looks) else set()
    left = [card for card in facts.BONUS if card not in removed and card not in chosen]
    if len(chosen) == len(table.picks):
        # A look that is going on now, at exactly these cards.
        if not coming or coming == set(left):
            yield world_of(table, removed, chosen)
        return
    who, card = table.picks[len(chosen)]
    if who == viewer:
        if coming == set(left):
            yield from later(table, viewer, looks, removed, (*chosen, card))
        return
    for other in left:
        if other not in coming:
            yield from later(table, viewer, looks, removed, (*chosen, other))


def world_of(table: Table, removed: tuple[str, ...], chosen: tuple[str, ...]) -> World:
    """The cards by seat, in the order of `components.json`."""
    kinds = list(facts.BONUS)
    hands: list[list[str]] = [[] for _ in table.seats]
    for (who, _), card in zip(table.picks, chosen, strict=True):
        hands[who].append(card)
    return removed, tuple(tuple(sorted(hand, key=kinds.index)) for hand in hands)


# The dict


def to_dict(table: Table, phase: str, active: int | None, viewer: int | None) -> dict[str, Any]:
    """The position, every key of it as the README beside this file says."""
    sees_deck = viewer is None or (phase == "bonus" and active == viewer)
    deck = table.deck
    return {
        "players": table.players,
        "start": table.start,
        "germany": table.germany,
        "coal": table.coal,
        "new": table.new,
        "round": table.round,
        "stage": table.stage,
        "phase": phase,
        "active": active,
        "mover": table.mover,
        "acted": table.acted and table.mover is not None,
        "order": list(table.order),
        "row": list(table.row),
        "taken": dict(sorted(table.taken.items())),
        "locomotives": {str(number): count for number, count in table.stacks.items()},
        "returned": sorted(table.returned),
        "doublers": table.doublers,
        "cards": list(table.cards),
        "removed": list(table.removed) if viewer is None else [None] * len(table.removed),
        "deck": list(deck) if sees_deck else [None] * len(deck),
        "picks": [who for who, _ in table.picks],
        "offer": list(table.offer),
        "to_draft": list(table.to_draft),
        "to_move": list(table.to_move),
        "extensions": list(table.extensions),
        "income": dict(table.income),
        "extra_markers": table.extra_markers,
        "unseen": sorted(table.unseen),
        "stack": table.stack,
        "face_up": sorted(table.face_up),
        "boiled": table.boiled,
        "draw": table.draw,
        "drawn": list(table.drawn),
        "area": None if table.area is None else f"{table.area[0]}{table.area[1]}",
        "hand": None if table.hand is None else table.hand.name,
        "pool": [part_list(part) for part in sorted(table.pool, key=part_order)],
        "closing": table.closing,
        "emil": emil_dict(table),
        "seats": [seat_dict(seat, hide=viewer not in (None, seat.number)) for seat in table.seats],
    }


PARTS = ["k", "g", "b", "n", "w", "kg", "any", "i", "L", "F", "LF", "C", "q", "key", "re"]
PARTS += ["copy", "use", "burn", "bonus10", "income"]


def part_order(part: Part) -> tuple[int, int, bool]:
    """Parts in a fixed order, those that must be done first."""
    return PARTS.index(part.kind), part.limit, not part.must


def part_list(part: Part) -> list[Any]:
    """A part: its kind (`re1`, `re2` with the limit), and whether it must be done."""
    return [f"{part.kind}{part.limit or ''}", part.must]


def emil_dict(table: Table) -> dict[str, Any] | None:
    """Emil; null but in the solo game."""
    emil = table.emil
    if emil is None:
        return None
    return {
        "workers": emil.workers,
        "in_all": emil.in_all,
        "passed": emil.passed,
        "deck": list(emil.deck),
        "engineers": sorted(emil.engineers, key=list(facts.ENGINEERS).index),
        "tiles": sorted(emil.tiles),
    }


def seat_dict(seat: Seat, *, hide: bool) -> dict[str, Any]:
    """A seat; hidden from the others are its end bonus cards and what it saw of the deck."""
    return {
        "points": seat.points,
        "coins": seat.coins,
        "coal": seat.coal,
        "workers": seat.workers,
        "won": seat.won,
        "black_worker": seat.black_worker,
        "passed": seat.passed,
        "tracks": {rail: list(at.values()) for rail, at in seat.tracks.items()},
        "unlocked": [colour for colour in facts.COLOURS if colour in seat.unlocked],
        "locos": {
            rail: [loco.name for loco in sorted(lying, key=lambda each: (each.number, each.name))]
            for rail, lying in seat.locos.items()
        },
        "branch": seat.branch,
        "extensions": {
            f"{rail}{space}": kind for (rail, space), kind in sorted(seat.extensions.items())
        },
        "doublers": seat.doublers,
        "markers": sorted(seat.markers),
        "was_on_question": seat.was_on_question,
        "gaps": [None if factory is None else factory.name for factory in seat.gaps.values()],
        "tokens": list(seat.tokens),
        "tokens_used": seat.tokens_used,
        "medal": seat.medal,
        "values": seat.values,
        "engineers": list(seat.engineers),
        "income": [
            list(each)
            for kind in facts.INCOME_EFFECTS
            for each in sorted(seat.income)
            if each[0] == kind
        ],
        "foundries": {str(number): used for number, used in sorted(seat.foundries.items())},
        "used": list(seat.used),
        "due": seat.due,
        "bonus": [None] * len(seat.bonus) if hide else list(seat.bonus),
        "looks": [None] * len(seat.looks) if hide else [list(deck) for deck in seat.looks],
    }
