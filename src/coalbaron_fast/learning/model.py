"""The network in floats, as JAX fits it: the same layers as the compiled kernel's.

`search/network.pxd` draws them. Here the numbers among the features are divided by how large they
are (`Scales`), which `tensors` folds into the weights again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.contract.game import FeatureSizes

__all__ = [
    "DECAYED",
    "Outputs",
    "Parameters",
    "Scales",
    "Shape",
    "forward",
    "init",
    "prior_scores",
    "tensors",
]

Parameters = dict[str, jax.Array]

POINTS: Final = 32.0
"""The unit of points to come."""

DECAYED: Final = frozenset(("Wt", "Wl", "Wb", "W1", "W2", "W3", "Wp", "E"))
"""What weight decay draws to zero: weights, no biases."""


class Shape(NamedTuple):
    """How many units the layers have; the first layer is the tower and the board."""

    tower: int = 64
    board: int = 64
    hidden: int = 32
    second: int = 32
    prior: int = 32


class Scales(NamedTuple):
    """What each feature of a seat and of the board is multiplied with."""

    seat: NDArray[np.float32]
    board: NDArray[np.float32]


class Outputs(NamedTuple):
    """Of each seat: points to come, the logarithm of their spread, the claim on the win."""

    points: jax.Array
    log_spread: jax.Array
    claim: jax.Array


def init(sizes: FeatureSizes, shape: Shape, seed: int) -> Parameters:
    """Return parameters to begin with."""
    head = 2 * shape.tower + shape.board
    # The third number is about how many inputs of a unit are not zero.
    weights = {
        "Wt": (sizes.seat, shape.tower, 80),
        "Wb": (sizes.board, shape.board, 40),
        "W1": (head, shape.hidden, head / 2),
        "W2": (shape.hidden, shape.second, shape.hidden / 2),
        "W3": (shape.second, 3, 4 * shape.second),
        "Wp": (head, shape.prior, head / 2),
        "E": (sizes.turn, shape.prior, 4 * shape.prior),
    }
    keys = jax.random.split(jax.random.key(seed), len(weights))
    parameters = {
        name: jax.random.normal(key, (rows, columns)) / np.sqrt(inputs)
        for key, (name, (rows, columns, inputs)) in zip(keys, weights.items(), strict=True)
    }
    biases = {
        "bt": (shape.tower, 0.5),
        "bb": (shape.board, 0.5),
        "b1": (shape.hidden, 0.3),
        "b2": (shape.second, 0.3),
        "bp": (shape.prior, 0.3),
        "e": (sizes.turn, 0.0),
    }
    parameters |= {name: jnp.full(count, value) for name, (count, value) in biases.items()}
    # A spread of 12 points, before anything is known.
    parameters["b3"] = jnp.array([1.0, 2.5, 0.0])
    parameters["Wl"] = jnp.zeros((sizes.seat, 3))
    return parameters


def clip(x: jax.Array) -> jax.Array:
    """Return an activation: what a unit passes on lies from 0 to 1."""
    return jnp.clip(x, 0.0, 1.0)


def forward(
    parameters: Parameters,
    seats: jax.Array,
    board: jax.Array,
    dropout: tuple[jax.Array, float] | None = None,
) -> tuple[Outputs, jax.Array]:
    """Return the outputs of every seat, and what the heads of all seats are fed.

    `dropout` is a random key and the part of the first layer's units that are left out.
    """
    towers = clip(seats @ parameters["Wt"] + parameters["bt"])
    common = clip(board @ parameters["Wb"] + parameters["bb"])
    if dropout is not None:
        key, rate = dropout
        for_towers, for_board = jax.random.split(key)
        towers *= jax.random.bernoulli(for_towers, 1 - rate, towers.shape) / (1 - rate)
        common *= jax.random.bernoulli(for_board, 1 - rate, common.shape) / (1 - rate)
    others = jnp.sum(towers, axis=1, keepdims=True) - towers
    repeated = jnp.broadcast_to(common[:, None], (*towers.shape[:2], common.shape[1]))
    head = jnp.concatenate([towers, others, repeated], axis=2)
    hidden = clip(head @ parameters["W1"] + parameters["b1"])
    second = clip(hidden @ parameters["W2"] + parameters["b2"])
    out = second @ parameters["W3"] + parameters["b3"] + seats @ parameters["Wl"]
    return Outputs(POINTS * out[..., 0], out[..., 1], out[..., 2]), head


def prior_scores(
    parameters: Parameters, head: jax.Array, turns: jax.Array, of: jax.Array
) -> jax.Array:
    """Return the score of turns; `head` is that of the seat to move in each of the positions."""
    asked = clip(head @ parameters["Wp"] + parameters["bp"])
    # Unused places belong to a position after the last one: all its units are 0.
    asked = jnp.pad(asked, ((0, 1), (0, 0)))
    return jnp.sum((turns @ parameters["E"]) * asked[of], axis=1) + turns @ parameters["e"]


def tensors(parameters: Parameters, scales: Scales) -> dict[str, NDArray[np.float32]]:
    """Return what a network file holds: weights for features as the game gives them."""
    found = {name: np.asarray(array) for name, array in parameters.items()}
    for name in ("Wt", "Wl"):
        found[name] = found[name] * scales.seat[:, None]
    found["Wb"] = found["Wb"] * scales.board[:, None]
    # The kernel's rows are those of a unit.
    return found | {name: found[name].T for name in ("W1", "W2", "W3", "Wp")}
