"""The stage `fit`: a network for the samples of the stage `label`.

Each step draws positions of one number of seats. What is learned is a blend of what a search
thought and how the game ended; the turns that the search preferred; and how far results stray.
The same samples and settings give the same network, whether or not the fit was stopped on its way.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from coalbaron_fast import __version__
from coalbaron_fast.arena.store import StoreError, keep_whole, reason_of
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import Game
from coalbaron_fast.learning.label import sizes_of
from coalbaron_fast.learning.measure import Forecasts
from coalbaron_fast.learning.model import (
    DECAYED,
    Outputs,
    Parameters,
    Scales,
    Shape,
    forward,
    init,
    prior_scores,
    tensors,
)
from coalbaron_fast.learning.samples import Batch, Table, Turns, read_arrays

__all__ = ["Fit", "FitSettings", "Targets", "scales_of", "targets_of"]

POINT_SPREAD: Final = 16.0
"""The unit for errors of points: about the spread of results early in a game."""
MIXED_VISITS: Final = 8
"""A search of this many visits is worth half as much as one without end."""
RESULT_WEIGHT: Final = 0.25
"""The weight of a position without a search: a single result says little."""
SPREAD_WEIGHT: Final = 0.1
WIN_WEIGHT: Final = 2.0
PRIOR_WEIGHT: Final = 0.5
TURNS_EACH: Final = 24
"""Room for this many turns of each position whose choice is learned, on average."""
WARM_UP: Final = 100
"""Steps until the full rate of learning is reached."""
LARGEST_WEIGHT: Final = 7.9
"""Weights in the file are below 8."""


class FitSettings(NamedTuple):
    """All settings of a fit.

    `blend` is the part of a label that comes from the search where there is a result too. `asked`
    positions of a batch are drawn among those with a choice of turns to learn, `searched` is the
    part that is drawn among those with a search. Games without searches are many, and cheap. Where
    there are `seats`, only games with that many are learned from.
    """

    steps: int = 10_000
    batch: int = 1024
    asked: int = 64
    searched: float = 0.5
    rate: float = 2e-3
    decay: float = 0.7
    dropout: float = 0.15
    blend: float = 0.7
    seed: int = 1
    shape: Shape = Shape()
    seats: tuple[int, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return self._asdict() | {"shape": self.shape._asdict()}

    def checked(self) -> Self:
        """Return the settings; raises `ValueError` that says what is wrong."""
        if self.steps < 1:
            raise ValueError(f"steps must be at least 1, not {self.steps}")
        if self.asked < 1:
            raise ValueError(f"asked must be at least 1, not {self.asked}")
        if self.batch <= self.asked:
            raise ValueError(f"batch must be at least {self.asked + 1}, not {self.batch}")
        for name in ("searched", "blend", "dropout"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be 0 to 1, not {getattr(self, name)}")
        return self


class Targets(NamedTuple):
    """What is learned of positions.

    Points to come, shares of the win, and what the position counts; points that came in the end,
    and whether they are a result of good play.
    """

    points: NDArray[np.float32]
    win: NDArray[np.float32]
    weight: NDArray[np.float32]
    result: NDArray[np.float32]
    settled: NDArray[np.float32]


Means = tuple[Parameters, Parameters, Parameters]


class State(NamedTuple):
    """A fit after some steps: the parameters, and Adam's means of the gradient and its square."""

    step: int
    parameters: Parameters
    mean: Parameters
    square: Parameters


