"""PettingZoo's face: `from coalbaron_fast.envs import coalbaron_v1; coalbaron_v1.env(players=3)`.

`coalbaron_fast.envs.turns` says what agents, observations and actions are.
"""

from __future__ import annotations

from typing import Any, Final

from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from coalbaron_fast.envs import interfaces
from coalbaron_fast.envs.turns import TurnsEnv, guarded
from coalbaron_fast.games import DEFAULT, load_game

__all__ = ["CoalBaronEnv", "env", "parallel_env", "raw_env"]


class CoalBaronEnv(TurnsEnv):
    """Coal Baron, one decision of one seat a step; some 170 in a random game of two."""

    plays = load_game(DEFAULT)
    metadata: Final = {
        "name": "coalbaron_v1",
        "render_modes": list(interfaces.RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }


def raw_env(**choices: Any) -> CoalBaronEnv:  # noqa: ANN401 - those of CoalBaronEnv
    """Return the environment without wrappers: what is not legal raises an error."""
    return CoalBaronEnv(**choices)


def env(**choices: Any) -> AECEnv:  # noqa: ANN401 - those of CoalBaronEnv
    """Return the environment: what is not legal ends the game, lost for who did it."""
    return guarded(raw_env(**choices))


def parallel_env(**choices: Any) -> Any:  # noqa: ANN401 - PettingZoo has no types
    """Return the environment for code that knows nothing but PettingZoo's parallel interface.

    One seat moves at a time: of the actions handed to `step` only that seat's counts, and
    ``infos[agent]["active_agent"]`` names it. `env` says the same with less work.
    """
    return turn_based_aec_to_parallel(env(**choices))
