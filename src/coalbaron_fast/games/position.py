"""What every game's `State` offers: the protocol that everything above the games works with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, Protocol, Self, TypeAlias

__all__ = ["BEGINS", "DECISIONS", "SMALL", "Decision", "Position", "known_to", "rank_seats"]

Decision: TypeAlias = Literal["turn", "small turn", "step", "detail"]

DECISIONS: Final[tuple[Decision, ...]] = ("turn", "small turn", "step", "detail")
"""In the order of the contract's numbers (contract/game.pxd), from A_TURN on."""

BEGINS: Final = frozenset(DECISIONS[:2])
"""The decisions that begin a turn."""

SMALL: Final = frozenset(("small turn", "detail"))
"""Those that deserve less time."""


class Position(Protocol):
    """A position of any game, and the game that goes on from it: what a `State` offers.

    Moves are codes below the doors and tokens at the doors: `push_codes` and `push_all` do the
    same. `docs/python.md` shows them all on Coal Baron's `State`.
    """

    def __init__(self, players: int = ..., seed: int | None = ..., start: int = ...) -> None:
        """Begin a game; with a seed, chance resolves itself as play goes on.

        The options of the game are keywords more, and attributes of the position. Where chance can
        draw who begins, `start` is None by default.
        """

    # -- what it is

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is, or None for a full position."""

    @property
    def phase(self) -> str:
        """What is asked, by the game's own word."""

    @property
    def shift(self) -> int:
        """The part of the game that is played, counted from 1: a shift, a round."""

    @property
    def turn(self) -> int | None:
        """The seat to decide; None at chance and when the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether the next token is a chance event."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def vp(self) -> list[int]:
        """The points so far, one number a seat; the final ones when over."""

    @property
    def decision(self) -> Decision | None:
        """What the seat to move is asked; None at chance and when the game is over.

        ``turn`` and ``small turn`` are to begin a turn, ``step`` to go on with one that the search
        plans as a whole, ``detail`` to settle a part of one after chance. What is small or a detail
        deserves less time.
        """

    def turns_expected(self) -> float:
        """How many turns the seat to move can expect to the end of the game."""

    def legal_codes(self) -> list[int]:
        """The move codes of `legal_moves`."""

    def perft(self, depth: int) -> int:
        """Count the sequences of so many tokens from here, chance outcomes included."""

    def first_sight(self) -> list[int]:
        """The turn that looks best without thinking a turn ahead, as move codes."""

    def to_dict(self) -> dict[str, Any]:
        """The position as a dict of plain JSON values."""

    def copy(self) -> Self:
        """An independent copy, with all that belongs to it."""

    def data(self) -> bytes:
        """The bytes of the struct, as the search takes them."""

    @property
    def seed(self) -> int | None:
        """The seed that resolves chance, or None."""

    @property
    def history(self) -> list[str]:
        """Every token played since this state was made, chance included."""

    @property
    def codes(self) -> list[int]:
        """The move codes of `history`."""

    @property
    def origin(self) -> Self:
        """The position where `history` begins, without a seed."""

    def scores(self) -> list[int] | None:
        """The final points, one number a seat; None before the end."""

    def winners(self) -> list[int] | None:
        """The winning seats, more than one if they share the win; None before the end."""

    def win_shares(self) -> list[float] | None:
        """What part of the win each seat has; None before the end."""

    # -- moves

    def legal_moves(self) -> list[str]:
        """Every legal token, in a fixed order; at chance every possible one."""

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """At chance: token and exact probability of each, in the order of `legal_codes`."""

    def push(self, word: str) -> None:
        """Play a token, or a whole turn joined with ``/``: all of it or nothing."""

    def push_all(self, words: str | Iterable[str]) -> None:
        """Play tokens: all or nothing."""

    def push_codes(self, codes: Iterable[int]) -> None:
        """Play move codes: all or nothing."""

    def is_legal(self, token: str) -> bool:
        """Whether this token could be pushed now."""

    def is_legal_code(self, code: int) -> bool:
        """Whether this move code could be pushed now."""

    # -- what a seat knows

    def view(self, seat: int) -> Self:
        """The same position as this seat knows it."""

    def sample_world(self, seat: int, seed: int) -> Self:
        """A full position, drawn uniformly from those that agree with what the seat knows."""

    def history_seen_by(self, seat: int) -> list[str]:
        """The history as the seat was shown it."""

    # -- text, dict, record

    @classmethod
    def from_dict(cls, data: object, seed: int | None = None) -> Self:
        """Read a position from its dict form; PositionError says what is wrong with it."""

    def to_text(self) -> str:
        """The position as one line of text."""

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> Self:
        """Read a position from its text; PositionError says what is wrong with it."""

    def to_record(self, /, **tags: str) -> str:
        """The game since this state was made as the text of a record, with these tags."""

    @classmethod
    def from_record(cls, text: str) -> Self:
        """Read the text of one record and replay it to its last position."""

    @classmethod
    def read_record(cls, text: str) -> tuple[Self, dict[str, str]]:
        """Read a record: its last position, and its tags but for those that tell its end."""

    # -- the object

    def unseeded(self) -> Self:
        """A copy without the seed: it asks for every chance token."""


def known_to(state: Position, seat: int) -> Position:
    """Return a position as a seat knows it: itself, if it is that seat's view already."""
    return state if state.viewer == seat else state.view(seat)


def rank_seats(state: Position) -> tuple[int, ...]:
    """Return the place of every seat of a finished game: the winners, then the others by points."""
    winners = state.winners() or []
    keys = [(seat not in winners, -vp * (seat not in winners)) for seat, vp in enumerate(state.vp)]
    return tuple(sum(other < key for other in keys) for key in keys)
