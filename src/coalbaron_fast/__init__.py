"""The Coal Baron (Glück Auf) engine: the rules of the game, compiled, for Python.

`State` is a position and the game that goes on from it. What can be wrong with what is
handed in has three exceptions, all of them `CoalBaronError`: `ParseError`,
`IllegalMoveError` and `PositionError` with its `Defect`.
"""

from coalbaron_fast.core.pystate import State
from coalbaron_fast.errors import (
    CoalBaronError,
    Defect,
    IllegalMoveError,
    ParseError,
    PositionError,
)

__version__ = "0.1.0"

__all__ = [
    "CoalBaronError",
    "Defect",
    "IllegalMoveError",
    "ParseError",
    "PositionError",
    "State",
    "__version__",
]
