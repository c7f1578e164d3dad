"""A game of one decision each, in secret: what the two choices are worth is a matrix.

Seat 0 chooses a row and seat 1 a column; the entry is seat 0's points, and seat 1 has as many less.
What good play is worth follows from a linear programme.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_uint8
from typing import Any, ClassVar, Final

from tests.search.ctypes_game import TO_NOBODY, Board, Rng, capsule, functions_of

OPEN: Final = 255


class Choices(Board):
    """What each seat has chosen; `first` is asked first."""

    _fields_: ClassVar = [("first", c_uint8), ("chosen", c_uint8 * 2)]
    payoffs: ClassVar[Sequence[Sequence[int]]]
    first: int

    @classmethod
    def start(cls, players: int, **_options: object) -> Choices:  # noqa: ARG003 - always two
        return cls(0, (OPEN, OPEN))

    def seats(self) -> int:
        return 2

    def to_move(self) -> int:
        for seat in (self.first, 1 - self.first):
            if self.chosen[seat] == OPEN:
                return seat
        return TO_NOBODY

    def moves(self) -> list[int]:
        return list(range(len(self.payoffs[0]) if self.to_move() else len(self.payoffs)))

    def play(self, code: int) -> None:
        self.chosen[self.to_move()] = code

    def hide_from(self, seat: int) -> None:
        """The other has not chosen yet."""
        if self.to_move() != TO_NOBODY:
            self.first = seat
            self.chosen[1 - seat] = OPEN

    def deal(self, rng: Rng) -> None:
        """A view hides nothing but a decision."""

    def information(self, seat: int) -> int:
        return int(self.chosen[seat])

    def points(self) -> list[int]:
        row, column = self.chosen
        worth = 0 if OPEN in (row, column) else self.payoffs[row][column]
        return [worth, -worth]

    def shares(self) -> list[float]:
        return [0.5, 0.5]

    def decisions_left(self) -> int:
        return sum(chosen == OPEN for chosen in self.chosen)


def matrix_game(payoffs: Sequence[Sequence[int]]) -> tuple[object, type[Choices]]:
    """Return the game with these payoffs, and its positions."""
    kind: Any = type("Matrix", (Choices,), {"payoffs": payoffs, "_fields_": []})
    return capsule(functions_of(kind) | {"unseen": lambda _: True}, kind), kind
