"""Gymnasium's face: one seat learns, the others are played by bots.

    import gymnasium
    import coalbaron_fast.envs.gymnasium

    environment = gymnasium.make("coalbaron/CoalBaron-v1", players=3, opponents="greedy")
    environments = gymnasium.make_vec("coalbaron/CoalBaron-v1", num_envs=64)
    other = gymnasium.make("coalbaron/Game-v1", game="ruhr")

Importing this module registers the environments. Gymnasium imports it by itself for
``gymnasium.make("coalbaron_fast.envs.gymnasium:coalbaron/CoalBaron-v1")``: since its version 1 it
loads no plugins by entry points. `coalbaron_fast.envs.vector` holds what `make_vec` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from coalbaron_fast.bots import Bot, play_turn
from coalbaron_fast.envs import interfaces
from coalbaron_fast.envs.opponents import (
    SEEDS,
    Opponent,
    PolicyOpponent,
    blame,
    read_opponent,
)
from coalbaron_fast.envs.rewards import read_reward
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.games.options import OptionsGiven

__all__ = ["ANY_GAME", "ENVIRONMENT", "CoalBaronEnv", "GameEnv", "SeatEnv"]

ENVIRONMENT: Final = "coalbaron/CoalBaron-v1"
"""What `gymnasium.make` calls it."""

ANY_GAME: Final = "coalbaron/Game-v1"
"""Any game of the engine, by its name as `game`."""

Told = dict[str, Any]


class SeatEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game for one learner; a step is one decision of its seat.

    `seat` is the learner's, by default another one drawn for each game. `opponents` are in the
    other seats, clockwise from the learner's: a list, or one for all of them. An opponent is a name
    (``random``, ``greedy``, ``engine:nodes=500``, ``my_bot:MyBot``), a class of bots, a bot or a
    policy (`coalbaron_fast.envs.opponents`). An action is a move code; ``info["action_mask"]`` and
    `action_masks` say which are legal. One that is not ends the game as lost (``info["illegal"]``).
    The `reward` comes at the end: ``win`` or ``margin`` (`coalbaron_fast.envs.rewards`). `options`
    are those of the game, as words or as a dict. `game` is the `State` that is played on. A
    subclass names the game as `plays`.
    """

    metadata: dict[str, Any] = {"render_modes": list(interfaces.RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own type

    plays: Game

    def __init__(
        self,
        players: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        reward: str = "win",
        options: OptionsGiven = None,
    ) -> None:
        players = self.plays.usual_players if players is None else players
        interfaces.check_choices(self.plays, players, render_mode)
        interfaces.check_seat(players, seat)
        self._opponents = [
            read_opponent(opponent, self.plays)
            for opponent in interfaces.read_opponents(players, opponents)
        ]
        self._pay = read_reward(reward)
        self.render_mode = render_mode
        self.players = players
        self.options = self.plays.options.spell(options)
        self.observation_space = interfaces.observation_space(self.plays, players)
        self.action_space = spaces.Discrete(len(self.plays.tokens))
        self._chosen_seat = seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Told]:
        """Begin a game; the same seed, the same games from there on."""
        super().reset(seed=seed, options=options)
        seeds = [int(drawn) for drawn in self.np_random.integers(SEEDS, size=self.players)]
        drawn_seat = int(self.np_random.integers(self.players))
        self.seat = drawn_seat if self._chosen_seat is None else self._chosen_seat
        self.game: Position = self.plays.begin(self.players, seeds[0], options=self.options)
        self._bots: dict[int, Bot | PolicyOpponent] = {}
        self._labels: dict[int, str] = {}
        for index, opponent in enumerate(self._opponents, 1):
            other = (self.seat + index) % self.players
            self._bots[other] = (
                opponent if isinstance(opponent, PolicyOpponent) else opponent.begin(seeds[index])
            )
            self._labels[other] = opponent.label
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
            reward = self._pay(self.game)[self.seat]
        else:
            self._illegal = True
            reward = interfaces.LOST
        return self._observation(), reward, self._is_finished, False, self._told()

    @property
    def _is_finished(self) -> bool:
        return self._illegal or self.game.is_over

    def _let_others_play(self) -> None:
        while (seat := self.game.turn) is not None and seat != self.seat:
            bot = self._bots[seat]
            with blame(self._labels[seat], f"seat {seat}"):
                if isinstance(bot, PolicyOpponent):
                    mask = interfaces.action_mask(self.plays, self.game, may_move=True).view(
                        np.bool_
                    )
                    chosen = bot.answer(self._observation(seat)[None], mask[None])
                    self.game.push_codes(chosen.tolist())
                else:
                    play_turn(self.game, bot)

    def _observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return what a seat knows, the learner's by default."""
        viewer = self.seat if seat is None else seat
        observation: NDArray[np.float32] = self.plays.trained().observe(self.game, viewer)
        return observation

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return interfaces.action_mask(self.plays, self.game, may_move=not self._is_finished).view(
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
        return interfaces.render(self.plays, self.game, self.render_mode, self.seat)


class CoalBaronEnv(SeatEnv):
    """Coal Baron for one learner."""

    plays = load_game(DEFAULT)


class GameEnv(SeatEnv):
    """A game by its name, for one learner; the other arguments are those of `SeatEnv`."""

    def __init__(self, game: str, *args: Any, **choices: Any) -> None:  # noqa: ANN401 - as there
        self.plays = load_game(game)
        super().__init__(*args, **choices)


gymnasium.register(
    ANY_GAME,
    entry_point=f"{__name__}:GameEnv",
    vector_entry_point="coalbaron_fast.envs.vector:GameVectorEnv",
)
gymnasium.register(
    ENVIRONMENT,
    entry_point=f"{__name__}:CoalBaronEnv",
    vector_entry_point="coalbaron_fast.envs.vector:CoalBaronVectorEnv",
)
