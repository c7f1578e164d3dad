"""A position as plain data for a screen.

`describe_table` turns a `State` into plain nested data: who is where, what each space takes and
brings, why it cannot be chosen, the pits, the known parts of the stacks, the twelve majorities. A
view shows what its seat knows, a full position everything. The state knows the rules; nothing is
decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalbaron.board import stack_size
from coalbaron_fast.games.coalbaron.facts import (
    BANK,
    BANK_MARKS,
    COLOURS,
    DELIVERY_SPACES,
    ELEMENTS_A_SHIFT,
    FACTORY_LOOK,
    FACTORY_SPACES,
    LOCKED,
    LOOK,
    MINING_SPACES,
    MINING_STEPS,
    MONEY_MARKS,
    MONEY_SPACES,
    ORDER_LOOK,
    ORDER_SPACES,
    PRINTED_CARTS,
    REWARDS,
    SHIFTS,
    SIDES,
    SPACES,
    VEHICLES,
)
from coalbaron_fast.games.coalbaron.notation import (
    FREE_SPOT,
    ORDER_OF,
    TILE_OF,
    TOKENS,
    WORDS,
    item_phrase,
    phrase_of,
    space_phrase,
    vehicle_phrase,
)
from coalbaron_fast.games.text.words import Message, say

if TYPE_CHECKING:
    from coalbaron_fast.games.coalbaron.state import State

KINDS: Final = {
    **dict.fromkeys(FACTORY_SPACES, "factory"),
    FACTORY_LOOK: "look",
    **dict.fromkeys(MINING_SPACES, "mine"),
    **dict.fromkeys(DELIVERY_SPACES, "deliver"),
    **dict.fromkeys(MONEY_SPACES, "money"),
    **dict.fromkeys(ORDER_SPACES, "order"),
    ORDER_LOOK: "look",
    BANK: "bank",
}
"""What is done on each space."""

STEPS: Final = dict(zip(MINING_SPACES, MINING_STEPS, strict=True))
PAID: Final = {**dict(zip(MONEY_SPACES, MONEY_MARKS, strict=True)), BANK: BANK_MARKS}
VEHICLE_OF: Final = dict(zip(DELIVERY_SPACES, VEHICLES, strict=True))


@dataclass(frozen=True, slots=True)
class Cage:
    """Where a cage is (0 is the surface) and the cubes in it."""

    level: int
    cubes: str


@dataclass(frozen=True, slots=True)
class Carts:
    """How many carts a level has: the printed one, and those of light and of dark tiles."""

    printed: int
    L: int
    D: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a pit, the yellow one first: its carts, its tiles, its cubes."""

    colour: str
    carts: Carts
    tiles: list[str]
    cubes: str
    empty: int


