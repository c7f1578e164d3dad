"""A third game for the search: one turn, one hand, one choice.

Seat 0 takes its only turn; then `hand` items are dealt to the chooser out of a bag, and it takes
the one it likes best, or a certain one. Every item is worth points to seat 0, and as many less
to seat 1.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import Structure, c_uint8
from itertools import combinations
from typing import Final, NamedTuple

from tests.search.tiny_game import capsule, table

LOOKS, DEALT, OVER = range(3)
NOTHING_TAKEN: Final = 255


class Bag(NamedTuple):
    """What can be taken: the points of what is certain, and points and number of the items."""

    certain: tuple[int, ...]
    items: tuple[tuple[int, int], ...]
    hand: int
    chooser: int

    @property
    def points(self) -> list[int]:
        """The points of every outcome, the certain ones first."""
        return [*self.certain, *(points for points, _ in self.items)]

    def expected(self) -> float:
        """Seat 0's points by every hand that can be dealt."""
        bag = [points for points, number in self.items for _ in range(number)]
        best = max if self.chooser == 0 else min
        hands = list(combinations(bag, self.hand))
        return sum(best([*self.certain, *hand]) for hand in hands) / len(hands)


class State(Structure):
    """What is asked and what was taken."""

    _fields_ = [("asks", c_uint8), ("taken", c_uint8)]
    asks: int
    taken: int


def state_at(pointer: int) -> State:
    """Look at the memory of a state."""
    return State.from_address(pointer)


def game(bag: Bag, *, private: bool = False) -> object:
    """Return the game with this bag."""

    def every_turn(_state: int, _scratch: int, _merge: bool, out: object, _limit: int) -> int:
        out[0].moves[0] = 0  # type: ignore[index]
        out[0].count = 1  # type: ignore[index]
        return 1

    def play_turn(pointer: int, _turn: object) -> None:
        state_at(pointer).asks = DEALT

    def chance(_state: int, out: object) -> bool:
        event = out[0]  # type: ignore[index]
        for index in range(len(bag.points)):
            event.codes[index] = index
            event.ways[index] = 0
        for index, (_, number) in enumerate(bag.items):
            event.ways[len(bag.certain) + index] = number
        event.count, event.certain = len(bag.points), len(bag.certain)
        event.total = sum(number for _, number in bag.items)
        event.hand, event.chooser = bag.hand, bag.chooser
        event.source, event.private = 3, private
        return True

    def play_outcome(pointer: int, code: int) -> None:
        state_at(pointer).asks, state_at(pointer).taken = OVER, code

    def expect(pointer: int, points: object, win: object) -> None:
        value = bag.points[state_at(pointer).taken]
        points[0], points[1] = value, -value  # type: ignore[index]
        win[0] = win[1] = 0.5  # type: ignore[index]

    def view(pointer: int, _seat: int, out: int) -> None:
        ctypes.memmove(out, pointer, ctypes.sizeof(State))

    def nothing(*_arguments: object) -> int:
        return 0

    names = ("turn_fits", "information", "draw", "sample_world", "secret")
    functions: dict[str, Callable[..., object]] = {
        **dict.fromkeys(names, nothing),
        "seats": lambda _: 2,
        "to_move": lambda pointer: {LOOKS: 0, DEALT: -1, OVER: -2}[state_at(pointer).asks],
        "turns": lambda state, scratch, out, limit: every_turn(state, scratch, True, out, limit),
        "play_turn": play_turn,
        "view": view,
        "expect": expect,
        "turns_left": lambda _: 1,
        "every_turn": every_turn,
        "chance": chance,
        "play_outcome": play_outcome,
        "key": lambda pointer: state_at(pointer).asks << 8 | state_at(pointer).taken,
    }
    ops = table(functions, ctypes.sizeof(State))
    _TABLES.append(ops)
    return capsule(ops)


_TABLES: Final[list[object]] = []
"""Keeps the tables behind the capsules alive."""

START: Final = bytes(State(LOOKS, NOTHING_TAKEN))
