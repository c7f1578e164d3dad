"""Gymnasium's face: one seat learns, the others are played by bots.

    import gymnasium
    import coalbaron_fast.envs.gymnasium

    environment = gymnasium.make("coalbaron/CoalBaron-v1", players=3, opponents="greedy")

Importing this module registers the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from coalbaron_fast.arena import bot_from
from coalbaron_fast.bots import Bot
from coalbaron_fast.envs import faces
from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games import DEFAULT, Game, Position, load_game

__all__ = ["ENVIRONMENT", "CoalBaronEnv", "SeatEnv"]

ENVIRONMENT: Final = "coalbaron/CoalBaron-v1"
"""What `gymnasium.make` calls it."""

SEEDS: Final = 1 << 48
"""Of games and opponents; an engine takes no seeds of 64 bits."""

Told = dict[str, Any]


class SeatEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game for one learner; a step is one decision of its seat.

    `seat` is the learner's, by default another one drawn for each game. `opponents` are the names
    of the bots in the other seats, clockwise from the learner's, or one name for all of them:
    ``random``, ``greedy``, ``flat:nodes=200``, ``engine:nodes=500``. An action is a move code;
    ``info["action_mask"]`` and `action_masks` say which are legal. One that is not ends the game
    as lost (``info["illegal"]``). The reward comes at the end (`coalbaron_fast.envs.rewards`);
    `game` is the `State` that is played on. A subclass names the game as `plays`.
    """

    metadata: dict[str, Any] = {"render_modes": list(faces.RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own type

    plays: Game

    def __init__(
        self,
        players: int | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        players = self.plays.players[0] if players is None else players
        faces.check_choices(self.plays, players, render_mode)
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise ValueError(f"{players} players need {players - 1} opponents, not {len(names)}")
        for name in names:
            bot_from(name, game=self.plays)  # a name that there is not is refused here
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat must be 0 to {players - 1}, not {seat}")
        self.render_mode = render_mode
        self.players = players
        self.observation_space = faces.observation_space(self.plays, players)
        self.action_space = spaces.Discrete(len(self.plays.tokens))
        self._names = names
        self._chosen_seat = seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Told]:
        """Begin a game; the same seed, the same games from there on."""
        super().reset(seed=seed, options=options)
        seeds = [int(drawn) for drawn in self.np_random.integers(SEEDS, size=self.players)]
        drawn_seat = int(self.np_random.integers(self.players))
        self.seat = drawn_seat if self._chosen_seat is None else self._chosen_seat
        self.game: Position = self.plays.State(self.players, seed=seeds[0])
        self._bots: dict[int, Bot] = {
            (self.seat + 1 + index) % self.players: bot_from(name, seeds[1 + index], self.plays)
            for index, name in enumerate(self._names)
        }
        self._illegal = False
        self._let_others_play()
        return self._observation(), self._told()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, Told]:
        """Play the learner's decision, then all that the others do until it is asked again."""
        if self._illegal or self.game.is_over:
            raise RuntimeError("the game is over: reset before the next step")
        code = int(action)
        if self.game.is_legal_code(code):
            self.game.push_codes([code])
            self._let_others_play()
            reward = returns_of(self.game)[self.seat]
        else:
            self._illegal = True
            reward = faces.LOST
        return self._observation(), reward, self._is_finished, False, self._told()

    @property
    def _is_finished(self) -> bool:
        return self._illegal or self.game.is_over

    def _let_others_play(self) -> None:
        game = self.game
        while game.turn is not None and game.turn != self.seat:
            game.push_all(self._bots[game.turn].choose(game))

    def _observation(self) -> NDArray[np.float32]:
        observation: NDArray[np.float32] = self.plays.trained().observe(self.game, self.seat)
        return observation

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return faces.action_mask(self.plays, self.game, may_move=not self._is_finished).view(
            np.bool_
        )

    def _told(self) -> Told:
        told: Told = {"action_mask": self.action_masks().view(np.int8), "seat": self.seat}
        if self._is_finished:
            told |= {"illegal": self._illegal, "vp": self.game.vp}
        return told

    def render(self) -> Any:  # noqa: ANN401 - Gymnasium's own type
        """Return the table as the learner sees it, or None without a `render_mode`."""
        if self.render_mode is None:
            return None
        return faces.render(self.plays, self.game, self.render_mode, self.seat)


class CoalBaronEnv(SeatEnv):
    """Coal Baron for one learner."""

    plays = load_game(DEFAULT)


gymnasium.register(ENVIRONMENT, entry_point=f"{__name__}:CoalBaronEnv")
