"""Perft suites as text: positions, the way to each, and how many sequences of tokens follow.

A suite has one block a position, with an empty line between blocks::

    # mid-look: seat 1 keeps one of five tiles
    start 0
    moves !b1D !Tgg ...
    position cb1 players=2 ...
    1 12
    2 167

``moves`` lead from the beginning of a game with that start seat to the position; a line that
begins with a depth holds the number of sequences of so many tokens, chance outcomes included
(a sequence that ends the game counts once at every greater depth).
"""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from coalbaron_fast import State
from tests.games.coalbaron.core.games import SEAT_COUNTS
from tests.games.coalbaron.reference.model import Game

FOLDER: Final = Path(__file__).parent / "perft"
SUITES: Final = {players: FOLDER / f"{players}_players.perft" for players in SEAT_COUNTS}
COLUMNS: Final = 100


class Entry(NamedTuple):
    """One position of a suite."""

    title: str
    start: int
    moves: list[str]
    position: str
    counts: dict[int, int]

    @property
    def players(self) -> int:
        """Number of seats, as the position says."""
        return self.state().players

    def state(self) -> State:
        """The position, read from its text."""
        return State.from_text(self.position)

    def state_played(self) -> State:
        """The position, reached by its moves."""
        state = State(players=self.players, start=self.start)
        state.push_all(self.moves)
        return state

    def reference(self) -> Game:
        """The position in the plain model, reached by its moves."""
        game = Game(self.players, self.start)
        for token in self.moves:
            game.play(token)
        return game


def format_suite(entries: list[Entry]) -> str:
    """The text of a suite."""
    return "\n".join("\n".join(lines_of(entry)) + "\n" for entry in entries)


def lines_of(entry: Entry) -> Iterator[str]:
    """The lines of one block."""
    yield f"# {entry.title}"
    yield f"start {entry.start}"
    width = COLUMNS - len("moves ")
    for line in textwrap.wrap(
        " ".join(entry.moves), width, break_long_words=False, break_on_hyphens=False
    ):
        yield f"moves {line}"
    yield f"position {entry.position}"
    for depth, count in entry.counts.items():
        yield f"{depth} {count}"


def parse_suite(text: str) -> list[Entry]:
    """The entries of a suite; a line that does not belong there is an error."""
    return [parse_block(block.splitlines()) for block in text.strip().split("\n\n")]


def parse_block(lines: list[str]) -> Entry:
    """One position of a suite."""
    title = position = ""
    start = -1
    moves: list[str] = []
    counts: dict[int, int] = {}
    for line in lines:
        key, _, value = line.partition(" ")
        match key:
            case "#":
                title = value
            case "start":
                start = int(value)
            case "moves":
                moves += value.split()
            case "position":
                position = value
            case _:
                counts[int(key)] = int(value)
    return Entry(title, start, moves, position, counts)


def reference_perft(game: Game, depth: int) -> int:
    """What State.perft counts, counted by the plain model."""
    if depth == 0 or game.phase == "over":
        return 1
    tokens = sorted(game.legal())
    if depth == 1:
        return len(tokens)
    return sum(reference_perft(played(game, token), depth - 1) for token in tokens)


def reference_divide(game: Game, depth: int) -> dict[str, int]:
    """What State.perft(depth, divide=True) counts, counted by the plain model."""
    return {
        token: reference_perft(played(game, token), depth - 1) for token in sorted(game.legal())
    }


def played(game: Game, token: str) -> Game:
    """Another game that is one token further."""
    after = copy.deepcopy(game)
    after.play(token)
    return after
