"""How a command of the program ends, as a shell sees it; 0 is well."""

from __future__ import annotations

import os
import sys
from typing import Final

FAILED: Final = 1
"""It could not be done to the end, its line says why; or its output has no reader."""
WRONG: Final = 2
"""What was asked for makes no sense, or what it needs is not installed."""
INTERRUPTED: Final = 130
"""What a shell expects of a program that Ctrl-C ended."""


def finish_output(status: int) -> int:
    """Hand over what was printed; return the status, or `FAILED` if that could not be done."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        print(f"coalbaron-engine: {error}", file=sys.stderr)
    else:
        return status
    drop_output()
    return status or FAILED


def drop_output() -> None:
    """Forget output without a reader, so that Python does not complain of it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
