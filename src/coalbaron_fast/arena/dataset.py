"""A directory of Parquet files with self-play games (needs pyarrow, extra `data`).

A shard is two files: `decisions-N.parquet`, then `games-N.parquet` (`arena.shards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from coalbaron_fast.arena.forecast import GameOutcomes
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings
from coalbaron_fast.arena.shards import ShardedDirectory, shard_of, write_whole
from coalbaron_fast.arena.store import StoreError
from coalbaron_fast.games import load_game

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Dataset", "read_calibrated", "read_outcomes", "read_settings", "read_table"]


class Dataset(ShardedDirectory[SelfplaySettings, SelfplayGame]):
    """An open directory of games; close it, or use it in a `with` statement."""

    SETTINGS: ClassVar = "selfplay.json"
    KIND: ClassVar = "coalbaron selfplay"
    LAST_FILE: ClassVar = "games-*.parquet"

    @classmethod
    def create(cls, path: Path, settings: SelfplaySettings) -> Self:
        """Begin a directory; raises ImportError before anything is written."""
        import pyarrow as pa  # noqa: F401, PLC0415 - heavy

        return super().create(path, settings)

    @classmethod
    def read_numbers(cls, path: Path) -> Iterable[int]:
        """Return the numbers of the games that a directory holds."""
        import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

        return [
            number
            for shard in cls.shards(path)
            for number in pq.read_table(shard, columns=["game"]).column("game").to_pylist()
        ]

    def write_shard(self, games: list[SelfplayGame], shard: int) -> None:
        """Write the decisions, then the games, whose file makes the shard count."""
        write_table(
            self.path / f"decisions-{shard:06}.parquet", decision_table(games, self.settings.game)
        )
        write_table(self.path / f"games-{shard:06}.parquet", game_table(games))


def read_settings(path: Path) -> SelfplaySettings:
    """Return the settings of a directory; raises `StoreError` if it holds no games."""
    try:
        return SelfplaySettings(**Dataset.read_header(path)[1])
    except TypeError:
        raise StoreError(f"{path} holds no games of this kind") from None


def read_table(path: Path, kind: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Return all rows of a directory's `games` or `decisions`, sorted by game and decision.

    `columns` are those that are wanted, or all. Shards that were cut off do not count.
    """
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    keys = {"games": ["game"], "decisions": ["game", "decision"]}[kind]
    wanted = None if columns is None else list(dict.fromkeys([*keys, *columns]))
    shards = [path / f"{kind}-{shard_of(one):06}.parquet" for one in Dataset.shards(path)]
    if not shards:
        raise StoreError(f"{path} holds no games yet")
    table = pa.concat_tables([pq.read_table(shard, columns=wanted) for shard in shards])
    return table.sort_by([(key, "ascending") for key in keys])


def read_outcomes(path: Path) -> GameOutcomes:
    """Return what came of the games of a directory, shard by shard: it may be large."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - heavy

    settings = read_settings(path)
    study = load_game(settings.game).study
    part = None if study is None else study.part
    outcomes = GameOutcomes(settings.seats, part)
    for shard in Dataset.shards(path):
        decisions: dict[int, list[dict[str, Any]]] = {}
        table = pq.read_table(
            path / f"decisions-{shard_of(shard):06}.parquet",
            columns=["game", "seat", "turn", "lines", "solved", *([part] if part else [])],
        )
        for row in table.to_pylist():
            decisions.setdefault(row["game"], []).append(row)
        for game in pq.read_table(shard, columns=["game", "start", "vp", "win"]).to_pylist():
            outcomes.add(game, decisions.get(game["game"], []))
    return outcomes


def read_calibrated(path: Path, evaluation: str) -> dict[int, GameOutcomes]:
    """Return what came of the games of `coalbaron-engine calibrate`, by seats.

    Raises `StoreError` if they were not played with this evaluation, or there are none.
    """
    outcomes = {}
    for directory in sorted(path.glob("*-seats")):
        settings = read_settings(directory)
        if settings.evaluation != evaluation:
            raise StoreError(f"{directory} holds games with {settings.evaluation}")
        outcomes[settings.seats] = read_outcomes(directory)
    if not outcomes:
        raise StoreError(f"{path} holds no games of calibrate")
    return outcomes


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
            "vp_spread": shares,
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