@dataclass(frozen=True, slots=True)
class Balance:
    """How many tiles lie on the light and on the dark side of a pit."""

    L: int
    D: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A demanded spot: its printed colour, and the cube or the pair that lies on it."""

    colour: str
    cubes: str


@dataclass(frozen=True, slots=True)
class Outstanding:
    """An order that is not delivered yet."""

    name: str
    vehicle: str
    vp: int
    spots: list[Spot]
    complete: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """Everything in front of one seat."""

    seat: int
    marks: int
    vp: int
    workers: int
    bank: int
    cage: Cage
    storage: str
    levels: list[Level]
    balance: Balance
    orders: list[Outstanding]
    delivered: list[str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a space cannot be chosen: a code, its numbers, and a sentence with its key.

    Codes: `phase` (no seat is asked for a space), `locked`, `workers` (it `needs` more than the
    seat `has`), `marks` (the tile's `needs` against what it `has`), `empty`, `stack_empty`,
    `no_complete_order` (of this `vehicle`).
    """

    code: str
    text: str
    key: str
    params: Mapping[str, Any]
    needs: int | None = None
    has: int | None = None
    vehicle: str | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """What a space brings: a code, its numbers, and a phrase with its key.

    Codes: `tile`, `look_tiles`, `mine`, `deliver`, `marks`, `order`, `look_orders`, `nothing`.
    """

    code: str
    text: str
    key: str
    params: Mapping[str, Any]
    item: str | None = None
    marks: int | None = None
    steps: int | None = None
    count: int | None = None
    vehicle: str | None = None
    orders: list[str] | None = None
    vp: int | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """A worker space: who is there, what it takes now, what it brings to the seat to move."""

    name: str
    kind: str
    locked: bool
    seat: int | None
    standing: int
    needs: int
    item: str | None
    price: int | None
    legal: bool
    why: Refusal | None
    brings: Gain


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a stack: its item or `?`, and one sign for each seat that says what it knows."""

    item: str
    known: str


@dataclass(frozen=True, slots=True)
class StackTable:
    """A stack: known parts from the uppermost place down, and what the shuffled middle holds."""

    size: int
    top: list[Place]
    middle: dict[str, int]
    middle_size: int
    bottom: list[Place]


@dataclass(frozen=True, slots=True)
class Stacks:
    """Both stacks."""

    tiles: StackTable
    orders: StackTable


@dataclass(frozen=True, slots=True)
class Majority:
    """One of the twelve elements of the shift clock.

    `counts` and `reward` (what it would pay if it were scored now) hold one number for each seat;
    `second` is None at two seats.
    """

    index: int
    name: str
    first: int
    second: int | None
    scored_after: list[int]
    counts: list[int]
    leaders: list[int]
    seconds: list[int]
    reward: list[int]


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    scores: list[int]
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Table:
    """A whole position for a screen; field names are those of docs/position.md where they agree."""

    players: int
    phase: str
    shift: int
    start: int
    turn: int | None
    active: int | None
    viewer: int | None
    space: str | None
    draw: str | None
    steps: int
    over: Result | None
    seats: list[Seat]
    spaces: list[Space]
    draft: list[str]
    stacks: Stacks
    supply: dict[str, int]
    look: dict[str, Any] | None
    majorities: list[Majority]


def describe_table(state: State) -> Table:
    """Return a position as data for a screen."""
    data = state.to_dict()
    scores, winners = state.scores(), state.winners()
    over = None if scores is None or winners is None else Result(scores, winners)
    return Table(
        players=state.players,
        phase=state.phase,
        shift=state.shift,
        start=state.start,
        turn=state.turn,
        active=data["active"],
        viewer=state.viewer,
        space=data["space"],
        draw=data["draw"],
        steps=data["steps"],
        over=over,
        seats=[_seat(seat, fields) for seat, fields in enumerate(data["seats"])],
        spaces=_Board(state, data).spaces(),
        draft=data["draft"],
        stacks=Stacks(_stack(data["tile_stack"]), _stack(data["order_stack"])),
        supply=dict(zip(COLOURS, state.supply, strict=True)),
        look=data["look"],
        majorities=_majorities(state),
    )


def workers_needed(data: Mapping[str, Any], space: str) -> int:
    """Return how many workers a space takes now, by a position's dict."""
    held = data["spaces"].get(space)
    return 1 if held is None else int(held["workers"]) + 1


def empty_carts(level: Mapping[str, Any]) -> int:
    """Return how many carts of a level of a pit hold no cube."""
    carts = PRINTED_CARTS + sum(TILE_OF[tile].carts for tile in level["tiles"])
    return carts - len(level["cubes"])


# -- seats


def _seat(seat: int, fields: Mapping[str, Any]) -> Seat:
    sides = Counter(tile[-1] for level in fields["pit"] for tile in level["tiles"])
    return Seat(
        seat=seat,
        marks=fields["marks"],
        vp=fields["vp"],
        workers=fields["workers"],
        bank=fields["bank"],
        cage=Cage(**fields["cage"]),
        storage=fields["storage"],
        levels=[
            _level(colour, level) for colour, level in zip(COLOURS, fields["pit"], strict=True)
        ],
        balance=Balance(*(sides[side] for side in SIDES)),
        orders=[_outstanding(name, spots) for name, spots in fields["orders"].items()],
        delivered=fields["delivered"],
    )


