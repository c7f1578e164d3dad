"""Networks with random weights, and a slow and plain one to hold the compiled kernel against."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from coalbaron_fast.contract import game as contract
from coalbaron_fast.engine.network_file import quantise
from coalbaron_fast.search.network import Weights, tensor_shapes

Floats = dict[str, npt.NDArray[np.float64]]
Wholes = npt.NDArray[np.int64]

ONE: Final = 256
LINEAR: Final = 8
UNITS: Final = {"tower": 40, "board": 24, "hidden": 16, "second": 8, "prior": 24}


def sizes_of(ops: object) -> contract.FeatureSizes:
    """Return the sizes of a game's features, which it has."""
    sizes = contract.feature_sizes(ops)
    assert sizes is not None
    return sizes


def random_floats(
    sizes: contract.FeatureSizes, seed: int = 1, units: dict[str, int] = UNITS, scale: float = 1.0
) -> Floats:
    """Return the weights of a network of these sizes, so that most units are neither 0 nor 1."""
    rng = np.random.default_rng(seed)
    inputs = 2 * units["tower"] + units["board"]
    shapes = {
        "Wt": (sizes.seat, units["tower"]),
        "Wl": (sizes.seat, 3),
        "Wb": (sizes.board, units["board"]),
        "W1": (units["hidden"], inputs),
        "W2": (units["second"], units["hidden"]),
        "W3": (3, units["second"]),
        "Wp": (units["prior"], inputs),
        "E": (sizes.turn, units["prior"]),
    }
    spreads = {"Wt": 0.006, "Wb": 0.02, "Wl": 0.003, "W1": 0.05, "Wp": 0.05}
    floats = {
        name: rng.normal(0.0, spreads.get(name, 0.3) * scale, shape)
        for name, shape in shapes.items()
    }
    lengths = {
        "bt": units["tower"],
        "bb": units["board"],
        "b1": units["hidden"],
        "b2": units["second"],
        "b3": 3,
        "bp": units["prior"],
        "e": sizes.turn,
    }
    return floats | {name: rng.normal(0.4, 0.3, size) for name, size in lengths.items()}


def weights_of(floats: Floats, layout: int) -> Weights:
    """Return them as the search takes them."""
    sizes, bits, tensors = quantise(floats)
    body = b"".join(tensors[name].tobytes() for name in tensor_shapes(sizes))
    return Weights(layout, sizes, bits, body)


class PlainNetwork:
    """The same network in NumPy, with no thought for speed, in 64 bits throughout."""

    def __init__(self, floats: Floats) -> None:
        self.sizes, self.bits, tensors = quantise(floats)
        shapes = tensor_shapes(self.sizes)
        self.tensors = {
            name: tensors[name].astype(np.int64).reshape(rows, columns)
            for name, (rows, columns, _) in shapes.items()
        }

    def clip(self, sums: Wholes, bits: int) -> Wholes:
        """Return activations."""
        half = (1 << bits) // 2
        return np.clip((sums + half) // (1 << bits), 0, ONE)

    def part(self, ops: object, state: bytes, number: int) -> tuple[Wholes, Wholes]:
        """Return indices and values of a part of a state's features."""
        starts, indices, values, _ = contract.features(ops, state)
        begin, end = np.frombuffer(starts, np.int64)[number : number + 2]
        found = np.frombuffer(indices, np.uint16)[begin:end].astype(np.int64)
        return found, np.frombuffer(values, np.int16)[begin:end].astype(np.int64)

    def first(self, ops: object, state: bytes, number: int, name: str) -> Wholes:
        """Return the sums of the first layer of one part."""
        indices, values = self.part(ops, state, number)
        rows = self.tensors[f"{name}_rows"][indices]
        sums: Wholes = (rows * values[:, None]).sum(axis=0) + self.tensors[f"{name}_bias"][0]
        return sums

    def layer(self, name: str, inputs: Wholes) -> Wholes:
        """Return a head's sums."""
        sums: Wholes = self.tensors[f"{name}_rows"] @ inputs + self.tensors[f"{name}_bias"][0]
        return sums

    def inputs(self, ops: object, state: bytes, seats: int) -> tuple[list[Wholes], list[Wholes]]:
        """Return what the heads of every seat are fed, and their linear sums."""
        sums = [self.first(ops, state, seat, "seat") for seat in range(seats)]
        towers = [self.clip(total[:-LINEAR], self.bits - 8) for total in sums]
        board = self.clip(self.first(ops, state, seats, "board"), self.bits - 8)
        fed = [
            np.concatenate([towers[seat], sum(towers) - towers[seat], board])
            for seat in range(seats)
        ]
        return fed, [total[-LINEAR:] for total in sums]

    def outputs(self, ops: object, state: bytes, seats: int) -> list[npt.NDArray[np.float64]]:
        """Return every seat's points to come, the logarithm of their spread, its claim."""
        found = []
        for fed, linear in zip(*self.inputs(ops, state, seats), strict=True):
            second = self.clip(self.layer("second", self.clip(self.layer("hidden", fed), 12)), 12)
            found.append(self.layer("output", second) / 2.0**20 + linear[:3] / 2.0**self.bits)
        return found

    def spread(self, ops: object, state: bytes, seats: int) -> list[float]:
        """Return how far every seat's points stray: from e to the -4 to e to the 6."""
        logarithms = [out[1] for out in self.outputs(ops, state, seats)]
        return [float(np.exp(np.clip(number, -4, 6))) for number in logarithms]

    def expect(self, ops: object, state: bytes, seats: int) -> tuple[list[float], list[float]]:
        """Return every seat's points and share of the win."""
        points = np.frombuffer(contract.features(ops, state)[3], np.int16)
        expected, claims = [], []
        for seat, out in enumerate(self.outputs(ops, state, seats)):
            expected.append(float(points[seat] + 32 * out[0]))
            claims.append(float(out[2]))
        odds = np.exp(np.array(claims) - max(claims))
        return expected, [float(share) for share in odds / odds.sum()]

    def scores(
        self, ops: object, state: bytes, seats: int, mover: int, turns: list[list[int]]
    ) -> list[float]:
        """Return how good the turns of the seat to move look."""
        fed = self.inputs(ops, state, seats)[0][mover]
        asked = self.clip(self.layer("prior", fed), 12)
        starts, indices = contract.turn_features(ops, state, [turns])
        bounds: Any = np.frombuffer(starts, np.int64)
        found = np.frombuffer(indices, np.uint16)
        scores = []
        for begin, end in pairwise(bounds):
            features = found[begin:end]
            bias = self.tensors["turn_bias"][0][features].sum() * ONE
            total = (self.tensors["turn_rows"][features] @ asked).sum() + bias
            scores.append(float(total / 2.0**20))
        return scores
