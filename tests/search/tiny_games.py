"""The two games that are small enough to be known by heart, for tests of all that knows no game."""

from __future__ import annotations

from typing import Final

from tests.search import hide_game, tiny_game

GAMES: Final = (tiny_game.GAME, hide_game.GAME)
MODULES: Final = {"coin": "tests.search.tiny_game", "hide": "tests.search.hide_game"}
