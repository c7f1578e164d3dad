"""The file of a match: a first line for the match, then one line of JSON for each game.

A line is written whole and forced to the disk before the next task is submitted, so a kill at any
moment loses only the games that are running. A last line that was cut off is dropped when the match
goes on. Only one process at a time may use the file. Every line is checked against the record in it
when the file is read (`arena.witness`).
"""

from __future__ import annotations

import contextlib
import errno
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
from coalbaron_fast.arena.witness import Witness

__all__ = ["FileTakenError", "Store", "StoreError", "WriteError", "read_games", "read_settings"]

KIND: Final = "coalbaron match"
KIND_VERSION: Final = 1


class StoreError(ValueError):
    """The file of a match cannot be used; the text says why."""


class FileTakenError(StoreError):
    """The file is there already."""


class WriteError(OSError):
    """The disk takes no more; what was kept before is whole. The text says where and why."""


MOMENTARY: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What is wrong with a disk, and not with what was asked for."""


def refusal(path: Path, error: OSError) -> StoreError | WriteError:
    """Return what to raise where a file cannot be written."""
    text = f"{path} cannot be written: {error.strerror}"
    return WriteError(text) if error.errno in MOMENTARY else StoreError(text)


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
            raise refusal(path, error) from None
        try:
            append_line(descriptor, path, spell(header))
            lock(descriptor, path)
            os.link(whole, path)
        except FileExistsError:
            os.close(descriptor)
            raise FileTakenError(
                f"{path} is there already; --resume goes on with it, --file names another"
            ) from None
        except WriteError:
            os.close(descriptor)
            raise
        except OSError as error:
            os.close(descriptor)
            raise refusal(path, error) from None
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
        """Keep a game; it is on the disk when this returns. Raises `WriteError`."""
        append_line(self._descriptor, self.path, spell(result.to_dict()))

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
    """Yield the games of a match's file, without a last line that was cut off.

    Raises `StoreError` that names the line if one is no game, or does not say what its record says.
    """
    seen = set()
    witness = witness_of(path)
    with path.open("rb") as lines:
        next(lines)
        for number, line in enumerate(lines, 2):
            if not line.endswith(b"\n"):
                return
            try:
                result = GameResult.from_dict(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise StoreError(f"{path}, line {number}, is no game: {error}") from None
            try:
                witness.check(result)
            except ValueError as error:
                raise StoreError(f"{path}, line {number}, cannot be believed: {error}") from None
            if result.number in seen:
                raise StoreError(f"{path}, line {number}: game {result.number} is there twice")
            seen.add(result.number)
            yield result


def witness_of(path: Path) -> Witness:
    """Return what checks the games of a file."""
    try:
        return Witness(read_settings(path))
    except StoreError:
        raise
    except ValueError as error:
        raise StoreError(f"{path}, line 1: nobody can play this match here: {error}") from None


def read_header(path: Path, line: bytes) -> MatchSettings:
    """Read the first line of a match's file."""
    try:
        header = json.loads(line)
        kind, engine = (header["kind"], header["version"]), header["engine"]
    except (ValueError, KeyError, TypeError, RecursionError):
        kind = None
    if kind != (KIND, KIND_VERSION):
        raise StoreError(f"{path} is no file of a match")
    if engine != __version__:
        raise StoreError(f"{path} was begun with version {engine}, this is {__version__}")
    try:
        return MatchSettings.from_dict(header.get("settings"))
    except ValueError as error:
        raise StoreError(f"{path}, line 1: {error}") from None


def append_line(descriptor: int, path: Path, line: bytes) -> None:
    """Add a line to a file; it is on the disk when this returns, or it is not there at all.

    Raises `WriteError`.
    """
    before = os.fstat(descriptor).st_size
    try:
        while line:
            # Where a part was written, the next write says why.
            line = line[os.write(descriptor, line) :]
        os.fsync(descriptor)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, before)
        raise WriteError(f"{path} cannot be written: {error.strerror}") from None


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
