"""Programs that tests start."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

PATIENCE_S: Final = 240.0
"""So long a test waits for what must come: a busy machine is slow, a fault takes all of it."""


@contextmanager
def running(*command: str, **settings: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401 - those of Popen
    """Start a program with pipes of text to it and from it.

    At the end it is killed, whatever happened: leaving `Popen` itself would wait for it.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
