"""Labelled positions in memory, and batches of them as the fit takes them."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from coalbaron_fast.arena.store import StoreError, reason_of
from coalbaron_fast.contract.game import FeatureSizes
from coalbaron_fast.games import Game
from coalbaron_fast.learning.label import LabelFiles, Samples, layout_of, sizes_of

__all__ = ["Batch", "Table", "Turns", "read_tables"]

HELD_OUT: Final = 20
"""One game in this many is held out: nothing is fitted to it."""

SOURCES: Final = 1 << 32
"""More games than one directory has: games of several are told apart by it."""

Floats = NDArray[np.float32]


class Turns(NamedTuple):
    """The choices of some positions of a batch.

    Of every turn: its features, the position that it belongs to, its share of the visits. Places
    that are not used belong to the position after the last one.
    """

    features: Floats
    of: NDArray[np.int32]
    shares: Floats


class Batch(NamedTuple):
    """Positions as the network is fed with them."""

    seats: Floats
    board: Floats


class Table:
    """All positions of one number of seats."""

    def __init__(self, seats: int, parts: Sequence[Samples], sizes: FeatureSizes) -> None:
        """Join the samples of many files; `mark` tells them from all others."""
        self.seats = seats
        self._sizes = sizes
        self._starts = join_starts([part.starts for part in parts])
        self._indices = np.concatenate([part.indices for part in parts])
        self._values = np.concatenate([part.values for part in parts])
        self.scored = np.concatenate([part.scored for part in parts]).astype(np.float32)
        self.part = np.concatenate([part.part for part in parts])
        self.mover = np.concatenate([part.mover for part in parts])
        self.search_vp = np.concatenate([part.search_vp for part in parts])
        self.search_win = np.concatenate([part.search_win for part in parts])
        self.visits = np.concatenate([part.visits for part in parts])
        self.final_vp = np.concatenate([part.final_vp for part in parts]).astype(np.float32)
        self.final_win = np.concatenate([part.final_win for part in parts])
        self.behind = np.concatenate([part.behind for part in parts])
        self.settled = np.concatenate([part.settled for part in parts])
        before = np.cumsum([0, *(len(part.part) for part in parts)])
        self.asked = np.concatenate(
            [part.asked + first for part, first in zip(parts, before, strict=False)]
        )
        self._choices = join_starts([part.choices for part in parts])
        self._turn_starts = join_starts([part.turn_starts for part in parts])
        self._turn_indices = np.concatenate([part.turn_indices for part in parts])
        self._shares = np.concatenate([part.shares for part in parts])
        game = np.concatenate([part.game for part in parts])
        self.held_out = hold_out(game)
        self.games = len(np.unique(game))
        self.mark = sha256()
        for part in parts:
            for array in part:
                self.mark.update(f"{array.dtype} {array.shape}".encode())
                self.mark.update(np.ascontiguousarray(array).data)

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.part)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """Return the features of some positions, dense."""
        parts = self.seats + 1
        rows = (chosen[:, None] * parts + np.arange(parts)).ravel()
        width = max(self._sizes.seat, self._sizes.board)
        dense = self._dense(self._starts, self._indices, self._values, rows, width)
        dense = dense.reshape(len(chosen), parts, width)
        return Batch(
            dense[:, : self.seats, : self._sizes.seat], dense[:, self.seats, : self._sizes.board]
        )

    def turns(self, choices: NDArray[np.int64], room: int) -> Turns:
        """Return the turns of some choices, by their place in `asked`; at most `room` of them."""
        begin, end = self._choices[choices], self._choices[choices + 1]
        rows, of = spread(begin, end)
        # A position whose turns do not all fit is left out.
        fits = np.cumsum(end - begin) <= room
        kept = fits[of]
        rows, of = rows[kept], of[kept]
        features = self._dense(self._turn_starts, self._turn_indices, None, rows, self._sizes.turn)
        free = room - len(rows)
        return Turns(
            np.pad(features, ((0, free), (0, 0))),
            np.pad(of, (0, free), constant_values=len(choices)).astype(np.int32),
            np.pad(self._shares[rows], (0, free)),
        )

    @staticmethod
    def _dense(
        starts: NDArray[np.int64],
        indices: NDArray[np.uint16],
        values: NDArray[np.int16] | None,
        rows: NDArray[np.int64],
        width: int,
    ) -> Floats:
        places, _ = spread(starts[rows], starts[rows + 1])
        found = np.ones(len(places)) if values is None else values[places]
        ends = np.cumsum([0, *(starts[rows + 1] - starts[rows])])
        sparse = csr_matrix(
            (found.astype(np.float32), indices[places].astype(np.int32), ends),
            shape=(len(rows), width),
        )
        dense: Floats = sparse.toarray()
        return dense


def spread(
    begin: NDArray[np.int64], end: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all places from each beginning to its end, and which of the stretches each is of."""
    lengths = end - begin
    of = np.repeat(np.arange(len(begin)), lengths)
    first = np.cumsum(lengths) - lengths
    return np.arange(lengths.sum()) + (begin - first)[of], of


