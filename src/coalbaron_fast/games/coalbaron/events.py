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
    ELEMENTS_A_SHIFT,
    FACTORY_SPACES,
    IMBALANCE_PENALTY,
    MARKS_PER_VP,
    ORDER_SPACES,
    OUTSTANDING_PENALTY,
)
from coalbaron_fast.games.coalbaron.notation import (
    ORDER_OF,
    TILE_OF,
    UNKNOWN,
    WORDS,
    code_of,
    element_phrase,
    item_phrase,
    phrase_of,
    space_phrase,
)
from coalbaron_fast.games.coalbaron.state import State
from coalbaron_fast.games.coalbaron.table import Seat, describe_table, workers_needed
from coalbaron_fast.games.screen import Event as AnyEvent
from coalbaron_fast.games.screen import Points
from coalbaron_fast.games.text.words import Message, say

NONE_KEPT: Final = "+-"


@dataclass(frozen=True, slots=True)
class Event(AnyEvent):
    """One thing that happened, and the token that caused it.

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
    state = before.unseeded()
    position = state.to_dict()
    events: list[Event] = []
    for token in tokens:
        step = _Step(state, position, token)
        events += step.events()
        position = step.after
    return events if viewer is None else [_as_seen(event, viewer) for event in events]


def tell_points(before: State, tokens: Iterable[str]) -> list[Points]:
    """Return where the points come from that the tokens bring: deliveries and scoring."""
    return [
        Points(event.seat, event.vp, _reason_of(event))
        for event in tell_events(before, tokens)
        if event.vp and event.seat is not None
    ]


def _reason_of(event: Event) -> str:
    if event.element is not None:
        return WORDS.spell(element_phrase(event.element))
    return WORDS.spell(
        say(f"scored.{'delivered' if event.source is None else f'left_{event.source}'}")
    )


def _as_seen(event: Event, viewer: int) -> Event:
    """Hide what only the looking seat sees."""
    if event.seat == viewer or event.item is None or event.kind not in ("draw", "return"):
        return event
    token = f"{event.token[0]}{UNKNOWN}" if event.token[0] in "!^" else event.token
    return _told(
        "draw" if event.kind == "draw" else "returnItem", replace(event, token=token, item=UNKNOWN)
    )


def _told(name: str, event: Event) -> Event:
    """Give an event what it says: the key `event.<name>`, and what is in its fields."""
    numbers = (event.workers, event.marks, event.vp, event.count)
    params: dict[str, Any] = {"n": next((one for one in numbers if one is not None), 0)}
    if event.shift is not None:
        params["shift"] = event.shift
    if event.seat is not None:
        params["seat"] = event.seat
    if event.space is not None and event.space != "draft":
        params["space"] = space_phrase(event.space)
    if event.item is not None:
        params["item"] = item_phrase(event.item)
    if event.items is not None:
        params["items"] = [item_phrase(item) for item in event.items]
    if event.element is not None:
        params["element"] = element_phrase(event.element)
    if event.scores is not None:
        params["scores"] = event.scores
    return replace(event, **WORDS.fields(Message(key=f"event.{name}", params=params)))


class _Step:
    """One token, with the position before and after it."""

    def __init__(self, state: State, before: dict[str, Any], token: str) -> None:
        """Play the token on the state; `before` is what it was, as data."""
        self.token = token
        self.before = before
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

    def event(self, kind: str, name: str = "", **facts: Any) -> Event:  # noqa: ANN401 - any field
        """Return an event, told by the text of this name or of its kind."""
        seat = facts.pop("seat", self.seat)
        return _told(name or kind, Event(kind, self.token, "", "", {}, seat, **facts))

    def worked(self, kind: str, **facts: Any) -> Event:  # noqa: ANN401 - any field
        """Return an event that is told as its token is described."""
        said = say("event.decide", seat=self.seat, what=phrase_of(code_of(self.token)))
        return Event(kind, self.token, **WORDS.fields(said), seat=self.seat, **facts)

    # -- decisions

    def draft(self) -> Iterator[Event]:
        yield self.event("draft", item=self.token[1:])

    def place(self) -> Iterator[Event]:
        space = self.token
        workers = workers_needed(self.before, space)
        canteen = self.before["spaces"].get(space, {}).get("workers", 0)
        yield self.event("place", space=space, workers=workers, count=canteen)
        if space in FACTORY_SPACES:
            yield from self.gain_tile(self.before["factory"][space], space)
        elif space in ORDER_SPACES:
            item = self.before["row"][space]
            yield self.event("keep", "take", item=item, space=space)
        elif space in DELIVERY_SPACES:
            yield self.delivery()
        elif self.marks_gained() > 0:
            yield self.event("money", marks=self.marks_gained(), space=space)

    def gain_tile(self, item: str, space: str) -> Iterator[Event]:
        yield self.event("pay", marks=-self.marks_gained(), item=item)
        yield self.event("keep", "build", item=item, space=space)

    def delivery(self) -> Event:
        old = set(self.before["seats"][self.seat]["delivered"])
        items = [name for name in self.after["seats"][self.seat]["delivered"] if name not in old]
        vp = sum(ORDER_OF[name].vp for name in items)
        return self.event("deliver", items=items, vp=vp)

    def fill(self) -> Iterator[Event]:
        yield self.worked("fill", cubes=self.token.removeprefix("fill:").strip("-"))

    def keep(self) -> Iterator[Event]:
        space = self.before["space"]
        item = self.token[1:]
        if self.token == NONE_KEPT:
            yield self.event("keep", "keepNone", space=space)
        elif item in TILE_OF:
            yield from self.gain_tile(item, space)
        else:
            yield self.event("keep", item=item, space=space)

    def side(self) -> Iterator[Event]:
        held = self.held(self.before)
        yield self.event("return", f"return.{self.token}", side=self.token, count=held.total())
        if self.after["look"] is None:
            yield from self.returned(held)

    def stack(self) -> Iterator[Event]:
        named = self.token[1:]
        yield from self.returned(Counter([named]))
        if self.after["look"] is None:
            yield from self.returned(self.held(self.before) - Counter([named]))

    def returned(self, items: Counter[str]) -> Iterator[Event]:
        for item in items.elements():
            yield self.event("return", "returnItem", item=item)

    def mine(self) -> Iterator[Event]:
        level, cubes, item = _work_step(self.token)
        yield self.worked("mine", level=level, cubes=cubes, item=item)

    # -- what follows by itself

    def draws(self) -> Iterator[Event]:
        """Report what a look drew: by a chance token, or from places that were known."""
        if self.after["look"] is None or self.before["phase"] not in ("chance", "place"):
            return
        for item in (self.held(self.after) - self.held(self.before)).elements():
            yield self.event("draw", item=item)

    def refills(self) -> Iterator[Event]:
        """Report what came to the spaces and to the draft."""
        for part, stack in (("factory", "tile_stack"), ("row", "order_stack")):
            drawn = stack_size(self.before[stack]) > stack_size(self.after[stack])
            for space, item in self.after[part].items():
                # The new tile may be of the same kind as the old one.
                same = drawn and space in (self.token, self.before["space"])
                if item is not None and (item != self.before[part][space] or same):
                    yield self.event("refill", seat=None, space=space, item=item)
        for item in self.after["draft"]:
            if item not in self.before["draft"]:
                yield self.event("refill", "deal", seat=None, space="draft", item=item)

    def end_of_shift(self) -> Iterator[Event]:
        ended = self.before["shift"]
        # Scoring changes no count, so the state after it still says what it paid.
        for element, (_, reward) in enumerate(self.state.majorities()[: ELEMENTS_A_SHIFT * ended]):
            for seat, vp in enumerate(reward):
                if vp:
                    found = {"source": "majority", "element": element, "vp": vp}
                    yield self.event("score", "score.majority", seat=seat, **found)
        scores, winners = self.state.scores(), self.state.winners()
        if scores is None or winners is None:
            start = self.after["start"]
            yield self.event("shift", seat=start, shift=ended + 1)
            return
        for lying in describe_table(self.state).seats:
            yield from self.last_points(lying)
        yield self.event("over", seat=None, scores=scores, winners=winners)

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
                yield self.event("score", f"score.{source}", seat=lying.seat, source=source, vp=vp)

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
