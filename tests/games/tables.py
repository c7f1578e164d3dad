"""Every game with each number of players and each option: the tables at which doors are tried."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import pytest

from coalbaron_fast.games import GAMES, Game, load_game
from coalbaron_fast.games.position import BEGINS
from tests.search.tiny_games import GAMES as TINY

LAST_CODES: Final = 40
"""A late position has about as many codes before it that are still to be played."""


class Table(NamedTuple):
    """A game, how many play it, and its options as words."""

    game: Game
    players: int
    options: str

    def __str__(self) -> str:
        """Return what a test is called by."""
        return " ".join(filter(None, (self.game.name, str(self.players), self.options)))

    def begin(self, seed: int | None = None) -> Any:  # noqa: ANN401 - a position of the game
        """Begin a game."""
        return self.game.begin(self.players, seed, options=self.options)

    def late(self, seed: int = 5) -> Any:  # noqa: ANN401 - a position of the game
        """Return a position near the end, where a seat begins a turn; its history is whole."""
        state = self.begin(seed)
        state.push_codes(_early_codes(self.game.name, self.players, self.options, seed))
        return state

    def late_alone(self) -> Any:  # noqa: ANN401 - a position of the game
        """Return the same without its history: what is said of all of it is said soon."""
        return self.game.State.from_text(self.late().to_text(), seed=5)


@functools.cache
def _early_codes(name: str, players: int, options: str, seed: int) -> list[int]:
    """Play a game by its prior; return what a seat decided before the last codes of it.

    A seed adds what chance brings by itself.
    """
    table = next(
        one
        for one in TABLES
        if (one.game.name, one.players, one.options) == (name, players, options)
    )
    state = table.begin(seed)
    decided: list[int] = []
    begun = [(0, 0)]
    while state.turn is not None:
        if state.decision in BEGINS:
            begun.append((len(state.codes), len(decided)))
        turn = state.first_sight()
        state.push_codes(turn)
        decided += turn
    end = len(state.codes)
    return decided[: max(count for codes, count in begun if codes <= max(end - LAST_CODES, 0))]


def tables_of(games: Iterable[Game]) -> list[Table]:
    """Return games with each number of players, and each option at the usual number."""
    return [
        Table(game, players, options)
        for game in games
        for players in game.players
        for options in (game.options.ways() if players == game.usual_players else [""])
    ]


TABLES: Final = tables_of([*map(load_game, GAMES), *TINY])

EVERY_TABLE: Final = pytest.mark.parametrize("table", TABLES, ids=str)
"""A test of every game with each number of players, and each option at the usual number."""

ONE_OF_EACH: Final = pytest.mark.parametrize(
    "table",
    [table for table in TABLES if table.players == table.game.contests[0]],
    ids=str,
)
"""A test of every game and option, with as few as play against each other."""
