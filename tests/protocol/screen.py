"""A terminal for tests: what is shown on it, as text."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper

from rich.console import Console

from coalbaron_protocol.terminal import THEME


def open_screen(width: int = 80, *, colours: bool = False, encoding: str = "utf-8") -> Console:
    """Return a console that keeps what it is told; `shown_on` reads it."""
    return Console(
        file=TextIOWrapper(BytesIO(), encoding=encoding),
        width=width,
        theme=THEME,
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        highlight=False,
        markup=False,
        emoji=False,
        _environ={},
    )


def shown_on(console: Console) -> str:
    """Return everything that was shown."""
    stream = console.file
    assert isinstance(stream, TextIOWrapper)
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def run_on_terminal(command: Sequence[str], typed: str = "") -> tuple[int, str]:
    """Run a program on a terminal of its own; return its status and all that it wrote there."""
    import pty  # noqa: PLC0415 - not on every system

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        # The end of a terminal is an error on Linux.
        with contextlib.suppress(OSError):
            while chunk := os.read(ours, 65_536):
                shown += chunk
        os.close(ours)
    return process.returncode, shown.decode()
