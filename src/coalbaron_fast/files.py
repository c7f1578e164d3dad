"""Files that are there whole or not at all.

What is replaced is written beside its place, forced to the disk, renamed, and its directory forced
to the disk: a kill or a power failure at any moment leaves the old file or the new one. Everything
goes through a descriptor and `os`, where tests let each step fail once.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

__all__ = [
    "WriteError",
    "flush_directory",
    "make_directory",
    "open_beside",
    "put_in_place",
    "remove",
    "write_all",
    "write_whole",
]


class WriteError(OSError):
    """A file could not be written; what was there before is whole. The text says where and why."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path} cannot be written: {error.strerror or error}")
        self._cause = path, error
        self.errno = error.errno

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by what went wrong, as from a worker."""
        return type(self), self._cause


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; it is on the disk when this returns. Raises `WriteError`."""
    try:
        descriptor, beside = open_beside(path)
    except OSError as error:
        raise WriteError(path, error) from None
    try:
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        put_in_place(beside, path)
    except OSError as error:
        raise WriteError(path, error) from None
    finally:
        remove(beside)


def open_beside(path: Path) -> tuple[int, Path]:
    """Begin the file that shall take the place of `path`; return its descriptor and its name."""
    # A name that no other process uses. What a killed one has left is written over.
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    return os.open(beside, flags | getattr(os, "O_BINARY", 0), 0o666), beside


def put_in_place(beside: Path, path: Path) -> None:
    """Give a file that is on the disk its own name, and force that to the disk."""
    beside.replace(path)
    flush_directory(path.parent)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, however few the system takes at once."""
    left = memoryview(data)
    while left:
        # Where a part was written, the next write says why.
        left = left[os.write(descriptor, left) :]


def remove(path: Path) -> None:
    """Remove a file that is of no use, if it is there and that can be done."""
    with contextlib.suppress(OSError):
        path.unlink()


def flush_directory(path: Path) -> None:
    """Force the names in a directory to the disk."""
    if os.name == "nt":  # pragma: no cover - a directory cannot be opened there
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_directory(path: Path) -> None:
    """Make a directory and those above it, and force their names to the disk. Raises OSError."""
    if path.is_dir():
        return
    if path.parent != path:
        make_directory(path.parent)
    with contextlib.suppress(FileExistsError):
        path.mkdir()
    if not path.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    flush_directory(path.parent)
