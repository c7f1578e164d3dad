"""Files that a command writes at its end: they are tried before its work, not after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile


def check_writable(path: Path | None, option: str) -> None:
    """Raise ValueError if a file cannot be written. What is there stays as it is."""
    if path is None:
        return
    is_new = not path.exists()
    with refused(f"{option} {path}"), path.open("ab"):
        pass
    if is_new:
        path.unlink()


def check_replaceable(path: Path | None, option: str) -> None:
    """Raise ValueError if no file can be put in the place of this one."""
    if path is None:
        return
    # The file is written beside its place, and then takes it: that of a device too.
    if path.exists() and not path.is_file():
        raise ValueError(f"{option} {path} is no file")
    check_folder(path.parent, f"{option} {path}")


def check_folder(folder: Path, what: str) -> None:
    """Raise ValueError if no file can be made in a folder."""
    with refused(what), TemporaryFile(dir=folder):
        pass


@contextmanager
def refused(what: str) -> Iterator[None]:
    """Say what cannot be written by a `ValueError`."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{what} cannot be written: {error.strerror}") from None
