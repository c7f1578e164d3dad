"""The switch that says which fault is at work; it is copied beside the package under test.

`PLANTED_FAULT` names the fault. `PLANTED_REACHED` names a file of a byte for each: those that a
process comes by are marked there, whether they are at work or not.
"""

from __future__ import annotations

import mmap
import os
from pathlib import Path

_CHOSEN = int(os.environ.get("PLANTED_FAULT", "0"))


def _open_marks() -> mmap.mmap | None:
    name = os.environ.get("PLANTED_REACHED")
    if name is None:
        return None
    with Path(name).open("r+b") as file:
        return mmap.mmap(file.fileno(), 0)


_MARKS = _open_marks()


def planted(number: int) -> bool:
    """Whether this fault is at work."""
    if _MARKS is not None:
        _MARKS[number] = 1
    return number == _CHOSEN
