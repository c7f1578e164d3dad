"""What a learner sees of the positions of a game, as NumPy arrays: made of the game's table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from coalbaron_fast.contract.learner import (
    compact_bytes,
    observation_size,
    write_compact,
    write_legal_mask,
    write_observation,
    write_units,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Observations"]


class Seen(Protocol):
    """What is asked of a position."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def turn(self) -> int | None:
        """The seat to decide."""

    def data(self) -> bytes:
        """The bytes of the struct."""


class Observations:
    """What a seat knows of a position, as a vector, and which codes are legal.

    `board` is the game's table of functions (board.pxd), `actions` the number of its codes.
    """

    def __init__(self, board: object, actions: int) -> None:
        self._board = board
        self.actions = actions
        self.compact_dtype: np.dtype[Any] = np.dtype(
            np.uint8 if compact_bytes(board) == 1 else np.int16
        )

    def size(self, players: int) -> int:
        """Return how many numbers an observation has."""
        return observation_size(self._board, players)

    def units(self, players: int) -> NDArray[np.float32]:
        """Return what each number of `compact` is multiplied with to be that of `observe`."""
        units = np.empty(self.size(players), np.float32)
        write_units(self._board, players, units)
        return units

    def observe(
        self, state: Seen, seat: int | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return what a seat knows, by default the one to move, as a vector of floats.

        With `out`, a contiguous vector of `size` numbers, that is written and returned.
        """
        if out is None:
            out = np.empty(self.size(state.players), np.float32)
        write_observation(self._board, state.data(), viewer_of(state, seat), out)
        return out

    def compact(self, state: Seen, seat: int | None = None) -> NDArray[Any]:
        """Return the same as whole numbers, for `units`; the largest also means all beyond."""
        out = np.empty(self.size(state.players), self.compact_dtype)
        write_compact(self._board, state.data(), viewer_of(state, seat), out)
        return out

    def legal_mask(self, state: Seen, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which codes are legal; at chance the outcomes that are possible.

        With `out`, a contiguous vector of `actions` booleans, that is written and returned.
        """
        if out is None:
            out = np.empty(self.actions, np.bool_)
        write_legal_mask(self._board, state.data(), out.view(np.uint8))
        return out


def viewer_of(state: Seen, seat: int | None) -> int:
    """Return the seat that is meant: the one to move if none is named."""
    viewer = state.turn if seat is None else seat
    if viewer is None:
        raise ValueError("seat must be given where no seat is to move")
    return viewer
