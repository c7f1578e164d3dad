"""The games that the engine plays, each in a folder of its own.

A `Game` is a plain record: the table of functions that the search knows the game by, the class of
its positions, and what the doors ask for. `load_game` finds one by its name. Whoever needs
something of a game asks the record, and names no game but `DEFAULT`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from coalbaron_fast.games.position import Position

__all__ = ["DEFAULT", "GAMES", "Game", "Position", "load_game"]

DEFAULT: Final = "coalbaron"

GAMES: Final[dict[str, str]] = {
    "coalbaron": "coalbaron_fast.games.coalbaron.game",
}
"""The module of each game by its name; it holds the record as `GAME`."""


class Game(NamedTuple):
    """One game, for everything that knows no game.

    `ops` is the search's table of functions (search/game.pxd) by whole turns, `token_ops` the
    same by single tokens. `tokens` spells a move code, `read_words` reads words into codes,
    `describe` says in plain English what a code does, `draw_board` draws a position as text.
    """

    name: str
    title: str
    players: range
    State: type[Any]
    """The class of its positions, a `Position`."""
    ops: object
    tokens: Sequence[str]
    read_words: Callable[[str | Iterable[str]], list[int]]
    describe: Callable[[int], str]
    draw_board: Callable[[Any], list[str]]
    token_ops: object | None = None

    def spell(self, codes: Iterable[int]) -> list[str]:
        """Return the tokens of move codes."""
        return [self.tokens[code] for code in codes]


def load_game(name: str) -> Game:
    """Return the game of this name; ValueError names those that there are."""
    if name not in GAMES:
        raise ValueError(f"no game {name!r}: {', '.join(GAMES)}")
    game: Game = importlib.import_module(GAMES[name]).GAME
    return game
