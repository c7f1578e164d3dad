"""Gymnasium's face of many games at once: what `gymnasium.make_vec` makes.

    import gymnasium
    import coalbaron_fast.envs.gymnasium

    environments = gymnasium.make_vec("coalbaron/CoalBaron-v1", num_envs=256, opponents="greedy")

The games are those of a `BatchEnv`, the conventions those of Gymnasium's own vector environments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from coalbaron_fast.envs import interfaces
from coalbaron_fast.envs.batch import BatchEnv, IllegalActionError
from coalbaron_fast.envs.opponents import Opponent
from coalbaron_fast.envs.rewards import read_reward
from coalbaron_fast.games import DEFAULT, Game, load_game
from coalbaron_fast.games.options import OptionsGiven

__all__ = ["CoalBaronVectorEnv", "GameVectorEnv", "SeatVectorEnv"]

SEEDS = 1 << 63

Told = dict[str, Any]
Stepped = tuple[
    NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Told
]


class SeatVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Games side by side, each for one learner; a step is one decision of each.

    `players`, `opponents`, `seat`, `render_mode`, `reward` and `options` are those of `SeatEnv`;
    without `seat` the learner sits one seat further in each next game. Legal actions stand in
    ``info["action_mask"]``. An action that is not legal ends its game as lost.

    `autoreset_mode` is one of Gymnasium's three. ``SameStep``: where a game ends, the observation
    is the next game's, and ``final_obs`` and ``final_info`` tell of the end. ``NextStep``: the next
    game begins with the next step, whose action for it counts for nothing. ``Disabled``: it begins
    with ``reset(options={"reset_mask": ended})``.

    Without `copy` the next step overwrites the arrays of this one. `threads` is the batch's.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own type
        "render_modes": list(interfaces.RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    plays: Game

    def __init__(  # noqa: PLR0913 - every setting is one name
        self,
        num_envs: int = 1,
        players: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        *,
        reward: str = "win",
        options: OptionsGiven = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        threads: int | None = None,
    ) -> None:
        players = self.plays.usual_players if players is None else players
        interfaces.check_choices(self.plays, players, render_mode)
        interfaces.check_seat(players, seat)
        read_reward(reward)
        clockwise = interfaces.read_opponents(players, opponents)
        own_seat = seat or 0
        self.num_envs = num_envs
        self.players = players
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self.single_observation_space = interfaces.observation_space(self.plays, players)
        self.single_action_space = spaces.Discrete(len(self.plays.tokens))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = BatchEnv(
            num_envs,
            players,
            learners=[own_seat],
            bots=[
                clockwise[(other - own_seat - 1) % players]
                for other in range(players)
                if other != own_seat
            ],
            start=self.plays.start_of(0, players),
            rotate=seat is None,
            reward=reward,
            game=self.plays,
            options=options,
            threads=threads,
            keep_finals=True,
        )
        self._mode = self.metadata["autoreset_mode"]
        self._copies = copy
        self._every = np.arange(num_envs)
        self._has_begun = False
        # Ended, and the end is shown: the next game waits in the batch.
        self._over = np.zeros(num_envs, np.bool_)

    # -- Gymnasium's calls

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Told]:
        """Begin games: in all lanes, or only where ``options["reset_mask"]`` is true.

        The same seed, the same games from there on. Later calls without one go on to other games.
        """
        if seed is not None and not isinstance(seed, int | np.integer):
            raise TypeError(f"one seed is for all games, not {seed!r}")
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            if seed is not None:
                raise ValueError("reset_mask goes on to other games: a seed begins all lanes anew")
            self._begin_some(np.asarray(chosen))
        else:
            super().reset(seed=seed)
            is_new = seed is not None or not self._has_begun
            self._step = self.games.reset(int(self.np_random.integers(SEEDS)) if is_new else None)
            self._has_begun = True
            self._over[:] = False
        observations, masks = self._shown(np.zeros(self.num_envs, np.bool_))
        return observations, self._told(masks, self._step.seats)

    def _begin_some(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the next game in some lanes."""
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_mask must be {self.num_envs} truth values, not {chosen!r}")
        self._check_begun()
        # Where a game has ended, the next one has begun.
        self.games.begin(np.flatnonzero(chosen & ~self._over))
        self._over &= ~chosen

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Play the learners' decisions, then all that the others do until they are asked again."""
        self._check_begun()
        codes = np.asarray(actions)
        if codes.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not {codes.shape}")
        held = self._over
        if self._mode is AutoresetMode.DISABLED and held.any():
            lanes = np.flatnonzero(held).tolist()
            raise RuntimeError(f"the games in lanes {lanes} are over: reset them before the step")
        seats = self._step.seats.copy()
        illegal, ends = self._play(codes, np.flatnonzero(~held))
        step = self._step
        rewards = step.rewards[self._every, seats].astype(np.float64)
        ended = step.terminated.copy()
        for array in (rewards, ended):
            array[held] = 0
        rewards[illegal] = interfaces.LOST
        ended[illegal] = True
        told = self._told_of_ends(ended, seats, illegal, ends) if ended.any() else {}
        return self._answer(rewards, ended, seats, told)

    def _play(
        self, codes: NDArray[Any], lanes: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], dict[int, tuple[NDArray[np.float32], list[int]]]]:
        """Play in these lanes; where an action is not legal, begin the next game.

        Returns those lanes, and of each what its learner knew and the points so far.
        """
        if len(lanes) == self.num_envs:
            chosen = None
        else:
            chosen, codes = lanes, codes[lanes]
        try:
            self.games.step(codes, lanes=chosen)
        except IllegalActionError:
            states = [self.games.state_of(lane) for lane in lanes.tolist()]
        else:
            return np.empty(0, np.int64), {}
        is_legal = np.array(
            [state.is_legal_code(int(code)) for state, code in zip(states, codes, strict=True)]
        )
        ends = {
            int(lane): (self._step.observations[lane].copy(), state.vp)
            for lane, state, fine in zip(lanes, states, is_legal, strict=True)
            if not fine
        }
        self.games.step(codes[is_legal], lanes=lanes[is_legal])
        self.games.begin(lanes[~is_legal])
        return lanes[~is_legal], ends

    def _answer(
        self,
        rewards: NDArray[np.float64],
        ended: NDArray[np.bool_],
        seats: NDArray[np.int8],
        told: Told,
    ) -> Stepped:
        """Return what a step returns, as the autoreset mode has it."""
        never = np.zeros(self.num_envs, np.bool_)
        if self._mode is AutoresetMode.SAME_STEP:
            observations, masks = self._shown(never)
            info = self._told(masks, self._step.seats)
            if told:
                final_obs = told.pop("final_obs")
                info |= {"final_obs": final_obs, "_final_obs": ended}
                info |= {"final_info": told, "_final_info": ended.copy()}
            return observations, rewards, ended, never, info
        observations, masks = self._shown(ended)
        for lane, final in enumerate(told.pop("final_obs", ())):
            if final is not None:
                observations[lane] = final
        masks[ended] = False
        self._over = ended.copy()
        info = {**told, **self._told(masks, np.where(ended, seats, self._step.seats))}
        return observations, rewards, ended, never, info

    def _shown(self, changing: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Return observations and masks: copies, if the caller keeps them or if they change."""
        if self._copies or changing.any():
            return self._step.observations.copy(), self._step.masks.copy()
        return self._step.observations, self._step.masks

    # -- what is told

    def _told(self, masks: NDArray[np.bool_], seats: NDArray[np.int8]) -> Told:
        """Return what is told of every game; each key goes with the lanes that it is for."""
        told: Told = {"action_mask": masks.view(np.int8), "seat": seats.astype(np.int64)}
        return told | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in told}

    def _told_of_ends(
        self,
        ended: NDArray[np.bool_],
        seats: NDArray[np.int8],
        illegal: NDArray[np.int64],
        ends: dict[int, tuple[NDArray[np.float32], list[int]]],
    ) -> Told:
        """Return what is told of the games that ended."""
        finals = self.games.finals
        assert finals is not None  # noqa: S101 - the batch was made to keep them
        lanes = np.flatnonzero(ended)
        final_obs = np.full(self.num_envs, None, dtype=object)
        points = np.zeros((self.num_envs, self.players), np.int64)
        for lane in lanes.tolist():
            if lane in ends:
                final_obs[lane], points[lane] = ends[lane]
            else:
                final_obs[lane] = finals[lane, seats[lane]].copy()
                points[lane] = self._step.scores[lane]
        is_illegal = np.zeros(self.num_envs, np.bool_)
        is_illegal[illegal] = True
        told: Told = {
            "action_mask": np.zeros(self._step.masks.shape, np.int8),
            "seat": np.where(ended, seats, 0).astype(np.int64),
            "illegal": is_illegal,
            "vp": points,
        }
        return {
            "final_obs": final_obs,
            **told,
            **{f"_{name}": ended.copy() for name in told},
        }

    # -- beyond Gymnasium's

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, one row a game; none where the end is shown."""
        self._check_begun()
        masks = self._step.masks.copy()
        masks[self._over] = False
        return masks

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for every game, all equally likely, by the games' own seeds."""
        self._check_begun()
        return self.games.sample()

    def render(self) -> Any:  # noqa: ANN401 - Gymnasium's own type
        """Return the tables as the learners see them, or None without a `render_mode`."""
        if self.render_mode is None:
            return None
        self._check_begun()
        return tuple(
            interfaces.render(self.plays, self.games.state_of(lane), self.render_mode, int(seat))
            for lane, seat in enumerate(self._step.seats)
        )

    def close_extras(self, **_: Any) -> None:  # noqa: ANN401 - Gymnasium's own type
        """End the threads."""
        # Gymnasium before 1.3 also closes what could not be made.
        if hasattr(self, "games"):
            self.games.close()

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise RuntimeError("no game has begun: call reset() first")


class CoalBaronVectorEnv(SeatVectorEnv):
    """Many games of Coal Baron, each for one learner."""

    plays = load_game(DEFAULT)


class GameVectorEnv(SeatVectorEnv):
    """A game by its name, many at once; the other arguments are those of `SeatVectorEnv`."""

    def __init__(
        self,
        num_envs: int,
        game: str,
        *args: Any,  # noqa: ANN401 - those of SeatVectorEnv
        **choices: Any,  # noqa: ANN401 - as above
    ) -> None:
        self.plays = load_game(game)
        super().__init__(num_envs, *args, **choices)
