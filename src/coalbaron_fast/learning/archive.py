"""The files of the stage `play`: compressed lines of JSON, one a game, in shards.

`games-N.jsonl.gz` is a shard. Points are kept in tenths and shares of the win in thousandths. They
know no better, and games stay small: some 15 kB with a search, under 1 kB without.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from coalbaron_fast.arena.shards import ShardedDirectory, write_whole
from coalbaron_fast.arena.store import StoreError
from coalbaron_fast.learning.play import PlayedGame, PlaySettings, SearchedTurn

__all__ = ["GameArchive"]

VP_UNIT: Final = 0.1
WIN_UNIT: Final = 0.001


class GameArchive(ShardedDirectory[PlaySettings, PlayedGame]):
    """An open directory of games; close it, or use it in a `with` statement."""

    SETTINGS: ClassVar = "play.json"
    KIND: ClassVar = "coalbaron games to learn from"
    LAST_FILE: ClassVar = "games-*.jsonl.gz"

    @classmethod
    def read_numbers(cls, path: Path) -> Iterable[int]:
        """Return the numbers of the games that a directory holds."""
        return [data["number"] for data in cls._read_lines(path)]

    @classmethod
    def read_games(cls, path: Path) -> Iterator[PlayedGame]:
        """Yield the games of a directory, in the order of their files."""
        return (unpack(data) for data in cls._read_lines(path))

    @staticmethod
    def read_shard(shard: Path) -> Iterator[PlayedGame]:
        """Yield the games of one file."""
        return map(unpack, read_lines(shard))

    @classmethod
    def _read_lines(cls, path: Path) -> Iterator[dict[str, Any]]:
        return (data for shard in cls.shards(path) for data in read_lines(shard))

    def write_shard(self, games: list[PlayedGame], shard: int) -> None:
        """Write the shard's only file."""
        lines = [json.dumps(pack(game), separators=(",", ":")) for game in games]
        # Without a time in it: the same games make the same file.
        data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), 6, mtime=0)
        write_whole(self.path / f"games-{shard:06}.jsonl.gz", data)


def read_lines(shard: Path) -> Iterator[dict[str, Any]]:
    """Yield what stands in a file; raises `StoreError` if it is damaged."""
    try:
        with gzip.open(shard, "rb") as lines:
            yield from map(json.loads, lines)
    except (OSError, EOFError, ValueError) as error:
        raise StoreError(f"{shard} cannot be read: {error}") from None


def pack(game: PlayedGame) -> dict[str, Any]:
    """Return a game as it stands in a file."""
    searched = [
        [
            [
                turn.visits,
                *(round(points / VP_UNIT) for points in turn.vp),
                *(round(share / WIN_UNIT) for share in turn.win),
                *turn.codes,
            ]
            for turn in tried
        ]
        for tried in game.searched
    ]
    return game._asdict() | {"searched": searched}


def unpack(data: dict[str, Any]) -> PlayedGame:
    """Return the game of a line."""
    seats = data["seats"]
    searched = [[unpack_turn(turn, seats) for turn in tried] for tried in data["searched"]]
    return PlayedGame(**(data | {"searched": searched}))


def unpack_turn(numbers: list[int], seats: int) -> SearchedTurn:
    """Return a searched turn of a line."""
    visits, rest, codes = numbers[0], numbers[1 : 1 + 2 * seats], numbers[1 + 2 * seats :]
    vp, win = rest[:seats], rest[seats:]
    return SearchedTurn(
        codes, visits, [points * VP_UNIT for points in vp], [share * WIN_UNIT for share in win]
    )
