"""A terminal for tests: what is shown on it, as text."""

from __future__ import annotations

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
