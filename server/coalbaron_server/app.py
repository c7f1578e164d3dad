"""The application: its endpoints and what stands around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from coalbaron_fast import Analysis, State, __version__
from coalbaron_fast.projection import Projection, project
from coalbaron_fast.review import Judgement, Summary, review_turns, summarise
from coalbaron_fast.table import STEPS
from coalbaron_server.answers import (
    AnalysisAnswer,
    PlansAnswer,
    analysis_answer,
    components_answer,
    plans_answer,
)
from coalbaron_server.desk import Desk, EngineOptions, Search
from coalbaron_server.policy import check_most, limits_of, options_of
from coalbaron_server.positions import (
    Game,
    PositionAnswer,
    begin,
    check_decision,
    read_game,
    seen_by,
)
from coalbaron_server.problems import KINDS, Problem, problem_of
from coalbaron_server.requests import (
    NewBody,
    PlansBody,
    PlayBody,
    ProjectBody,
    ReviewBody,
    SearchBody,
    ShownBody,
)
from coalbaron_server.settings import Settings
from coalbaron_server.streams import EventStream, Mailbox, until_gone

WEB: Final = Path(__file__).parent / "web"
JSON: Final = "application/json"
LARGE_BODY: Final = 32_768
"""From so many bytes on a body is read beside the event loop."""

Answer = TypeVar("Answer")
T = TypeVar("T")

POSITION: Final = TypeAdapter(PositionAnswer)
ANALYSIS: Final = TypeAdapter(AnalysisAnswer)
PLANS: Final = TypeAdapter(PlansAnswer)
PROJECTION: Final = TypeAdapter(Projection)
JUDGEMENT: Final = TypeAdapter(Judgement)
SUMMARY: Final = TypeAdapter(Summary)

router: Final = APIRouter(prefix="/v1")


@dataclass(frozen=True)
class Service:
    """What the endpoints share."""

    settings: Settings
    desk: Desk


def service_of(request: Request) -> Service:
    """Return what the endpoints share."""
    service: Service = request.app.state.service
    return service


Shared = Annotated[Service, Depends(service_of)]


def answered(adapter: TypeAdapter[Answer], answer: Answer) -> Response:
    """Return an answer as JSON, without checking again what we made ourselves."""
    return Response(adapter.dump_json(answer), media_type=JSON)


async def worked_out(request: Request, work: Callable[[], T]) -> T:
    """Run what is quick on the event loop, and what a large body makes slow beside it."""
    if int(request.headers.get("content-length", "0")) < LARGE_BODY:
        return work()
    return await asyncio.to_thread(work)


@asynccontextmanager
async def client_of(request: Request) -> AsyncIterator[asyncio.Future[None]]:
    """Give a future that is done when the client has gone."""
    gone = asyncio.ensure_future(until_gone(request.receive))
    try:
        yield gone
    finally:
        gone.cancel()


# -- positions


@router.post("/new", response_model=PositionAnswer)
async def new(body: NewBody) -> Response:
    """Begin a game: the chance of the set-up is drawn, the record begun."""
    return answered(POSITION, begin(body.players, body.seed, body.start, body.tags).answer())


@router.post("/play", response_model=PositionAnswer)
async def play(body: PlayBody, request: Request) -> Response:
    """Play tokens: the position after them, and the events that happened."""

    def work() -> PositionAnswer:
        game = read_game(body)
        game.play(body.tokens, "tokens")
        if body.chance == "draw":
            game.draw(body.seed)
        return game.answer(body.viewer)

    return answered(POSITION, await worked_out(request, work))


@router.post("/legal", response_model=PositionAnswer)
async def legal(body: ShownBody, request: Request) -> Response:
    """Show a position: the table, and every legal token with a sentence."""
    answer = await worked_out(request, lambda: read_game(body).answer(body.viewer))
    return answered(POSITION, answer)


@router.post("/plans", response_model=PlansAnswer)
async def plans(body: PlansBody, request: Request, service: Shared) -> Response:
    """Plan a mining turn: what the seat to move can do with its work steps."""
    game = await worked_out(request, lambda: read_game(body))
    seat = check_decision(game.state)
    steps = _steps(game, body)

    def work(_search: Search) -> PlansAnswer:
        try:
            found = game.state.mining_plans(
                steps, seat, dominated=body.dominated, memory_mb=PLANS_MB
            )
        except MemoryError:
            raise Problem("limit", "There are too many plans to list.", "dominated") from None
        return plans_answer(game.state, seat, found, body.limit)

    answer = await _search(request, service, EngineOptions(), work, service.settings.max_time_ms)
    return answered(PLANS, answer)


PLANS_MB: Final = 8


def _steps(game: Game, body: PlansBody) -> int | None:
    """Return the steps to plan with; None for those left in the mining turn."""
    if game.state.phase not in ("place", "mine"):
        raise Problem("limit", f"There is nothing to mine in phase {game.state.phase}.", "position")
    if body.steps is not None:
        return body.steps
    if body.space is not None:
        return STEPS[body.space]
    if game.state.phase == "mine":
        return None
    raise Problem("limit", "space or steps is needed before a mining turn.", "space")


@router.get("/components")
async def components() -> dict[str, Any]:
    """List colours, tiles, orders, spaces and rewards."""
    return COMPONENTS


COMPONENTS: Final = components_answer()


# -- searches


async def _search(
    request: Request,
    service: Service,
    options: EngineOptions,
    work: Callable[[Search], T],
    most_ms: float,
) -> T:
    """Do something in a search slot, as long as the client waits."""
    async with client_of(request) as gone:
        return await service.desk.run(options, work, gone, most_ms / 1000)


@router.post("/bestmove", response_model=AnalysisAnswer)
async def bestmove(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn from what the seat to move knows."""
    game = await worked_out(request, lambda: read_game(body))
    seat = check_decision(game.state)
    limits = limits_of(body.limits, service.settings)
    options = options_of(body.options, service.settings, service.desk.slots)

    def work(search: Search) -> Analysis:
        with search_problems():
            return search.engine.search(game.state, limits)

    analysis = await _search(request, service, options, work, service.settings.max_time_ms)
    return answered(ANALYSIS, analysis_answer(seat, checked(analysis)))


