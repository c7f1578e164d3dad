"""Results of numbered tasks, kept in a file as they come: the same command goes on after Ctrl-C.

The first line holds the settings, each further one a number and its result as JSON.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from coalbaron_fast.arena.store import StoreError, append_line, cut_off, open_lines, opened, spell
from coalbaron_fast.games.options import with_options

__all__ = ["KeptResults", "read_results"]


class KeptResults:
    """The file of results; use it in a `with` statement. `done` are the results by number."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Begin the file, or go on with one of the same settings; StoreError if it is another."""
        self.path = path
        self.done: dict[int, Any] = {}
        self._descriptor = open_lines(path, "does this work")
        try:
            self._read(settings)
        except BaseException:
            os.close(self._descriptor)
            raise

    def _read(self, settings: Mapping[str, Any]) -> None:
        """Read what is there; a last line that was cut off is dropped."""
        lines, rest = _lines_of(self.path)
        stated = json.loads(json.dumps(settings))
        if lines:
            found, self.done = _parse(self.path, lines)
            if with_options(found) != with_options(stated):
                raise StoreError(f"{self.path} was begun with other settings: {lines[0].decode()}")
        elif not spell({"settings": stated}).startswith(rest):
            raise StoreError(f"{self.path} is no file of results")
        cut_off(self._descriptor, self.path, len(rest))
        if not lines:
            append_line(self._descriptor, self.path, spell({"settings": stated}))

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


def read_results(path: Path) -> tuple[dict[str, Any], dict[int, Any]]:
    """Return the settings of a file and the results in it by number; nothing is changed."""
    return _parse(path, _lines_of(path)[0])


def _lines_of(path: Path) -> tuple[list[bytes], bytes]:
    """Return the whole lines of a file, and what follows them."""
    with opened(path) as file:
        *lines, rest = file.read().split(b"\n")
    return lines, rest


def _parse(path: Path, lines: list[bytes]) -> tuple[dict[str, Any], dict[int, Any]]:
    try:
        head, *entries = map(json.loads, lines)
        done = {entry["number"]: entry["result"] for entry in entries}
        return dict(head["settings"]), done
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is no file of results: {error}") from None
