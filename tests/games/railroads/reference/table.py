"""What lies on the table: the seats with their boards, the supply, the pool, Emil."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.games.railroads.reference import facts


@dataclass
class Loco:
    """A locomotive; `cardboard` is the #9 of a ? card, which has no factory side."""

    printed: int
    cardboard: bool = False
    man: bool = False

    @property
    def number(self) -> int:
        """Section 2: always with the boilerman."""
        return self.printed + self.man

    @property
    def name(self) -> str:
        """As section 13 spells it: `3`, `3+`, `9x`."""
        return f"{self.printed}{'x' * self.cardboard}{'+' * self.man}"


@dataclass
class Factory:
    """A factory in a gap."""

    number: int
    man: bool = False

    @property
    def name(self) -> str:
        """`3`, or `3+` with a boilerman."""
        return f"{self.number}{'+' * self.man}"


@dataclass(order=True)
class Part:
    """One thing of the pool that is still to be done; `limit` is of *a space again*."""

    kind: str
    must: bool = False
    limit: int = 0


@dataclass
class Seat:
    """One player."""

    number: int
    coins: int = 0
    coal: int = 0
    points: int = 0
    workers: int = 0
    """Those at hand."""
    base: int = 0
    won: int = 0
    """Workers that came out of the reserve."""
    black_worker: bool = False
    doublers: int = 0
    unlocked: set[str] = field(default_factory=lambda: {"k"})
    tracks: dict[str, dict[str, int]] = field(default_factory=dict)
    """By railroad, then by colour: the space; 0 is not on the railroad."""
    locos: dict[str, list[Loco]] = field(default_factory=dict)
    branch: str | None = None
    extensions: dict[tuple[str, int], str] = field(default_factory=dict)
    """By railroad and first space of an area: the extension laid there."""
    given: set[str] = field(default_factory=set)
    """Special spaces whose advantage was given. They are those whose condition is true."""
    markers: list[int] = field(default_factory=lambda: [0])
    was_on_question: bool = False
    gaps: dict[int, Factory | None] = field(
        default_factory=lambda: dict.fromkeys(facts.GAPS.values())
    )
    tokens: list[str] = field(default_factory=list)
    """? tokens not used."""
    tokens_used: int = 0
    medal: bool = False
    values: str = "none"
    """Which values of track spaces: none, base, german."""
    engineers: list[str] = field(default_factory=list)
    income: list[tuple[str, bool]] = field(default_factory=list)
    """Income markers: the kind, and whether it is used in this round."""
    foundries: dict[int, bool] = field(default_factory=dict)
    """Foundries and whether they are used in this round."""
    used: list[str] = field(default_factory=list)
    """The spaces taken or moved on to in this round, in their order."""
    bonus: list[str] = field(default_factory=list)
    due: int = 0
    """End bonus cards to be chosen at the end of this turn."""
    looks: list[list[str]] = field(default_factory=list)
    """The decks of end bonus cards as this seat saw them, the newest last."""
    passed: bool = False
    coin_accounts: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    """Points by source."""

    @property
    def workers_in_all(self) -> int:
        """Those of a new round."""
        return self.base + self.won + self.black_worker

    @property
    def all_locos(self) -> list[Loco]:
        """Its locomotives on all railroads."""
        return [loco for rail in self.locos.values() for loco in rail]

    @property
    def factories(self) -> list[Factory]:
        """Its factories."""
        return [factory for factory in self.gaps.values() if factory is not None]

    def best_locos(self, count: int) -> int:
        """The sum of the numbers of its best locomotives."""
        return sum(sorted((loco.number for loco in self.all_locos), reverse=True)[:count])


@dataclass
class Emil:
    """The solo opponent."""

    workers: int = 0
    in_all: int = 0
    passed: bool = False
    deck: list[str] = field(default_factory=list)
    engineers: list[str] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)


