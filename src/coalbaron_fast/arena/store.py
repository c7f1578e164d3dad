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
from typing import Any, BinaryIO, Final, Self

from coalbaron_fast import __version__
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.results import GameResult
from coalbaron_fast.arena.witness import Witness
from coalbaron_fast.files import (
    WriteError,
    flush_directory,
    open_beside,
    remove,
    write_all,
    write_whole,
)

__all__ = [
    "FileTakenError",
    "Store",
    "StoreError",
    "WriteError",
    "keep_whole",
    "only_one",
    "read_games",
    "read_settings",
]

KIND: Final = "coalbaron match"
KIND_VERSION: Final = 1
LONGEST_HEADER: Final = 65_536
"""Bytes of the first line that are read; it names the players and little else."""


class StoreError(ValueError):
    """The file of a match cannot be used; the text says why."""


class FileTakenError(StoreError):
    """The file is there already."""


MOMENTARY: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What is wrong with a disk, and not with what was asked for."""


@contextlib.contextmanager
def refusing(path: Path, descriptor: int | None = None) -> Iterator[None]:
    """Raise `WriteError` or `StoreError` where a file cannot be written; a failure closes it."""
    try:
        yield
    except BaseException as error:
        if descriptor is not None:
            os.close(descriptor)
        if not isinstance(error, OSError):
            raise
        found = error if isinstance(error, WriteError) else WriteError(path, error)
        raise (found if found.errno in MOMENTARY else StoreError(str(found))) from None


def keep_whole(path: Path, data: bytes) -> None:
    """Write a file as `write_whole` does; raises `StoreError` where that can never be done."""
    with refusing(path):
        write_whole(path, data)


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
        with refusing(path):
            descriptor, beside = open_beside(path)
        try:
            with refusing(path, descriptor):
                append_line(descriptor, path, spell(header))
                lock(descriptor, path)
                try:
                    os.link(beside, path)
                except FileExistsError:
                    raise FileTakenError(
                        f"{path} is there already; --resume goes on with it, --file names another"
                    ) from None
                flush_directory(path.parent)
        finally:
            remove(beside)
        return cls(path, settings, descriptor)

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """Open the file of a match again; a last line that was cut off is dropped."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
        with refusing(path, descriptor):
            lock(descriptor, path)
            settings = read_settings(path)
            os.ftruncate(descriptor, whole_length(path))
            os.fsync(descriptor)
            # The process that began it may have ended before its name was on the disk.
            flush_directory(path.parent)
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
    with opened(path) as lines:
        return read_header(path, lines.readline(LONGEST_HEADER))


@contextlib.contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file to read it; `StoreError` if that cannot be done, or not to its end."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None


def read_games(path: Path) -> Iterator[GameResult]:
    """Yield the games of a match's file, without a last line that was cut off.

    Raises `StoreError` that names the line if one is no game, or does not say what its record says.
    """
    seen = set()
    witness = witness_of(path)
    with opened(path) as lines:
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
        raise StoreError(f"{path}, line 1: this match cannot be played here: {error}") from None


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


def open_lines(path: Path, what: str) -> int:
    """Open a file that grows line by line, or begin it; no other process has it then.

    Raises `StoreError` if another process `what`, and as `refusing` where it cannot be opened.
    """
    with refusing(path):
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    with refusing(path, descriptor):
        lock(descriptor, path, what)
        flush_directory(path.parent)
    return descriptor


def cut_off(descriptor: int, path: Path, rest: int) -> None:
    """Drop the last `rest` bytes of a file: of a line that was never finished."""
    with refusing(path):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - rest)
        os.fsync(descriptor)


def append_line(descriptor: int, path: Path, line: bytes) -> None:
    """Add a line to a file; it is on the disk when this returns, or it is not there at all.

    Raises `WriteError`.
    """
    before = os.fstat(descriptor).st_size
    try:
        write_all(descriptor, line)
        os.fsync(descriptor)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, before)
        if isinstance(error, OSError):
            raise WriteError(path, error) from None
        raise


def reason_of(error: Exception) -> str:
    """Return in one line what is wrong with a file."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text.strip().partition("\n")[0] or type(error).__name__


def spell(data: dict[str, Any]) -> bytes:
    """Return one line of JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def whole_length(path: Path) -> int:
    """Return the length of the file up to the end of its last whole line."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.rfind(b"\n") + 1


def lock(descriptor: int, path: Path, what: str = "plays this match") -> None:
    """Lock the file until the descriptor is closed, or the process ends.

    Raises `StoreError` if another process has it, OSError if it cannot be locked at all.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(f"{path} is in use: another process {what}") from None


@contextlib.contextmanager
def only_one(path: Path, what: str) -> Iterator[None]:
    """Keep other processes from a file that is replaced as a whole, for as long as this lasts.

    A file beside it holds the lock: the file itself becomes another one when it is replaced. Raises
    `StoreError` if another process `what`, and as `keep_whole` where there is no room for the lock.
    """
    beside = path.with_name(f".{path.name}.lock")
    with refusing(path):
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with refusing(path):
            lock(descriptor, path, what)
        if not is_at(descriptor, beside):
            # The one before has just ended, and removed it.
            raise StoreError(f"{path} is in use: another process {what}")
        try:
            yield
        finally:
            remove(beside)
    finally:
        os.close(descriptor)


def is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file has this name still."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
