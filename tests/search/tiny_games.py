"""The two games that are small enough to be known by heart, for tests of all that knows no game."""

from __future__ import annotations

from typing import Final

import pytest

from tests.search import hide_game, tiny_game

GAMES: Final = (tiny_game.GAME, hide_game.GAME)
MODULES: Final = {"coin": "tests.search.tiny_game", "hide": "tests.search.hide_game"}
TABLES: Final = [
    pytest.param(game, players, id=f"{game.name} {players}")
    for game in GAMES
    for players in game.players
]
"""Each game with each number of players, as parameters of a test."""
