"""PettingZoo's face of any game: ``turns.env("ruhr", players=3)``; `coalbaron_v1` is Coal Baron's.

The agents are the seats, `seat_0` first. An observation is a dict as in PettingZoo's classic games:
`observation`, what the seat knows, and `action_mask`, all zeros for a seat that is not to move. An
action is a move code. Rewards come at the end (`coalbaron_fast.envs.rewards`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from coalbaron_fast.envs import interfaces
from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.games.options import OptionsGiven

__all__ = ["GameEnv", "TurnsEnv", "env", "guarded"]

SEEDS: Final = 1 << 63


class TurnsEnv(AECEnv, EzPickle):
    """A game, one decision of one seat a step.

    `max_cycles` cuts a game off after that many decisions: truncated, nothing won or lost. Without
    it a game goes to its end. `options` are those of the game, as words or as a dict. `game` is the
    `State` that is played on. A subclass names the game as `plays`, and itself in `metadata`.
    """

    plays: Game

    def __init__(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        options: OptionsGiven = None,
    ) -> None:
        EzPickle.__init__(self, players, render_mode, max_cycles, options)
        super().__init__()
        players = self.plays.usual_players if players is None else players
        interfaces.check_choices(self.plays, players, render_mode)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.options = self.plays.options.spell(options)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (len(self.plays.tokens),), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": interfaces.observation_space(self.plays, players),
                    "action_mask": mask,
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(len(self.plays.tokens)) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: all agents have the same."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions: all move codes."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; the same seed, the same games from there on."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        players = len(self.possible_agents)
        seed = int(self._random.integers(SEEDS))
        self.game: Position = self.plays.begin(players, seed, options=self.options)
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent knows, and what it may do now."""
        seat = self._seats[agent]
        return {
            "observation": self.plays.trained().observe(self.game, seat),
            "action_mask": interfaces.action_mask(
                self.plays, self.game, may_move=self.game.turn == seat
            ),
        }

    def step(self, action: int | None) -> None:
        """Play a decision of the agent that is selected; None when the game is over for it.

        Raises IllegalMoveError for what is not legal; `env` ends the game as lost instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move; None is for agents whose game is over")
        self.game.push_codes([int(action)])
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        if self.game.is_over:
            self._finish()
        elif self._decisions == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def _finish(self) -> None:
        """Pay the rewards out, and tell everybody the points."""
        returns = returns_of(self.game)
        for agent, seat in self._seats.items():
            self.rewards[agent] = returns[seat]
            self.terminations[agent] = True
            self.infos[agent] = {"vp": self.game.vp}

    def _select(self) -> None:
        """Select the seat to move; at the end of the game all seats, one after the other."""
        self.agent_selection = self.agents[self.game.turn or 0]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the table as the seat to move sees it, or None without a `render_mode`."""
        if self.render_mode is None:
            return None
        return interfaces.render(self.plays, self.game, self.render_mode, self.game.turn)

    def close(self) -> None:
        """Nothing is held open."""


class GameEnv(TurnsEnv):
    """A game by its name; the other arguments are those of `TurnsEnv`."""

    def __init__(self, game: str, *args: Any, **choices: Any) -> None:  # noqa: ANN401 - as there
        self.plays = load_game(game)
        self.metadata = {
            "name": f"{game}_v1",
            "render_modes": list(interfaces.RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        super().__init__(*args, **choices)
        EzPickle.__init__(self, game, *args, **choices)


def guarded(raw: TurnsEnv) -> AECEnv:
    """Return the environment in wrappers: what is not legal ends the game, lost for who did it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=interfaces.LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def env(game: str, **choices: Any) -> AECEnv:  # noqa: ANN401 - those of TurnsEnv
    """Return a game's environment, by its name, in these wrappers."""
    return guarded(GameEnv(game, **choices))
