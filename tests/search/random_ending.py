"""Endings without sense, drawn from a number, and what they are worth by plain enumeration.

Each position is a seat's turn, a throw of dice, or a hand that is dealt to a seat which takes what
it likes best. Nothing is pruned, remembered or put in closed form here: every turn, every outcome
and every hand is gone through, so that the solver's shortcuts are held against none.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_int16, c_uint8, c_uint16, c_uint64
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Final

from tests.search.ctypes_game import (
    CHANCE_LIMIT,
    NOBODY_CHOOSES,
    TO_CHANCE,
    TO_NOBODY,
    Rng,
    capsule,
    codes_of,
    functions_of,
    put_turns,
)
from tests.search.random_game import DrawnBoard, drawn

WIN: Final = 1e9
SAME_SCORE: Final = 1e-5
SAME: Final = 1e-9
TWIN: Final = 100
"""A turn's code with this added comes to the same."""

DECIDES, THROWS, DEALS = range(3)


@dataclass(frozen=True)
class Event:
    """What chance can bring."""

    ways: tuple[int, ...]
    certain: int
    hand: int
    chooser: int
    source: int
    private: bool


class Table(DrawnBoard):
    """A position: the game's number, what happened as a small hash, and the points."""

    _fields_: ClassVar = [
        ("number", c_uint64),
        ("path", c_uint16),
        ("players", c_uint8),
        ("length", c_uint8),
        ("turns", c_uint8),
        ("secrets", c_uint8),
        ("won", c_int16 * 4),
    ]
    secrets: int

    @classmethod
    def of(cls, number: int, players: int, length: int, *, secrets: bool) -> Table:
        """Return a beginning at which a seat is to move; with secrets not all know the same."""
        return cls(number, 0, players, length, 0, secrets)

    def nature(self, *what: int) -> int:
        return drawn(self.number, self.path, self.turns, *what)

    def asks(self) -> int:
        """What comes next; the first two positions ask a seat."""
        return DECIDES if self.turns < 2 else (DECIDES, THROWS, DEALS)[self.nature(1) % 3]

    def to_move(self) -> int:
        if self.turns >= self.length:
            return TO_NOBODY
        return self.nature(2) % self.players if self.asks() == DECIDES else TO_CHANCE

    def listed(self, *, twins: bool) -> list[int]:
        """List the turns, some of which have twins."""
        codes = list(range(1, 2 + self.nature(3) % 4))
        return codes + [TWIN + code for code in codes if twins and self.nature(4, code) % 2]

    def value(self, code: int) -> float:
        """Return a number that no other turn of the position has."""
        return self.nature(5, code) % 1000 + code / 1000

    def event(self) -> Event:
        ways = tuple(1 + self.nature(6, side) % 3 for side in range(2 + self.nature(7) % 3))
        source, private = self.nature(8) % 3, bool(self.secrets and self.nature(9) % 4 == 0)
        if self.asks() == THROWS:
            return Event(ways, 0, 1, NOBODY_CHOOSES, source, private)
        certain = self.nature(10) % 3
        ways = (0,) * certain + ways
        hand = 1 + self.nature(11) % min(3, sum(ways))
        return Event(ways, certain, hand, self.nature(12) % self.players, source, private)

    def secret(self) -> bool:
        # What is in doubt from the start is looked at in another way.
        return bool(self.secrets and self.nature(13) % (12 if self.turns else 2) == 0)

    def step(self, code: int) -> None:
        """Play a turn or an outcome; some outcomes decide nothing."""
        blind = self.to_move() == TO_CHANCE and self.nature(14) % 3 == 0
        word = 0 if blind else code % TWIN
        gain = self.nature(15, word)
        self.won[gain % self.players] += gain // 8 % 3
        # A small hash: ways to the same position meet.
        self.path = self.nature(16, word) % 64
        self.turns += 1

    def after(self, code: int) -> Table:
        table = self.copy()
        table.step(code)
        return table

    def hide_from(self, seat: int) -> None:
        """Hide nothing: what is secret is only said to be."""

    def deal(self, rng: Rng) -> None:
        """Leave nothing open."""


def endings() -> object:
    """Return the table of functions of these games."""
    at = Table.from_address

    def every_turn(pointer: int, _scratch: int, omit: int, out: Any, limit: int) -> int:
        table = at(pointer)
        codes = table.listed(twins=omit == 0)[:limit]
        return put_turns(out, [[code] for code in codes], [table.value(code) for code in codes])

    def chance(pointer: int, out: Any) -> bool:
        event, told = at(pointer).event(), out[0]
        assert len(event.ways) <= CHANCE_LIMIT
        told.codes[: len(event.ways)] = list(range(len(event.ways)))
        told.ways[: len(event.ways)] = event.ways
        told.count, told.total = len(event.ways), sum(event.ways)
        told.certain, told.hand, told.chooser = event.certain, event.hand, event.chooser
        told.source, told.private = event.source, event.private
        return True

    own: dict[str, Callable[..., Any]] = {
        "every_turn": every_turn,
        "chance": chance,
        "play_turn": lambda pointer, turn: at(pointer).step(codes_of(turn)[0]),
        "play_outcome": lambda pointer, code: at(pointer).step(code),
        "secret": lambda pointer: at(pointer).secret(),
        "turns": lambda *_: 0,
    }
    return capsule(functions_of(Table) | own, Table, most_seats=4)


