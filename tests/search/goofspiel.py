"""Goofspiel for two, whose truth is known: both play a card at once, the higher one wins.

Each seat holds cards 1 to N. Prizes N to 1 are open in this order, or 1 to N with the option
`rising`. For each both seats play a card face down, and the higher card takes it; no seat does if
they are alike. Most points win. Good play is mixed: OpenSpiel knows the game (`goofspiel`) and says
how far any play is from an equilibrium.

The seats are asked one after the other, and the second does not see what the first has played: its
view is the position in which the first has not, and it is asked first there.
"""

from __future__ import annotations

from ctypes import c_uint8
from typing import Any, ClassVar, Final

from coalbaron_fast.games.options import Option, Options
from tests.search.ctypes_game import (
    EVERYBODY,
    FAR_FROM_END,
    TO_NOBODY,
    Board,
    Rng,
    capsule,
    functions_of,
)
from tests.search.python_state import PythonState, kind_of, record_of

CARDS: Final = Option("cards", "How many cards each seat holds.", 4, (2, 3, 4, 5))
OPTIONS: Final = Options(CARDS, Option("rising", "The small prizes come first."))
TOKENS: Final = ("1", "2", "3", "4", "5")
"""The codes of the cards are one less."""


class Table(Board):
    """What each seat holds (a bit a card), the card it has played (0: none), points.

    `first` is asked first. `seen_by` is 1 more than the seat whose view it is; 0 for a whole
    position.
    """

    _fields_: ClassVar = [
        ("cards", c_uint8),
        ("rising", c_uint8),
        ("round", c_uint8),
        ("first", c_uint8),
        ("hands", c_uint8 * 2),
        ("played", c_uint8 * 2),
        ("won", c_uint8 * 2),
        ("seen_by", c_uint8),
    ]
    cards: int
    rising: int
    round: int
    first: int
    seen_by: int

    @classmethod
    def start(cls, players: int, **options: Any) -> Table:  # noqa: ARG003 - always two
        """Return the beginning of a game."""
        table = cls(**OPTIONS.read(options))
        table.hands[:] = [(1 << table.cards) - 1] * 2
        return table

    def is_possible(self) -> bool:
        hands, played = list(self.hands), list(self.played)
        left = self.cards - self.round
        return (
            self.cards in CARDS.values
            and self.rising <= 1
            and self.round <= self.cards
            and all(hand < 1 << self.cards for hand in hands)
            and all(card <= self.cards for card in played)
            and all(
                hand.bit_count() + (card > 0) == left and not (card and hand >> (card - 1) & 1)
                for hand, card in zip(hands, played, strict=True)
            )
            and not all(played)
            and not played[1 - self.first]
            and sum(self.won) <= sum(map(self.prize, range(self.round)))
            and self.seen_by <= 2
            and self.first <= 1
            and (self.viewer() == EVERYBODY or self.first == self.viewer())
        )

    def seats(self) -> int:
        return 2

    def stage(self) -> int:
        return min(self.round + 1, self.cards)

    def to_move(self) -> int:
        if self.round == self.cards:
            return TO_NOBODY
        return 1 - self.first if self.played[self.first] else self.first

    def prize(self, number: int) -> int:
        """What a round is about, from 0."""
        return number + 1 if self.rising else self.cards - number

    def moves(self) -> list[int]:
        hand = int(self.hands[self.to_move()])
        return [card for card in range(self.cards) if hand >> card & 1]

    def ways(self) -> dict[int, int]:
        raise AssertionError("there is no chance in this game")

    def shown_to(self, seat: int, code: int) -> list[int]:
        """The card that came first is shown with the one that came second."""
        mover = self.to_move()
        earlier = self.played[1 - mover]
        if seat == mover:
            return [code, earlier - 1] if earlier else [code]
        return [code] if earlier else []

    def play(self, code: int) -> None:
        seat = self.to_move()
        self.hands[seat] ^= 1 << code
        self.played[seat] = code + 1
        if all(self.played):
            self.end_round()

    def end_round(self) -> None:
        """The higher card takes the prize."""
        one, other = self.played
        if one != other:
            self.won[0 if one > other else 1] += self.prize(self.round)
        self.played[:] = [0, 0]
        self.round += 1
        self.first = max(self.viewer(), 0)

    def viewer(self) -> int:
        return self.seen_by - 1

    def hide_from(self, seat: int) -> None:
        """The other seat has not played yet."""
        other = 1 - seat
        self.seen_by, self.first = 1 + seat, seat
        self.hands[other] = self.hand_before(other)
        self.played[other] = 0

    def hand_before(self, seat: int) -> int:
        """What a seat held when the round began."""
        return int(self.hands[seat] | (1 << self.played[seat]) >> 1)

    def deal(self, rng: Rng) -> None:  # noqa: ARG002 - every contract has it
        """Nothing is missing in a view but a decision, and a world leaves it undone as well."""
        self.seen_by = 0

    def information(self, seat: int) -> int:
        hands = self.hand_before(0) | self.hand_before(1) << 8
        return int(hands | self.played[seat] << 16 | self.won[0] << 24 | self.won[1] << 32)

    def points(self) -> list[int]:
        return list(self.won)

    def shares(self) -> list[float]:
        one, other = self.won
        share = 0.5 + 0.5 * (one > other) - 0.5 * (one < other)
        return [share, 1.0 - share]

    def decisions_left(self) -> int:
        waiting = sum(int(card) > 0 for card in self.played)
        return 2 * (self.cards - self.round) - waiting

    def turns_left(self) -> int:
        """Choices in secret cannot be solved one after the other."""
        return FAR_FROM_END if self.decisions_left() else 0


OPS: Final = capsule(functions_of(Table) | {"unseen": lambda _: True}, Table)
PLAYERS: Final = range(2, 3)


class State(PythonState):
    """A position of the game."""

    KIND, SHAPE = kind_of("goofspiel", Table, TOKENS, PLAYERS, OPS, OPTIONS)
    cards: int
    rising: bool


GAME: Final = record_of(State, "Goofspiel", TOKENS, PLAYERS, OPS)._replace(options=OPTIONS)
