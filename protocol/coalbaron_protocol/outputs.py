"""Files that a command writes at its end: they are tried before its work, not after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from coalbaron_fast.files import WriteError, write_whole


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


def write_output(path: Path, text: str) -> None:
    """Write a file that is there whole or not at all; a device gets the text. Raises OSError."""
    data = text.encode()
    if not path.exists() or path.is_file():
        # Where a link leads; the link stays.
        write_whole(path.resolve(), data)
        return
    try:
        with path.open("wb") as device:
            device.write(data)
    except OSError as error:
        raise WriteError(path, error) from None


@contextmanager
def refused(what: str) -> Iterator[None]:
    """Say what cannot be written by a `ValueError`."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{what} cannot be written: {error.strerror}") from None
