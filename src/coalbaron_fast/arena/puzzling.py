"""Making puzzles: self-play, and the positions of it in which one turn is best by far.

A short search chooses the turns of a game, and shows where one of them may be best by far. A turn
that greedy play or a shorter search finds as well makes no puzzle. Others are checked by a longer
search, and then by a long one. Each of these searches has a seed of its own, so that a turn that
was only lucky once is dropped.

Endings come from other games, which are greedy: that takes next to no time, and few endings
are close enough to be puzzles. Where few enough turns are left, and a few nodes do not see who
wins, the rest is solved.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from coalbaron_fast import Engine, Limits
from coalbaron_fast.engine.analysis import Analysis
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.games.position import SMALL
from coalbaron_fast.review.judging import is_same_turn
from coalbaron_fast.review.puzzles import GRADES, Answer, Puzzle, read_puzzle

__all__ = ["GAP_BY_FAR", "PuzzleSettings", "PuzzleTask", "arrange"]

HASH_MB: Final = 16
LONG_HASH_MB: Final = 192
"""Enough for the trees of 200,000 nodes."""

SHORT_NODES: Final = 24
"""A search of this many nodes must not find the answer."""

SCREEN_NODES: Final = 1000
MIDDLE_NODES: Final = 20_000
"""Nodes of the search that finds candidates, and of the one before the long search."""

SOLVED_NODES: Final = 500
"""The limit under which an ending must be solved."""

LINES: Final = 40
"""Turns kept of a solved ending."""

TRIED_LINES: Final = 12
FEWEST_TRIES: Final = 40
"""At most `TRIED_LINES` lines of a search are kept, each of at least `FEWEST_TRIES` visits."""

GAP_OF_ENDING: Final = 0.1
GAP_BY_FAR: Final = 0.08
"""The best turn gains this share of the win on the next one, or more."""

OPEN: Final = 0.03
"""An ending is solved if the short search gives the seat to move more of the win, and less than
the rest of it."""

GAP_AT_FIRST: Final = 0.05
"""The same for the searches before the long one."""

SURE: Final = 4.0
"""If it is not solved, the gap must be this many standard errors, too."""

CARELESS: Final = 0.2
"""The share of greedy turns: mistakes make puzzles."""


class PuzzleSettings(NamedTuple):
    """The same settings make the same puzzles.

    Task n has `seats[n % len(seats)]` seats: one game that is searched, and `endings`
    greedy games of which only the endings are looked at. `nodes` are those of the search that
    confirms what is not solved; with 0 there are endings alone.
    """

    games: int = 200
    seats: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    nodes: int = 200_000
    endings: int = 30
    evaluation: str = BEST
    game: str = DEFAULT
    options: str = ""

    def tasks(self, done: Iterable[int]) -> list[PuzzleTask]:
        """Return the games that are not done."""
        left = set(range(self.games)) - set(done)
        return [PuzzleTask(number, self) for number in sorted(left)]


class PuzzleTask(NamedTuple):
    """One game that is searched, the endings that go with it, and the puzzles in all of them."""

    number: int
    settings: PuzzleSettings

    def run(self) -> tuple[int, list[dict[str, Any]]]:
        """Play the games; return the number and its puzzles as plain data."""
        maker = _Maker(self.settings, self.number)
        return self.number, [asdict(puzzle) for puzzle in maker.make()]


class _Maker:
    """Plays the games of one task and looks for puzzles in them."""

    def __init__(self, settings: PuzzleSettings, number: int) -> None:
        self._settings = settings
        self._game: Game = load_game(settings.game)
        self._seed = settings.seed * 1_000_003 + number
        self._players = settings.seats[number % len(settings.seats)]
        self._random = random.Random(self._seed)
        self._solver = self._engine(1, solve=2)
        self._screen = self._engine(1)
        self._middle = self._engine(2)
        self._long = self._engine(3, LONG_HASH_MB)

    def _engine(self, seed: int, hash_mb: int = HASH_MB, solve: int = 0) -> Engine:
        return Engine(
            hash_mb=hash_mb,
            seed=seed,
            parameters={"solve": solve},
            game=self._game,
            evaluation=self._settings.evaluation,
        )

    def make(self) -> Iterator[Puzzle]:
        """Play the games, and yield the puzzles."""
        if self._settings.nodes:
            yield from self._middle_game(self._begin(self._seed))
        for number in range(self._settings.endings):
            seed = self._seed * self._settings.endings + number
            puzzle = self._ending(self._begin(seed))
            if puzzle is not None:
                yield puzzle

    def _begin(self, seed: int) -> Position:
        state: Position = self._game.begin(self._players, seed, options=self._settings.options)
        return state

    def _middle_game(self, state: Position) -> Iterator[Puzzle]:
        """Play on until an ending could be solved; yield the puzzles on the way."""
        last = None
        while state.turn is not None:
            view = state.view(state.turn)
            sight = view.first_sight()
            if view.decision in SMALL:
                state.push_codes(sight)
                continue
            if self._solver.endings.is_short(view):
                return
            found = self._screen.search(view, Limits(nodes=SCREEN_NODES, lines=2))
            # Two turns of a seat in one shift are one puzzle: the first of them asks for more.
            if last != (view.turn, view.shift):
                puzzle = self._far(view, sight, found)
                if puzzle is not None:
                    last = view.turn, view.shift
                    yield puzzle
            careless = self._random.random() < CARELESS
            state.push_codes(sight if careless else found.best_codes)

    def _ending(self, state: Position) -> Puzzle | None:
        """Play a greedy game; return the first puzzle of its ending.

        Another one of the same ending would look much like it.
        """
        while state.turn is not None:
            view = state.view(state.turn)
            sight = view.first_sight()
            if view.decision not in SMALL and self._solver.endings.is_short(view):
                short = self._screen.search(view, Limits(nodes=SHORT_NODES))
                if OPEN < short.lines[0].win[state.turn] < 1 - OPEN:
                    answers = self._solved(view)
                    puzzle = self._puzzle(view, "ending", SOLVED_NODES, answers)
                    if puzzle is not None and not self._is_easy(puzzle, view, sight):
                        return self._graded(puzzle, view)
            state.push_codes(sight)
        return None

    def _far(self, view: Position, sight: list[int], found: Analysis) -> Puzzle | None:
        """Return the puzzle of a screened position, if it is one; cheap searches come first."""
        seat, lines = view.turn or 0, found.lines
        if len(lines) < 2 or lines[0].win[seat] - lines[1].win[seat] < GAP_AT_FIRST:
            return None
        first = self._puzzle(view, "far", SCREEN_NODES, [self._answer_of(found, 0)])
        if first is None or self._is_easy(first, view, sight):
            return None
        middle = self._middle.search(view, Limits(nodes=MIDDLE_NODES, lines=LINES))
        if not _is_clear(middle, seat, GAP_AT_FIRST):
            return None
        nodes = self._settings.nodes
        long = self._long.search(view, Limits(nodes=nodes, lines=LINES))
        if not _is_clear(long, seat, GAP_BY_FAR):
            return None
        tried = [n for n, line in enumerate(long.lines) if line.visits >= FEWEST_TRIES]
        answers = [self._answer_of(long, n) for n in tried[:TRIED_LINES]]
        puzzle = self._puzzle(view, "far", nodes, answers)
        if puzzle is None or self._is_easy(puzzle, view, sight):
            return None
        return self._graded(puzzle, view)

    def _puzzle(
        self, view: Position, kind: str, nodes: int, answers: list[Answer]
    ) -> Puzzle | None:
        """Return a puzzle that has no grade yet; None if there are no answers."""
        if not answers:
            return None
        text = view.to_text()
        return Puzzle(
            id=hashlib.sha256(text.encode()).hexdigest()[:10],
            kind=kind,
            grade=0,
            players=view.players,
            seat=view.turn or 0,
            shift=view.shift,
            position=text,
            answers=answers,
            nodes=nodes,
        )

    def _is_easy(self, puzzle: Puzzle, view: Position, sight: list[int]) -> bool:
        """Whether greedy play or a short search finds the answer."""
        if self._is_found(puzzle, sight):
            return True
        short = self._screen.search(view, Limits(nodes=SHORT_NODES)).best_codes
        return self._is_found(puzzle, short)

    def _solved(self, view: Position) -> list[Answer]:
        """Solve an ending with one best turn; nothing if it is too long, or has more."""
        ending = self._solver.endings.attempt(view, SOLVED_NODES, None, LINES)
        if ending is None:
            return []
        seat, lines = ending.seat, ending.lines
        if len(lines) < 2 or lines[0].win[seat] - lines[1].win[seat] < GAP_OF_ENDING:
            return []
        return [self._answer(line.codes, line.win, line.vp) for line in lines]

    def _answer_of(self, analysis: Analysis, number: int) -> Answer:
        line = analysis.lines[number]
        return self._answer(line.codes, line.win, line.vp)

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
            found = self._screen.search(view, Limits(nodes=nodes)).best_codes
            if self._is_found(puzzle, found):
                return read_puzzle(fields | {"grade": grade})
        return read_puzzle(fields | {"grade": len(GRADES) + 1})


def _is_clear(found: Analysis, seat: int, least: float) -> bool:
    """Whether the best turn is better than all others that were tried, by far and for sure."""
    tried = [line for line in found.lines if line.visits >= FEWEST_TRIES]
    best = tried[0] if tried else found.lines[0]
    errors = [math.hypot(best.win_error[seat], line.win_error[seat]) for line in tried[1:]]
    gaps = [best.win[seat] - line.win[seat] for line in tried[1:]]
    return len(tried) > 1 and all(
        gap >= max(least, SURE * error) for gap, error in zip(gaps, errors, strict=True)
    )


def arrange(results: Iterable[list[dict[str, Any]]], seed: int) -> list[Puzzle]:
    """Return the puzzles of all games, each once, shuffled for the days."""
    puzzles = {one.id: one for found in results for one in map(read_puzzle, found)}
    order = sorted(puzzles.values(), key=lambda puzzle: puzzle.id)
    random.Random(seed).shuffle(order)
    return order
