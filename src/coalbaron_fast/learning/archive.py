"""The files of the stage `play`: compressed lines of JSON, one a game, in shards.

`games-N.jsonl.gz` is a shard. Points are kept in tenths and shares of the win in thousandths. They
are no more exact than that, and games stay small: some 15 kB with a search, under 1 kB without.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from coalbaron_fast.arena.shards import ShardedDirectory
from coalbaron_fast.arena.store import StoreError, keep_whole, reason_of
from coalbaron_fast.learning.play import PlayedGame, PlaySettings, SearchedTurn

__all__ = ["GameArchive"]

VP_UNIT: Final = 0.1
WIN_UNIT: Final = 0.001
MOST_POINTS: Final = 10_000
"""No game ends so far below zero."""


class GameArchive(ShardedDirectory[PlaySettings, PlayedGame]):
    """An open directory of games; close it, or use it in a `with` statement."""

    SETTINGS: ClassVar = "play.json"
    KIND: ClassVar = "coalbaron games to learn from"
    LAST_FILE: ClassVar = "games-*.jsonl.gz"

    @classmethod
    def read_numbers(cls, path: Path, settings: PlaySettings) -> Iterable[int]:
        """Return the numbers of the games that a directory holds."""
        seen: set[int] = set()
        for shard in cls.shards(path):
            for game in read_games(shard):
                if game.seats != settings.seats[game.number % len(settings.seats)]:
                    raise StoreError(f"{shard} holds other games: {game.number} has other seats")
                if game.number in seen:
                    raise StoreError(f"{shard} holds game {game.number} once more")
                seen.add(game.number)
        return seen

    @classmethod
    def read_games(cls, path: Path) -> Iterator[PlayedGame]:
        """Yield the games of a directory, in the order of their files."""
        return (game for shard in cls.shards(path) for game in read_games(shard))

    def write_shard(self, games: list[PlayedGame], shard: int) -> None:
        """Write the shard's only file."""
        lines = [json.dumps(pack(game), separators=(",", ":")) for game in games]
        # Without a time in it: the same games make the same file.
        data = gzip.compress("".join(f"{line}\n" for line in lines).encode(), 6, mtime=0)
        keep_whole(self.path / f"games-{shard:06}.jsonl.gz", data)


def read_games(shard: Path) -> list[PlayedGame]:
    """Return the games of a file; raises `StoreError` if it is damaged, or holds none."""
    try:
        # Its checksum is looked at before the first game is believed.
        with gzip.open(shard, "rb") as packed:
            lines = packed.read().splitlines()
    except (OSError, EOFError, zlib.error) as error:
        raise StoreError(f"{shard} cannot be read: {reason_of(error)}") from None
    games = []
    for number, line in enumerate(lines, 1):
        try:
            games.append(unpack(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
            raise StoreError(f"{shard}, line {number}, is no game to learn from") from None
    if not games:
        raise StoreError(f"{shard} holds no games: it is damaged, or was never written")
    return games


def pack(game: PlayedGame) -> dict[str, Any]:
    """Return a game as it is written in a file."""
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
    """Return the game of a line; any exception if the line is wrong."""
    seats = data["seats"]
    searched = [[unpack_turn(turn, seats) for turn in tried] for tried in data["searched"]]
    game = PlayedGame(**(data | {"searched": searched}))
    start = 0 if game.start is None else game.start
    whole = (game.number, game.seats, start, game.settled, *game.codes, *game.turns, *game.vp)
    if any(type(number) is not int or number < -MOST_POINTS for number in whole):
        raise ValueError("numbers that are none")
    if not len(game.vp) == len(game.win) == seats or len(game.searched) not in (0, len(game.turns)):
        raise ValueError("lists of other lengths")
    if game.turns != sorted(game.turns) or (game.turns and game.turns[-1] >= len(game.codes)):
        raise ValueError("turns that are not among the moves")
    return game


def unpack_turn(numbers: list[int], seats: int) -> SearchedTurn:
    """Return a searched turn of a line."""
    visits, rest, codes = numbers[0], numbers[1 : 1 + 2 * seats], numbers[1 + 2 * seats :]
    vp, win = rest[:seats], rest[seats:]
    if visits < 1 or not codes or not all(type(number) is int for number in numbers):
        raise ValueError("a turn without visits or moves")
    return SearchedTurn(
        codes, visits, [points * VP_UNIT for points in vp], [share * WIN_UNIT for share in win]
    )
