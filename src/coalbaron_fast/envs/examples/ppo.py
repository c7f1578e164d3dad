"""Proximal policy optimisation with masks on `BatchEnv`: collect steps, judge them, learn.

One seat learns against bots. The reward is the margin in points at the end of a game. Generalised
advantages estimate what an action was worth. Illegal actions are left out everywhere.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.envs import ACTIONS, BatchEnv, Step, observation_size
from coalbaron_fast.envs.examples.network import Adam, Array, Evaluation, Network

__all__ = ["Learner", "LearnerSettings", "choose", "win_shares"]

LEARNER: Final = 0
"""The seat that learns; the start seat goes round."""

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


def choose(evaluation: Evaluation, generator: np.random.Generator) -> NDArray[np.int64]:
    """Draw a column of `evaluation.used` for every row, by its chances."""
    sums = evaluation.chances.cumsum(axis=1)
    drawn = generator.random((len(sums), 1), dtype=np.float32) * sums[:, -1:]
    columns = (sums <= drawn).sum(axis=1)
    # Rounding may put the draw behind the last legal action.
    last = evaluation.chances.shape[1] - 1 - (evaluation.chances[:, ::-1] > 0).argmax(axis=1)
    chosen: NDArray[np.int64] = np.minimum(columns, last)
    return chosen


class Learner:
    """A network that learns from games in a `BatchEnv`; `update` is one round of it."""

    def __init__(self, players: int, opponents: str, seed: int, settings: LearnerSettings) -> None:
        self.settings = settings
        self.network = Network(observation_size(players), ACTIONS, settings.hidden, seed)
        self._adam = Adam(self.network, settings.rate)
        self._generator = np.random.default_rng(seed)
        self._environment = BatchEnv(
            settings.lanes,
            players,
            seed,
            learners=[LEARNER],
            bots=opponents,
            reward="margin",
        )
        self.decisions = 0
        self.margin = 0.0
        """Mean margin in points of the games that ended in the last round."""
        self._steps = _allocate(self._environment, settings.steps + 1)
        self._environment.reset(out=_row(self._steps, settings.steps))

    def update(self, progress: float) -> dict[str, float]:
        """Play some steps in every lane and learn from them; `progress` goes from 0 to 1."""
        batch = self._collect()
        self._adam.rate = self.settings.rate * (1 - 0.9 * progress)
        rows = len(batch.actions)
        losses = []
        for _ in range(self.settings.epochs):
            order = self._generator.permutation(rows)
            for begin in range(0, rows, self.settings.minibatch):
                chosen = order[begin : begin + self.settings.minibatch]
                losses.append(self._learn(batch.part(chosen)))
        policy, value, entropy = np.mean(losses, axis=0)
        return {"policy": float(policy), "value": float(value), "entropy": float(entropy)}

    def _collect(self) -> Batch:
        steps, lanes = self.settings.steps, self.settings.lanes
        buffer = self._steps
        # The last step of the round before is the first of this one.
        for array in buffer:
            array[0] = array[-1]
        actions = np.empty((steps, lanes), np.int64)
        logs = np.empty((steps, lanes), np.float32)
        values = np.empty((steps + 1, lanes), np.float32)
        every = np.arange(lanes)
        for index in range(steps + 1):
            evaluation = self.network.evaluate(buffer.observations[index], buffer.masks[index])
            values[index] = evaluation.values
            if index < steps:
                columns = choose(evaluation, self._generator)
                actions[index] = evaluation.used[columns]
                logs[index] = evaluation.logs[every, columns]
                self._environment.step(actions[index], out=_row(buffer, index + 1))
        self.decisions += steps * lanes
        if buffer.terminated[1:].any():
            self.margin = float(buffer.rewards[1:, :, LEARNER][buffer.terminated[1:]].mean())
        advantages = self._advantages(values)
        return Batch(
            buffer.observations[:-1].reshape(steps * lanes, -1),
            buffer.masks[:-1].reshape(steps * lanes, -1),
            actions.ravel(),
            logs.ravel(),
            advantages.ravel(),
            (advantages + values[:-1]).ravel(),
        )

    def _advantages(self, values: Array) -> Array:
        """Return the advantages: how much better than expected each action went."""
        settings = self.settings
        advantages = np.empty((settings.steps, settings.lanes), np.float32)
        later = np.zeros(settings.lanes, np.float32)
        for index in reversed(range(settings.steps)):
            goes_on = ~self._steps.terminated[index + 1]
            reward = self._steps.rewards[index + 1, :, LEARNER] / np.float32(POINTS)
            found = reward + settings.discount * goes_on * values[index + 1] - values[index]
            later = found + settings.discount * settings.smoothing * goes_on * later
            advantages[index] = later
        return advantages

    def _learn(self, batch: Batch) -> tuple[float, float, float]:
        """Take one step on a minibatch; returns the losses."""
        settings = self.settings
        rows = len(batch.actions)
        evaluation = self.network.evaluate(batch.observations, batch.masks)
        columns = np.searchsorted(evaluation.used, batch.actions)
        every = np.arange(rows)
        advantages = batch.advantages - batch.advantages.mean()
        advantages /= advantages.std() + np.float32(1e-6)
        ratios = np.exp(evaluation.logs[every, columns] - batch.logs)
        clipped = np.clip(ratios, 1 - settings.clip, 1 + settings.clip)
        gains = np.minimum(ratios * advantages, clipped * advantages)
        is_free = ratios * advantages <= clipped * advantages
        by_log = is_free * -ratios * advantages / np.float32(rows)
        by_logits: Array = -evaluation.chances * by_log[:, None]
        by_logits[every, columns] += by_log
        surprise = np.where(evaluation.chances > 0, evaluation.chances * evaluation.logs, 0)
        entropies = -surprise.sum(axis=1)
        by_logits += (settings.entropy / rows) * (
            surprise + evaluation.chances * entropies[:, None]
        )
        errors = evaluation.values - batch.targets
        by_values = errors * np.float32(0.5 / rows)
        self._adam.step(self.network.gradients(evaluation, by_logits, by_values))
        return float(-gains.mean()), float(np.square(errors).mean()), float(entropies.mean())


def _allocate(environment: BatchEnv, steps: int) -> Step:
    """Return arrays for several steps, the first axis counting them."""
    return Step(*(np.zeros((steps, *array.shape), array.dtype) for array in environment.allocate()))


def _row(buffer: Step, index: int) -> Step:
    return Step(*(array[index] for array in buffer))


def win_shares(
    network: Network | None, players: int, opponents: str, games: int, seed: int
) -> NDArray[np.float64]:
    """Return the learner's share of the win over `games`; without a network it plays at random.

    Each lane plays one game, so that short games do not count more often than long ones.
    """
    environment = BatchEnv(games, players, seed, learners=[LEARNER], bots=opponents)
    generator = np.random.default_rng(seed)
    shares = np.full(games, np.nan)
    step = environment.reset()
    while np.isnan(shares).any():
        if network is None:
            actions = environment.sample()
        else:
            evaluation = network.evaluate(step.observations, step.masks)
            actions = evaluation.used[choose(evaluation, generator)]
        step = environment.step(actions)
        ended = step.terminated & np.isnan(shares)
        # The reward of a win alone is 1, of a loss -1 / (players - 1).
        shares[ended] = (step.rewards[ended, LEARNER] * (players - 1) + 1) / players
    environment.close()
    return shares
