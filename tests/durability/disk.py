"""A disk that fails once: the n-th step of writing goes wrong, in one of several ways.

Everything that is written goes through a few functions of `os`. They are counted here, and the n-th
one fails with an error, writes a part only, or is the last thing that the process does. What a
power failure leaves is known too: of a file what was forced to the disk, and of a directory the
names that were.
"""

# ruff: noqa: ANN401 - functions of the system take anything

from __future__ import annotations

import contextlib
import enum
import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock


class Way(enum.StrEnum):
    """How a step goes wrong."""

    FULL = "no space is left"
    BROKEN = "an input/output error"
    SHORT = "a part is written, then no space is left"
    KILLED = "killed before it"
    KILLED_AFTER = "killed after it"
    KILLED_WITHIN = "killed when a part was written"
    POWER = "the power fails before it"
    POWER_AFTER = "the power fails after it"


ERRORS: Final = {Way.FULL: errno.ENOSPC, Way.BROKEN: errno.EIO, Way.SHORT: errno.ENOSPC}
AFTER: Final = (Way.KILLED_AFTER, Way.POWER_AFTER)
POWER: Final = (Way.POWER, Way.POWER_AFTER)
WRITES_ONLY: Final = (Way.SHORT, Way.KILLED_WITHIN)

STEPS: Final = ("open", "write", "fsync", "ftruncate", "replace", "link", "mkdir", "flock")


class KilledError(BaseException):
    """The process is gone: nothing that it would have done afterwards happens."""


class Disk:
    """Counts the steps below a directory, and lets one of them go wrong.

    `steps` are the names of those that were counted. After a kill every further step raises, so
    that no clean-up is done; `settle` closes what the dead process had open, and takes away what a
    power failure loses.
    """

    def __init__(self, root: Path, way: Way | None = None, number: int = 0) -> None:
        """With a way, the step of this number goes wrong, counted from 0."""
        self.steps: list[str] = []
        self.failed: str | None = None
        self._root = root
        self._way = way
        self._number = number
        self._is_dead = False
        self._open = os.open
        self._opened: set[int] = set()
        self._kept_open: list[int] = []
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        self._note_tree(root)

    @contextlib.contextmanager
    def failing(self) -> Iterator[None]:
        """Let the steps of this process go through here."""
        import fcntl  # noqa: PLC0415 - beside what is put in its place

        with contextlib.ExitStack() as stack:
            for name in STEPS:
                module: Any = fcntl if name == "flock" else os
                wrapped = self._wrap(name, getattr(module, name))
                stack.enter_context(mock.patch.object(module, name, wrapped))
            stack.enter_context(mock.patch.object(os, "unlink", self._unlink(os.unlink)))
            stack.enter_context(mock.patch.object(os, "close", self._close(os.close)))
            yield

    def settle(self) -> None:
        """Leave the directory as a new process finds it."""
        for descriptor in self._opened:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        if self._way in POWER and self.failed:
            self._lose()
        for descriptor in self._kept_open:
            os.close(descriptor)

    # -- steps

    def _wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **more: Any) -> Any:
            if self._is_dead:
                raise KilledError
            if not self._is_counted(name, arguments):
                return self._done(name, arguments, real(*arguments, **more))
            number = len(self.steps)
            self.steps.append(name)
            if self._way is None or number != self._number:
                return self._done(name, arguments, real(*arguments, **more))
            self.failed = name
            return self._fail(self._way, name, real, arguments, more)

        return step

    def _fail(
        self, way: Way, name: str, real: Callable[..., Any], arguments: Any, more: Any
    ) -> Any:
        if way in WRITES_ONLY and name == "write":
            descriptor, data = arguments
            real(descriptor, data[: len(data) // 2])
            if way is Way.SHORT:
                raise OSError(ERRORS[way], os.strerror(ERRORS[way]))
        elif way in ERRORS:
            raise OSError(ERRORS[way], os.strerror(ERRORS[way]))
        elif way in AFTER:
            self._done(name, arguments, real(*arguments, **more))
        self._is_dead = True
        raise KilledError

    def _done(self, name: str, arguments: Any, result: Any) -> Any:
        if name == "open" and self._is_below(arguments[0]):
            self._opened.add(result)
            # Held, so that no other file gets its number; by another way than the one that is
            # locked.
            self._kept_open.append(self._open(f"/proc/self/fd/{result}", os.O_PATH))
        elif name == "fsync":
            self._note(arguments[0])
        return result

    def _unlink(self, real: Callable[..., None]) -> Callable[..., None]:
        def unlink(*arguments: Any, **more: Any) -> None:
            if self._is_dead:
                raise KilledError
            real(*arguments, **more)

        return unlink

    def _close(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def close(descriptor: int) -> None:
            # What a dead process has open is closed by the system, not by it.
            if not self._is_dead:
                real(descriptor)
                self._opened.discard(descriptor)

        return close

    def _is_counted(self, name: str, arguments: Any) -> bool:
        """Whether it is a step below the directory; reading is none."""
        first = arguments[0]
        if name == "open":
            return self._is_below(first) and bool(arguments[1] & (os.O_WRONLY | os.O_RDWR))
        if isinstance(first, int):
            return first in self._opened
        return self._is_below(first)

    def _is_below(self, path: Any) -> bool:
        return Path(os.path.abspath(path)).is_relative_to(self._root)  # noqa: PTH100 - no resolving

    # -- what is on the disk for good

    def _note_tree(self, directory: Path) -> None:
        """Take what is there at the beginning as forced to the disk."""
        self._names[directory.stat().st_ino] = names_of(directory)
        for path in directory.iterdir():
            if path.is_dir():
                self._note_tree(path)
            else:
                self._contents[path.stat().st_ino] = path.read_bytes()

    def _note(self, descriptor: int) -> None:
        """Take what is there now as forced to the disk."""
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            self._names[found.st_ino] = names_of(Path(f"/proc/self/fd/{descriptor}"))
        else:
            self._contents[found.st_ino] = os.pread(descriptor, found.st_size, 0)

    def _lose(self) -> None:
        """Take away what was never forced to the disk."""
        self._restore(self._root, self._root.stat().st_ino)

    def _restore(self, directory: Path, node: int) -> None:
        names = self._names.get(node, {})
        there = names_of(directory)
        for name in there:
            if names.get(name) != there[name]:
                remove_tree(directory / name)
        for name, inner in names.items():
            path = directory / name
            if inner in self._names or path.is_dir():
                path.mkdir(exist_ok=True)
                self._restore(path, inner)
            else:
                # Of a file that was never forced to the disk the name is there, and no content.
                path.write_bytes(self._contents.get(inner, b""))


def names_of(directory: Path) -> dict[str, int]:
    """Return the names in a directory, each with the number of its file."""
    return {entry.name: entry.inode() for entry in os.scandir(directory)}


def remove_tree(path: Path) -> None:
    """Remove a file, or a directory with all in it."""
    if path.is_dir():
        for inner in path.iterdir():
            remove_tree(inner)
        path.rmdir()
    else:
        path.unlink()
