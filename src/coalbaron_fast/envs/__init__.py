"""The game for people who train agents: observations, masks, many games at once.

Needs NumPy (the extra ``envs``); docs/envs.md goes through it by example.
"""

from coalbaron_fast.errors import ask_for_extra

try:
    import numpy  # noqa: F401, ICN001 - whether it is there
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(ask_for_extra("envs", error), name=error.name) from None

from coalbaron_fast.envs.batch import BOTS, BatchEnv, IllegalActionError, Step
from coalbaron_fast.envs.opponents import Opponent, Policy
from coalbaron_fast.games.coalbaron.observation import (
    ACTIONS,
    LAYOUT,
    code_of,
    decode,
    legal_mask,
    observation_size,
    observe,
    structured,
    token_of,
)

__all__ = [
    "ACTIONS",
    "BOTS",
    "LAYOUT",
    "BatchEnv",
    "IllegalActionError",
    "Opponent",
    "Policy",
    "Step",
    "code_of",
    "decode",
    "legal_mask",
    "observation_size",
    "observe",
    "structured",
    "token_of",
]
