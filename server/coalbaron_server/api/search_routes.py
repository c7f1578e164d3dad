"""The endpoints that search: best turns, at once or as a stream, projections, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic import TypeAdapter
from starlette.responses import Response

from coalbaron_fast.bots import draw_line, opponent_limits, opponent_parameters
from coalbaron_fast.engine import Engine, Limits, Stop
from coalbaron_fast.engine.analysis import Analysis, Line
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.engine.pool import EngineSettings
from coalbaron_fast.games import DEFAULT, Game, Message, Position, load_game, say
from coalbaron_fast.games.opponent import Opponent
from coalbaron_fast.games.position import known_to
from coalbaron_fast.review import (
    Advice,
    Judgement,
    Summary,
    advise,
    compare_best,
    review_turns,
    summarise,
)
from coalbaron_fast.review.comparing import ComparedTurn, compare
from coalbaron_fast.review.luck import Chance
from coalbaron_server.api.game_routes import ANYTHING
from coalbaron_server.api.positions import (
    check_decision,
    offered,
    read_game,
    read_record,
    read_turn,
    refusals,
    screen_of,
    seen_by,
)
from coalbaron_server.api.problems import Problem
from coalbaron_server.api.requests import (
    CompareBody,
    JudgeBody,
    LimitsBody,
    OptionsBody,
    ProjectBody,
    ReviewBody,
    SearchBody,
)
from coalbaron_server.work.clients import client_network
from coalbaron_server.work.service import Service, Shared, answered
from coalbaron_server.work.streams import EventStream, Mailbox

DEFAULT_TIME_MS: Final = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAnswer(Line):
    """A line with its turn in words; lists of numbers have one for each seat.

    `text` is in English; `key` and `params` say the same by the words of the game.
    """

    text: str
    key: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisAnswer(Analysis):
    """What a search found for the seat to move."""

    seat: int
    text: str
    lines: list[LineAnswer]  # type: ignore[assignment]  # no bare line is added


def analysis_answer(game: Game, seat: int, analysis: Analysis) -> AnalysisAnswer:
    """Return a search's result with its turns in words."""
    lines = [
        LineAnswer(
            **line.as_data(),
            **_phrased(game, say("turn", steps=[game.phrase(code) for code in line.codes])),
        )
        for line in analysis.lines
    ]
    best = lines[0]
    points = f"{best.vp[seat]:.0f} {game.units.short}"
    text = f"Seat {seat}: {best.text}; wins {best.win[seat]:.0%}, {points}."
    return AnalysisAnswer(
        **analysis.as_data() | {"lines": lines, "policy": analysis.policy}, seat=seat, text=text
    )


@dataclass(frozen=True, slots=True)
class ChanceAnswer(Chance):
    """A chance event in words, as a line has them."""

    text: str
    key: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JudgementAnswer(Judgement):
    """A judged turn with its chance in words."""

    luck: list[ChanceAnswer]  # type: ignore[assignment]  # no bare event is added


def judgement_answer(game: Game, judged: Judgement) -> JudgementAnswer:
    """Return a judged turn with its chance in words."""
    luck = []
    for chance in judged.luck:
        (code,) = game.read_words([chance.token])
        luck.append(ChanceAnswer(**plain(chance), **_phrased(game, game.phrase(code))))
    return JudgementAnswer(**plain(judged) | {"luck": luck})


def plain(answer: Chance | Judgement) -> dict[str, Any]:
    """Return the fields of an answer by their names."""
    return {field.name: getattr(answer, field.name) for field in fields(answer)}


def _phrased(game: Game, message: Message) -> dict[str, Any]:
    """Return a phrase in English, with its key and parameters."""
    return game.words.fields(message, is_sentence=False)


ANALYSIS: Final = TypeAdapter(AnalysisAnswer)
ADVICE: Final = TypeAdapter(Advice)
JUDGEMENT: Final = TypeAdapter(JudgementAnswer)
SUMMARY: Final = TypeAdapter(Summary)
COMPARED: Final = TypeAdapter(list[ComparedTurn])

router: Final = APIRouter(prefix="/v1", tags=["engine"])


