"""Results of numbered tasks, kept in a file as they come: the same command goes on after Ctrl-C.

The first line holds the settings, each further one a number and its result as JSON.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from coalbaron_fast.arena.store import StoreError, append_line, lock, spell

__all__ = ["KeptResults"]


class KeptResults:
    """The file of results; use it in a `with` statement. `done` are the results by number."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Begin the file, or go on with one of the same settings; StoreError if it is another."""
        self.path = path
        self.done: dict[int, Any] = {}
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
        try:
            lock(self._descriptor, path)
            self._read(settings)
        except BaseException:
            os.close(self._descriptor)
            raise

    def _read(self, settings: Mapping[str, Any]) -> None:
        """Read what is there; a last line that was cut off is dropped."""
        *lines, rest = self.path.read_bytes().split(b"\n")
        head = {"settings": json.loads(json.dumps(settings))}
        try:
            found = [json.loads(line) for line in lines]
            if found and found[0] != head:
                raise StoreError(f"{self.path} was begun with other settings: {lines[0].decode()}")
            self.done = {entry["number"]: entry["result"] for entry in found[1:]}
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{self.path} is no file of results: {error}") from None
        if not found and rest:
            raise StoreError(f"{self.path} is no file of results")
        os.ftruncate(self._descriptor, self.path.stat().st_size - len(rest))
        if not found:
            append_line(self._descriptor, self.path, spell(head))

    def take(self, result: tuple[int, Any]) -> None:
        """Keep the result of a task; it is on the disk when this returns."""
        number, data = result
        append_line(self._descriptor, self.path, spell({"number": number, "result": data}))
        self.done[number] = data

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        os.close(self._descriptor)
