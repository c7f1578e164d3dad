"""The file of a match: a first line for the match, then one line of JSON for each game.

A line is written whole and forced to the disk before the next task is submitted, so a kill at any
moment loses only the games that are running. A last line that was cut off is dropped when the match
goes on. Only one process at a time may use the file.
"""

from __future__ import annotations

import fcntl
import json
import mmap
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from coalbaron_fast import __version__
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.results import GameResult

__all__ = ["Store", "StoreError", "read_games", "read_settings"]

KIND: Final = "coalbaron match"
KIND_VERSION: Final = 1


class StoreError(ValueError):
    """The file of a match cannot be used; the text says why."""


class Store:
    """An open file of a match; close it, or use it in a `with` statement."""

    def __init__(self, path: Path, settings: MatchSettings, descriptor: int) -> None:
        """Use `Store.create` or `Store.reopen`."""
        self.path = path
        self.settings = settings
        self._descriptor = descriptor

    @classmethod
    def create(cls, path: Path, settings: MatchSettings) -> Self:
        """Begin the file of a match; raises `StoreError` if there is one already."""
        header = {
            "kind": KIND,
            "version": KIND_VERSION,
            "engine": __version__,
            "settings": settings.to_dict(),
        }
        # The file appears with its header in it, or not at all.
        whole = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            descriptor = os.open(whole, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror}") from None
        try:
            os.write(descriptor, spell(header))
            os.fsync(descriptor)
            lock(descriptor, path)
            os.link(whole, path)
        except FileExistsError:
            os.close(descriptor)
            raise StoreError(f"{path} is there already; --resume goes on with it") from None
        except BaseException:
            os.close(descriptor)
            raise
        finally:
            whole.unlink()
        flush_directory(path.parent)
        return cls(path, settings, descriptor)

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """Open the file of a match again; a last line that was cut off is dropped."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            lock(descriptor, path)
            settings = read_settings(path)
            os.ftruncate(descriptor, whole_length(path))
            os.fsync(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, settings, descriptor)

    def append(self, result: GameResult) -> None:
        """Keep a game; it is on the disk when this returns."""
        line = spell(result.to_dict())
        try:
            written = os.write(self._descriptor, line)
            os.fsync(self._descriptor)
        except OSError as error:
            raise StoreError(f"{self.path} cannot be written: {error.strerror}") from None
        if written < len(line):
            raise StoreError(f"{self.path} takes no more: {written} of {len(line)} bytes written")

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def read_settings(path: Path) -> MatchSettings:
    """Return the settings of a match without going on with it."""
    try:
        with path.open("rb") as lines:
            return read_header(path, lines.readline())
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from None


def read_games(path: Path) -> Iterator[GameResult]:
    """Yield the games of a match's file, without a last line that was cut off."""
    seen = set()
    with path.open("rb") as lines:
        next(lines)
        for number, line in enumerate(lines, 2):
            if not line.endswith(b"\n"):
                return
            try:
                result = GameResult.from_dict(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise StoreError(f"{path}, line {number}, is no game: {error}") from None
            if result.number in seen:
                raise StoreError(f"{path}, line {number}: game {result.number} is there twice")
            seen.add(result.number)
            yield result


def read_header(path: Path, line: bytes) -> MatchSettings:
    """Read the first line of a match's file."""
    try:
        header = json.loads(line)
        settings = MatchSettings.from_dict(header["settings"])
        kind, engine = (header["kind"], header["version"]), header["engine"]
    except (ValueError, KeyError, TypeError):
        kind = None
    if kind != (KIND, KIND_VERSION):
        raise StoreError(f"{path} is no file of a match")
    if engine != __version__:
        raise StoreError(f"{path} was begun with version {engine}, this is {__version__}")
    return settings


def spell(data: dict[str, Any]) -> bytes:
    """Return one line of JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def whole_length(path: Path) -> int:
    """Return the length of the file up to the end of its last whole line."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.rfind(b"\n") + 1


def lock(descriptor: int, path: Path) -> None:
    """Lock the file until the descriptor is closed, or the process ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StoreError(f"{path} is in use: another process plays this match") from None


def flush_directory(path: Path) -> None:
    """Force the names in a directory to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
