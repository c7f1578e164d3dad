"""The file of the keys: one a line; lines that begin with `#` are comments."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 65_536
COMMENT: Final = "#"
FOREIGN: Final = stat.S_IWGRP | stat.S_IRWXO
"""Rights that a file of keys must not give: its group may not write it, others may do nothing."""


def read_api_keys(path: str) -> tuple[str, ...]:
    """Return the keys in a file. Raises ValueError with a sentence that says what is wrong."""
    try:
        with Path(path).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"api_key_file {path} cannot be read: {error.strerror}") from None
    if mode & FOREIGN:
        raise ValueError(
            f"api_key_file {path} is open to others than its owner and group: chmod 640 closes it"
        )
    if len(data) > MOST_BYTES:
        raise ValueError(f"api_key_file {path} has more than {MOST_BYTES} bytes")
    try:
        lines = [line.strip() for line in data.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        raise ValueError(f"api_key_file {path} is no text in UTF-8") from None
    keys = tuple(dict.fromkeys(line for line in lines if line and not line.startswith(COMMENT)))
    if not keys:
        # A file that was left empty by mistake must not open the service.
        raise ValueError(f"api_key_file {path} holds no key")
    return keys
