"""What a seat can know, found the slow way: every arrangement that agrees with what it saw.

A `Watcher` follows one stack from one chair. It begins with every order of the stack and,
as the game goes on, throws out what contradicts the seat's eyes and adds what another seat
may have done unseen. It reads of a position only what that seat is shown. `support_of` lists
the arrangements that a view allows, by the words of docs/position.md. Where the core is exact
the two are the same set; where it is not, the view's is the larger one.

Stacks must be small: a stack of seven has 5,040 orders.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from coalbaron_fast import State

Position = dict[str, Any]

STACKS: Final = {"order_stack": "row", "tile_stack": "factory"}
LOOK_SPACES: Final = {"order_stack": "ox", "tile_stack": "fx"}


class World(NamedTuple):
    """One arrangement of what a stack held; all parts uppermost first, ``held`` sorted."""

    returned: tuple[str, ...]
    held: tuple[str, ...]
    stack: tuple[str, ...]

    @property
    def weight(self) -> int:
        """In how many orders the held items may have come: equal tiles make fewer."""
        orders = math.factorial(len(self.held))
        for count in Counter(self.held).values():
            orders //= math.factorial(count)
        return orders

    def draw(self) -> World:
        """The uppermost item in hand."""
        return World(self.returned, tuple(sorted((*self.held, self.stack[0]))), self.stack[1:])

    def keep(self, item: str) -> World:
        """One of the held items gone."""
        return self._replace(held=without(self.held, item))

    def name(self, item: str) -> World:
        """One of the held items named to go back next."""
        return World((*self.returned, item), without(self.held, item), self.stack)

    def put_back(self, side: str) -> World:
        """Everything that was drawn lies in the stack again."""
        back = self.returned + self.held
        stack = back + self.stack if side == "top" else self.stack + back
        return World((), (), stack)


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """The items but for the first such one."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def stack_size(position: Position, stack: str) -> int:
    """How many items a stack has."""
    part = position[stack]
    known = sum(len(batch) for side in ("top", "bottom") for batch in part[side])
    return known + int(part["middle_size"])


def look_of(position: Position, stack: str) -> Position | None:
    """The look in progress if it draws from this stack."""
    look: Position | None = position["look"]
    return look if position["space"] == LOOK_SPACES[stack] else None


def held_items(position: Position, stack: str) -> list[str]:
    """What the looking seat holds and has not yet named."""
    look = look_of(position, stack)
    return [] if look is None else [place["item"] for place in look["held"]]


class Watcher:
    """What one seat holds possible of one stack of a game that begins with a fresh stack."""

    def __init__(self, seat: int, stack: str, position: Position) -> None:
        part = position[stack]
        assert not part["top"], "only a shuffled stack is wholly unknown"
        assert not part["bottom"], "only a shuffled stack is wholly unknown"
        self.seat = seat
        self.stack = stack
        self.straddled = False
        self.worlds = {World((), (), order) for order in itertools.permutations(part["middle"])}

    def observe(self, before: Position, token: str, after: Position) -> None:
        """Take in one token of the game, of which both positions are full ones."""
        look = look_of(before, self.stack)
        if look is not None:
            self._observe_look(before, token, after)
        elif look_of(after, self.stack) is not None:
            self._observe_draw(0, after)
        elif stack_size(after, self.stack) < stack_size(before, self.stack):
            board = STACKS[self.stack]
            self._turned_up(after[board][before["space"] or token])

    def _turned_up(self, item: str) -> None:
        """A space was refilled for all to see."""
        self.worlds = {
            world._replace(stack=world.stack[1:]) for world in self.worlds if world.stack[0] == item
        }

    def _observe_look(self, before: Position, token: str, after: Position) -> None:
        phase, own = before["phase"], before["active"] == self.seat
        held = len(held_items(before, self.stack))
        if phase == "chance":
            self._observe_draw(held, after)
        elif phase == "keep":
            if token != "+-":
                item = token[1:]
                self.worlds = {world.keep(item) for world in self.worlds if item in world.held}
        elif phase == "stack":
            named = [token[1:]] if own else None
            self.worlds = {
                world.name(item) for world in self.worlds for item in set(named or world.held)
            }
        if look_of(after, self.stack) is None and phase in ("side", "stack"):
            side = token if phase == "side" else before["look"]["side"]
            self.worlds = {world.put_back(side) for world in self.worlds}

    def _observe_draw(self, held: int, after: Position) -> None:
        """Items were drawn; the looking seat sees which."""
        items = tuple(sorted(held_items(after, self.stack)))
        for _ in range(len(items) - held):
            self.worlds = {world.draw() for world in self.worlds}
        if after["active"] == self.seat:
            self.worlds = {world for world in self.worlds if world.held == items}
        # Once a look has cut through anybody's set, the core keeps less than a perfect memory.
        self.straddled |= after["phase"] == "keep" and "x" in after["look"]["straddle"]

    def next_item(self, drawn: tuple[str, ...]) -> dict[str, Fraction]:
        """How likely each item is to lie next in the stack, once ``drawn`` came off it."""
        count = len(drawn)
        return shares(
            world.stack[count]
            for world in self.worlds
            if sorted(world.stack[:count]) == sorted(drawn)
        )