def targets_of(table: Table, blend: float) -> Targets:
    """Return the targets of all positions of a table."""
    result = table.final_vp - table.scored
    searched = table.visits > 0
    thought = table.search_vp - table.scored
    for part in np.unique(table.part):
        # Searches are off by some points on average: more so, the earlier in the game.
        there = table.part == part
        known = there & searched & table.settled & ~table.held_out
        if known.any():
            thought[there] += np.mean(result[known] - thought[known])
    trust = np.where(searched, np.where(table.settled, blend, 1.0), 0.0)[:, None]
    # A position that is there for its choice of turns alone says nothing of worth.
    unsearched = np.where(table.settled, RESULT_WEIGHT, 0.0)
    weight = np.where(searched, table.visits / (table.visits + MIXED_VISITS), unsearched)
    return Targets(
        points=(trust * thought + (1 - trust) * result).astype(np.float32),
        win=(trust * table.search_win + (1 - trust) * table.final_win).astype(np.float32),
        weight=weight.astype(np.float32),
        result=result.astype(np.float32),
        settled=table.settled.astype(np.float32),
    )


def scales_of(tables: Mapping[int, Table], most: int = 20_000) -> Scales:
    """Return one over the size of each number among the features; 1 for flags."""
    sums: list[list[NDArray[np.float64]]] = [[], []]
    for table in tables.values():
        chosen = np.linspace(0, len(table) - 1, min(most, len(table))).astype(np.int64)
        for some in np.array_split(chosen, max(len(chosen) // 1024, 1)):
            batch = table.batch(some)
            for kind, dense in enumerate(
                (batch.seats.reshape(-1, batch.seats.shape[-1]), batch.board)
            ):
                sums[kind].append(np.stack([(dense**2).sum(0), (dense != 0).sum(0)]).astype(float))
    scales = []
    for parts in sums:
        squares, counts = np.sum(parts, axis=0)
        size = np.sqrt(squares / np.maximum(counts, 1))
        scales.append((1 / np.maximum(size, 1)).astype(np.float32))
    return Scales(*scales)


class Fit:
    """A fit that can be stopped after any step and gone on with from a file."""

    def __init__(self, tables: Mapping[int, Table], game: Game, settings: FitSettings) -> None:
        """Begin; the tables are only read."""
        self.settings = settings
        self.game = game
        self.scales = scales_of(tables)
        self.tables = tables
        self._targets = {
            seats: targets_of(table, settings.blend) for seats, table in tables.items()
        }
        self._train = {seats: trained_on(table) for seats, table in tables.items()}
        self._searched = {
            seats: train[tables[seats].visits[train] > 0] for seats, train in self._train.items()
        }
        self._asked = {
            seats: np.flatnonzero(~table.held_out[table.asked]) for seats, table in tables.items()
        }
        parameters = init(sizes_of(game), settings.shape, settings.seed)
        zeros = jax.tree.map(jnp.zeros_like, parameters)
        self.state = State(0, parameters, zeros, zeros)

    def run(self, steps: int, watch: Callable[[], None] = lambda: None) -> float:
        """Take `steps` steps, or those that are left; return their mean loss.

        Whatever is raised meanwhile, `state` is that after a whole number of steps.
        """
        total, count = 0.0, min(steps, self.settings.steps - self.state.step)
        for _ in range(count):
            self.state, loss = self._stepped()
            total += loss
            watch()
        return total / max(count, 1)

    def _stepped(self) -> tuple[State, float]:
        settings, step = self.settings, self.state.step
        # All that is drawn depends on seed and step alone: a fit that goes on draws the same.
        chance = np.random.default_rng((settings.seed, step))
        counts = np.array([len(train) for train in self._train.values()], float)
        seats = int(chance.choice(list(self._train), p=counts / counts.sum()))
        table, asked = self.tables[seats], self._asked[seats]
        picked = draw(asked, settings.asked, chance)
        searched = draw(self._searched[seats], round(settings.searched * settings.batch), chance)
        searched = searched[: settings.batch - len(picked)]
        rest = settings.batch - len(picked) - len(searched)
        chosen = np.concatenate(
            [table.asked[picked], searched, draw(self._train[seats], rest, chance)]
        )
        turns = table.turns(picked, TURNS_EACH * settings.asked) if len(picked) else None
        (parameters, mean, square), loss = take_step(
            self.state[1:],
            scaled(table.batch(chosen), self.scales),
            Targets(*(array[chosen] for array in self._targets[seats])),
            turns,
            table.mover[table.asked[picked]].astype(np.int32),
            (jax.random.key(settings.seed + 1), step),
            settings,
        )
        return State(step + 1, parameters, mean, square), float(loss)

    def save(self, path: Path) -> None:
        """Write how far the fit is, whole or not at all."""
        arrays: dict[str, Any] = {
            f"{kind}.{name}": np.asarray(array)
            for kind, parameters in zip(State._fields[1:], self.state[1:], strict=True)
            for name, array in parameters.items()
        }
        data = io.BytesIO()
        np.savez(
            data,
            step=self.state.step,
            settings=json.dumps(self.settings.as_data()),
            samples=self._samples_mark(),
            **arrays,
        )
        keep_whole(path, data.getvalue())

    def floats(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights for features as the game gives them, as a file takes them."""
        return tensors(self.state.parameters, self.scales)

    def forecasts(self, table: Table, chosen: NDArray[np.int64]) -> Forecasts:
        """Return what the network in floats says of positions."""
        batch = scaled(table.batch(chosen), self.scales)
        out = outputs(self.state.parameters, batch)
        return Forecasts(
            points=np.asarray(out.points, np.float64) + table.scored[chosen],
            spread=np.exp(np.asarray(out.log_spread, np.float64)),
            win=np.asarray(jax.nn.softmax(out.claim, axis=1), np.float64),
        )

    def write(self, path: Path, held_out: Mapping[str, Any]) -> None:
        """Write the network, with how it was made and what it is worth on held-out games."""
        trained = {
            "engine": __version__,
            "positions": {seats: len(table) for seats, table in self.tables.items()},
            "games": {seats: table.games for seats, table in self.tables.items()},
            "settings": self.settings.as_data(),
            "held_out": held_out,
        }
        layout = sizes_of(self.game).layout
        write_network(path, self.game.name, layout, self.floats(), trained)

    def load(self, path: Path) -> None:
        """Go on with a fit of these samples with these settings.

        Raises `StoreError` if the file is damaged, or a fit of others wrote it.
        """
        with read_arrays(path) as arrays:
            try:
                begun, samples = json.loads(str(arrays["settings"])), str(arrays["samples"])
                state = self._state_in(arrays)
            except (KeyError, ValueError, TypeError) as error:
                raise StoreError(f"{path} is no fit on its way: {reason_of(error)}") from None
        wanted = json.loads(json.dumps(self.settings.as_data()))
        differs = sorted(name for name in wanted | begun if begun.get(name) != wanted.get(name))
        if differs:
            raise StoreError(f"{path} was begun with other settings: {', '.join(differs)}")
        if samples != self._samples_mark():
            raise StoreError(f"{path} was begun with other samples")
        self.state = state

    def _state_in(self, arrays: Mapping[str, NDArray[Any]]) -> State:
        """Return the state that a file holds; ValueError or KeyError if it holds none."""
        step = int(arrays["step"])
        if not 0 <= step <= self.settings.steps:
            raise ValueError(f"step {step}")
        parts = []
        for kind in State._fields[1:]:
            parameters = {name: jnp.asarray(arrays[f"{kind}.{name}"]) for name in self.state[1]}
            for name, array in parameters.items():
                if array.shape != self.state.parameters[name].shape:
                    raise ValueError(f"{name} has another shape")
            parts.append(parameters)
        return State(step, *parts)

    def _samples_mark(self) -> str:
        """Return what tells the samples, their game and its features from all others."""
        mark = sha256(f"{self.game.name} {sizes_of(self.game)}".encode())
        for seats, table in self.tables.items():
            mark.update(f"{seats} {table.mark.hexdigest()}".encode())
        return mark.hexdigest()


@partial(jax.jit)
def outputs(parameters: Parameters, batch: Batch) -> Outputs:
    """Return what the network says of a batch."""
    return forward(parameters, batch.seats, batch.board)[0]


def draw(
    positions: NDArray[np.int64], count: int, chance: np.random.Generator
) -> NDArray[np.int64]:
    """Return `count` of the positions, some perhaps twice; none if there are none."""
    return chance.choice(positions, count) if len(positions) else positions


def trained_on(table: Table) -> NDArray[np.int64]:
    """Return the positions of a table that say something and are not held out."""
    return np.flatnonzero(~table.held_out & (table.settled | (table.visits > 0)))


def scaled(batch: Batch, scales: Scales) -> Batch:
    """Return a batch with its numbers divided by their size."""
    return Batch(batch.seats * scales.seat, batch.board * scales.board)


@partial(jax.jit, static_argnames=("settings",))
def take_step(
    state: Means,
    batch: Batch,
    targets: Targets,
    turns: Turns | None,
    movers: jax.Array,
    draw: tuple[jax.Array, jax.Array],
    settings: FitSettings,
) -> tuple[Means, jax.Array]:
    """Return the loss, and what one step of Adam with decoupled weight decay makes of the state."""
    old_parameters, old_mean, old_square = state
    key, step = draw
    key = jax.random.fold_in(key, step)
    loss, gradient = jax.value_and_grad(
        lambda parameters: loss_of(
            parameters, batch, targets, turns, movers, (key, settings.dropout)
        )
    )(old_parameters)
    done = step / settings.steps
    warm = jnp.minimum(1.0, (step + 1) / WARM_UP)
    rate = settings.rate * warm * (0.01 + 0.99 * 0.5 * (1 + jnp.cos(jnp.pi * done)))
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, old_mean, gradient)
    square = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, old_square, gradient)
    parameters = {}
    for name, old in old_parameters.items():
        direction = (mean[name] / (1 - 0.9 ** (step + 1))) / (
            jnp.sqrt(square[name] / (1 - 0.999 ** (step + 1))) + 1e-8
        )
        if name in DECAYED:
            direction += settings.decay * old
        parameters[name] = jnp.clip(old - rate * direction, -LARGEST_WEIGHT, LARGEST_WEIGHT)
    return (parameters, mean, square), loss


def loss_of(
    parameters: Parameters,
    batch: Batch,
    targets: Targets,
    turns: Turns | None,
    movers: jax.Array,
    dropout: tuple[jax.Array, float],
) -> jax.Array:
    """Return the loss of a batch; the positions with turns to learn come first in it."""
    out, head = forward(parameters, batch.seats, batch.board, dropout)
    seats = out.points.shape[1]
    error = (out.points - targets.points) / POINT_SPREAD
    # A turn is chosen by margins: what all seats are wrong by alike costs less.
    margin = error - (jnp.sum(error, axis=1, keepdims=True) - error) / (seats - 1)
    win = -jnp.sum(targets.win * jax.nn.log_softmax(out.claim, axis=1), axis=1)
    loss = jnp.mean(targets.weight * (jnp.mean(error**2 + margin**2, axis=1) + WIN_WEIGHT * win))
    strayed = (targets.result - jax.lax.stop_gradient(out.points)) * jnp.exp(-out.log_spread)
    unlikely = jnp.mean(0.5 * strayed**2 + out.log_spread, axis=1)
    loss += SPREAD_WEIGHT * jnp.sum(targets.settled * unlikely) / (1 + jnp.sum(targets.settled))
    if turns is not None:
        loss += PRIOR_WEIGHT * prior_loss(parameters, head, turns, movers)
    return loss


def prior_loss(
    parameters: Parameters, head: jax.Array, turns: Turns, movers: jax.Array
) -> jax.Array:
    """Return how unlikely the prior finds the turns that were searched, a position on average."""
    count = len(movers)
    scores = prior_scores(parameters, head[jnp.arange(count), movers], turns.features, turns.of)
    largest = jax.ops.segment_max(scores, turns.of, count + 1)
    odds = jnp.exp(scores - largest[turns.of])
    total = jax.ops.segment_sum(odds, turns.of, count + 1)
    likely = scores - largest[turns.of] - jnp.log(total[turns.of])
    return -jnp.sum(turns.shares * likely) / count
