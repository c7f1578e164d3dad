"""The endpoints that search: best turns, at once or as a stream, projections, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast.engine import Analysis, Limits
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.review import Judgement, Summary, review_turns, summarise
from coalbaron_server.answers import AnalysisAnswer, analysis_answer
from coalbaron_server.game_routes import ANYTHING
from coalbaron_server.positions import (
    check_decision,
    read_game,
    read_record,
    refusals,
    screen_of,
    seen_by,
)
from coalbaron_server.problems import Problem
from coalbaron_server.requests import (
    LimitsBody,
    OptionsBody,
    ProjectBody,
    ReviewBody,
    SearchBody,
)
from coalbaron_server.search_queue import EngineOptions, Search
from coalbaron_server.service import Service, Shared, answered, worked_out
from coalbaron_server.streams import EventStream, Mailbox

DEFAULT_TIME_MS: Final = 1000.0

ANALYSIS: Final = TypeAdapter(AnalysisAnswer)
JUDGEMENT: Final = TypeAdapter(Judgement)
SUMMARY: Final = TypeAdapter(Summary)

router: Final = APIRouter(prefix="/v1", tags=["engine"])


class Question:
    """A position to search, and how: checked, ready to run in a slot."""

    def __init__(
        self, game: Game, state: Position, seat: int, body: SearchBody, service: Service
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.limits = limits_of(game, body.limits, service)
        self.options = options_of(game, body.options, service)

    def answer(self, analysis: Analysis) -> AnalysisAnswer:
        """Put what was found into words and numbers."""
        return analysis_answer(self.game, self.seat, analysis)


async def read_question(request: Request, body: SearchBody, service: Service) -> Question:
    """Check what is asked."""
    played = await worked_out(request, lambda: read_game(body))
    return Question(played.game, played.state, check_decision(played.state), body, service)


@router.post("/bestmove", response_model=AnalysisAnswer)
async def bestmove(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn from what the seat to move knows.

    The same position, `limits` of nodes and `options` give the same answer.
    """
    question = await read_question(request, body, service)

    def work(search: Search) -> Analysis:
        with search_refusals():
            analysis = search.engine.search(question.state, question.limits)
        return _begun(analysis, service)

    analysis = await service.search(request, question.options, work)
    service.metrics.nodes.inc(analysis.nodes)
    return answered(ANALYSIS, question.answer(analysis))