class Question:
    """A position as its seat knows it, and how to search it: checked, ready to run in a slot."""

    def __init__(
        self, game: Game, state: Position, seat: int, body: SearchBody, service: Service
    ) -> None:
        self.game = game
        self.view = known_to(state, seat)
        self.seat = seat
        self.limits = limits_of(game, body.limits, service)
        self.settings = engine_settings(game, body.options, service)
        self.opponent = opponent_of(game, body.options)
        if self.opponent is not None:
            check_most("options.opponent", self.opponent.nodes, service.settings.max_nodes)
            self.limits = opponent_limits(self.opponent)
            self.settings = opponent_settings(self.opponent, self.settings)

    def answer(self, analysis: Analysis) -> bytes:
        """Return what was found, in words and numbers, as JSON."""
        return ANALYSIS.dump_json(analysis_answer(self.game, self.seat, analysis))


def read_question(body: SearchBody, service: Service) -> Question:
    """Check what is asked."""
    played = read_game(body)
    return Question(played.game, played.state, check_decision(played.state), body, service)


@router.post("/bestmove", response_model=AnalysisAnswer)
async def bestmove(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn from what the seat to move knows.

    The same position, `limits` of nodes and `options` give the same answer.
    """
    question = read_question(body, service)
    opponent = question.opponent

    def work(engine: Engine, stop: Stop) -> bytes:
        analysis = engine.search(question.view, question.limits, stop=stop)
        service.metrics.nodes.inc(analysis.nodes)
        if opponent is not None:
            analysis = as_opponent(question.view, analysis, opponent, question.settings.seed)
        return question.answer(analysis)

    answer = await service.answer(request, question.settings, work)
    return Response(answer, media_type="application/json")


@router.post("/compare", response_model=list[ComparedTurn])
async def compare_turns(body: CompareBody, request: Request, service: Shared) -> Response:
    """Compare some turns of the seat to move, from what it knows: on the same worlds, with errors.

    Eight searches share `limits`; each tries all turns equally often. The answer has the turns in
    the order in which they were asked about.
    """
    question = read_question(body, service)
    turns = [read_turn(question.game, question.view, turn, "turns") for turn in body.turns]

    def work(engine: Engine, stop: Stop) -> bytes:
        compared = compare(question.view, turns, engine, question.limits, stop)
        return COMPARED.dump_json(compared)

    answer = await service.answer(request, question.settings, work)
    return Response(answer, media_type="application/json")


@router.post("/analyse", response_class=Response)
async def analyse(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn as a stream of server-sent events.

    Events `info` hold better and better answers, ten a second at most; the last one is `best`,
    or `problem`. Closing the connection stops the search.
    """
    question = read_question(body, service)
    client = client_network(request.scope)

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        def work(engine: Engine, stop: Stop) -> None:
            search = engine.start(question.view, question.limits, stop=stop)
            for analysis in search:
                mailbox.put("info", question.answer(analysis), newest_only=True)
            last = search.result()
            service.metrics.nodes.inc(last.nodes)
            mailbox.put("best", question.answer(last))

        most_ms = service.settings.max_time_ms
        await service.search(question.settings, client, work, gone, most_ms)

    return EventStream(job)


@router.post("/judge", response_model=Advice)
async def judge(body: JudgeBody, request: Request, service: Shared) -> Response:
    """Judge a turn before it is played: what it gives away beside the best one, and why.

    The reasons are points by source, as the game names them, beside the best turn. Without a
    `turn` it is the second best one: the reasons of a hint. `limits` are those of one search; it
    takes two where the turn is not the best one.
    """
    question = read_question(body, service)
    codes = None
    if body.turn is not None:
        codes = read_turn(question.game, question.view, body.turn, "turn")

    def work(engine: Engine, stop: Stop) -> bytes:
        if codes is None:
            advice = compare_best(question.view, engine, question.limits, stop)
        else:
            advice = advise(question.view, codes, engine, question.limits, stop)
        service.metrics.nodes.inc(advice.nodes)
        return ADVICE.dump_json(advice)

    answer = await service.answer(request, question.settings, work)
    return Response(answer, media_type="application/json")


@router.post("/project", response_class=Response)
async def project(body: ProjectBody, request: Request, service: Shared) -> Response:
    """Project the end of the game: what every seat is likely to have then, with errors.

    Quick games are played from what `viewer` knows, by default the seat to move.
    """
    to_the_end = offered(screen_of(load_game(body.game)).project, "Its end cannot be projected.")
    played = read_game(body)
    check_most("games", body.games, service.settings.max_games)
    state = played.state if body.viewer is None else seen_by(played.state, body.viewer)

    def work(stop: Stop) -> Any:  # noqa: ANN401 - of the game's type
        return to_the_end(
            state,
            viewer=body.viewer,
            games=body.games,
            seed=body.seed,
            is_stopped=lambda: stop.is_set,
        )

    return answered(ANYTHING, await service.work(request, work))


@router.post("/review", response_class=Response)
async def review(body: ReviewBody, request: Request, service: Shared) -> Response:
    """Look back on a game as a stream of server-sent events: every turn beside the best one.

    Events `turn` say what each gave away, with errors; the last one is `summary`, or `problem`.
    `limits` are those of one search; a turn takes two where the best one was not played.
    """
    game = load_game(body.game)
    limits = limits_of(game, body.limits, service)
    settings = engine_settings(game, body.options, service)
    played, _ = read_record(game, body.record)
    client = client_network(request.scope)

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        def work(engine: Engine, stop: Stop) -> None:
            judgements: list[Judgement] = []
            for judgement in review_turns(played, engine, limits, body.seats, stop):
                # A search that was stopped half-way judges nothing.
                if stop.is_set:
                    raise _stopped(service)
                judgements.append(judgement)
                service.metrics.nodes.inc(judgement.nodes)
                mailbox.put("turn", JUDGEMENT.dump_json(judgement_answer(game, judgement)))
            mailbox.put("summary", SUMMARY.dump_json(summarise(judgements, played)))

        await service.search(settings, client, work, gone, service.settings.max_review_ms)

    return EventStream(job)


# -- limits and settings


def limits_of(game: Game, body: LimitsBody, service: Service) -> Limits:
    """Return the engine's limits; more than the service allows is a problem."""
    settings = service.settings
    check_most("limits.nodes", body.nodes, settings.max_nodes)
    check_most("limits.time_ms", body.time_ms, settings.max_time_ms)
    with refusals(game, "limits.root_turns"):
        turns = [game.read_words([turn]) for turn in body.root_turns]
    time_ms = body.time_ms
    if body.nodes is None and body.error is None and body.depth is None and time_ms is None:
        time_ms = min(DEFAULT_TIME_MS, settings.max_time_ms)
    return Limits(
        body.nodes,
        time_ms,
        body.error,
        depth=body.depth,
        root_turns=turns,
        lines=body.lines,
    )


def engine_settings(game: Game, body: OptionsBody, service: Service) -> EngineSettings:
    """Return the engine that is wanted; more than the service allows is a problem."""
    most_threads = min(service.settings.max_threads, service.queue.turns.client_slots)
    check_most("options.threads", body.threads, most_threads)
    check_most("options.hash_mb", body.hash_mb, service.settings.max_hash_mb)
    # A network is for one game, and the setting is the default one's.
    evaluation = service.settings.evaluation if game.name == DEFAULT else BEST
    return EngineSettings(
        body.threads,
        body.hash_mb,
        body.seed,
        game=game.name,
        evaluation=evaluation,
        mixed=body.mixed,
    )


def opponent_of(game: Game, body: OptionsBody) -> Opponent | None:
    """Return the opponent that is asked for; one that is not there is a problem."""
    if body.opponent is None:
        return None
    try:
        return game.opponent(body.opponent)
    except ValueError:
        raise Problem("limit", "There is no such opponent.", "options.opponent") from None


def opponent_settings(opponent: Opponent, asked: EngineSettings) -> EngineSettings:
    """Return the engine by which an opponent plays."""
    return EngineSettings.of(
        opponent_parameters(opponent),
        hash_mb=asked.hash_mb,
        seed=asked.seed,
        game=asked.game,
        evaluation=opponent.evaluation,
        mixed=True,
    )


def as_opponent(view: Position, analysis: Analysis, opponent: Opponent, seed: int) -> Analysis:
    """Return an answer in which the turn that the opponent draws is first."""
    turn = draw_line(view, analysis, opponent.temperature, seed)
    lines = sorted(analysis.lines, key=lambda line: line.tokens != turn)
    return replace(analysis, best=turn, lines=lines)


def check_most(field: str, value: float | None, most: float) -> None:
    """Refuse a number that is larger than the service allows."""
    if value is not None and value > most:
        raise Problem("limit", f"At most {most:g} here.", field, most=most)


def _stopped(service: Service) -> Problem:
    if service.queue.is_closing:
        return Problem("stopping", "It was stopped on the way.")
    return Problem("limit", "It took longer than this service allows.", "limits")
