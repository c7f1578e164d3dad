"""The Coal Baron (Glück Auf) engine: the rules of the game, compiled, for Python.

`State` is a position and the game that goes on from it; `Engine` finds the best turn in one,
within `Limits`, and answers with an `Analysis`. What can be wrong with what is
handed in has three exceptions, all of them `CoalBaronError`: `ParseError`,
`IllegalMoveError` and `PositionError` with its `Defect`.
"""

from typing import TYPE_CHECKING

from coalbaron_fast.engine import Engine, Limits, Search, Stop
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

if TYPE_CHECKING:
    from coalbaron_fast.engine.analysis import Analysis, Line

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


def __getattr__(name: str) -> object:
    """Import the answers' classes when they are asked for: `dataclasses` is slow to import."""
    if name in ("Analysis", "Line"):
        from coalbaron_fast.engine import analysis  # noqa: PLC0415

        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
