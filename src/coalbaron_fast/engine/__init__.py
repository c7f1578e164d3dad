"""The engine: the best turn of any game, for every door.

`Engine` is the facade. The rest is how it works: a search under way, its trees, its limits, what it
found, exact endings, evaluations and their files, engines kept by their settings.
"""

from coalbaron_fast.engine.engine import (
    LARGEST_SEED,
    PARAMETER_RANGES,
    PARAMETERS,
    SLICES,
    Engine,
    Limits,
    Search,
    Stop,
    check_parameters,
)

__all__ = [
    "LARGEST_SEED",
    "PARAMETERS",
    "PARAMETER_RANGES",
    "SLICES",
    "Engine",
    "Limits",
    "Search",
    "Stop",
    "check_parameters",
]