def join_starts(parts: Iterable[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Join arrays that say where things begin, each with its end as the last number."""
    joined, end = [], 0
    for part in parts:
        joined.append(part[:-1] + end)
        end += int(part[-1])
    return np.concatenate([*joined, np.array([end], np.int64)])


def hold_out(games: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which positions are of games that are held out: all of a game, or none."""
    # By a hash: the number of seats depends on the game's number, too.
    mixed = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    chosen: NDArray[np.bool_] = (mixed >> np.uint64(40)) % np.uint64(HELD_OUT) == 0
    return chosen


def read_tables(
    directories: Sequence[Path], game: Game, only: Sequence[int] = ()
) -> dict[int, Table]:
    """Read the samples of directories, by the number of seats: `only` some numbers, or all.

    Raises ValueError where there are none, or those of other features.
    """
    sizes, layout = sizes_of(game), layout_of(game)
    parts: dict[int, list[Samples]] = {}
    for source, directory in enumerate(directories):
        LabelFiles.check_layout(directory, layout)
        for path in sorted(directory.glob("games-*.npz")):
            for seats, samples in read_samples(path, sizes, only).items():
                parts.setdefault(seats, []).append(
                    samples._replace(game=samples.game + source * SOURCES)
                )
    if not parts:
        raise ValueError(f"no samples in {', '.join(map(str, directories))}")
    missing = sorted(set(only).difference(parts))
    if missing:
        raise ValueError(
            f"no samples with {missing[0]} seats in {', '.join(map(str, directories))}"
        )
    return {seats: Table(seats, found, sizes) for seats, found in sorted(parts.items())}


def read_samples(path: Path, sizes: FeatureSizes, only: Sequence[int] = ()) -> dict[int, Samples]:
    """Read a file of the stage `label`; raises `StoreError` if it is damaged, or another's."""
    with read_arrays(path) as arrays:
        try:
            seats = sorted({int(name.partition(".")[0]) for name in arrays.files})
            found = {
                count: Samples(*(arrays[f"{count}.{name}"] for name in Samples._fields))
                for count in seats
                if not only or count in only
            }
        except (KeyError, ValueError) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{path} holds no samples: {reason_of(error)}") from None
    for count, samples in found.items():
        if not fit_together(count, samples, sizes):
            raise StoreError(f"{path} holds no samples: its arrays do not fit each other")
    return found


@contextmanager
def read_arrays(path: Path) -> Iterator[Any]:
    """Open a file of arrays; raises `StoreError` if it is damaged."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            # A file with a single array has no names.
            arrays.files  # noqa: B018
            yield arrays
    except StoreError:
        raise
    except (OSError, EOFError, ValueError, AttributeError, zipfile.BadZipFile, zlib.error) as error:
        raise StoreError(f"{path} cannot be read: {reason_of(error)}") from None


def fit_together(seats: int, samples: Samples, sizes: FeatureSizes) -> bool:
    """Whether arrays fit the number of seats: one line a position, and places within them."""
    count = len(samples.part) if samples.part.ndim else 0
    by_seat: list[NDArray[Any]] = [samples.scored, samples.search_vp, samples.search_win]
    by_seat += [samples.final_vp, samples.final_win]
    single: list[NDArray[Any]] = [samples.part, samples.mover, samples.left, samples.game]
    single += [samples.visits, samples.settled, samples.behind]
    if not count or any(array.shape != (count, seats) for array in by_seat):
        return False
    if any(array.shape != (count,) for array in single):
        return False
    begins = (
        (samples.starts, count * (seats + 1), len(samples.indices)),
        (samples.choices, len(samples.asked), len(samples.shares)),
        (samples.turn_starts, len(samples.shares), len(samples.turn_indices)),
    )
    if not all(begin_within(starts, rows, end) for starts, rows, end in begins):
        return False
    widest = max(sizes.seat, sizes.board)
    return (
        len(samples.values) == len(samples.indices)
        and all_below(samples.indices, widest)
        and all_below(samples.turn_indices, sizes.turn)
        and all_below(samples.asked, count)
        and all_below(samples.mover, seats)
        and all(np.isfinite(array).all() for array in (*by_seat, samples.left, samples.shares))
    )


def begin_within(starts: NDArray[np.int64], rows: int, end: int) -> bool:
    """Whether that many rows begin in order, the first at 0, the last before the end."""
    if starts.shape != (rows + 1,) or starts[0] != 0:
        return False
    # Without a choice of turns there is one number, and it is the end already.
    return starts[-1] == end and bool((np.diff(starts) >= 0).all())


def all_below(numbers: NDArray[Any], limit: int) -> bool:
    """Whether all numbers are from 0 on and below a limit."""
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < limit)
