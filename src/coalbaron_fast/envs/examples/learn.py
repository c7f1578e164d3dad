"""Learn to play by masked PPO on the batch environment, in plain NumPy.

    python -m coalbaron_fast.envs.examples.learn
    python -m coalbaron_fast.envs.examples.learn --players 3 --opponents greedy --updates 200
    python -m coalbaron_fast.envs.examples.learn --opponents self

One seat learns from its games against bots, or against a frozen copy of itself. Before and after,
its share of the win is measured over games that it has not learnt from, with a 95 % interval. On
one machine the same arguments learn the same. Save the weights with `--save`, go on from them with
`--load`. `learn_torch` is the same in PyTorch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coalbaron_fast.envs.examples.course import run
from coalbaron_fast.envs.examples.numpy_model import NumpyModel


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    description = "Learn to play by masked PPO on the batch environment, in plain NumPy."
    return run(arguments, NumpyModel, "learn", description)


if __name__ == "__main__":
    sys.exit(main())
