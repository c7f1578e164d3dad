"""The model of masked PPO in PyTorch: the same network and losses as `numpy_model`.

PyTorch writes the gradients, on the processor. To learn on a graphics card, send the network and
what `_tensors` returns there.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from coalbaron_fast.envs.examples.ppo import Array, Batch, LearnerSettings, Mask, Thought

__all__ = ["PolicyAndValue", "TorchModel"]

NEVER: Final = -1e9
"""The logit of illegal actions."""

LONGEST_GRADIENT: Final = 0.5


class PolicyAndValue(nn.Module):
    """Two layers of rectified units, a policy head with a row for every action, a value head."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        # At first all actions are about as likely, and no position is worth much.
        layers = (self.body[0], self.body[2], self.policy, self.value)
        for layer, gain in zip(layers, (1.4, 1.4, 0.01, 0.1), strict=True):
            nn.init.normal_(layer.weight, std=gain / layer.in_features**0.5)
            nn.init.zeros_(layer.bias)

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the actions that are legal anywhere, the log chances of these, and the values.

        They are some hundred of two thousand: the others are not computed.
        """
        seen = self.body(observations)
        used = masks.any(dim=0).nonzero()[:, 0]
        logits = nn.functional.linear(seen, self.policy.weight[used], self.policy.bias[used])
        logits = logits.masked_fill(~masks[:, used], NEVER)
        return used, logits.log_softmax(dim=1), self.value(seen)[:, 0]


class TorchModel:
    """A network of PyTorch with Adam."""

    def __init__(self, inputs: int, actions: int, seed: int, settings: LearnerSettings) -> None:
        torch.manual_seed(seed)
        self.network = PolicyAndValue(inputs, actions, settings.hidden)
        self._adam = torch.optim.Adam(self.network.parameters(), settings.rate)
        self._settings = settings

    def act(self, observations: Array, masks: Mask, generator: np.random.Generator) -> Thought:
        """Draw an action for each position by its chances."""
        with torch.no_grad():
            used, logs, values = self.network(*_tensors(observations, masks))
        # The largest of log chance plus Gumbel noise is drawn by the chances.
        noise = torch.from_numpy(generator.gumbel(size=logs.shape).astype(np.float32))
        columns = (logs + noise).argmax(dim=1)
        chosen = logs.gather(1, columns[:, None])[:, 0]
        return Thought(used[columns].numpy(), chosen.numpy(), values.numpy())

    def learn(self, batch: Batch, rate: float) -> tuple[float, float, float]:
        """Take one step on some decisions; returns the losses of policy and value, the entropy."""
        settings = self._settings
        observations, masks, actions, before, advantages, targets = _tensors(*batch)
        used, logs, values = self.network(observations, masks)
        columns = torch.searchsorted(used, actions)
        ratios = (logs.gather(1, columns[:, None])[:, 0] - before).exp()
        advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-6)
        clipped = ratios.clamp(1 - settings.clip, 1 + settings.clip)
        policy = -torch.minimum(ratios * advantages, clipped * advantages).mean()
        value = (values - targets).square().mean()
        entropy = -(logs.exp() * logs).sum(dim=1).mean()
        for group in self._adam.param_groups:
            group["lr"] = rate
        self._adam.zero_grad()
        (policy + 0.25 * value - settings.entropy * entropy).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_GRADIENT)
        self._adam.step()
        return policy.item(), value.item(), entropy.item()

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        torch.save(self.network.state_dict(), path)

    def load(self, path: Path) -> None:
        """Load the weights of a file; ValueError if they belong to another network."""
        try:
            self.network.load_state_dict(torch.load(path, weights_only=True))
        except (RuntimeError, pickle.UnpicklingError) as error:
            raise ValueError(f"{path} holds the weights of another network") from error


def _tensors(*arrays: Any) -> list[torch.Tensor]:  # noqa: ANN401 - NumPy's, of any type
    """Return arrays as tensors, on the same memory."""
    return [torch.from_numpy(array) for array in arrays]
