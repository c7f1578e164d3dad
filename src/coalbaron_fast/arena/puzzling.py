"""Making puzzles: self-play, and the positions of it in which one turn is best by far.

The games are played at first sight, which takes next to no time and blunders often enough. At each
turn that is near enough to the end the rest is solved; of the others a share is searched with many
nodes. It is a puzzle if one turn is best by far, and neither first sight nor a short search finds
it.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from coalbaron_fast import Engine, Limits
from coalbaron_fast.evaluation import HAND
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.review.judging import is_same_turn
from coalbaron_fast.review.puzzles import GRADES, Answer, Puzzle, read_puzzle

__all__ = ["PuzzleSettings", "PuzzleTask", "arrange"]

HASH_MB: Final = 16
SHORT_NODES: Final = 24
"""A search of so many nodes must not find the answer."""

LINES: Final = 40
"""Turns kept of a solved ending; of a search, those that it tried often enough to say something."""

FEWEST_TRIES: Final = 40
GAP_OF_ENDING: Final = 0.1
GAP_BY_FAR: Final = 0.08
"""By so much of the win the best turn is better than the next one."""

SURE: Final = 4.0
"""And by so many errors, where it is not solved."""


class PuzzleSettings(NamedTuple):
    """The same settings make the same puzzles.

    Game n has `seats[n % len(seats)]` seats. `share` of the turns that cannot be solved is searched
    with `nodes`.
    """

    games: int = 300
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    nodes: int = 4000
    share: float = 0.02
    evaluation: str = HAND
    game: str = DEFAULT

    def tasks(self, done: Iterable[int]) -> list[PuzzleTask]:
        """Return the games that are not done."""
        left = set(range(self.games)) - set(done)
        return [PuzzleTask(number, self) for number in sorted(left)]


class PuzzleTask(NamedTuple):
    """One game, and the puzzles in it."""

    number: int
    settings: PuzzleSettings

    def run(self) -> tuple[int, list[dict[str, Any]]]:
        """Play the game; return its number and its puzzles as plain data."""
        maker = _Maker(self.settings, self.number)
        return self.number, [asdict(puzzle) for puzzle in maker.play()]


class _Maker:
    """Plays one game and looks for puzzles in it."""

    def __init__(self, settings: PuzzleSettings, number: int) -> None:
        self._settings = settings
        self._game: Game = load_game(settings.game)
        self._seed = settings.seed * 1_000_003 + number
        self._players = settings.seats[number % len(settings.seats)]
        self._random = random.Random(self._seed)
        evaluation = settings.evaluation
        self._deep = Engine(hash_mb=HASH_MB, game=self._game, evaluation=evaluation)
        self._short = Engine(
            hash_mb=HASH_MB, parameters={"solve": 0}, game=self._game, evaluation=evaluation
        )

    def play(self) -> Iterable[Puzzle]:
        state: Position = self._game.State(self._players, seed=self._seed)
        last = None
        while state.turn is not None:
            view = state.view(state.turn)
            puzzle = None if view.is_small_decision else self._puzzle(view)
            # Two turns of one ending are one puzzle: the first of them asks for more.
            if puzzle is not None and last != (puzzle.seat, puzzle.shift, puzzle.kind):
                last = puzzle.seat, puzzle.shift, puzzle.kind
                yield puzzle
            state.push_codes(view.first_sight())

    def _puzzle(self, view: Position) -> Puzzle | None:
        """Return the puzzle that a position is, if it is one."""
        answers = self._solved(view)
        kind = "ending"
        if answers is None and self._random.random() < self._settings.share:
            answers, kind = self._searched(view), "far"
        if not answers or len(answers) < 2:
            return None
        text = view.to_text()
        puzzle = Puzzle(
            id=hashlib.sha256(text.encode()).hexdigest()[:10],
            kind=kind,
            grade=0,
            players=view.players,
            seat=view.turn or 0,
            shift=view.shift,
            position=text,
            answers=answers,
            nodes=self._settings.nodes,
        )
        if self._is_found(puzzle, view.first_sight()):
            return None
        short = self._short.search(view, Limits(nodes=SHORT_NODES)).best_codes
        if self._is_found(puzzle, short):
            return None
        return self._graded(puzzle, view)

    def _solved(self, view: Position) -> list[Answer] | None:
        """Solve an ending with one best turn; None if it is too long, nothing if it has more."""
        ending = self._deep.endings.attempt(view, self._settings.nodes, None, LINES)
        if ending is None:
            return None
        seat, lines = ending.seat, ending.lines
        if len(lines) < 2 or lines[0].win[seat] - lines[1].win[seat] < GAP_OF_ENDING:
            return []
        return [self._answer(line.codes, line.win, line.vp) for line in lines]

    def _searched(self, view: Position) -> list[Answer]:
        """Search a position with one turn that is best by far; nothing if there is none."""
        seat = view.turn or 0
        limits = Limits(nodes=self._settings.nodes, lines=LINES)
        lines = self._deep.search(view, limits).lines
        tried = [line for line in lines if line.visits >= FEWEST_TRIES]
        if len(tried) < 2:
            return []
        best = tried[0]
        for line in tried[1:]:
            gap = best.win[seat] - line.win[seat]
            error = math.hypot(best.win_error[seat], line.win_error[seat])
            if gap < max(GAP_BY_FAR, SURE * error):
                return []
        return [self._answer(line.codes, line.win, line.vp) for line in tried]

    def _answer(self, codes: list[int], win: list[float], vp: list[float]) -> Answer:
        return Answer(
            self._game.spell(codes),
            [round(share, 4) for share in win],
            [round(points, 2) for points in vp],
        )

    def _is_found(self, puzzle: Puzzle, codes: list[int]) -> bool:
        """Whether a turn is the best one; the others are worse by far."""
        state = self._game.State.from_text(puzzle.position)
        best = self._game.read_words(puzzle.answers[0].turn)
        return is_same_turn(state, best, codes)

    def _graded(self, puzzle: Puzzle, view: Position) -> Puzzle:
        """Return a puzzle with its grade: how long a search must be to find the answer."""
        fields = asdict(puzzle)
        for grade, nodes in enumerate(GRADES, 1):
            found = self._short.search(view, Limits(nodes=nodes)).best_codes
            if self._is_found(puzzle, found):
                return read_puzzle(fields | {"grade": grade})
        return read_puzzle(fields | {"grade": len(GRADES) + 1})


def arrange(results: Iterable[list[dict[str, Any]]], seed: int) -> list[Puzzle]:
    """Return the puzzles of all games, each once, shuffled for the days."""
    puzzles = {one.id: one for found in results for one in map(read_puzzle, found)}
    order = sorted(puzzles.values(), key=lambda puzzle: puzzle.id)
    random.Random(seed).shuffle(order)
    return order