def _level(colour: str, level: Mapping[str, Any]) -> Level:
    carts = Counter[str]()
    for tile in level["tiles"]:
        carts[tile[-1]] += TILE_OF[tile].carts
    return Level(
        colour=colour,
        carts=Carts(PRINTED_CARTS, *(carts[side] for side in SIDES)),
        tiles=level["tiles"],
        cubes=level["cubes"],
        empty=empty_carts(level),
    )


def _outstanding(name: str, spots: list[str]) -> Outstanding:
    order = ORDER_OF[name]
    return Outstanding(
        name=name,
        vehicle=VEHICLES[order.vehicle],
        vp=order.vp,
        spots=[
            Spot(COLOURS[colour], "" if cubes == FREE_SPOT else cubes)
            for colour, cubes in zip(order.spots, spots, strict=True)
        ],
        complete=FREE_SPOT not in spots,
    )


# -- stacks and majorities


def _stack(stack: Mapping[str, Any]) -> StackTable:
    return StackTable(
        size=stack_size(stack),
        top=[Place(**place) for batch in stack["top"] for place in batch],
        middle=dict(Counter(stack["middle"])),
        middle_size=stack["middle_size"],
        bottom=[Place(**place) for batch in stack["bottom"] for place in batch],
    )


def _majorities(state: State) -> list[Majority]:
    found = []
    for index, (counts, reward) in enumerate(state.majorities()):
        best = max(counts)
        leaders = [seat for seat, count in enumerate(counts) if count == best and best]
        found.append(
            Majority(
                index=index,
                name=REWARDS[index].name,
                first=REWARDS[index].first,
                second=REWARDS[index].second if state.players > 2 else None,
                scored_after=list(range(index // ELEMENTS_A_SHIFT + 1, SHIFTS + 1)),
                counts=counts,
                leaders=leaders,
                seconds=[seat for seat, vp in enumerate(reward) if vp and seat not in leaders],
                reward=reward,
            )
        )
    return found


# -- spaces


class _Board:
    """The spaces of one position, as the seat to move finds them."""

    def __init__(self, state: State, data: Mapping[str, Any]) -> None:
        self.players = state.players
        self.data = data
        self.legal = frozenset(state.legal_moves()) if state.phase == "place" else frozenset()
        self.seat = None if state.turn is None else data["seats"][state.turn]
        self.is_asked = state.phase == "place"
        self.complete: dict[str, list[str]] = {vehicle: [] for vehicle in VEHICLES}
        if self.seat is not None:
            for name, spots in self.seat["orders"].items():
                if FREE_SPOT not in spots:
                    self.complete[name[0]].append(name)

    def spaces(self) -> list[Space]:
        return [self.space(name) for name in SPACES]

    def space(self, name: str) -> Space:
        held = self.data["spaces"].get(name, {})
        locked = name in LOCKED[self.players]
        item = self.data["factory"].get(name) or self.data["row"].get(name)
        is_legal = name in self.legal
        return Space(
            name=name,
            kind=KINDS[name],
            locked=locked,
            seat=held.get("seat"),
            standing=held.get("workers", 0),
            needs=workers_needed(self.data, name),
            item=item,
            price=TILE_OF[item].price if item in TILE_OF else None,
            legal=is_legal,
            why=None if is_legal else self.refusal(name, item, is_locked=locked),
            brings=self.gain(name, item),
        )

    def refusal(self, name: str, item: str | None, *, is_locked: bool) -> Refusal:
        """Return why the core does not offer a space."""
        if is_locked:
            return _refused("locked", n=self.players)
        if not self.is_asked or self.seat is None:
            return _refused("phase")
        needs = workers_needed(self.data, name)
        if needs > self.seat["workers"]:
            has = self.seat["workers"]
            said = say("why.workers", n=needs, needs=needs, has=has)
            return Refusal("workers", **WORDS.fields(said), needs=needs, has=has)
        return self.missing(name, item)

    def missing(self, name: str, item: str | None) -> Refusal:
        """Return what is missing at a space for which the seat has the workers."""
        kind = KINDS[name]
        if kind == "deliver":
            vehicle = VEHICLE_OF[name]
            said = say("why.no_complete_order", vehicle=say(f"vehicle.{vehicle}"))
            return Refusal("no_complete_order", **WORDS.fields(said), vehicle=vehicle)
        if kind == "look":
            return _refused("stack_empty")
        if item in TILE_OF and self.seat is not None:
            price, has = TILE_OF[item].price, self.seat["marks"]
            said = say("why.marks", needs=price, has=has)
            return Refusal("marks", **WORDS.fields(said), needs=price, has=has)
        return _refused("empty")

    def gain(self, name: str, item: str | None) -> Gain:
        """Return what a space brings."""
        kind = KINDS[name]
        if item is not None:
            return _item_gain(item)
        if kind == "deliver":
            return self.delivery_gain(VEHICLE_OF[name])
        if kind == "look":
            return self.look_gain("tile" if name == FACTORY_LOOK else "order")
        return _fixed_gain(name)

    def phrase(self, code: int) -> Message:
        """Return what choosing a space means: what it brings, and for how many workers."""
        name = TOKENS[code]
        gain = self.gain(name, self.data["factory"].get(name) or self.data["row"].get(name))
        what = Message(key=gain.key, params=gain.params)
        return say("choice.place", what=what, n=workers_needed(self.data, name))

    def look_gain(self, what: str) -> Gain:
        count = min(LOOK, stack_size(self.data[f"{what}_stack"]))
        return _gain(f"look_{what}s", say(f"brings.look_{what}s", n=count), count=count)

    def delivery_gain(self, vehicle: str) -> Gain:
        orders = self.complete[vehicle]
        vp = sum(ORDER_OF[name].vp for name in orders)
        called = vehicle_phrase(VEHICLES.index(vehicle))
        key = "brings.deliver" if orders else "place.deliver"
        said = say(key, vehicle=called, orders=orders, n=vp)
        return _gain("deliver", said, vehicle=vehicle, orders=orders, vp=vp)


@cache
def _refused(code: str, **numbers: int) -> Refusal:
    return Refusal(code, **WORDS.fields(say(f"why.{code}", **numbers)))


def _gain(code: str, said: Message, **facts: Any) -> Gain:  # noqa: ANN401 - any field
    return Gain(code, **WORDS.fields(said, is_sentence=False), **facts)


@cache
def _fixed_gain(name: str) -> Gain:
    """Return what a space without a tile or a card brings."""
    if name in PAID:
        return _gain("marks", say("brings.marks", n=PAID[name]), marks=PAID[name])
    if name in STEPS:
        return _gain("mine", say("brings.mine", n=STEPS[name]), steps=STEPS[name])
    return _gain("nothing", say("brings.nothing"))


@cache
def _item_gain(item: str) -> Gain:
    """Return what a tile or a card gives to the seat that takes it."""
    if item in TILE_OF:
        price = TILE_OF[item].price
        said = say("brings.tile", item=item_phrase(item), n=price)
        return _gain("tile", said, item=item, marks=-price)
    vp = ORDER_OF[item].vp
    return _gain("order", say("brings.order", item=item_phrase(item), n=vp), item=item, vp=vp)


# -- what can be done


def phrases(state: State) -> Callable[[int], Message]:
    """Return what says what a legal move does here, costs and gains included."""
    if state.is_chance:
        draw = state.to_dict()["draw"]
        return _drawn(draw) if draw in SPACES else phrase_of
    if state.phase == "place":
        return _Board(state, state.to_dict()).phrase
    return _gained if state.phase in ("draft", "keep") else phrase_of


def _drawn(space: str) -> Callable[[int], Message]:
    return lambda code: say("choice.chance", what=phrase_of(code), space=space_phrase(space))


def _gained(code: int) -> Message:
    """Return what taking a tile or a card means, with what it costs or scores."""
    item = TOKENS[code][1:]
    if item not in TILE_OF and item not in ORDER_OF:
        return phrase_of(code)
    gain = _item_gain(item)
    return Message(key=gain.key, params=gain.params)
