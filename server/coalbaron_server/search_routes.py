"""The endpoints that search: the best turn, at once or as a stream, projections, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fastapi import APIRouter, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast import Analysis, CoalBaronError, Limits, State
from coalbaron_fast.games.coalbaron.notation import split_words
from coalbaron_fast.games.coalbaron.projection import Projection, project
from coalbaron_fast.review import Judgement, Summary, review_turns, summarise
from coalbaron_server.answers import AnalysisAnswer, analysis_answer
from coalbaron_server.positions import check_decision, read_game, seen_by
from coalbaron_server.problems import Problem, problem_of
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
PROJECTION: Final = TypeAdapter(Projection)
JUDGEMENT: Final = TypeAdapter(Judgement)
SUMMARY: Final = TypeAdapter(Summary)

router: Final = APIRouter(prefix="/v1", tags=["engine"])


class Question:
    """A position to search, and how: checked, ready to run in a slot."""

    def __init__(self, state: State, seat: int, body: SearchBody, service: Service) -> None:
        self.state = state
        self.seat = seat
        self.limits = limits_of(body.limits, service)
        self.options = options_of(body.options, service)

    def answer(self, analysis: Analysis) -> AnalysisAnswer:
        """Put what was found into words and numbers."""
        return analysis_answer(self.seat, analysis)


async def read_question(request: Request, body: SearchBody, service: Service) -> Question:
    """Check what is asked."""
    game = await worked_out(request, lambda: read_game(body))
    return Question(game.state, check_decision(game.state), body, service)


@router.post("/bestmove", response_model=AnalysisAnswer)
async def bestmove(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn from what the seat to move knows.

    The same position, `limits` of nodes and `options` give the same answer.
    """
    question = await read_question(request, body, service)

    def work(search: Search) -> Analysis:
        with refusals():
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
        with refusals():
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


@router.post("/project", response_model=Projection)
async def project_majorities(body: ProjectBody, request: Request, service: Shared) -> Response:
    """Project the twelve majorities: what every seat is likely to count at the end.

    Quick games are played from what `viewer` knows, by default the seat to move.
    """
    game = await worked_out(request, lambda: read_game(body))
    check_most("games", body.games, service.settings.max_games)
    if body.viewer is not None:
        seen_by(game.state, body.viewer)

    def work(search: Search) -> Projection:
        return project(game.state, body.viewer, body.games, body.seed, lambda: search.is_stopped)

    return answered(PROJECTION, await service.search(request, EngineOptions(), work))


@router.post("/review", response_class=Response)
async def review(body: ReviewBody, service: Shared) -> Response:
    """Look back on a game as a stream of server-sent events: every turn beside the best one.

    Events `turn` say what each gave away, with errors; the last one is `summary`, or `problem`.
    `limits` are those of one search; a turn takes two where the best one was not played.
    """
    limits = limits_of(body.limits, service)
    options = options_of(body.options, service)
    try:
        game = await asyncio.to_thread(State.from_record, body.record)
    except CoalBaronError as error:
        raise problem_of(error, "record") from None

    def work(search: Search, mailbox: Mailbox) -> None:
        judgements: list[Judgement] = []
        with refusals():
            for judgement in review_turns(game, search.engine, limits, body.seats):
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


def limits_of(body: LimitsBody, service: Service) -> Limits:
    """Return the engine's limits; more than the service allows is a problem."""
    settings = service.settings
    check_most("limits.nodes", body.nodes, settings.max_nodes)
    check_most("limits.time_ms", body.time_ms, settings.max_time_ms)
    try:
        split_words(body.root_turns)
    except CoalBaronError as error:
        raise problem_of(error, "limits.root_turns") from None
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


def options_of(body: OptionsBody, service: Service) -> EngineOptions:
    """Return the engine's options; more than the service allows is a problem."""
    most_threads = min(service.settings.max_threads, service.queue.slots)
    check_most("options.threads", body.threads, most_threads)
    check_most("options.hash_mb", body.hash_mb, service.settings.max_hash_mb)
    if body.hash_mb < body.threads:
        raise Problem("limit", "A megabyte for each thread is needed.", "options.hash_mb")
    return EngineOptions(body.threads, body.hash_mb, body.seed)


def check_most(field: str, value: float | None, most: float) -> None:
    """Refuse a number that is larger than the service allows."""
    if value is not None and value > most:
        raise Problem("limit", f"At most {most:g} here.", field, most=most)


@contextmanager
def refusals() -> Iterator[None]:
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
