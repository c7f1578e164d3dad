"""What lies on the table: the seats, the boards, and how money and markers move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.games import plain_model
from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.mine import Mine


@dataclass(frozen=True)
class Question(plain_model.Question):
    """`details` are those keys of the dict that belong to this question alone."""

    details: dict[str, Any] = field(default_factory=dict)


Course = Generator[Question, str, None]
"""A part of the game: it asks questions and is sent the tokens that answer them."""

Draw = Generator[Question, str, str]
"""The same, and at its end it says what was drawn."""


def ask_chance(draw: str, weights: dict[str, int], **details: Any) -> Question:  # noqa: ANN401
    """A draw out of pieces that are counted by token."""
    left = {token: count for token, count in weights.items() if count}
    return Question("chance", None, list(left), left, {"draw": draw, **details})


@dataclass
class Foreman:
    """A foreman on a place."""

    place: str
    influence: int
    face_down: bool = True


def new_storage() -> dict[str, int]:
    """No cubes of any type."""
    return dict.fromkeys(facts.TYPES, 0)


@dataclass
class Seat:
    """All that belongs to a seat.

    No part of the position: `ledger` says where its money came from and went to, `laid_now` which
    cells got a tile in this area, `covered_cells` where a tile was covered.
    """

    number: int
    money: int = 0
    earnings: int | None = None
    coal: int = 0
    refuse: int = 0
    storage: dict[str, int] = field(default_factory=new_storage)
    buildings: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    mine: Mine = field(default_factory=Mine)
    hand: list[int] = field(default_factory=list)
    foremen: list[Foreman] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    tavern: bool = False
    lacking: list[str] = field(default_factory=list)
    laid_now: list[str] = field(default_factory=list)
    covered_cells: list[str] = field(default_factory=list)
    ledger: Counter[str] = field(default_factory=Counter)

    # Foremen

    def influence(self, printed: int) -> int:
        """Section 4: the printed one, but a 0 counts as 1 while the tailor is to be seen."""
        return 1 if printed == 0 and "tailor" in self.buildings else printed

    def influence_with_tavern(self, printed: int) -> int:
        """Section 4: 1 more with a 4 on the own tavern in this round."""
        return self.influence(printed) + (facts.TAVERN_PLUS if self.tavern else 0)

    def on(self, place: str) -> list[Foreman]:
        """The foremen on a place, the highest influence first."""
        found = [foreman for foreman in self.foremen if foreman.place == place]
        return sorted(found, key=lambda foreman: -foreman.influence)

    def go_home(self, *foremen: Foreman) -> None:
        """These foremen have been used."""
        self.foremen = [own for own in self.foremen if not any(own is used for used in foremen)]

    def foremen_on_free_cells(self) -> list[Foreman]:
        """Those that take permits: cells with a tile are mines."""
        return [
            foreman
            for foreman in self.foremen
            if foreman.place in facts.CELLS and foreman.place not in self.mine.tiles
        ]

    # Money

    @property
    def fee(self) -> int:
        """Section 1: what a fee is; 0 reported earnings until the marker is on the track."""
        earnings = self.earnings or 0
        fee = max(dollars for start, dollars in facts.FEE_STEPS if start <= earnings)
        last_start = facts.FEE_STEPS[-1][0]
        if earnings >= last_start:
            fee += (earnings - last_start) // facts.FEE_BEYOND["every"] * facts.FEE_BEYOND["add"]
        return fee

    def can_pay(self, fees: int) -> bool:
        """Section 1: to buy, a seat needs all the money; for a price of 0 it needs none."""
        return fees * self.fee <= self.money

    def book(self, account: str, dollars: int) -> None:
        """Money comes, or goes if negative."""
        self.money += dollars
        self.ledger[account] += dollars

    def buy(self, account: str, fees: int) -> None:
        """Pay a price."""
        assert self.can_pay(fees)
        self.book(account, -fees * self.fee)


@dataclass
class Table:
    """Everything on the table, the options of the game, and where the game is.

    `first_order` is the drawn one; `told` what each seat was shown, token by token; `events` counts
    the rare cases that the games met. The last two are no part of the position.
    """

    players: int
    start: int | None = None
    rounds: int = 6
    reformed: bool = False
    amok: bool = False
    round: int = 1
    stage: str = "setup"
    order: list[int] = field(default_factory=list)
    first_order: list[int] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    calendar: list[str] = field(default_factory=list)
    bag: dict[str, int] = field(default_factory=lambda: dict(facts.INDICATOR_CUBES))
    supply: dict[str, int] = field(default_factory=new_storage)
    market: dict[str, int] = field(default_factory=new_storage)
    stacks: dict[int, dict[str, int]] = field(
        default_factory=lambda: {number: facts.stack(number) for number in facts.NUMBERS}
    )
    faces: dict[int, str | None] = field(default_factory=lambda: dict.fromkeys(facts.NUMBERS, None))
    pile: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=lambda: dict.fromkeys(facts.BUILDINGS, 0))
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    told: list[list[str]] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if not self.seats:
            self.seats = [Seat(number) for number in range(self.players)]
            self.told = [[] for _ in range(self.players)]
            self.supply = dict.fromkeys(facts.TYPES, facts.CUBES_EACH - self.players)
            self.pile = facts.buildings_in_pile(self.players, amok=self.amok)

    def note(self, event: str) -> None:
        """Count something rare."""
        self.events[event] += 1

    # Order

    def player_order(self) -> list[int]:
        """Section 1: highest reported earnings first; section 2: those without a marker last."""
        on_track = [seat for seat in self.seats if seat.earnings is not None]
        on_track.sort(key=lambda seat: -(seat.earnings or 0))
        numbers = [seat.number for seat in on_track]
        return [*numbers, *(number for number in self.first_order if number not in numbers)]

    def in_order(self) -> list[Seat]:
        """The seats in the player order of the running stage."""
        return [self.seats[number] for number in self.order]

    # Indicator and fees

    @property
    def indicator(self) -> int:
        """Section 1: the sign of the sum of the four cubes; reformed (section 8): 0."""
        total = sum(facts.INDICATOR_VALUES[cube] for cube in self.calendar)
        return (total > 0) - (total < 0)

    @property
    def stockpile(self) -> int:
        """Section 5: all coal that all seats own at this moment."""
        return sum(seat.coal for seat in self.seats)

    def penalty(self, seat: Seat, fees: int, account: str) -> None:
        """Section 1: a penalty takes what the seat has, if that is less."""
        due = fees * seat.fee
        if due > seat.money:
            self.note(f"penalty cut short: {account}")
        elif due:
            self.note(f"penalty: {account}")
        seat.book(f"penalty: {account}", -min(due, seat.money))

    # The earnings track

    def move_marker(self, seat: Seat, space: int) -> Course:
        """Section 1: onto that space of the track, or the nearest free one if it is taken."""
        taken = {other.earnings for other in self.seats if other is not seat}
        if space in taken:
            above = space + 1
            while above in taken:
                above += 1
            below = space - 1
            while below in taken:
                below -= 1
            tokens = ["mark:up", "mark:down"] if below >= 0 else ["mark:up"]
            self.note_collision(seat, space, above, below)
            answer = yield Question("mark", seat.number, tokens, details={"space": space})
            space = above if answer == "mark:up" else below
        seat.earnings = space

    def note_collision(self, seat: Seat, space: int, above: int, below: int) -> None:
        """The kinds of collisions."""
        self.note(f"mark: in stage {self.stage}")
        if above > space + 1 or below < space - 1:
            self.note("mark: a further marker is stepped over")
        if below < 0:
            self.note("mark: nothing free below")
        if seat.earnings in (above, below):
            self.note("mark: the space that it leaves is the nearest")

    # Foremen and what is shown of them

    def turn_over(self, places: list[str]) -> None:
        """Section 3: the foremen of all seats on these places are shown to all."""
        for seat in self.in_order():
            self.turn_over_of(seat, places)

    def turn_over_of(self, seat: Seat, places: list[str]) -> None:
        """The same for one seat, in the order of the places."""
        for place in places:
            for foreman in seat.on(place):
                foreman.face_down = False
                self.tell_others(seat, f"{foreman.influence}>{place}")

    def tell_others(self, seat: Seat, token: str) -> None:
        """Show a token to all seats but this one."""
        for viewer, told in enumerate(self.told):
            if viewer != seat.number:
                told.append(token)
