"""A network in whole numbers, many positions at a time: the kernel's sums, in NumPy.

It says what rounding costs, and what a file is worth. `search/network.pxd` draws the layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.engine.network_file import quantise, read_tensors
from coalbaron_fast.learning.measure import Forecasts
from coalbaron_fast.learning.samples import Table

__all__ = ["WholeNetwork"]

ONE: Final = 256
HEAD_BITS: Final = 12
OUTPUTS: Final = 3
POINTS: Final = 32
SPREADS: Final = (-4, 6)

Numbers = NDArray[np.float64]


class WholeNetwork:
    """A network as a file holds it: sizes, bits and tensors of `quantise`."""

    def __init__(
        self, sizes: Mapping[str, int], bits: int, tensors: Mapping[str, NDArray[Any]]
    ) -> None:
        self._bits = bits
        self._tower = sizes["tower"]
        # Sums have 32 bits: doubles hold them exactly, and multiply matrices fast.
        self._tensors = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}

    @classmethod
    def of(cls, floats: Mapping[str, NDArray[Any]]) -> Self:
        """Round weights as the file does."""
        return cls(*quantise(floats))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a network's file; NetworkError says what is wrong with it."""
        return cls(*read_tensors(path))

    def forecasts(self, table: Table, chosen: NDArray[np.int64]) -> Forecasts:
        """Return what it says of positions of a table."""
        batch, tensors, first = table.batch(chosen), self._tensors, self._bits - 8
        sums = batch.seats.astype(np.float64) @ tensors["seat_rows"] + tensors["seat_bias"]
        towers = activation(sums[..., : self._tower], first)
        common = activation(
            batch.board.astype(np.float64) @ tensors["board_rows"] + tensors["board_bias"], first
        )
        others = towers.sum(axis=1, keepdims=True) - towers
        repeated = np.broadcast_to(common[:, None], (*towers.shape[:2], common.shape[1]))
        units = np.concatenate([towers, others, repeated], axis=2)
        for name in ("hidden", "second"):
            units = activation(
                units @ tensors[f"{name}_rows"].T + tensors[f"{name}_bias"], HEAD_BITS
            )
        head = units @ tensors["output_rows"].T + tensors["output_bias"]
        straight = sums[..., self._tower : self._tower + OUTPUTS]
        out = head / (ONE << HEAD_BITS) + straight / (1 << self._bits)
        claims = np.exp(out[..., 2] - out[..., 2].max(axis=1, keepdims=True))
        return Forecasts(
            points=table.scored[chosen] + POINTS * out[..., 0],
            spread=np.exp(np.clip(out[..., 1], *SPREADS)),
            win=claims / claims.sum(axis=1, keepdims=True),
        )


def activation(sums: Numbers, bits: int) -> Numbers:
    """Return sums shifted by `bits` bits, rounded to nearest, and clipped."""
    return np.clip(np.floor((sums + (1 << bits >> 1)) / (1 << bits)), 0, ONE)
