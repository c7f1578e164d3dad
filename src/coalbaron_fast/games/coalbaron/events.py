"""The events that tokens cause, for a screen and for a log.

`tell_events` plays tokens on a copy and compares the position before and after each of them. So
payments, refills, draws, deliveries and scoring are exactly what the core did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from coalbaron_fast.games.coalbaron.board import stack_size
from coalbaron_fast.games.coalbaron.facts import (
    CUBES_PER_VP,
    DELIVERY_SPACES,
    FACTORY_SPACES,
    IMBALANCE_PENALTY,
    MARKS_PER_VP,
    ORDER_SPACES,
    ORDERS,
    OUTSTANDING_PENALTY,
    REWARDS,
    TILES,
)
from coalbaron_fast.games.coalbaron.notation import code_of, describe, describe_item
from coalbaron_fast.games.coalbaron.state import State
from coalbaron_fast.games.coalbaron.table import Seat, counted, describe_table, workers_needed

UNSEEN: Final = "?"
NONE_KEPT: Final = "+-"
ORDER_VP: Final = {order.name: order.vp for order in ORDERS}
TILE_NAMES: Final = frozenset(tile.name for tile in TILES)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, the token that caused it, and an English sentence.

    | kind | what | numbers |
    |---|---|---|
    | `place` | workers go to a space; those there go to the canteen | `space`, `workers`, `count` |
    | `pay` | Marks for a tile | `marks`, `item` |
    | `money` | Marks from a money space or the bank | `marks`, `space` |
    | `refill` | a tile or card comes to a space, or to the draft | `space`, `item` |
    | `draft` | a card is taken in the draft | `item` |
    | `draw` | a look draws | `item` |
    | `keep` | a tile or card is gained, or none (`item` is null) | `item`, `space` |
    | `return` | how many go back to which side; then each of them | `side`, `count` or `item` |
    | `fill` | the cube for a cart that its own colour cannot fill | `cubes` |
    | `mine` | a work step | `level`, `cubes`, `item` |
    | `deliver` | orders are delivered | `items`, `vp` |
    | `score` | points at the end of a shift | `source`, `vp`; `element` of a majority |
    | `shift` | a new shift begins, with its start seat | `shift` |
    | `over` | the game has ended | `scores`, `winners` |
    """

    kind: str
    token: str
    text: str
    seat: int | None = None
    space: str | None = None
    item: str | None = None
    items: list[str] | None = None
    marks: int | None = None
    workers: int | None = None
    count: int | None = None
    side: str | None = None
    level: int | None = None
    cubes: str | None = None
    vp: int | None = None
    source: str | None = None
    element: int | None = None
    shift: int | None = None
    scores: list[int] | None = None
    winners: list[int] | None = None


def tell_events(before: State, tokens: Iterable[str], viewer: int | None = None) -> list[Event]:
    """Return what the tokens cause from a position on, chance tokens included.

    With `viewer`, what that seat does not see is `?`: draws and returns of others.
    """
    state = State.from_dict(before.to_dict())
    events: list[Event] = []
    for token in tokens:
        step = _Step(state, token)
        events += step.events()
    return events if viewer is None else [_as_seen(event, viewer) for event in events]


def _as_seen(event: Event, viewer: int) -> Event:
    """Hide what only the looking seat sees."""
    if event.seat == viewer or event.item is None or event.kind not in ("draw", "return"):
        return event
    token = f"{event.token[0]}{UNSEEN}" if event.token[0] in "!^" else event.token
    hidden = replace(event, token=token, item=UNSEEN)
    return replace(hidden, text=_PHRASES[event.kind](hidden))


_PHRASES: Final = {
    "draw": lambda event: f"Seat {event.seat} draws {describe_item(event.item)}.",
    "return": lambda event: f"Seat {event.seat} puts back {describe_item(event.item)}.",
}