@router.post("/analyse", response_class=Response)
async def analyse(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn as a stream of server-sent events.

    Events `info` hold better and better answers, ten a second at most; the last one is `best`,
    or `problem`. Closing the connection stops the search.
    """
    question = await read_question(request, body, service)

    def work(search: Search, mailbox: Mailbox) -> None:
        last: Analysis | None = None
        with search_refusals():
            for last in search.engine.analyse(question.state, question.limits):
                if last.nodes:
                    data = ANALYSIS.dump_json(question.answer(last))
                    mailbox.put("info", data, newest_only=True)
        if last is not None:
            analysis = _begun(last, service)
            service.metrics.nodes.inc(analysis.nodes)
            mailbox.put("best", ANALYSIS.dump_json(question.answer(analysis)))

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        await service.queue.run(
            question.options,
            lambda search: work(search, mailbox),
            gone,
            service.settings.max_time_ms / 1000,
        )

    return EventStream(job)


@router.post("/project", response_class=Response)
async def project(body: ProjectBody, request: Request, service: Shared) -> Response:
    """Project the end of the game: what every seat is likely to have then, with errors.

    Quick games are played from what `viewer` knows, by default the seat to move.
    """
    to_the_end = screen_of(load_game(body.game)).project
    if to_the_end is None:
        raise Problem("unsupported", "Its end cannot be projected.", "game")
    played = await worked_out(request, lambda: read_game(body))
    check_most("games", body.games, service.settings.max_games)
    if body.viewer is not None:
        seen_by(played.state, body.viewer)

    def work(search: Search) -> Any:  # noqa: ANN401 - of the game's type
        return to_the_end(
            played.state,
            viewer=body.viewer,
            games=body.games,
            seed=body.seed,
            is_stopped=lambda: search.is_stopped,
        )

    return answered(ANYTHING, await service.search(request, EngineOptions(), work))


@router.post("/review", response_class=Response)
async def review(body: ReviewBody, service: Shared) -> Response:
    """Look back on a game as a stream of server-sent events: every turn beside the best one.

    Events `turn` say what each gave away, with errors; the last one is `summary`, or `problem`.
    `limits` are those of one search; a turn takes two where the best one was not played.
    """
    game = load_game(body.game)
    limits = limits_of(game, body.limits, service)
    options = options_of(game, body.options, service)
    played, _ = await asyncio.to_thread(read_record, game, body.record)

    def work(search: Search, mailbox: Mailbox) -> None:
        judgements: list[Judgement] = []
        with search_refusals():
            for judgement in review_turns(played, search.engine, limits, body.seats):
                # A search that was stopped half-way judges nothing.
                if search.is_stopped:
                    raise _stopped(service)
                judgements.append(judgement)
                service.metrics.nodes.inc(judgement.nodes)
                mailbox.put("turn", JUDGEMENT.dump_json(judgement))
        mailbox.put("summary", SUMMARY.dump_json(summarise(judgements)))

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        await service.queue.run(
            options,
            lambda search: work(search, mailbox),
            gone,
            service.settings.max_review_ms / 1000,
        )

    return EventStream(job)


# -- limits and refusals


def limits_of(game: Game, body: LimitsBody, service: Service) -> Limits:
    """Return the engine's limits; more than the service allows is a problem."""
    settings = service.settings
    check_most("limits.nodes", body.nodes, settings.max_nodes)
    check_most("limits.time_ms", body.time_ms, settings.max_time_ms)
    with refusals(game, "limits.root_turns"):
        game.read_words(body.root_turns)
    time_ms = body.time_ms
    if body.nodes is None and body.error is None and body.depth is None and time_ms is None:
        time_ms = min(DEFAULT_TIME_MS, settings.max_time_ms)
    return Limits(
        body.nodes,
        time_ms,
        body.error,
        depth=body.depth,
        root_turns=body.root_turns,
        lines=body.lines,
    )


def options_of(game: Game, body: OptionsBody, service: Service) -> EngineOptions:
    """Return the engine's options; more than the service allows is a problem."""
    most_threads = min(service.settings.max_threads, service.queue.slots)
    check_most("options.threads", body.threads, most_threads)
    check_most("options.hash_mb", body.hash_mb, service.settings.max_hash_mb)
    if body.hash_mb < body.threads:
        raise Problem("limit", "A megabyte for each thread is needed.", "options.hash_mb")
    return EngineOptions(body.threads, body.hash_mb, body.seed, game.name)


def check_most(field: str, value: float | None, most: float) -> None:
    """Refuse a number that is larger than the service allows."""
    if value is not None and value > most:
        raise Problem("limit", f"At most {most:g} here.", field, most=most)


@contextmanager
def search_refusals() -> Iterator[None]:
    """Turn what an engine refuses into a problem of the limits or the options."""
    try:
        yield
    except MemoryError:
        raise Problem("limit", "The search needs more memory.", "options.hash_mb") from None
    except ValueError:
        raise Problem("limit", "No turn begins like this.", "limits.root_turns") from None


def _begun(analysis: Analysis, service: Service) -> Analysis:
    """Hand out no numbers of a search that was stopped before it began."""
    if not analysis.nodes:
        raise _stopped(service)
    return analysis


def _stopped(service: Service) -> Problem:
    if service.queue.is_closing:
        return Problem("stopping", "It was stopped on the way.")
    return Problem("limit", "It took longer than this service allows.", "limits")
