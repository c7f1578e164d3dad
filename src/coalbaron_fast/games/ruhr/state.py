"""The class of the game's positions."""

from __future__ import annotations

from typing import Any, Self

from coalbaron_fast.games.numbers import check_integer
from coalbaron_fast.games.ruhr.compiled import Board
from coalbaron_fast.games.ruhr.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.ruhr.notation import RECORDS, SHAPE, VOCABULARY
from coalbaron_fast.games.state import OpenState

__all__ = ["State"]


class State(OpenState):
    """A position of Ruhrschifffahrt 1769-1890, and the game that goes on from it.

    ``State(players, seed, start, calm)`` begins a game. With a seed, chance resolves itself as play
    goes on. Without one, the position asks for a chance token: the country of the turn (``!rh``) or
    the marker that is drawn (``!fo``). With `calm` the two starred markers stay out. Moves are
    tokens, as docs/ruhr.md spells them.
    """

    VOCABULARY = VOCABULARY
    SHAPE = SHAPE
    RECORDS = RECORDS

    _board: Board

    def __init__(
        self,
        players: int = MIN_PLAYERS,
        seed: int | None = None,
        start: int = 0,
        calm: bool = False,
    ) -> None:
        """Begin a game."""
        seats = check_integer(players, "players", MIN_PLAYERS, MAX_PLAYERS)
        self._board = Board(seats, check_integer(start, "start", 0, seats - 1), bool(calm))
        self._seed = None
        self._played = []
        self._begun = None
        if calm:
            # The usual beginning is told by players and start alone.
            self._remember_beginning()
        self._set_seed(seed)

    @classmethod
    def begin(cls, players: int, start: int) -> Self:
        """Begin the usual game, without a seed."""
        return cls(players, None, start)

    @staticmethod
    def _read_board(data: dict[str, Any]) -> Board:
        return Board.from_dict(data)

    @property
    def calm(self) -> bool:
        """Whether the two starred markers stay out."""
        return self._board.calm

    @property
    def thalers(self) -> list[int]:
        """The money, one number a seat."""
        return self._board.thalers