def shares(items: Iterable[str]) -> dict[str, Fraction]:
    """Each item's share of all of them."""
    counts = Counter(items)
    return {item: Fraction(count, counts.total()) for item, count in counts.items()}


# What a view allows


class Slots(NamedTuple):
    """The places of a view as one row: returned, held, top, middle, bottom."""

    fixed: dict[int, str]
    """Places whose item the viewer knows."""
    sets: list[tuple[list[int], list[str]]]
    """The viewer's sets: their places, and the items that lie in some of them."""
    unknown: list[str]
    """Everything else that lies somewhere."""
    returned: int
    held: int
    size: int


def support_of(view: Position, stack: str) -> set[World]:
    """Every arrangement that a view allows, by what docs/position.md says the signs mean."""
    slots = read_slots(view, stack)
    return {
        World(
            order[: slots.returned],
            tuple(sorted(order[slots.returned : slots.returned + slots.held])),
            order[slots.returned + slots.held :],
        )
        for order in arrangements(slots)
    }


def read_slots(view: Position, stack: str) -> Slots:
    """Lay the places of a view out in one row."""
    seat, part, look = view["view"], view[stack], look_of(view, stack)
    fixed: dict[int, str] = {}
    sets: list[tuple[list[int], list[str]]] = []
    begin = 0
    if look is not None:
        begin = read_look(view, look, fixed, sets)
    for side in ("top", "bottom"):
        for number, batch in enumerate(part[side]):
            marked = (list[int](), list[str]())
            for index, place in enumerate(batch, start=begin):
                sign = place["known"][seat]
                if sign == "=":
                    fixed[index] = place["item"]
                elif sign in "~*":
                    marked[0].append(index)
                    marked[1].extend([place["item"]] if sign == "*" else [])
            begin += len(batch)
            if look is not None and look["straddle"][seat] == "x" and (side, number) == ("top", 0):
                # The draw in progress has cut this set: its other part is in hand.
                sets[0][0].extend(marked[0])
                sets[0][1].extend(marked[1])
            elif marked[0]:
                sets.append(marked)
        if side == "top":
            begin += part["middle_size"]
    counts = (0, 0) if look is None else (len(look["returned"]), len(look["held"]))
    return Slots(fixed, sets, list(part["middle"]), *counts, begin)


def read_look(
    view: Position, look: Position, fixed: dict[int, str], sets: list[tuple[list[int], list[str]]]
) -> int:
    """The places of a look: known to who looks, one set without an order to others."""
    places = look["returned"] + look["held"]
    if view["active"] == view["view"]:
        fixed.update({index: place["item"] for index, place in enumerate(places)})
    else:
        known = [place["item"] for place in places if place["known"][view["view"]] == "*"]
        sets.append((list(range(len(places))), known))
    return len(places)


def arrangements(slots: Slots) -> Iterator[tuple[str, ...]]:
    """Every way to lay the items out over the places."""
    ways = [
        [
            dict(zip(places, known, strict=True))
            for places in itertools.permutations(cells, len(known))
        ]
        for cells, known in slots.sets
    ]
    for chosen in itertools.product(*ways):
        row = dict(slots.fixed)
        for known_places in chosen:
            row.update(known_places)
        free = [index for index in range(slots.size) if index not in row]
        for rest in set(itertools.permutations(slots.unknown)):
            row.update(zip(free, rest, strict=True))
            yield tuple(row[index] for index in range(slots.size))


# Small positions


def small_position(players: int, *, cards: int, tiles: int, kinds: int = 16) -> State:
    """After a setup: stacks of so few items, everything else lies open; money for everything.

    The tiles left are of ``kinds`` kinds in turn, so that 7 tiles of 3 kinds have equal ones.
    """
    state = State(players=players)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    position = state.to_dict()
    first = position["seats"][0]
    stack = position["order_stack"]["middle"]
    first["delivered"] = stack[: len(stack) - cards]
    rest = stack[len(stack) - cards :]
    position["order_stack"].update(middle=rest, middle_size=cards)
    left = position["tile_stack"]["middle"]
    several = [kind for kind, count in Counter(left).items() if count > 1]
    wanted = [several[index % kinds] if kinds < 16 else None for index in range(tiles)]
    stay = pick_tiles(left, wanted)
    position["tile_stack"].update(middle=stay, middle_size=tiles)
    gone = Counter(left) - Counter(stay)
    for level, colour in enumerate("ybgk"):
        first["pit"][level]["tiles"] = [tile for tile in gone.elements() if tile[0] == colour]
    for seat in position["seats"]:
        seat["marks"] = 130
    return State.from_dict(position)


def pick_tiles(left: list[str], wanted: list[str | None]) -> list[str]:
    """Tiles that stay in the stack: the wanted kinds, else all of different kinds."""
    kinds = sorted(set(left))
    return [kind or kinds[5 * index % len(kinds)] for index, kind in enumerate(wanted)]
