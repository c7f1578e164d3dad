"""The game for people who train agents: observations, masks, many games at once.

Needs NumPy (``pip install "coalbaron-fast[envs]"``); docs/envs.md goes through it by example.
"""

from coalbaron_fast.envs.batch import BOTS, BatchEnv, IllegalActionError, Step
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
    "Step",
    "code_of",
    "decode",
    "legal_mask",
    "observation_size",
    "observe",
    "structured",
    "token_of",
]
