"""The Coal Baron (Glück Auf) engine: the rules of the game, compiled, for Python.

`State` is a position and the game that goes on from it; `Engine` finds the best turn in one,
within `Limits`, and answers with an `Analysis`. What can be wrong with what is
handed in has three exceptions, all of them `CoalBaronError`: `ParseError`,
`IllegalMoveError` and `PositionError` with its `Defect`.
"""

from coalbaron_fast.engine import Analysis, Engine, Limits, Line, Search, Stop
from coalbaron_fast.errors import (
    CoalBaronError,
    Defect,
    EngineBusyError,
    IllegalMoveError,
    LimitsError,
    NothingToSearchError,
    ParseError,
    PositionError,
    SettingsError,
    UnknownTurnError,
)
from coalbaron_fast.games.coalbaron.state import State

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "CoalBaronError",
    "Defect",
    "Engine",
    "EngineBusyError",
    "IllegalMoveError",
    "Limits",
    "LimitsError",
    "Line",
    "NothingToSearchError",
    "ParseError",
    "PositionError",
    "Search",
    "SettingsError",
    "State",
    "Stop",
    "UnknownTurnError",
    "__version__",
]
