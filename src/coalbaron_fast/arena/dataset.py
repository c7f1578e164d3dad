"""A directory of Parquet files with self-play games (needs pyarrow, extra `data`).

Games go to the disk in shards of two files: `decisions-N.parquet`, then `games-N.parquet`. A shard
counts once the second is there. Each file appears whole or not at all, so a kill at any moment
loses only what was not yet flushed. Only one process at a time may use the directory.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from coalbaron_fast import __version__
from coalbaron_fast.arena.forecast import GameOutcomes
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings
from coalbaron_fast.arena.store import StoreError, flush_directory, lock, refusal
from coalbaron_fast.games import load_game

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Dataset", "read_numbers", "read_outcomes", "read_settings", "read_table"]

SETTINGS: Final = "selfplay.json"
KIND: Final = "coalbaron selfplay"
SHARD: Final = 50
"""Most games of a shard."""
FLUSH_S: Final = 60.0
"""No game waits longer for its shard than this."""


class Dataset:
    """An open directory of games; close it, or use it in a `with` statement."""

    def __init__(
        self, path: Path, settings: SelfplaySettings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Use `Dataset.create` or `Dataset.reopen`."""
        self.path = path
        self.settings = settings
        self.done = set(read_numbers(path))
        self._clock = clock
        self._flushed = clock()
        self._waiting: list[SelfplayGame] = []
        self._shard = 1 + max(map(shard_of, whole_shards(path)), default=-1)
        self._lock = os.open(path / SETTINGS, os.O_RDONLY)
        try:
            lock(self._lock, path)
        except BaseException:
            os.close(self._lock)
            raise

    @classmethod
    def create(cls, path: Path, settings: SelfplaySettings) -> Self:
        """Begin a directory; raises `StoreError` if there are games in it already."""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise refusal(path, error) from None
        if (path / SETTINGS).exists():
            raise StoreError(
                f"{path} holds games already; --resume goes on with them, or name another directory"
            )
        header = {"kind": KIND, "engine": __version__, "settings": settings._asdict()}
        write_whole(path / SETTINGS, f"{json.dumps(header, indent=2)}\n".encode())
        return cls(path, settings)

    @classmethod
    def reopen(cls, path: Path, settings: SelfplaySettings) -> Self:
        """Go on with a directory; only the number of games may differ from before."""
        engine, stored = read_header(path)
        if engine != __version__:
            raise StoreError(f"{path} was begun with version {engine}, this is {__version__}")
        differs = [
            name
            for name, value in settings._asdict().items()
            if name != "games" and getattr(stored, name) != value
        ]
        if differs:
            raise StoreError(f"{path} holds other games: they differ in {', '.join(differs)}")
        return cls(path, settings)

    def add(self, game: SelfplayGame) -> None:
        """Take a game; it is written once its shard is full or some time has passed."""
        self._waiting.append(game)
        self.done.add(game.number)
        if len(self._waiting) >= SHARD or self._clock() - self._flushed >= FLUSH_S:
            self.flush()

    def flush(self) -> None:
        """Write the waiting games as a shard."""
        if self._waiting:
            games = sorted(self._waiting, key=lambda game: game.number)
            write_table(
                self.path / f"decisions-{self._shard:06}.parquet",
                decision_table(games, self.settings.game),
            )
            write_table(self.path / f"games-{self._shard:06}.parquet", game_table(games))
            self._waiting.clear()
            self._shard += 1
        self._flushed = self._clock()

    def close(self) -> None:
        """Write the waiting games and close the directory."""
        if self._lock >= 0:
            try:
                self.flush()
            finally:
                os.close(self._lock)
                self._lock = -1

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the directory."""
        self.close()


def read_settings(path: Path) -> SelfplaySettings:
    """Return the settings of a directory; raises `StoreError` if it holds no games."""
    return read_header(path)[1]


def read_header(path: Path) -> tuple[str, SelfplaySettings]:
    """Return the version of the engine that began a directory, and the settings."""
    try:
        header = json.loads((path / SETTINGS).read_text("utf-8"))
        kind, engine = header["kind"], header["engine"]
        settings = SelfplaySettings(**header["settings"])
    except (OSError, ValueError, KeyError, TypeError):
        kind = None
    if kind != KIND:
        raise StoreError(f"{path} holds no games of this kind")
    return engine, settings


def read_table(path: Path, kind: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Return all rows of a directory's `games` or `decisions`, sorted by game and decision.

    `columns` are those that are wanted, or all. Shards that were cut off do not count.
    """
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    keys = {"games": ["game"], "decisions": ["game", "decision"]}[kind]
    wanted = None if columns is None else list(dict.fromkeys([*keys, *columns]))
    shards = [path / f"{kind}-{shard_of(one):06}.parquet" for one in whole_shards(path)]
    if not shards:
        raise StoreError(f"{path} holds no games yet")
    table = pa.concat_tables([pq.read_table(shard, columns=wanted) for shard in shards])
    return table.sort_by([(key, "ascending") for key in keys])


