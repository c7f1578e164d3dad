"""Proximal policy optimisation with masks on `BatchEnv`: collect steps, judge them, learn.

One seat learns, against bots or against a frozen copy of itself. The reward is the margin in points
at the end of a game. Generalised advantages estimate what an action was worth. Illegal actions are
left out everywhere. What computes is a `Model`: `numpy_model` and `torch_model` hold one each.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.envs import BatchEnv, Step
from coalbaron_fast.envs.opponents import Policy

__all__ = ["Batch", "Frozen", "Learner", "LearnerSettings", "Model", "Thought", "win_shares"]

Array: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]

LEARNER: Final = 0
"""The seat that learns in the first lane's first game: it sits one further in each next."""

POINTS: Final = 25.0
"""The margin in points that is a reward of 1."""


class LearnerSettings(NamedTuple):
    """Settings of a `Learner`."""

    lanes: int = 256
    steps: int = 64
    """Steps of every lane between two updates."""

    hidden: int = 128
    rate: float = 1e-3
    epochs: int = 2
    minibatch: int = 2048
    clip: float = 0.2
    entropy: float = 0.01
    discount: float = 1.0
    smoothing: float = 0.95
    """Lambda of the generalised advantages."""


class Batch(NamedTuple):
    """Some decisions: what was seen, what was done, and what it was worth."""

    observations: Array
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    logs: Array
    advantages: Array
    targets: Array

    def part(self, rows: NDArray[np.int64]) -> Batch:
        """Return these rows."""
        return Batch(
            self.observations[rows],
            self.masks[rows],
            self.actions[rows],
            self.logs[rows],
            self.advantages[rows],
            self.targets[rows],
        )


class Thought(NamedTuple):
    """What a model says of some positions: an action each, its log chance, the position's value."""

    actions: NDArray[np.int64]
    logs: Array
    values: Array


class Model(Protocol):
    """A policy and a value that learn; `settings` are those of the learner."""

    def act(self, observations: Array, masks: Mask, generator: np.random.Generator) -> Thought:
        """Draw an action for each position by its chances."""

    def learn(self, batch: Batch, rate: float) -> tuple[float, float, float]:
        """Take one step on some decisions; returns the losses of policy and value, the entropy."""

    def save(self, path: Path) -> None:
        """Write the weights to a file."""

    def load(self, path: Path) -> None:
        """Load the weights of a file; ValueError if they belong to another model."""


class Frozen:
    """A model as it was: a policy, for a `BatchEnv` to play against."""

    def __init__(self, model: Model, seed: int) -> None:
        self._generator = np.random.default_rng(seed)
        self.refresh(model)

    def refresh(self, model: Model) -> None:
        """Play like this model from now on."""
        self._model = copy.deepcopy(model)

    def __call__(self, observations: Array, masks: Mask) -> NDArray[np.int64]:
        """Return an action for each position."""
        return self._model.act(observations, masks, self._generator).actions


class Learner:
    """A model that learns from games in a `BatchEnv`; `update` is one round of it."""

    def __init__(
        self,
        model: Model,
        environment: BatchEnv,
        seed: int,
        settings: LearnerSettings,
    ) -> None:
        self.settings = settings
        self.model = model
        self._generator = np.random.default_rng(seed)
        self._environment = environment
        self.decisions = 0
        self.margin: float | None = None
        """Mean margin in points of the games of the last round in which any ended."""
        self._steps = _allocate(environment, settings.steps + 1)
        environment.reset(out=_row(self._steps, settings.steps))

    def update(self, progress: float) -> dict[str, float]:
        """Play some steps in every lane and learn from them; `progress` goes from 0 to 1."""
        batch = self._collect()
        rate = self.settings.rate * (1 - 0.9 * progress)
        rows = len(batch.actions)
        losses = []
        for _ in range(self.settings.epochs):
            order = self._generator.permutation(rows)
            for begin in range(0, rows, self.settings.minibatch):
                chosen = order[begin : begin + self.settings.minibatch]
                losses.append(self.model.learn(batch.part(chosen), rate))
        policy, value, entropy = np.mean(losses, axis=0)
        return {"policy": float(policy), "value": float(value), "entropy": float(entropy)}

    def _collect(self) -> Batch:
        steps, lanes = self.settings.steps, self._environment.num_envs
        buffer = self._steps
        # The last step of the round before is the first of this one.
        for array in buffer:
            array[0] = array[-1]
        actions = np.empty((steps, lanes), np.int64)
        logs = np.empty((steps, lanes), np.float32)
        values = np.empty((steps + 1, lanes), np.float32)
        for index in range(steps + 1):
            thought = self.model.act(
                buffer.observations[index], buffer.masks[index], self._generator
            )
            values[index] = thought.values
            if index < steps:
                actions[index] = thought.actions
                logs[index] = thought.logs
                self._environment.step(thought.actions, out=_row(buffer, index + 1))
        self.decisions += steps * lanes
        # Who was asked before a step gets the reward after it.
        rewards = np.take_along_axis(buffer.rewards[1:], buffer.seats[:-1, :, None], axis=2)[..., 0]
        if buffer.terminated[1:].any():
            self.margin = float(rewards[buffer.terminated[1:]].mean())
        advantages = self._advantages(values, rewards / np.float32(POINTS))
        return Batch(
            buffer.observations[:-1].reshape(steps * lanes, -1),
            buffer.masks[:-1].reshape(steps * lanes, -1),
            actions.ravel(),
            logs.ravel(),
            advantages.ravel(),
            (advantages + values[:-1]).ravel(),
        )

    def _advantages(self, values: Array, rewards: Array) -> Array:
        """Return the advantages: how much better than expected each action went."""
        settings = self.settings
        advantages = np.empty_like(rewards)
        later = np.zeros_like(rewards[0])
        for index in reversed(range(settings.steps)):
            goes_on = ~self._steps.terminated[index + 1]
            found = rewards[index] + settings.discount * goes_on * values[index + 1] - values[index]
            later = found + settings.discount * settings.smoothing * goes_on * later
            advantages[index] = later
        return advantages


def _allocate(environment: BatchEnv, steps: int) -> Step:
    """Return arrays for several steps, the first axis counting them."""
    return Step(*(np.zeros((steps, *array.shape), array.dtype) for array in environment.allocate()))


def _row(buffer: Step, index: int) -> Step:
    return Step(*(array[index] for array in buffer))


def win_shares(policy: Policy, environment: BatchEnv) -> NDArray[np.float64]:
    """Return the learner's share of the win in the first game of every lane.

    Each lane plays one game, so that short games do not count more often than long ones.
    """
    players = environment.players
    shares = np.full(environment.num_envs, np.nan)
    step = environment.reset()
    while np.isnan(shares).any():
        actions = policy(step.observations, step.masks)
        seats = step.seats.copy()
        step = environment.step(actions)
        ended = np.flatnonzero(step.terminated & np.isnan(shares))
        # The reward of a win alone is 1, of a loss -1 / (players - 1).
        shares[ended] = (step.rewards[ended, seats[ended]] * (players - 1) + 1) / players
    environment.close()
    return shares
