"""The model of masked PPO in plain NumPy: what it chooses, and a step of learning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.envs.examples.network import Adam, Evaluation, Network
from coalbaron_fast.envs.examples.ppo import Array, Batch, LearnerSettings, Mask, Thought

__all__ = ["NumpyModel", "choose"]


def choose(evaluation: Evaluation, generator: np.random.Generator) -> NDArray[np.int64]:
    """Draw a column of `evaluation.used` for every row, by its chances."""
    sums = evaluation.chances.cumsum(axis=1)
    drawn = generator.random((len(sums), 1), dtype=np.float32) * sums[:, -1:]
    columns = (sums <= drawn).sum(axis=1)
    # Rounding may put the draw after the last legal action.
    last = evaluation.chances.shape[1] - 1 - (evaluation.chances[:, ::-1] > 0).argmax(axis=1)
    chosen: NDArray[np.int64] = np.minimum(columns, last)
    return chosen


class NumpyModel:
    """A small network whose gradients are written out."""

    def __init__(self, inputs: int, actions: int, seed: int, settings: LearnerSettings) -> None:
        self.network = Network(inputs, actions, settings.hidden, seed)
        self._adam = Adam(self.network, settings.rate)
        self._settings = settings

    def act(self, observations: Array, masks: Mask, generator: np.random.Generator) -> Thought:
        """Draw an action for each position by its chances."""
        evaluation = self.network.evaluate(observations, masks)
        columns = choose(evaluation, generator)
        logs = evaluation.logs[np.arange(len(columns)), columns]
        return Thought(evaluation.used[columns], logs, evaluation.values)

    def learn(self, batch: Batch, rate: float) -> tuple[float, float, float]:
        """Take one step on some decisions; returns the losses of policy and value, the entropy."""
        settings = self._settings
        self._adam.rate = rate
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

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        self.network.save(path)

    def load(self, path: Path) -> None:
        """Load the weights of a file; ValueError if they belong to another network."""
        self.network.load(path)
