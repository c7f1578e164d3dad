"""Learn to play by masked PPO on the batch environment, in PyTorch.

    python -m coalbaron_fast.envs.examples.learn_torch
    python -m coalbaron_fast.envs.examples.learn_torch --opponents self --hidden 256

The arguments are those of `learn`, which needs nothing but NumPy. The network and the losses are
the same, and PyTorch writes the gradients.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coalbaron_fast.envs.examples.course import needing, run
from coalbaron_fast.envs.examples.ppo import LearnerSettings, Model


def make_model(inputs: int, actions: int, seed: int, settings: LearnerSettings) -> Model:
    """Return a model in PyTorch, which `--help` does without."""
    with needing("torch"):
        from coalbaron_fast.envs.examples.torch_model import TorchModel  # noqa: PLC0415
    return TorchModel(inputs, actions, seed, settings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    description = "Learn to play by masked PPO on the batch environment, in PyTorch."
    return run(arguments, make_model, "learn_torch", description)


if __name__ == "__main__":
    sys.exit(main())
