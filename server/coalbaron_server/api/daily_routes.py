"""The endpoints of what is there every day: puzzles, openings, opponents."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from pydantic import BeforeValidator, TypeAdapter
from starlette.responses import Response

from coalbaron_fast.engine import Engine, Stop
from coalbaron_fast.games import DEFAULT, Game, load_game
from coalbaron_fast.games.opponent import Opponent
from coalbaron_fast.review import advise
from coalbaron_fast.review.openings import Opening, OpeningFile, load_openings
from coalbaron_fast.review.puzzles import Answer, Puzzle, PuzzleFile, load_puzzles
from coalbaron_server.api.positions import offered, read_turn
from coalbaron_server.api.problems import Problem
from coalbaron_server.api.requests import GameName, LimitsBody, OptionsBody, PuzzleBody
from coalbaron_server.api.search_routes import engine_settings, limits_of
from coalbaron_server.work.service import Shared, answered

DAILY_NODES: Final = 1000
"""Of the search that judges a turn of which a puzzle's file says nothing."""

GAME = Annotated[GameName, Query(description="The game that is played.")]

router: Final = APIRouter(prefix="/v1", tags=["daily"])


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle in a list: a higher `grade` is harder; if it `wins`, the best turn surely does."""

    id: str
    kind: str
    wins: bool
    grade: int
    players: int
    shift: int


@dataclass(frozen=True, slots=True)
class PuzzleAnswer(PuzzleEntry):
    """A puzzle to solve: the position as `seat` knows it, which is to move.

    `kind` is `ending` if it is solved to the end of the game, `far` if a long search found one turn
    better than all others by far. `wins` says that the best turn surely wins.
    """

    seat: int
    position: str
    date: dt.date | None


@dataclass(frozen=True, slots=True)
class SolutionAnswer:
    """How good an answer to a puzzle is, and what all others give away.

    `loss_win` and `loss_vp` are what it gives away of the mover's share of the win and of its
    points. `answers` are the turns that the puzzle knows, the best one first, with what every seat
    can expect of each; `text` is the best one in words, with their `key` and `params`.
    """

    is_right: bool
    turn: list[str]
    loss_win: float
    loss_vp: float
    best: list[str]
    text: str
    key: str
    params: Mapping[str, Any]
    answers: list[Answer]


LIST: Final = TypeAdapter(list[PuzzleEntry])
PUZZLE: Final = TypeAdapter(PuzzleAnswer)
SOLUTION: Final = TypeAdapter(SolutionAnswer)
OPENINGS: Final = TypeAdapter(list[Opening])
DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
OPPONENTS: Final = TypeAdapter(list[Opponent])


@cache
def puzzles_of(name: str) -> PuzzleFile:
    """Return the puzzles of a game; a problem if there are none."""
    return load_puzzles(offered(load_game(name).puzzles, "There are no puzzles."))


@cache
def openings_of(name: str) -> OpeningFile:
    """Return the openings of a game; a problem if there are none."""
    return load_openings(offered(load_game(name).openings, "There are no openings."))


def as_date(text: object) -> object:
    """Refuse what pydantic would read as a date besides: seconds since 1970."""
    if isinstance(text, str) and DATE.fullmatch(text) is None:
        raise ValueError("a date is written as 2026-11-19")
    return text


@router.get("/puzzles", response_model=list[PuzzleEntry])
def list_puzzles(game: GAME = DEFAULT) -> Response:
    """List all puzzles, in the order of their days."""
    entries = [PuzzleEntry(**_entry(one)) for one in puzzles_of(game).puzzles]
    return answered(LIST, entries)


@router.get("/puzzles/day", response_model=PuzzleAnswer)
def puzzle_of_day(
    game: GAME = DEFAULT,
    date: Annotated[
        dt.date | None,
        BeforeValidator(as_date),
        Query(description="By default today, in UTC."),
    ] = None,
) -> Response:
    """Show the puzzle of a date: the same for everybody."""
    day = date or dt.datetime.now(dt.UTC).date()
    return answered(PUZZLE, _shown(puzzles_of(game).of_day(day), day))


@router.get("/puzzles/{puzzle}", response_model=PuzzleAnswer)
def one_puzzle(puzzle: str, game: GAME = DEFAULT) -> Response:
    """Show a puzzle by its id."""
    return answered(PUZZLE, _shown(_find(game, puzzle), None))


@router.post("/answer", response_model=SolutionAnswer)
async def answer_puzzle(body: PuzzleBody, request: Request, service: Shared) -> Response:
    """Judge an answer to a puzzle: what it gives away, and what all others do.

    A turn of which the puzzle says nothing, as no better one was there, is judged by a search.
    Without a `turn` it is the best one: so a player that gives up is shown it.
    """
    puzzle, game = _find(body.game, body.puzzle), load_game(body.game)
    if body.turn is None:
        return answered(SOLUTION, _solution(game, puzzle, puzzle.answers[0]))
    state = game.State.from_text(puzzle.position)
    codes = read_turn(game, state, body.turn, "turn")
    known = puzzle.find(game, codes)
    if known is not None:
        return answered(SOLUTION, _solution(game, puzzle, known))
    limits = limits_of(game, LimitsBody(nodes=DAILY_NODES), service)
    settings = engine_settings(game, OptionsBody(), service)

    def work(engine: Engine, stop: Stop) -> Answer:
        advice = advise(state, codes, engine, limits, stop)
        return Answer(advice.turn, advice.turn_win, advice.turn_vp)

    found = await service.answer(request, settings, work)
    return answered(SOLUTION, _solution(game, puzzle, found))


@router.get("/openings", response_model=list[Opening])
def openings(
    players: Annotated[int, Query(ge=1, le=16)],
    phase: Annotated[str, Query(max_length=40, description="The phase of a position.")],
    shift: Annotated[int, Query(ge=1, le=100)] = 1,
    game: GAME = DEFAULT,
) -> Response:
    """Say what self-play makes of the first turns of a phase, the best ones first."""
    return answered(OPENINGS, openings_of(game).of(players, phase, shift))


@router.get("/opponents", response_model=list[Opponent])
def opponents(game: GAME = DEFAULT) -> Response:
    """List the opponents with a face, from the weakest to the strongest.

    `options.opponent` of `/v1/bestmove` plays as one of them.
    """
    return answered(OPPONENTS, list(load_game(game).opponents))


def _find(game: str, name: str) -> Puzzle:
    found = puzzles_of(game).find(name)
    if found is None:
        raise Problem("limit", "There is no such puzzle.", "puzzle")
    return found


def _shown(puzzle: Puzzle, date: dt.date | None) -> PuzzleAnswer:
    entry = _entry(puzzle)
    return PuzzleAnswer(**entry, seat=puzzle.seat, position=puzzle.position, date=date)


def _entry(puzzle: Puzzle) -> dict[str, Any]:
    return {field.name: getattr(puzzle, field.name) for field in fields(PuzzleEntry)}


def _solution(game: Game, puzzle: Puzzle, found: Answer) -> SolutionAnswer:
    best, seat = puzzle.answers[0], puzzle.seat
    state = game.State.from_text(puzzle.position)
    turn = game.turn_phrase(state, game.read_words(best.turn))
    return SolutionAnswer(
        is_right=puzzle.is_right(found),
        turn=found.turn,
        loss_win=puzzle.loss(found),
        loss_vp=best.vp[seat] - found.vp[seat],
        best=best.turn,
        answers=puzzle.answers,
        **game.words.fields(turn, is_sentence=False),
    )
