"""Games without sense, drawn from a number: every branch of the search comes up in them.

What a position asks is a hash of the turns so far. Each of two seats holds a card that the others
do not see, chance throws dice that are seen by some, and which turns are on offer depends on all of
that. Some turns are not seen, some positions are routine, in some the turns vary from world to
world: whatever the contract allows.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from ctypes import c_int16, c_uint8, c_uint64
from typing import Any, ClassVar, Final

from tests.search.ctypes_game import (
    TO_CHANCE,
    TO_NOBODY,
    Board,
    Rng,
    capsule,
    codes_of,
    functions_of,
    mix64,
    put_turns,
)

UNKNOWN: Final = 255
MOST_MOVES: Final = 3
DICE: Final = 200
"""The codes of what chance throws begin here."""


@functools.lru_cache(1 << 17)
def drawn(*numbers: int) -> int:
    """Return a number that follows from others and looks like none of them."""
    return functools.reduce(lambda so_far, number: mix64(so_far * 31 + number + 1), numbers, 7)


class DrawnBoard(Board):
    """A position of a game that follows from a number: how long it is, and who has how much."""

    number: int
    path: int
    players: int
    length: int
    turns: int
    won: Any

    def seats(self) -> int:
        return self.players

    def points(self) -> list[int]:
        return list(self.won[: self.players])

    def shares(self) -> list[float]:
        points = self.points()
        best = [seat for seat, won in enumerate(points) if won == max(points)]
        return [(seat in best) / len(best) for seat in range(self.players)]

    def decisions_left(self) -> int:
        return self.length - self.turns


class Table(DrawnBoard):
    """A position: the game's number, the turns so far as a hash, cards, dice and points."""

    _fields_: ClassVar = [
        ("number", c_uint64),
        ("path", c_uint64),
        ("players", c_uint8),
        ("length", c_uint8),
        ("turns", c_uint8),
        ("thrown", c_uint8),
        ("luck", c_uint8),
        ("cards", c_uint8 * 2),
        ("won", c_int16 * 4),
    ]
    thrown: int
    luck: int

    @classmethod
    def of(cls, number: int, players: int, length: int) -> Table:
        """Return the beginning of a game."""
        table = cls(number, drawn(number), players, length)
        table.cards[:] = [drawn(number, 1) % 3, drawn(number, 2) % 3]
        while table.to_move() == TO_CHANCE:
            table.play(DICE)
        return table

    def nature(self, *what: int) -> int:
        """Return a number that all who know the turns and the open die know."""
        return drawn(self.number, self.path, self.luck & 1, *what)

    def to_move(self) -> int:
        if self.turns >= self.length:
            return TO_NOBODY
        # Up to two throws before a decision.
        if self.thrown < self.nature(3) % 4 - 1:
            return TO_CHANCE
        return self.nature(4) % self.players

    def every(self) -> list[list[int]]:
        """List all turns of the position, whatever lies hidden; some are long, some lists are."""
        return list_turns(self.nature(5))

    def fits(self, codes: list[int]) -> bool:
        """Whether a turn is on offer in this world; the first one always is."""
        hidden = drawn(self.luck, *self.cards)
        one_in = 2 if self.turns_vary() else 5
        return codes[0] == 1 or drawn(self.path, codes[0], hidden) % one_in != 0

    def offered(self) -> list[list[int]]:
        return [codes for codes in self.every() if self.fits(codes)]

    def is_legal(self, codes: list[int]) -> bool:
        return codes in self.every() and self.fits(codes)

    def value(self, codes: list[int]) -> float:
        """The static evaluation of a turn; equal ones come up."""
        return drawn(self.path, codes[0], self.luck) % 9 * 0.5

    def unseen(self) -> bool:
        return self.nature(8) % 4 == 0

    def turns_vary(self) -> bool:
        return self.nature(9) % 4 == 0

    def routine(self) -> bool:
        return self.nature(10) % 5 == 0

    def information(self, seat: int) -> int:
        """Return what a seat knows: its card, and every second die."""
        return drawn(seat, self.cards[seat] if seat < 2 else 0, self.luck & 3)

    def play_turn(self, codes: list[int]) -> None:
        seat = self.to_move()
        self.path = drawn(self.path, *codes)
        self.won[seat] += drawn(self.path, self.cards[seat % 2]) % 5
        self.turns += 1
        self.thrown = 0

    def ways(self) -> dict[int, int]:
        return {DICE + side: 1 + (self.nature(11, side) % 3) for side in range(4)}

    def play(self, code: int) -> None:
        """Play a throw."""
        self.luck = code - DICE
        self.won[self.luck % self.players] += 1
        self.thrown += 1

    def hide_from(self, seat: int) -> None:
        for other in range(2):
            if other != seat:
                self.cards[other] = UNKNOWN

    def deal(self, rng: Rng) -> None:
        for seat in range(2):
            if self.cards[seat] == UNKNOWN:
                self.cards[seat] = rng.next() % 3

    def spread(self) -> float:
        """How far final points stray; less near the end."""
        return 0.5 + (self.length - self.turns) * 0.75


@functools.lru_cache(1 << 12)
def list_turns(nature: int) -> list[list[int]]:
    """List turns of one to three moves, mostly few of them, now and then more than a node takes."""
    count = {0: 36, 1: 150}.get(nature % 9, 2) + nature % 7
    return [
        [index + 1, *(drawn(index, move) % 50 for move in range(drawn(nature, index) % 3))]
        for index in range(count)
    ]


def game(**sizes: int) -> object:
    """Return the table of functions of these games."""
    at = Table.from_address

    def turns(pointer: int, _scratch: int, out: Any, limit: int) -> int:
        table = at(pointer)
        offered = table.offered()[:limit]
        return put_turns(out, offered, [table.value(codes) for codes in offered])

    def routine(pointer: int, out: Any) -> bool:
        table = at(pointer)
        if table.to_move() < 0 or not table.routine():
            return False
        put_turns(out, [table.offered()[-1]])
        return True

    own: dict[str, Callable[..., Any]] = {
        "turns": turns,
        "turn_fits": lambda pointer, turn: at(pointer).is_legal(codes_of(turn)),
        "unseen": lambda pointer: at(pointer).unseen(),
        "turns_vary": lambda pointer: at(pointer).turns_vary(),
        "routine": routine,
        "spread": lambda pointer: at(pointer).spread(),
        "play_turn": lambda pointer, turn: at(pointer).play_turn(codes_of(turn)),
    }
    return capsule(functions_of(Table) | own, Table, most_seats=4, turn_moves=MOST_MOVES, **sizes)
