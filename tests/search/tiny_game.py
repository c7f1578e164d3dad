"""A second game for the search: small enough that its values are known by hand.

A coin is tossed and lies covered: heads with probability 2/3. Seat 1 has seen it, seat 0 has not.
Seat 0 says heads, tails or nothing: right is worth 12 points to it, wrong 12 to seat 1. Then
chance throws a die that decides nothing, seat 1 may double what was said, or leave it, and the
coin is shown.

Seat 1 doubles when seat 0 is wrong and does not when it is right. To seat 0 heads is worth
12 * 2/3 - 24 * 1/3 = 0, tails 12 * 1/3 - 24 * 2/3 = -12, and nothing is worth 1 by the rule
that silence earns a tip. So silence is best, whatever lies under the cover; a search that
peeks says what lies there and counts on 12.
"""

from __future__ import annotations

from ctypes import c_uint8
from typing import ClassVar, Final

from tests.search.ctypes_game import TO_CHANCE, TO_NOBODY, Board, Rng, capsule, functions_of
from tests.search.python_state import PythonState, kind_of, record_of

HEADS_IN_THREE: Final = 2
STAKE: Final = 12
TIP: Final = 1

TOSSES, SAYS, THROWS, DOUBLES, SHOWS, OVER = range(6)
TOKENS: Final = ("heads", "tails", "nothing", "leave", "double", "!heads", "!tails", "!die", "!?")
HEADS, TAILS, NOTHING, LEAVE, DOUBLE, SHOWS_HEADS, SHOWS_TAILS, DIE, UNSEEN = range(9)
TOSS: Final = {SHOWS_HEADS: HEADS_IN_THREE, SHOWS_TAILS: 3 - HEADS_IN_THREE}
UNKNOWN: Final = 255


class Table(Board):
    """What is asked, what lies covered, what was said, whether it counts double.

    `seen_by` is 1 more than the seat whose view it is; 0 for a whole position.
    """

    _fields_: ClassVar = [
        (name, c_uint8) for name in ("asks", "coin", "said", "doubled", "seen_by")
    ]
    asks: int
    coin: int
    said: int
    doubled: int
    seen_by: int

    @classmethod
    def start(cls, players: int, **_options: object) -> Table:  # noqa: ARG003 - always two
        return cls(TOSSES, UNKNOWN, NOTHING, False)

    def is_possible(self) -> bool:
        faces = (UNKNOWN,) if self.asks == TOSSES else (HEADS, TAILS, UNKNOWN)
        silent = (self.asks, self.said, self.doubled) == (OVER, NOTHING, False)
        return self.seen_by <= 2 and (
            silent
            or (
                self.asks <= OVER
                and self.coin in faces
                and self.said <= NOTHING
                and self.doubled <= (self.asks >= SHOWS)
                and (self.said == NOTHING) == (self.asks <= SAYS)
            )
        )

    def seats(self) -> int:
        return 2

    def to_move(self) -> int:
        return {SAYS: 0, DOUBLES: 1, OVER: TO_NOBODY}.get(self.asks, TO_CHANCE)

    def moves(self) -> list[int]:
        return [HEADS, TAILS, NOTHING] if self.asks == SAYS else [LEAVE, DOUBLE]

    def ways(self) -> dict[int, int]:
        if self.asks == SHOWS and self.coin != UNKNOWN:
            return {SHOWS_HEADS + self.coin: 1}
        return {DIE: 1} if self.asks == THROWS else TOSS

    def shown_to(self, seat: int, code: int) -> int:
        return UNSEEN if self.asks == TOSSES and seat == 0 else code

    def chance_in_view(self) -> tuple[dict[int, int], bool]:
        """The covered coin comes up with the die; seat 1 has known it all along."""
        if self.asks == THROWS and self.coin == UNKNOWN:
            return TOSS, True
        return self.ways(), False

    def play(self, code: int) -> None:
        if code in (SHOWS_HEADS, SHOWS_TAILS):
            self.coin = code - SHOWS_HEADS
        if code == UNSEEN:
            self.coin = UNKNOWN
        if self.asks == SAYS:
            self.said = code
        if self.asks == DOUBLES:
            self.doubled = code == DOUBLE
        self.asks = OVER if self.asks == SAYS and code == NOTHING else self.asks + 1

    def viewer(self) -> int:
        return self.seen_by - 1

    def hide_from(self, seat: int) -> None:
        self.seen_by = 1 + seat
        if seat == 0 and (self.asks != OVER or self.said == NOTHING):
            self.coin = UNKNOWN

    def deal(self, rng: Rng) -> None:
        self.seen_by = 0
        if self.coin == UNKNOWN and self.asks != TOSSES:
            self.coin = HEADS if rng.next() % 3 < HEADS_IN_THREE else TAILS

    def information(self, seat: int) -> int:
        return self.coin if seat == 1 else 0

    def points(self) -> list[int]:
        value = 0
        if self.asks == OVER:
            value = TIP
            if self.said != NOTHING:
                value = STAKE if self.said == self.coin else -STAKE
                value *= 1 + self.doubled
        return [value, -value]

    def shares(self) -> list[float]:
        value = self.points()[0]
        share = 0.5 + 0.5 * (value > 0) - 0.5 * (value < 0)
        return [share, 1 - share]

    def decisions_left(self) -> int:
        return OVER - self.asks


class OpenTable(Table):
    """The game in which seat 1 has not looked at the coin."""

    def chance_in_view(self) -> tuple[dict[int, int], bool]:
        return super().chance_in_view()[0], False


OPS: Final = capsule(functions_of(Table), Table)
OPEN_OPS: Final = capsule(functions_of(OpenTable), OpenTable)


PLAYERS: Final = range(2, 3)


class State(PythonState):
    """A position of the game."""

    KIND, SHAPE = kind_of("coin", Table, TOKENS, PLAYERS, OPS)


GAME: Final = record_of(State, "Covered coin", TOKENS, PLAYERS, OPS)


def position(coin: int) -> bytes:
    """Return the beginning, with this coin under the cover."""
    return bytes(Table(SAYS, coin, NOTHING, False))