class _Step:
    """One token, with the position before and after it."""

    def __init__(self, state: State, token: str) -> None:
        """Play the token on the state."""
        self.token = token
        self.before = state.to_dict()
        state.push(token)
        self.state = state
        self.after = state.to_dict()
        self.seat: int | None = self.before["active"]

    def events(self) -> Iterator[Event]:
        """Return the events in the order in which they happen at a table."""
        tell = {
            "draft": self.draft,
            "place": self.place,
            "fill": self.fill,
            "keep": self.keep,
            "side": self.side,
            "stack": self.stack,
            "mine": self.mine,
        }.get(self.before["phase"])
        if tell is not None:
            yield from tell()
        yield from self.draws()
        yield from self.refills()
        if self.after["phase"] == "over" or self.after["shift"] != self.before["shift"]:
            yield from self.end_of_shift()

    def event(self, kind: str, text: str, **numbers: Any) -> Event:  # noqa: ANN401 - any field
        seat = numbers.pop("seat", self.seat)
        return Event(kind, self.token, text, seat, **numbers)

    # -- decisions

    def draft(self) -> Iterator[Event]:
        item = self.token[1:]
        yield self.event("draft", f"Seat {self.seat} takes {describe_item(item)}.", item=item)

    def place(self) -> Iterator[Event]:
        space = self.token
        workers = workers_needed(self.before, space)
        canteen = self.before["spaces"].get(space, {}).get("workers", 0)
        text = f"Seat {self.seat} puts {counted(workers, 'worker')} on {space}."
        yield self.event("place", text, space=space, workers=workers, count=canteen)
        if space in FACTORY_SPACES:
            yield from self.gain_tile(self.before["factory"][space], space)
        elif space in ORDER_SPACES:
            item = self.before["row"][space]
            text = f"Seat {self.seat} takes {describe_item(item)}."
            yield self.event("keep", text, item=item, space=space)
        elif space in DELIVERY_SPACES:
            yield self.delivery()
        elif self.marks_gained() > 0:
            marks = self.marks_gained()
            text = f"Seat {self.seat} takes {counted(marks, 'Mark')}."
            yield self.event("money", text, marks=marks, space=space)

    def gain_tile(self, item: str, space: str) -> Iterator[Event]:
        marks = -self.marks_gained()
        text = f"Seat {self.seat} pays {counted(marks, 'Mark')}."
        yield self.event("pay", text, marks=marks, item=item)
        text = f"Seat {self.seat} builds {describe_item(item)}."
        yield self.event("keep", text, item=item, space=space)

    def delivery(self) -> Event:
        old = set(self.before["seats"][self.seat]["delivered"])
        items = [name for name in self.after["seats"][self.seat]["delivered"] if name not in old]
        vp = sum(ORDER_VP[name] for name in items)
        text = f"Seat {self.seat} delivers {', '.join(items)} for {vp} VP."
        return self.event("deliver", text, items=items, vp=vp)

    def fill(self) -> Iterator[Event]:
        text = f"Seat {self.seat}: {describe(code_of(self.token))}."
        cubes = self.token.removeprefix("fill:").strip("-")
        yield self.event("fill", text, cubes=cubes)

    def keep(self) -> Iterator[Event]:
        space = self.before["space"]
        item = self.token[1:]
        if self.token == NONE_KEPT:
            yield self.event("keep", f"Seat {self.seat} keeps none.", space=space)
        elif item in TILE_NAMES:
            yield from self.gain_tile(item, space)
        else:
            text = f"Seat {self.seat} keeps {describe_item(item)}."
            yield self.event("keep", text, item=item, space=space)

    def side(self) -> Iterator[Event]:
        held = self.held(self.before)
        count = held.total()
        text = f"Seat {self.seat} returns {count} to the {self.token} of the stack."
        yield self.event("return", text, side=self.token, count=count)
        if self.after["look"] is None:
            yield from self.returned(held)

    def stack(self) -> Iterator[Event]:
        named = self.token[1:]
        yield from self.returned(Counter([named]))
        if self.after["look"] is None:
            yield from self.returned(self.held(self.before) - Counter([named]))

    def returned(self, items: Counter[str]) -> Iterator[Event]:
        for item in items.elements():
            told = self.event("return", "", item=item)
            yield replace(told, text=_PHRASES["return"](told))

    def mine(self) -> Iterator[Event]:
        level, cubes, item = _work_step(self.token)
        text = f"Seat {self.seat}: {describe(code_of(self.token))}."
        yield self.event("mine", text, level=level, cubes=cubes, item=item)

    # -- what follows by itself

    def draws(self) -> Iterator[Event]:
        """Report what a look drew: by a chance token, or from places that were known."""
        if self.after["look"] is None or self.before["phase"] not in ("chance", "place"):
            return
        for item in (self.held(self.after) - self.held(self.before)).elements():
            told = self.event("draw", "", item=item)
            yield replace(told, text=_PHRASES["draw"](told))

    def refills(self) -> Iterator[Event]:
        """Report what came to the spaces and to the draft."""
        for part, stack in (("factory", "tile_stack"), ("row", "order_stack")):
            drawn = stack_size(self.before[stack]) > stack_size(self.after[stack])
            for space, item in self.after[part].items():
                # The new tile may be of the same kind as the old one.
                same = drawn and space in (self.token, self.before["space"])
                if item is not None and (item != self.before[part][space] or same):
                    text = f"{_capital(describe_item(item))} comes to {space}."
                    yield self.event("refill", text, seat=None, space=space, item=item)
        for item in self.after["draft"]:
            if item not in self.before["draft"]:
                text = f"{_capital(describe_item(item))} is laid out."
                yield self.event("refill", text, seat=None, space="draft", item=item)

    def end_of_shift(self) -> Iterator[Event]:
        ended = self.before["shift"]
        # Scoring changes no count, so the state after it still says what it paid.
        for element, (_, reward) in enumerate(self.state.majorities()[: 4 * ended]):
            for seat, vp in enumerate(reward):
                if vp:
                    text = f"Seat {seat} gains {vp} VP for {REWARDS[element].name}."
                    yield self.event(
                        "score", text, seat=seat, source="majority", element=element, vp=vp
                    )
        scores, winners = self.state.scores(), self.state.winners()
        if scores is None or winners is None:
            start = self.after["start"]
            text = f"Shift {ended + 1} begins; seat {start} starts."
            yield self.event("shift", text, seat=start, shift=ended + 1)
            return
        for lying in describe_table(self.state).seats:
            yield from self.last_points(lying)
        text = f"The game is over: {' '.join(map(str, scores))}."
        yield self.event("over", text, seat=None, scores=scores, winners=winners)

    def last_points(self, lying: Seat) -> Iterator[Event]:
        """Report what a seat's belongings are worth at the end."""
        points = {
            "marks": lying.marks // MARKS_PER_VP,
            "cubes": _cubes(lying) // CUBES_PER_VP,
            "orders": -OUTSTANDING_PENALTY * len(lying.orders),
            "balance": -IMBALANCE_PENALTY * abs(lying.balance.L - lying.balance.D),
        }
        for source, vp in points.items():
            if vp:
                text = f"Seat {lying.seat}: {vp:+} VP for {source}."
                yield self.event("score", text, seat=lying.seat, source=source, vp=vp)

    # -- the positions

    def marks_gained(self) -> int:
        before, after = (
            position["seats"][self.seat]["marks"] for position in (self.before, self.after)
        )
        return int(after - before)

    def held(self, position: dict[str, Any]) -> Counter[str]:
        """Return what a look holds in the hand."""
        look = position["look"]
        return Counter() if look is None else Counter(place["item"] for place in look["held"])


def _cubes(lying: Seat) -> int:
    on_orders = sum(len(spot.cubes) for order in lying.orders for spot in order.spots)
    on_carts = sum(len(level.cubes) for level in lying.levels)
    return on_orders + on_carts + len(lying.storage) + len(lying.cage.cubes)


def _work_step(token: str) -> tuple[int | None, str | None, str | None]:
    """Return the level, the cubes and the order of a work step; None for what it has not."""
    if token.startswith("@"):
        return int(token[1:]), None, None
    if token[0] in "+-":
        return None, token[1:], None
    cubes, arrow, order = token.partition(">")
    if not arrow:
        return None, None, None
    return None, cubes.replace("~", ""), order.partition(":")[0]


def _capital(phrase: str) -> str:
    return f"{phrase[0].upper()}{phrase[1:]}"
