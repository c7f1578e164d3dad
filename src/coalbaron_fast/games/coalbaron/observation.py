"""Observations and masks of a `State`: what a seat knows, as arrays for a learner.

An observation is a vector of ``float32``; its length depends on the number of players. It is made
only of the seat's view and holds all of that view: `decode` gives it back. An action is a move
code, the index of a token in the fixed vocabulary of docs/notation.md.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from coalbaron_fast.contract.observations import Observations
from coalbaron_fast.games.coalbaron.core.board import BOARD_OPS
from coalbaron_fast.games.coalbaron.core.observations import layout
from coalbaron_fast.games.coalbaron.decoding import decode_fields
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.coalbaron.notation.tokens import VOCABULARY_SIZE, code_of, token_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from coalbaron_fast.games.coalbaron.state import State

__all__ = [
    "ACTIONS",
    "LAYOUT",
    "OBSERVATIONS",
    "Field",
    "code_of",
    "decode",
    "legal_mask",
    "observation_size",
    "observe",
    "structured",
    "token_of",
]

ACTIONS: Final = VOCABULARY_SIZE
"""How many actions there are; an action is a move code, 0 to ``ACTIONS - 1``."""


class Field(NamedTuple):
    """A part of the observation: where it stands, its shape, and what its numbers mean.

    A number of the field, times ``divisor``, is the count.
    """

    name: str
    offset: int
    shape: tuple[int, ...]
    divisor: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


LAYOUT: Final = {
    players: tuple(Field(*field) for field in layout(players)[0])
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
}
"""The fields of an observation, in order, by the number of players."""


OBSERVATIONS: Final = Observations(BOARD_OPS, ACTIONS)


def observation_size(players: int) -> int:
    """Return the length of an observation."""
    return layout(players)[1]


observe: Final = OBSERVATIONS.observe
legal_mask: Final = OBSERVATIONS.legal_mask


def structured(state: State, seat: int | None = None) -> dict[str, npt.NDArray[np.float32]]:
    """Return the observation as named arrays: `LAYOUT` cut out of one vector, nothing copied."""
    return split(observe(state, seat), state.players)


def split(observation: npt.NDArray[np.float32], players: int) -> dict[str, npt.NDArray[np.float32]]:
    """Cut observations into named arrays without copying; leading axes stay."""
    leading = observation.shape[:-1]
    return {
        field.name: observation[..., field.offset : field.offset + field.size].reshape(
            *leading, *field.shape
        )
        for field in LAYOUT[players]
    }


def decode(observation: npt.NDArray[np.float32], players: int) -> dict[str, Any]:
    """Return the view that an observation was made of, as `State.to_dict` writes it."""
    if observation.shape != (observation_size(players),):
        raise ValueError(
            f"an observation of {players} players has shape ({observation_size(players)},),"
            f" not {observation.shape}"
        )
    arrays = split(observation, players)
    return decode_fields(
        {
            field.name: np.rint(arrays[field.name] * field.divisor).astype(int).tolist()
            for field in LAYOUT[players]
        },
        players,
    )
