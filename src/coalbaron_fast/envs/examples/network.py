"""A small policy and value network in plain NumPy, with its gradients and Adam.

It has two layers of rectified units, a policy head with a row for every action, and a value head.
Of the policy head only actions that are legal somewhere in the batch are computed: some hundred of
two thousand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Adam", "Evaluation", "Network"]

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]

NEVER: Final = np.float32(-1e9)
"""The logit of illegal actions."""


class Evaluation(NamedTuple):
    """The network's outputs for a batch, with what `Network.gradients` needs.

    `used` are the actions that are legal anywhere in the batch; `chances` has a column for each.
    """

    observations: Array
    first: Array
    second: Array
    used: NDArray[np.int64]
    chances: Array
    logs: Array
    values: Array


class Network:
    """The weights, by name in `weights`."""

    def __init__(self, inputs: int, actions: int, hidden: int, seed: int) -> None:
        generator = np.random.default_rng(seed)

        def layer(size: int, outputs: int, gain: float) -> Array:
            drawn = generator.standard_normal((size, outputs), np.float32)
            return drawn * np.float32(gain / np.sqrt(size))

        self.weights: dict[str, Array] = {
            "first": layer(inputs, hidden, 1.4),
            "first_bias": np.zeros(hidden, np.float32),
            "second": layer(hidden, hidden, 1.4),
            "second_bias": np.zeros(hidden, np.float32),
            "policy": layer(actions, hidden, 0.01),
            "policy_bias": np.zeros(actions, np.float32),
            "value": layer(hidden, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        np.savez(path, **self.weights)  # type: ignore[arg-type] # its stub names an option

    def load(self, path: Path) -> None:
        """Load the weights of a file; ValueError if they belong to another network."""
        with np.load(path, allow_pickle=False) as stored:
            found = {name: stored[name] for name in stored}
        shapes = {name: array.shape for name, array in self.weights.items()}
        if {name: array.shape for name, array in found.items()} != shapes:
            raise ValueError(f"{path} holds the weights of another network")
        for name, array in found.items():
            self.weights[name][...] = array

    def evaluate(self, observations: Array, masks: Mask) -> Evaluation:
        """Return the chances of the legal actions and the values."""
        weights = self.weights
        first = np.maximum(observations @ weights["first"] + weights["first_bias"], 0)
        second = np.maximum(first @ weights["second"] + weights["second_bias"], 0)
        used = np.flatnonzero(masks.any(axis=0))
        logits = second @ weights["policy"][used].T + weights["policy_bias"][used]
        logits = np.where(masks[:, used], logits, NEVER)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        totals = chances.sum(axis=1, keepdims=True)
        values = (second @ weights["value"] + weights["value_bias"])[:, 0]
        return Evaluation(
            observations, first, second, used, chances / totals, logits - np.log(totals), values
        )

    def gradients(
        self, evaluation: Evaluation, by_logits: Array, by_values: Array
    ) -> dict[str, Array]:
        """Return the gradient of the loss for each weight, from that for the outputs."""
        weights = self.weights
        used = evaluation.used
        by_value = by_values[:, None]
        policy = np.zeros_like(weights["policy"])
        policy[used] = by_logits.T @ evaluation.second
        policy_bias = np.zeros_like(weights["policy_bias"])
        policy_bias[used] = by_logits.sum(axis=0)
        by_second = by_logits @ weights["policy"][used] + by_value @ weights["value"].T
        by_second *= evaluation.second > 0
        by_first = by_second @ weights["second"].T
        by_first *= evaluation.first > 0
        return {
            "first": evaluation.observations.T @ by_first,
            "first_bias": by_first.sum(axis=0),
            "second": evaluation.first.T @ by_second,
            "second_bias": by_second.sum(axis=0),
            "policy": policy,
            "policy_bias": policy_bias,
            "value": evaluation.second.T @ by_value,
            "value_bias": by_value.sum(axis=0),
        }


class Adam:
    """Adam on a network's weights, with the gradient clipped to a greatest length."""

    def __init__(self, network: Network, rate: float, longest: float = 0.5) -> None:
        self.rate = rate
        self._network = network
        self._longest = longest
        self._steps = 0
        self._means = {name: np.zeros_like(array) for name, array in network.weights.items()}
        self._squares = {name: np.zeros_like(array) for name, array in network.weights.items()}

    def step(self, gradients: dict[str, Array]) -> None:
        """Move every weight against its gradient."""
        self._steps += 1
        length = float(np.sqrt(sum(float(np.vdot(array, array)) for array in gradients.values())))
        scale = np.float32(min(1.0, self._longest / (length + 1e-9)))
        unbiased = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        rate = np.float32(self.rate * unbiased)
        for name, gradient in gradients.items():
            mean, square = self._means[name], self._squares[name]
            cut = gradient * scale
            mean += np.float32(0.1) * (cut - mean)
            square += np.float32(0.001) * (cut * cut - square)
            self._network.weights[name] -= rate * mean / (np.sqrt(square) + np.float32(1e-8))
