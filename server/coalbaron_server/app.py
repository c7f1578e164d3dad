"""The application: endpoints, page, middleware, error handlers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from coalbaron_fast import __version__
from coalbaron_fast.engine import Engine
from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.pool import EnginePool, EngineSettings
from coalbaron_server import game_routes, search_routes
from coalbaron_server.metrics import MEDIA_TYPE, Metrics
from coalbaron_server.middleware import AccessLog, ApiKey, BodyLimit, RateLimit, SecurityHeaders
from coalbaron_server.openapi import describe_api
from coalbaron_server.problems import KINDS, Problem, known_path
from coalbaron_server.search_queue import Gone, SearchQueue
from coalbaron_server.service import Service, Shared
from coalbaron_server.settings import Settings

WEB: Final = Path(__file__).parent / "web"
NOBODY: Final = 499
"""The status under which a request is counted whose client did not wait for an answer."""


def create_app(
    settings: Settings | None = None,
    make_engine: Callable[[EngineSettings], Engine] = EngineSettings.engine,
) -> FastAPI:
    """Return the application for an ASGI server."""
    settings = settings or Settings()
    metrics = Metrics()
    app = FastAPI(
        title="Coal Baron engine",
        description="Rules, best moves and reviews for the board game Coal Baron (Glück Auf).",
        version=__version__,
        docs_url=None,
        redoc_url=None,
    )
    engines = EnginePool(settings.slots, make_engine)
    app.state.service = Service(settings, SearchQueue(settings, metrics), engines, metrics)
    app.include_router(game_routes.router)
    app.include_router(search_routes.router)
    _add_health(app)
    _add_page(app)
    _add_problems(app)
    _add_middleware(app, settings, metrics)
    describe_api(app)
    return app


def _add_middleware(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Add what every request passes; the last one added stands outermost."""
    app.add_middleware(BodyLimit, settings=settings)
    if settings.api_key is not None:
        app.add_middleware(ApiKey, key=settings.api_key)
    app.add_middleware(RateLimit, settings=settings)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=("GET", "POST"),
            allow_headers=("Content-Type", "X-API-Key", "X-Request-ID"),
            expose_headers=("Retry-After", "X-Request-ID"),
        )
    app.add_middleware(AccessLog, metrics=metrics)
    app.add_middleware(SecurityHeaders, shares_answers=bool(settings.origins))


def _add_health(app: FastAPI) -> None:
    """Add the endpoints for monitoring."""

    @app.get("/healthz", tags=["service"])
    async def healthz() -> dict[str, str]:
        """Say that the process lives."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["service"])
    async def readyz(service: Shared) -> dict[str, str]:
        """Say that searches are taken."""
        if service.queue.is_closing:
            raise Problem("stopping", "No search is begun any more.")
        return {"status": "ready"}

    @app.get("/metrics", tags=["service"], response_class=Response)
    async def metrics(service: Shared) -> Response:
        """Return counts and times for Prometheus."""
        return Response(service.metrics.text(), media_type=MEDIA_TYPE)

    @app.get("/problems/{kind}", tags=["service"])
    async def problem_kind(kind: str) -> dict[str, str | int]:
        """Say what the type of a problem means."""
        if kind not in KINDS:
            raise Problem("not-found", "There is no such problem.")
        status, title = KINDS[kind]
        return {"type": f"/problems/{kind}", "status": status, "title": title}


def web_folders() -> dict[str, Path]:
    """Return the folder of every game that has a board for the browser."""
    games = map(load_game, GAMES)
    return {game.name: game.web for game in games if game.web is not None}


def _add_page(app: FastAPI) -> None:
    """Add the table in the browser."""

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(WEB / "index.html")

    app.mount("/static", StaticFiles(directory=WEB, check_dir=False), name="static")
    for name, folder in web_folders().items():
        app.mount(f"/games/{name}", StaticFiles(directory=folder), name=f"games-{name}")


def _add_problems(app: FastAPI) -> None:
    """Answer every error with a problem document."""

    @app.exception_handler(Problem)
    async def answer_problem(_request: Request, problem: Problem) -> Response:
        return problem.response()

    @app.exception_handler(Gone)
    async def answer_nobody(_request: Request, _gone: Gone) -> Response:
        return Response(status_code=NOBODY)

    @app.exception_handler(RequestValidationError)
    async def answer_malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        names = [str(part) for part in first["loc"][1:] if isinstance(part, str)]
        return Problem("malformed", f"{first['msg']}.", known_path(".".join(names))).response()

    @app.exception_handler(HTTPException)
    async def answer_http_error(_request: Request, error: HTTPException) -> Response:
        kind = {404: "not-found", 405: "method"}.get(error.status_code, "malformed")
        return Problem(kind, f"{KINDS[kind][1]}.", headers=error.headers).response()
