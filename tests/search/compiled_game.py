"""A compiled game's table of functions, called from Python: what the search and the solver see."""

from __future__ import annotations

import ctypes
from typing import Final

from tests.search.ctypes_game import GameOps, Turn

EVERY, UNLIKE, USEFUL = range(3)
"""What `every_turn` may leave out, as in contract/game.pxd."""
ROOM: Final = 1 << 14

_open: Final = ctypes.pythonapi.PyCapsule_GetPointer
_open.restype = ctypes.c_void_p
_open.argtypes = [ctypes.py_object, ctypes.c_char_p]


class CompiledGame:
    """The functions of a capsule; states are bytes."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule
        self._ops = GameOps.from_address(_open(capsule, b"GameOps"))

    def key(self, state: bytes) -> int:
        """Return what is equal only for states of the same value."""
        return int(self._ops.key(ctypes.c_char_p(state)))

    def is_secret(self, state: bytes) -> bool:
        return bool(self._ops.secret(ctypes.c_char_p(state)))

    def turns(self, state: bytes, omit: int, limit: int = ROOM) -> list[list[int]]:
        """List turns as codes; none where they cannot be listed."""
        scratch = ctypes.create_string_buffer(self._ops.every_bytes)
        out = (Turn * ROOM)()
        count = self._ops.every_turn(
            ctypes.c_char_p(state), ctypes.cast(scratch, ctypes.c_void_p), omit, out, limit
        )
        return [list(turn.moves[: turn.count]) for turn in out[:count]]