# -- what it is worth


@dataclass(frozen=True)
class Worth:
    """What every seat can expect, and what of it is not sure."""

    win: tuple[float, ...]
    points: tuple[float, ...]
    doubtful: bool = False
    """Knowledge of some seat may matter."""
    sources: frozenset[int] = frozenset()
    """Stores from which a draw matters."""
    low: float = 0.0
    high: float = 0.0
    """Two seats: what it can be worth to seat 0 if what is known to some is worth anything."""

    def score(self, seat: int) -> float:
        others = [points for index, points in enumerate(self.points) if index != seat]
        return WIN * self.win[seat] + self.points[seat] - sum(others) / max(1, len(others))


class Plain:
    """Every seat takes what is worth most to it, the root's worst among what is the same to it."""

    def __init__(self, root_seat: int) -> None:
        self.root_seat = root_seat

    def is_better(self, one: Worth, other: Worth, seat: int) -> bool:
        lead = one.score(seat) - other.score(seat)
        if abs(lead) > SAME_SCORE:
            return lead > 0
        root = self.root_seat
        return seat != root and one.score(root) < other.score(root) - SAME_SCORE

    def best(self, worths: list[Worth], seat: int) -> int:
        """Return the place of the best; the first of equals."""
        found = 0
        for place, worth in enumerate(worths):
            if self.is_better(worth, worths[found], seat):
                found = place
        return found

    def worth(self, table: Table) -> Worth:
        asked = table.to_move()
        if asked == TO_NOBODY:
            points = tuple(map(float, table.points()))
            end = Worth(tuple(table.shares()), points)
            score = end.score(0)
            return Worth(end.win, end.points, low=score, high=score)
        if asked == TO_CHANCE:
            return self.chance(table)
        return self.choice(table, asked)[0]

    def choice(self, table: Table, seat: int) -> tuple[Worth, int]:
        """Return the worth of the best turn, with the doubt about all of them; and the turn."""
        codes = sorted(table.listed(twins=False), key=table.value, reverse=True)
        worths = [self.worth(table.after(code)) for code in codes]
        place = self.best(worths, seat)
        best = worths[place]
        choose = max if seat == 0 else min
        low, high = choose(one.low for one in worths), choose(one.high for one in worths)
        secret = table.secret()
        return Worth(
            best.win,
            best.points,
            secret or any(one.doubtful for one in worths),
            frozenset().union(*(one.sources for one in worths)),
            -2 * WIN if secret else low,
            2 * WIN if secret else high,
        ), codes[place]

    def chance(self, table: Table) -> Worth:
        event = table.event()
        lots: list[tuple[Worth, ...]]
        worths = [self.worth(table.after(code)) for code in range(len(event.ways))]
        sources = frozenset().union(*(one.sources for one in worths))
        doubtful = any(one.doubtful for one in worths)
        if event.chooser == NOBODY_CHOOSES:
            lots = [
                (one,)
                for one, number in zip(worths, event.ways, strict=True)
                for _ in range(number)
            ]
            matters = any(not is_same(one, worths[0]) for one in worths)
        else:
            items = [place for place, number in enumerate(event.ways) for _ in range(number)]
            lots = [
                (*worths[: event.certain], *(worths[place] for place in hand))
                for hand in combinations(items, event.hand)
            ]
            matters = self.hand_matters(event, worths)
            # Who chooses has seen what went back.
            doubtful |= event.source in sources
        seat = max(event.chooser, 0)
        taken = [lot[self.best(list(lot), seat)] for lot in lots]
        choose = max if seat == 0 else min
        blind = event.private and matters
        return Worth(
            tuple(mean([one.win[other] for one in taken]) for other in range(table.players)),
            tuple(mean([one.points[other] for one in taken]) for other in range(table.players)),
            doubtful or blind,
            sources | ({event.source} if matters else set()),
            -2 * WIN if blind else mean([choose(one.low for one in lot) for lot in lots]),
            2 * WIN if blind else mean([choose(one.high for one in lot) for lot in lots]),
        )

    def hand_matters(self, event: Event, worths: list[Worth]) -> bool:
        """Whether something that is dealt, or known to be there, is better than the first."""
        if not event.certain:
            return True
        sure = worths[: event.certain]
        best = sure[self.best(sure, event.chooser)]
        return not is_same(best, worths[0]) or any(
            self.is_better(one, best, event.chooser) for one in worths[event.certain :]
        )

    def line(self, table: Table, code: int) -> list[list[int]]:
        """Return the best turns from one on, up to the next true chance."""
        found = [[code]]
        table = table.after(code)
        while table.to_move() != TO_NOBODY:
            if table.to_move() == TO_CHANCE:
                if len(table.event().ways) > 1:
                    break
                table = table.after(0)
                continue
            code = self.choice(table, table.to_move())[1]
            found.append([code])
            table = table.after(code)
        return found


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def is_same(one: Worth, other: Worth) -> bool:
    """Whether every seat can expect the same."""
    pairs = zip((*one.win, *one.points), (*other.win, *other.points), strict=True)
    return all(abs(a - b) <= SAME for a, b in pairs)
