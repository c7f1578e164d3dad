"""The two stacks, the draw-five, and what each seat knows of them.

A stack is a known top part, a shuffled middle and a known bottom part. The known
parts are lists of batches (what one look returned), each a list of places; a place
carries one sign a seat:

    .   this seat knows nothing of the place
    =   it knows what lies here
    ~   the place is one of a set it knows in no order; the item is not of the set
    *   the same, and the item is of the set
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.coalbaron.reference.facts import ITEM_RANK, LOOK_SIZE, sort_items

SIGNS = ".=~*"


class Place:
    """One item in a known part of a stack, or in a look, with a sign for each seat."""

    def __init__(self, item: str, signs: list[str]) -> None:
        self.item = item
        self.signs = signs

    def to_dict(self) -> dict[str, Any]:
        """The place as positions spell it."""
        return {"item": self.item, "known": "".join(self.signs)}


Batch = list[Place]


def place_order(place: Place) -> tuple[int, list[int]]:
    """Sort key of held places: by item, then by the signs, the highest seat first.

    Only equal tiles ever come to the second part. Which of them a token means cannot
    matter to anybody at the table; the *last* in this order is meant (``last_of``).
    """
    return ITEM_RANK[place.item], [SIGNS.index(sign) for sign in reversed(place.signs)]


def last_of(places: list[Place], item: str) -> Place:
    """The place that a token naming ``item`` means."""
    return max((place for place in places if place.item == item), key=place_order)


def star_moves(place: Place, seat: int, others: list[Place]) -> Place | None:
    """The place that stops being of ``seat``'s set because ``place`` was turned up.

    Equal tiles cannot be told apart. When one turns up that was not of the set and
    the set holds another of its kind, the seat must take the one for the other: the
    set holds one less of the kind.
    """
    if place.signs[seat] == "*":
        return None
    for other in others:
        if other.item == place.item and other.signs[seat] == "*":
            return other
    return None


class Stack:
    """Tiles or cards: known top, shuffled middle, known bottom.

    ``events`` counts what happens by the way, for the corner table of the agreement.
    """

    def __init__(self, items: list[str], players: int, events: Counter[str]) -> None:
        self.players = players
        self.events = events
        self.top: list[Batch] = []
        self.middle = sort_items(items)
        self.bottom: list[Batch] = []
        # Batches that lay below the middle until it ran out.
        self.merged: list[Batch] = []

    def __len__(self) -> int:
        known = sum(len(batch) for batch in self.top + self.bottom)
        return known + len(self.middle)

    def asks_chance(self) -> bool:
        """Whether the next draw comes off the shuffled middle."""
        return not self.top and bool(self.middle)

    def draw_middle(self, item: str) -> Place:
        """Take ``item`` out of the middle: nobody knew where it lay."""
        self.middle.remove(item)
        if not self.middle:
            self.merged = self.bottom
            self.top += self.bottom
            self.bottom = []
        return Place(item, ["."] * self.players)

    def draw_top(self, seen_by: list[int], occasion: str) -> tuple[Place, Batch]:
        """Take the uppermost known place; return it and the batch it was cut from.

        ``seen_by`` are the seats for which the item comes to light.
        """
        batch = self.top[0]
        place = batch.pop(0)
        for seat in seen_by:
            if place.signs[seat] == "~":
                self.reveal(place, seat, batch, occasion)
        if any(batch is merged for merged in self.merged):
            self.events["draw through a merged bottom"] += 1
        if not batch:
            self.top.pop(0)
        return place, batch

    def reveal(self, place: Place, seat: int, batch: Batch, occasion: str) -> None:
        """``place`` came to light for ``seat``, as one of its set in ``batch``."""
        loser = star_moves(place, seat, batch)
        if loser is not None:
            loser.signs[seat] = "~"
            self.events[f"star transfer, {occasion}"] += 1

    def put_top(self, batch: Batch) -> None:
        """Lay a batch on top of the stack."""
        self.top.insert(0, batch)

    def put_bottom(self, batch: Batch) -> None:
        """Lay a batch below the stack; without a middle the two known parts are one."""
        if self.middle:
            self.bottom.append(batch)
        else:
            self.top.append(batch)

    def to_dict(self) -> dict[str, Any]:
        """The stack as positions spell it."""
        return {
            "top": [[place.to_dict() for place in batch] for batch in self.top],
            "middle": list(self.middle),
            "middle_size": len(self.middle),
            "bottom": [[place.to_dict() for place in batch] for batch in self.bottom],
        }


class Look:
    """A draw-five in progress."""

    def __init__(self, stack: Stack, looker: int) -> None:
        self.stack = stack
        self.looker = looker
        self.others = [seat for seat in range(stack.players) if seat != looker]
        self.wanted = min(LOOK_SIZE, len(stack))
        self.held: list[Place] = []
        self.returned: list[Place] = []
        self.side: str | None = None
        self.touched = [False] * stack.players
        self.straddle = [False] * stack.players
        # The batch that the latest draw cut, and the places it gave.
        self.cut_batch: Batch = []
        self.cut_places: list[Place] = []

    def draw_known(self) -> None:
        """Draw as long as places are wanted and lie in the known top part."""
        while len(self.held) < self.wanted and self.stack.top:
            place, batch = self.stack.draw_top([self.looker], "own draw")
            if batch is not self.cut_batch:
                self.cut_batch, self.cut_places = batch, []
            self.cut_places.append(Place(place.item, list(place.signs)))
            self.hold(place)

    def hold(self, place: Place) -> None:
        """Take a drawn place in hand: its signs now say who has seen the item."""
        for seat in self.others:
            if place.signs[seat] != ".":
                self.touched[seat] = True
            place.signs[seat] = "*" if place.signs[seat] in "=*" else "."
        place.signs[self.looker] = "="
        self.held.append(place)
        self.held.sort(key=place_order)

    def is_complete(self) -> bool:
        """Whether all places are drawn."""
        return len(self.held) == self.wanted

    def finish_draw(self) -> None:
        """Note which sets of other seats the draw has cut through."""
        for seat in self.others:
            drawn = any(place.signs[seat] in "~*" for place in self.cut_places)
            left = any(place.signs[seat] in "~*" for place in self.cut_batch)
            self.straddle[seat] = drawn and left

    def keep(self, item: str) -> None:
        """Take ``item`` out of the look and show it to all."""
        kept = last_of(self.held, item)
        self.held.remove(kept)
        for seat in self.others:
            loser = star_moves(kept, seat, self.held)
            if loser is not None:
                loser.signs[seat] = "."
                self.stack.events["star transfer, kept tile"] += 1
            elif self.straddle[seat]:
                self.stack.reveal(kept, seat, self.cut_batch, "kept tile, rest of a cut set")
        self.held.sort(key=place_order)

    def name(self, item: str) -> None:
        """``item`` is the next to go back."""
        place = last_of(self.held, item)
        self.held.remove(place)
        self.returned.append(place)

    def put_back(self) -> None:
        """Return the named places to the stack, with the signs they have from now on."""
        for place in self.returned:
            for seat in self.others:
                if self.touched[seat]:
                    place.signs[seat] = "*" if place.signs[seat] == "*" else "~"
        if self.side == "top":
            self._put_back_top()
        else:
            self._put_back_bottom()

    def _put_back_top(self) -> None:
        """A cut set lies uppermost: with what returns onto it it becomes one set."""
        if any(self.straddle):
            cut = self.stack.top.pop(0)
            assert cut is self.cut_batch
            self.returned += cut
        self.stack.put_top(self.returned)

    def _put_back_bottom(self) -> None:
        """The two parts of a cut set are now far apart: its seat forgets it."""
        for seat in self.others:
            if self.straddle[seat]:
                for place in self.returned + self.cut_batch:
                    if place.signs[seat] == "*":
                        place.signs[seat] = "~"
        self.stack.put_bottom(self.returned)

    def to_dict(self) -> dict[str, Any]:
        """The look as positions spell it."""
        return {
            "held": [place.to_dict() for place in self.held],
            "returned": [place.to_dict() for place in self.returned],
            "side": self.side,
            "touched": "".join("x" if mark else "." for mark in self.touched),
            "straddle": "".join("x" if mark else "." for mark in self.straddle),
        }
