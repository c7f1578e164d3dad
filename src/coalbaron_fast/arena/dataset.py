"""A directory of Parquet files with self-play games (needs pyarrow, extra `data`).

A shard is two files: `decisions-N.parquet`, then `games-N.parquet` (`arena.shards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from coalbaron_fast.arena.forecast import GameOutcomes
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings
from coalbaron_fast.arena.shards import ShardedDirectory, shard_of
from coalbaron_fast.arena.store import StoreError, keep_whole, reason_of
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
    def read_numbers(cls, path: Path, settings: SelfplaySettings) -> Iterable[int]:
        """Return the numbers of the games that a directory holds."""
        seen: set[int] = set()
        for shard in cls.shards(path):
            held = read_file(shard, game_schema(), ["game", "seed", "decisions"]).to_pylist()
            for game in held:
                if game["seed"] != settings.seed + game["game"]:
                    raise StoreError(f"{shard} holds other games: {game['game']} has another seed")
                if game["game"] in seen:
                    raise StoreError(f"{shard} holds game {game['game']} once more")
                seen.add(game["game"])
            # Without its decisions a game is worth nothing: it would be missed when it is too late.
            there = decisions_of(shard, settings.game, ["game"])
            if len(there) != sum(game["decisions"] for game in held):
                raise StoreError(f"{shard} does not belong to the decisions beside it")
        return seen

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

    keys = {"games": ["game"], "decisions": ["game", "decision"]}[kind]
    wanted = None if columns is None else list(dict.fromkeys([*keys, *columns]))
    shards = Dataset.shards(path)
    if not shards:
        raise StoreError(f"{path} holds no games yet")
    if kind == "games":
        tables = [read_file(shard, game_schema(), wanted) for shard in shards]
    else:
        game = read_settings(path).game
        tables = [decisions_of(shard, game, wanted) for shard in shards]
    table = pa.concat_tables(tables)
    return table.sort_by([(key, "ascending") for key in keys])


def read_outcomes(path: Path) -> GameOutcomes:
    """Return what came of the games of a directory, shard by shard: it may be large."""
    settings = read_settings(path)
    study = load_game(settings.game).study
    part = None if study is None else study.part
    outcomes = GameOutcomes(settings.seats, part)
    for shard in Dataset.shards(path):
        decisions: dict[int, list[dict[str, Any]]] = {}
        wanted = ["game", "seat", "turn", "lines", "solved", *([part] if part else [])]
        for row in decisions_of(shard, settings.game, wanted).to_pylist():
            decisions.setdefault(row["game"], []).append(row)
        held = read_file(shard, game_schema(), ["game", "start", "vp", "win"])
        for game in held.to_pylist():
            outcomes.add(game, decisions.get(game["game"], []))
    return outcomes


def decisions_of(shard: Path, game: str, columns: Sequence[str] | None) -> pa.Table:
    """Return the decisions of the games of a shard."""
    beside = shard.with_name(f"decisions-{shard_of(shard):06}.parquet")
    return read_file(beside, decision_schema(game), columns)


def read_file(path: Path, schema: pa.Schema, columns: Sequence[str] | None = None) -> pa.Table:
    """Return columns of a Parquet file, or all; `StoreError` if it is damaged, or is another's."""
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    wanted = schema.names if columns is None else list(columns)
    try:
        found = pq.read_schema(path)
        others = [
            name
            for name in wanted
            if name not in found.names or found.field(name).type != schema.field(name).type
        ]
        if not others:
            return pq.read_table(path, columns=wanted, page_checksum_verification=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read: {reason_of(error)}") from None
    raise StoreError(f"{path} holds other data: it has no such column {others[0]}")


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


def decision_schema(game: str) -> pa.Schema:
    """Return the columns of decisions, with those that only this game has."""
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
    return pa.schema(
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


def decision_table(games: Iterable[SelfplayGame], game: str) -> pa.Table:
    """Return one row for each decision."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    rows = [
        {"game": played.number, "decision": place, **decision._asdict(), **decision.columns}
        | {"final_vp": played.vp, "final_win": played.win}
        for played in games
        for place, decision in enumerate(played.decisions)
    ]
    return pa.Table.from_pylist(rows, decision_schema(game))


def game_schema() -> pa.Schema:
    """Return the columns of games."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    return pa.schema(
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


def game_table(games: Iterable[SelfplayGame]) -> pa.Table:
    """Return one row for each game."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    rows: list[dict[str, Any]] = [
        game._asdict() | {"game": game.number, "decisions": len(game.decisions)} for game in games
    ]
    return pa.Table.from_pylist(rows, game_schema())


def write_table(path: Path, table: pa.Table) -> None:
    """Write a file that appears whole or not at all."""
    import pyarrow as pa  # noqa: PLC0415 - as above
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    buffer = pa.BufferOutputStream()
    # Bytes that a disk has changed are noticed, and are no games.
    pq.write_table(table, buffer, compression="zstd", write_page_checksum=True)
    keep_whole(path, buffer.getvalue().to_pybytes())