def read_outcomes(path: Path) -> GameOutcomes:
    """Return what came of the games of a directory, shard by shard: it may be large."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    outcomes = GameOutcomes(read_settings(path).seats)
    for shard in whole_shards(path):
        decisions: dict[int, list[dict[str, Any]]] = {}
        table = pq.read_table(
            path / f"decisions-{shard_of(shard):06}.parquet",
            columns=["game", "seat", "turn", "lines", "solved"],
        )
        for row in table.to_pylist():
            decisions.setdefault(row["game"], []).append(row)
        for game in pq.read_table(shard, columns=["game", "start", "vp", "win"]).to_pylist():
            outcomes.add(game, decisions.get(game["game"], []))
    return outcomes


def whole_shards(path: Path) -> list[Path]:
    """Return the files of games: a shard counts once that file is there."""
    return sorted(path.glob("games-*.parquet"))


def read_numbers(path: Path) -> Iterable[int]:
    """Return the numbers of the games that a directory holds."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    return [
        number
        for shard in whole_shards(path)
        for number in pq.read_table(shard, columns=["game"]).column("game").to_pylist()
    ]


def shard_of(path: Path) -> int:
    """Return the number of a shard's file."""
    return int(path.stem.rpartition("-")[2])


def decision_table(games: Iterable[SelfplayGame], game: str) -> pa.Table:
    """Return one row for each decision, with the columns that only this game has."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    shares, points = pa.list_(pa.float32()), pa.list_(pa.int16())
    line = pa.struct(
        {
            "turn": pa.string(),
            "visits": pa.int32(),
            "win": shares,
            "vp": shares,
            "utility": pa.float32(),
            "error": pa.float32(),
        }
    )
    study = load_game(game).study
    types = {"int8": pa.int8(), "int16": pa.int16(), "int8s": pa.list_(pa.int8()), "int16s": points}
    own = {} if study is None else {name: types[kind] for name, kind in study.columns.items()}
    schema = pa.schema(
        {
            "game": pa.int64(),
            "decision": pa.int16(),
            "seat": pa.int8(),
            "phase": pa.string(),
            "view": pa.string(),
            "vp": points,
            **own,
            "turn": pa.string(),
            "lines": pa.list_(line),
            "nodes": pa.int32(),
            "exact": pa.bool_(),
            "solved": pa.bool_(),
            "final_vp": points,
            "final_win": shares,
        }
    )
    rows = [
        {"game": played.number, "decision": place, **decision._asdict(), **decision.columns}
        | {"final_vp": played.vp, "final_win": played.win}
        for played in games
        for place, decision in enumerate(played.decisions)
    ]
    return pa.Table.from_pylist(rows, schema)


def game_table(games: Iterable[SelfplayGame]) -> pa.Table:
    """Return one row for each game."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    schema = pa.schema(
        {
            "game": pa.int64(),
            "seed": pa.int64(),
            "start": pa.int8(),
            "vp": pa.list_(pa.int16()),
            "win": pa.list_(pa.float32()),
            "decisions": pa.int16(),
            "record": pa.string(),
        }
    )
    rows: list[dict[str, Any]] = [
        game._asdict() | {"game": game.number, "decisions": len(game.decisions)} for game in games
    ]
    return pa.Table.from_pylist(rows, schema)


def write_table(path: Path, table: pa.Table) -> None:
    """Write a file that appears whole or not at all."""
    import pyarrow as pa  # noqa: PLC0415 - as above
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, compression="zstd")
    write_whole(path, buffer.getvalue().to_pybytes())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under another name, force it to the disk, then give it its own name."""
    unfinished = path.with_name(f".{path.name}")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        flush_directory(path.parent)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise refusal(path, error) from None
