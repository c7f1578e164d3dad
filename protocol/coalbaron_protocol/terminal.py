"""The terminal: what it can show, its styles, and a game's texts in the game's colours.

`rich` knows terminals, pipes, NO_COLOR and widths. It is imported here and in what people look at,
never in what speaks the line protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import IO, Final, NamedTuple

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from coalbaron_fast.games import Game

COLOUR: Final = "colour."

THEME: Final = Theme(
    {
        "board": "default",
        "title": "bold",
        "quiet": "dim",
        "good": "bold green",
        "wrong": "bold red",
        "number": "bold cyan",
        "token": "cyan",
        "bar.first": "green",
        "bar.other": "blue",
        # With a background of their own they can be read on dark and on light terminals.
        f"{COLOUR}yellow": "#000000 on #e8c33a",
        f"{COLOUR}brown": "#ffffff on #8a5a2b",
        f"{COLOUR}gray": "#000000 on #a8a8a8",
        f"{COLOUR}black": "bold #ffffff on #4b4b55",
    }
)
"""Styles by name; a game names its colours as a person would."""


class Symbols(NamedTuple):
    """What is drawn with; a bar is made of full cells, perhaps a half one, and the rest."""

    plus_minus: str
    to: str
    full: str
    half: str
    rest: str
    cut: str
    prompt: str


LOCALE: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The first of these that is set says what letters a terminal has."""

UNICODE: Final = Symbols("±", "\N{EN DASH}", "━", "╸", "─", "…", "»")
ASCII: Final = Symbols("+-", "-", "#", "-", ".", "...", ">")


def open_terminal(
    stream: IO[str] | None = None, environment: Mapping[str, str] = os.environ
) -> Console:
    """Return the terminal of a stream, standard output by default."""
    stream = sys.stdout if stream is None else stream
    # Python takes the locale C for UTF-8. Who sets it asks for plain letters.
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "")
    if locale in ("C", "POSIX") and hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="ascii", errors="replace")
    return Console(file=stream, theme=THEME, highlight=False, markup=False, emoji=False)


def symbols_of(console: Console) -> Symbols:
    """Return what a terminal can draw."""
    return ASCII if console.options.ascii_only else UNICODE


def painted(game: Game, text: str, style: str = "") -> Text:
    """Return a text of a game in the game's colours."""
    shown = Text(text, style)
    for pattern in () if game.screen is None else game.screen().colours:
        shown.highlight_regex(pattern, style_prefix=COLOUR)
    return shown


def board_of(game: Game, lines: Iterable[str]) -> Text:
    """Return the drawing of a board in the game's colours, its first line as a title."""
    first, *others = lines
    return Text("\n").join(
        [Text(first, "title"), *(painted(game, line, "board") for line in others)]
    )


def sentence(phrase: str) -> str:
    """Return a phrase as a sentence."""
    return f"{phrase[:1].upper()}{phrase[1:]}."