@dataclass
class Table:
    """All that lies on the table, and how far the course of the game is."""

    players: int
    start: int
    germany: bool
    coal: bool
    new: bool
    round: int = 1
    stage: str = "setup"
    """setup, draft, round, move, over."""
    order: list[int] = field(default_factory=list)
    mover: int | None = None
    """The seat whose turn it is; it is also the one that drafts or moves on."""
    acted: bool = False
    """Whether the regular action of this turn is done."""
    ended: bool = False
    """Whether no more free actions are asked for in this turn."""
    asked_bonus: bool = False
    """Whether the seat is choosing an end bonus card now."""
    row: list[str | None] = field(default_factory=list)
    taken: dict[str, int | str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    returned: list[int] = field(default_factory=list)
    doublers: int = facts.DOUBLERS
    cards: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    to_draft: list[int] = field(default_factory=list)
    to_move: list[str] = field(default_factory=list)
    """Turn order spaces whose workers may still move on; the first is asked now."""
    extensions: list[str] = field(default_factory=list)
    income: dict[str, int] = field(default_factory=dict)
    extra_markers: int = 0
    unseen: list[int] = field(default_factory=list)
    """Foundries that nobody has seen: more than the stack once boilermen came out of it."""
    stack: int = 0
    """How many foundries the stack has."""
    face_up: list[int] = field(default_factory=list)
    boiled: bool = False
    emil: Emil | None = None
    # What is asked before anything else goes on
    draw: str | None = None
    """engineer, removed, foundry, start, emil."""
    drawn: list[str] = field(default_factory=list)
    """The starting bonus cards drawn for this use of n12."""
    area: tuple[str, int] | None = None
    """An extension is to be laid here."""
    hand: Loco | None = None
    placing_man: bool = False
    pool: list[Part] = field(default_factory=list)
    closing: int | None = None
    """The foundry that was used and may be closed when the pool is empty."""
    seats: list[Seat] = field(default_factory=list)
    picks: list[tuple[int, str]] = field(default_factory=list)
    """Who chose which end bonus card, in time."""
    told: list[list[str]] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Section 3: everything that is not drawn."""
        counts = self.counts
        self.order = [(self.start + each) % self.players for each in range(self.players)]
        self.row = [None] * counts["slots"]
        # One tile for each seat in each stack, two for the solo game.
        numbers = facts.COMPONENTS["locomotives"]["numbers"]
        self.stacks = dict.fromkeys(numbers, max(2, self.players))
        self.cards = facts.cards_in_the_game(coal=self.coal, new=self.new)
        if self.germany:
            self.extensions = list(facts.EXTENSIONS)
            self.income = dict(facts.INCOME["markers"])
            self.extra_markers = int(facts.COMPONENTS["income"]["extra_industry_markers"])
        if self.coal:
            self.unseen = list(facts.FOUNDRIES)
            self.stack = len(self.unseen)
        self.told = [[] for _ in range(self.players)]
        self.seats = [self.new_seat(number) for number in range(self.players)]
        if self.players == 1:
            self.emil = Emil(in_all=facts.EMIL["workers"])

    def new_seat(self, number: int) -> Seat:
        """Section 3: everybody starts with this."""
        counts = self.counts
        seat = Seat(number, coins=counts["coins"], coal=counts["coal"], base=counts["workers"])
        seat.coin_accounts["start"] = seat.coins
        seat.workers = seat.base
        seat.tokens = facts.tokens_of_a_seat(coal=self.coal, new=self.new)
        for rail in self.rails:
            seat.tracks[rail] = {colour: int(colour == "k") for colour in facts.COLOURS}
            seat.locos[rail] = []
        seat.locos[self.main].append(Loco(facts.START_LOCO))
        return seat

    @property
    def counts(self) -> dict[str, Any]:
        """Section 1: the row of the table of seats."""
        return facts.setup(self.players, coal=self.coal)

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        rounds: int = self.counts["rounds"]
        return rounds

    @property
    def board(self) -> dict[str, Any]:
        """The facts of the board on which all seats play."""
        return facts.board(germany=self.germany)

    @property
    def main(self) -> str:
        """The main railroad."""
        return str(self.board["main"])

    @property
    def rails(self) -> list[str]:
        """Its railroads in their order."""
        return [rail["id"] for rail in self.board["rails"]]

    @property
    def light(self) -> list[str]:
        """Section 5: the engineers that are open to all."""
        row = [self.row[slot] for slot in self.counts["light"]]
        return [engineer for engineer in row if engineer is not None]

    @property
    def deck(self) -> list[str]:
        """Section 12: the end bonus cards less the removed ones and those chosen."""
        gone = {*self.removed, *(card for _, card in self.picks)}
        return [card for card in facts.BONUS if card not in gone]

    @property
    def active_seat(self) -> Seat:
        """The seat whose turn it is."""
        assert self.mover is not None
        return self.seats[self.mover]

    def lowest(self) -> int | None:
        """The lowest number in the supply of locomotives."""
        return next((number for number, count in self.stacks.items() if count), None)

    def note(self, event: str) -> None:
        """Count something that happened; it is no part of the position."""
        self.events[event] += 1

    def gain_coins(self, seat: Seat, coins: int, account: str) -> None:
        """Coins in (or out, when negative); they have no limit."""
        seat.coins += coins
        seat.coin_accounts[account] += coins

    def score(self, seat: Seat, points: int, source: str) -> None:
        """Points, and what Emil gets at 50 and 150 (section 11)."""
        before = seat.points
        seat.points += points
        seat.sources[source] += points
        if self.emil is not None:
            for limit in facts.EMIL["more_at"]:
                if before < limit <= seat.points:
                    self.note(f"emil: more at {limit}")
                    self.emil.in_all += 1
                    self.emil.workers += 1
