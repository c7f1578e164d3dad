"""A third game for the search: one turn, one hand, one choice.

Seat 0 takes its only turn; then `hand` items are dealt to the chooser out of a bag, and it takes
the one it likes best, or a certain one. Every item is worth points to seat 0, and as many less
to seat 1.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import Structure, c_uint8
from itertools import combinations
from typing import Any, Final, NamedTuple

from tests.search.ctypes_game import (
    EVERYBODY,
    TO_CHANCE,
    TO_NOBODY,
    capsule,
    copy_state,
    put_turns,
)

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

    def play_turn(pointer: int, _turn: object) -> None:
        state_at(pointer).asks = DEALT

    def chance(_state: int, out: Any) -> bool:
        event = out[0]
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

    def expect(pointer: int, points: Any, win: Any) -> None:
        value = bag.points[state_at(pointer).taken]
        points[0], points[1] = value, -value
        win[0] = win[1] = 0.5

    def nothing(*_arguments: object) -> int:
        return 0

    names = (
        "turns",
        "turn_fits",
        "information",
        "draw",
        "sample_world",
        "turns_expected",
        "decision",
        "secret",
    )
    functions: dict[str, Callable[..., object]] = {
        **dict.fromkeys(names, nothing),
        "seats": lambda _: 2,
        "to_move": lambda pointer: {LOOKS: 0, DEALT: TO_CHANCE}.get(
            state_at(pointer).asks, TO_NOBODY
        ),
        "play_turn": play_turn,
        "view": lambda pointer, _seat, out: copy_state(pointer, State, out),
        "viewer": lambda _: EVERYBODY,
        "expect": expect,
        "turns_left": lambda _: 1,
        "every_turn": lambda _state, _scratch, _merge, out, _limit: put_turns(out, [[0]]),
        "chance": chance,
        "play_outcome": play_outcome,
        "key": lambda pointer: state_at(pointer).asks << 8 | state_at(pointer).taken,
    }
    return capsule(functions, State)


START: Final = bytes(State(LOOKS, NOTHING_TAKEN))
