"""Several networks on the same held-out positions: how far each is from searches and results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coalbaron_fast.games import Game
from coalbaron_fast.learning.measure import Forecasts
from coalbaron_fast.learning.samples import Table, read_tables
from coalbaron_fast.learning.whole import WholeNetwork
from coalbaron_fast.tables import format_table

__all__ = ["Distance", "compare", "distances_text"]

AT_A_TIME: Final = 1024
TINY: Final = 1e-9
"""Added to a share before its logarithm is taken: a share may be 0."""

Doubles = NDArray[np.float64]


class Distance(NamedTuple):
    """How far a network is from what searches thought, and from how games ended, in one part.

    Of points it is the root of the mean square of every seat's lead over the mean of all; of the
    win it is the mean Kullback-Leibler divergence from the labels.
    """

    network: str
    seats: int
    part: int
    positions: int
    search_lead: float
    search_win: float
    result_lead: float
    result_win: float


def compare(networks: Sequence[Path], samples: Path, game: Game) -> Iterator[Distance]:
    """Yield the distances of networks on the searched positions of held-out games."""
    whole = [WholeNetwork.read(path) for path in networks]
    for seats, table in read_tables([samples], game).items():
        chosen = np.flatnonzero(table.held_out & (table.visits > 0) & table.settled)
        for path, network in zip(networks, whole, strict=True):
            found = forecasts_of(network, table, chosen)
            for part in np.unique(table.part[chosen]):
                there = table.part[chosen] == part
                rows = chosen[there]
                yield Distance(
                    network=path.name,
                    seats=seats,
                    part=int(part),
                    positions=len(rows),
                    search_lead=lead_error(found.points[there], table.search_vp[rows]),
                    search_win=surprise(found.win[there], table.search_win[rows]),
                    result_lead=lead_error(found.points[there], table.final_vp[rows]),
                    result_win=surprise(found.win[there], table.final_win[rows]),
                )


def forecasts_of(network: WholeNetwork, table: Table, chosen: NDArray[np.int64]) -> Forecasts:
    """Return what a network says of positions, however many."""
    parts = [
        network.forecasts(table, some)
        for some in np.array_split(chosen, max(len(chosen) // AT_A_TIME, 1))
    ]
    return Forecasts(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Forecasts._fields)
    )


def lead_error(expected: Doubles, known: NDArray[np.float32]) -> float:
    """Return how far every seat's lead over the mean of all is off."""
    error = expected - known.astype(np.float64)
    return float(np.sqrt(np.mean((error - error.mean(axis=1, keepdims=True)) ** 2)))


def surprise(expected: Doubles, known: NDArray[np.float32]) -> float:
    """Return the mean Kullback-Leibler divergence of shares of the win."""
    shares = known.astype(np.float64)
    found = shares * (np.log(shares + TINY) - np.log(expected + TINY))
    return float(np.mean(np.sum(found, axis=1)))


def distances_text(found: Sequence[Distance]) -> str:
    """Return distances as a table; ValueError if there are none."""
    if not found:
        raise ValueError("no game of these samples is held out")
    header = ["seats", "part", "network", "positions"]
    header += ["lead off the search's", "win", "lead off the result's", "win"]
    order = sorted(found, key=lambda one: (one.seats, one.part))
    rows = [
        [
            str(one.seats),
            str(one.part),
            one.network,
            str(one.positions),
            f"{one.search_lead:.2f}",
            f"{one.search_win:.4f}",
            f"{one.result_lead:.2f}",
            f"{one.result_win:.4f}",
        ]
        for one in order
    ]
    return format_table(header, rows)
