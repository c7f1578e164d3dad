"""A directory of games that grows in shards: nothing is lost on Ctrl-C, little on a kill.

A shard holds up to 50 games and is written at least once a minute. Each file appears whole or not
at all, so a kill at any moment loses only what was not yet written. Only one process at a time may
use the directory. What the files of a shard are, a subclass says.
"""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from coalbaron_fast import __version__
from coalbaron_fast.arena.runner import Task
from coalbaron_fast.arena.store import StoreError, keep_whole, lock, refusing
from coalbaron_fast.files import flush_directory, make_directory
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.games.options import with_options

__all__ = ["Numbered", "Settings", "ShardedDirectory", "shard_of"]

SHARD: Final = 50
"""Most games of a shard."""
FLUSH_S: Final = 60.0
"""No game waits longer for its shard than this."""


class Numbered(Protocol):
    """A game that was played."""

    @property
    def number(self) -> int:
        """Its place among all."""


class Settings(Protocol):
    """What was asked for: a `NamedTuple` whose field `games` alone may grow."""

    @property
    def games(self) -> int:
        """How many games are wanted."""

    def task(self, number: int) -> Task[Any]:
        """Return what plays one of them."""

    def _asdict(self) -> dict[str, Any]: ...


SettingsT = TypeVar("SettingsT", bound=Settings)
GameT = TypeVar("GameT", bound=Numbered)


class ShardedDirectory(ABC, Generic[SettingsT, GameT]):
    """An open directory of games; close it, or use it in a `with` statement."""

    SETTINGS: ClassVar[str]
    """The name of the file that holds the settings."""
    KIND: ClassVar[str]
    """What that file calls such a directory."""
    LAST_FILE: ClassVar[str]
    """The pattern of a shard's last file: the shard counts once it is there."""

    def __init__(
        self, path: Path, settings: SettingsT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Use `create` or `reopen`."""
        self.path = path
        self.settings = settings
        self._clock = clock
        self._flushed = clock()
        self._waiting: list[GameT] = []
        self._lock = open_settings(path / self.SETTINGS)
        with refusing(path, self._lock):
            lock(self._lock, path, "plays its games")
            # Not before: a process that is just ending may write one more shard.
            self.done = set(self.read_numbers(path, settings))
            self._shard = 1 + max(map(shard_of, self.shards(path)), default=-1)
            # The process that wrote the last shard may have ended before its name was on the disk.
            flush_directory(path)

    @classmethod
    @abstractmethod
    def read_numbers(cls, path: Path, settings: SettingsT) -> Iterable[int]:
        """Return the numbers of the games that a directory holds.

        Raises `StoreError` that names the file if one is damaged, or holds others than these games.
        """

    @abstractmethod
    def write_shard(self, games: list[GameT], shard: int) -> None:
        """Write games, in the order of their numbers, as the files of a shard."""

    @classmethod
    def create(cls, path: Path, settings: SettingsT) -> Self:
        """Begin a directory; raises `StoreError` if there are games in it already."""
        with refusing(path):
            make_directory(path)
        if (path / cls.SETTINGS).exists():
            raise StoreError(
                f"{path} holds games already; --resume goes on with them, or name another directory"
            )
        header = {"kind": cls.KIND, "engine": __version__, "settings": settings._asdict()}
        keep_whole(path / cls.SETTINGS, f"{json.dumps(header, indent=2)}\n".encode())
        return cls(path, settings)

    @classmethod
    def reopen(cls, path: Path, settings: SettingsT) -> Self:
        """Go on with a directory; only the number of games may differ from before."""
        engine, stored = cls.read_header(path)
        if engine != __version__:
            raise StoreError(f"{path} was begun with version {engine}, this is {__version__}")
        # As they are in the file: JSON knows no tuples.
        wanted = json.loads(json.dumps(settings._asdict()))
        differs = [name for name in wanted if name != "games" and stored.get(name) != wanted[name]]
        if differs:
            raise StoreError(f"{path} holds other games: they differ in {', '.join(differs)}")
        return cls(path, settings)

    @classmethod
    def read_header(cls, path: Path) -> tuple[str, dict[str, Any]]:
        """Return the version of the engine that began a directory, and its settings.

        Raises `StoreError` if it holds no games.
        """
        stored: dict[str, Any]
        try:
            header = json.loads((path / cls.SETTINGS).read_text("utf-8"))
            kind, engine, stored = header["kind"], header["engine"], header["settings"]
        except (OSError, ValueError, KeyError, TypeError):
            kind = None
        if kind != cls.KIND:
            raise StoreError(f"{path} holds no games of this kind")
        return engine, with_options(stored)

    @classmethod
    def shards(cls, path: Path) -> list[Path]:
        """Return the files that make shards count, in their order.

        Raises `StoreError` for one whose name has no number.
        """
        return sorted(path.glob(cls.LAST_FILE), key=shard_of)

    def missing(self) -> list[Task[Any]]:
        """Return the games that are still to be played."""
        numbers = (number for number in range(self.settings.games) if number not in self.done)
        return [self.settings.task(number) for number in numbers]

    def add(self, game: GameT) -> None:
        """Take a game; it is written once its shard is full or some time has passed."""
        self._waiting.append(game)
        self.done.add(game.number)
        if len(self._waiting) >= SHARD or self._clock() - self._flushed >= FLUSH_S:
            self.flush()

    def flush(self) -> None:
        """Write the waiting games as a shard."""
        if self._waiting:
            self.write_shard(sorted(self._waiting, key=lambda game: game.number), self._shard)
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


def shard_of(path: Path) -> int:
    """Return the number of a shard's file: what follows the first hyphen of its name."""
    number = read_whole(path.name.partition("-")[2].partition(".")[0])
    if number is None:
        raise StoreError(f"{path} is no shard: its name has no number")
    return number


def open_settings(path: Path) -> int:
    """Open the file that is locked for as long as a directory is in use."""
    try:
        return os.open(path, os.O_RDONLY)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