def checked(analysis: Analysis) -> Analysis:
    """Refuse to hand out what was stopped before it began."""
    if not analysis.nodes:
        raise Problem("stopping", "The search was stopped before it began.")
    return analysis


class search_problems:  # noqa: N801 - used as a with statement
    """Turns what an engine refuses into a problem of the limits."""

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Translate."""
        if isinstance(error, MemoryError):
            raise Problem("limit", "The search needs more memory.", "options.hash_mb") from None
        if isinstance(error, ValueError):
            raise Problem("limit", "No turn begins like this.", "limits.root_turns") from None


@router.post("/analyse", response_class=EventStream)
async def analyse(body: SearchBody, request: Request, service: Shared) -> Response:
    """Find the best turn, answering again and again as events; the last one is `best`."""
    game = await worked_out(request, lambda: read_game(body))
    seat = check_decision(game.state)
    limits = limits_of(body.limits, service.settings)
    options = options_of(body.options, service.settings, service.desk.slots)

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        def work(search: Search) -> None:
            last: Analysis | None = None
            with search_problems():
                for analysis in search.engine.analyse(game.state, limits):
                    last = analysis
                    if analysis.nodes:
                        data = ANALYSIS.dump_json(analysis_answer(seat, analysis))
                        mailbox.put("info", data, newest_only=True)
            if last is not None:
                data = ANALYSIS.dump_json(analysis_answer(seat, checked(last)))
                mailbox.put("best", data)

        await service.desk.run(options, work, gone, service.settings.max_time_ms / 1000)

    return EventStream(job)


@router.post("/project", response_model=Projection)
async def project_counts(body: ProjectBody, request: Request, service: Shared) -> Response:
    """Project the majorities: what every seat is likely to count at the end of the game."""
    check_most("games", body.games, service.settings.max_games)
    game = await worked_out(request, lambda: read_game(body))
    state = game.state
    viewer = body.viewer
    if viewer is not None:
        seen_by(state, viewer)
    elif state.viewer is not None:
        viewer = state.viewer

    def work(search: Search) -> Projection:
        return project(state, viewer, body.games, body.seed, lambda: search.is_stopped)

    answer = await _search(request, service, EngineOptions(), work, service.settings.max_time_ms)
    return answered(PROJECTION, answer)


@router.post("/review", response_class=EventStream)
async def review(body: ReviewBody, service: Shared) -> Response:
    """Look back on a game: every turn beside the best one, as events; the last is `summary`."""
    limits = limits_of(body.limits, service.settings)
    options = options_of(body.options, service.settings, service.desk.slots)
    from coalbaron_fast import CoalBaronError  # noqa: PLC0415

    try:
        await asyncio.to_thread(State.from_record, body.record)
    except CoalBaronError as error:
        raise problem_of(error, "record") from None

    async def job(mailbox: Mailbox, gone: asyncio.Future[None]) -> None:
        def work(search: Search) -> None:
            judgements: list[Judgement] = []
            for judgement in review_turns(body.record, search.engine, limits, body.seats):
                if search.is_stopped:
                    raise Problem("stopping", "The review was stopped.")
                judgements.append(judgement)
                mailbox.put("turn", JUDGEMENT.dump_json(judgement))
            mailbox.put("summary", SUMMARY.dump_json(summarise(judgements)))

        await service.desk.run(options, work, gone, service.settings.max_review_ms / 1000)

    return EventStream(job)


# -- the application


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application for an ASGI server."""
    settings = settings or Settings()
    app = FastAPI(
        title="Coal Baron engine", version=__version__, docs_url=None, redoc_url=None
    )
    app.state.service = Service(
        settings, Desk(settings.slots, settings.queue, settings.queue_s)
    )
    app.include_router(router)
    _add_problems(app)

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Say that the process lives."""
        return {"status": "ok"}

    @app.get("/readyz")
    async def readyz() -> dict[str, str]:
        """Say that searches are taken."""
        if app.state.service.desk.is_closing:
            raise Problem("stopping", "No search is begun any more.")
        return {"status": "ready"}

    @app.get("/problems/{kind}")
    async def problem_kind(kind: str) -> dict[str, Any]:
        """Say what a problem's type means."""
        if kind not in KINDS:
            raise Problem("not-found", "There is no such problem.")
        status, title = KINDS[kind]
        return {"type": f"/problems/{kind}", "status": status, "title": title}

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        """Send the table."""
        return FileResponse(WEB / "index.html")

    app.mount("/static", StaticFiles(directory=WEB, check_dir=False), name="static")
    return app


def _add_problems(app: FastAPI) -> None:
    """Answer every error with a problem document."""

    @app.exception_handler(Problem)
    async def tell(_request: Request, problem: Problem) -> Response:
        return problem.response()

    @app.exception_handler(RequestValidationError)
    async def refuse(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or None
        return Problem("malformed", first["msg"], field).response()

    @app.exception_handler(HTTPException)
    async def translate(_request: Request, error: HTTPException) -> Response:
        kind = {404: "not-found", 405: "method"}.get(error.status_code, "malformed")
        return Problem(kind, KINDS[kind][1] + ".", headers=error.headers).response()

    assert JSONResponse
