"""Puzzles: positions in which one turn is best by far, and what each other one gives away.

A file of puzzles is JSON, compressed. It has all that is needed to judge an answer. Each date
has its puzzle, the same for everybody who has the same file. `arena/puzzling.py` makes them.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from coalbaron_fast.files import write_whole
from coalbaron_fast.games import Game, Position
from coalbaron_fast.review.judging import is_same_turn

__all__ = ["GRADES", "Answer", "Puzzle", "PuzzleFile", "load_puzzles", "save_puzzles"]

GRADES: Final = (64, 256, 1024)
"""A puzzle of grade n is found by a search of the n-th number of nodes, and by no shorter one. A
puzzle that none of them finds has the grade after the last."""

SURE: Final = 1.0 - 1e-9
"""A share of the win that is the whole of it."""

RIGHT: Final = 0.02
"""A turn that gives away no more of the win than this is right."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn, as tokens, and what every seat can expect of it."""

    turn: list[str]
    win: list[float]
    vp: list[float]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as the seat to move knows it, and its turns, the best one first.

    `kind` is ``ending`` if it is solved to the end of the game, then `answers` holds every turn
    that is not surely as good as another one, else ``far``. `nodes` are those of the search.
    """

    id: str
    kind: str
    grade: int
    players: int
    seat: int
    shift: int
    position: str
    answers: list[Answer]
    nodes: int

    @property
    def wins(self) -> bool:
        """Whether the best turn surely wins."""
        return self.kind == "ending" and self.answers[0].win[self.seat] >= SURE

    def loss(self, answer: Answer) -> float:
        """Return what an answer gives away of the mover's share of the win."""
        return self.answers[0].win[self.seat] - answer.win[self.seat]

    def is_right(self, answer: Answer) -> bool:
        """Whether an answer loses no more than `RIGHT`."""
        return self.loss(answer) <= RIGHT

    def find(self, game: Game, codes: Sequence[int]) -> Answer | None:
        """Return the answer that leads to the same position as a turn; None if there is none."""
        state: Position = game.State.from_text(self.position)
        for answer in self.answers:
            if is_same_turn(state, game.read_words(answer.turn), codes):
                return answer
        return None


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """Puzzles in the order of their days, and the settings that they were made with."""

    settings: Mapping[str, Any]
    puzzles: Sequence[Puzzle]

    def of_day(self, date: dt.date) -> Puzzle:
        """Return the puzzle of a date."""
        return self.puzzles[date.toordinal() % len(self.puzzles)]

    def find(self, name: str) -> Puzzle | None:
        """Return the puzzle of this id."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)


def load_puzzles(path: Path) -> PuzzleFile:
    """Read a file of puzzles."""
    data = json.loads(gzip.decompress(path.read_bytes()))
    return PuzzleFile(data["settings"], [read_puzzle(puzzle) for puzzle in data["puzzles"]])


def read_puzzle(data: Mapping[str, Any]) -> Puzzle:
    """Return a puzzle from its fields as plain data."""
    return Puzzle(**{**data, "answers": [Answer(**answer) for answer in data["answers"]]})


def save_puzzles(path: Path, settings: Mapping[str, Any], puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles; the same ones make the same bytes."""
    data = {"settings": settings, "puzzles": [asdict(puzzle) for puzzle in puzzles]}
    text = json.dumps(data, separators=(",", ":"))
    write_whole(path, gzip.compress(text.encode(), mtime=0))
