"""The application: endpoints, page, middleware, error handlers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response

from coalbaron_fast import __version__
from coalbaron_fast.engine import Engine
from coalbaron_fast.engine.pool import EnginePool, EngineSettings
from coalbaron_fast.games import GAMES, load_game
from coalbaron_server.api import daily_routes, game_routes, search_routes
from coalbaron_server.api.answer_headers import Packing, SecurityHeaders
from coalbaron_server.api.bodies import BodyLimit
from coalbaron_server.api.error_answers import answer_errors
from coalbaron_server.api.middleware import ApiKey, ForwardedFor, HostCheck
from coalbaron_server.api.openapi import describe_api
from coalbaron_server.api.problems import KINDS, Problem
from coalbaron_server.api.rate_limit import RateLimit
from coalbaron_server.metrics import MEDIA_TYPE, Metrics
from coalbaron_server.page.start import page_answer
from coalbaron_server.page.web_files import WebFiles, web_file
from coalbaron_server.settings import Settings
from coalbaron_server.transport.access_log import AccessLog, HeadAsGet
from coalbaron_server.work.heavy_requests import HeavyRequests, Helpers
from coalbaron_server.work.service import Service, Shared
from coalbaron_server.work.turns import RETRY_AFTER_S, SearchQueue, stopping

WEB: Final = Path(__file__).parent / "web"


def create_app(
    settings: Settings | None = None,
    make_engine: Callable[[EngineSettings], Engine] = EngineSettings.engine,
    helpers: Helpers | None = None,
) -> FastAPI:
    """Return the application for an ASGI server; without helpers, large requests hold others up."""
    settings = settings or Settings()
    metrics = Metrics()
    app = FastAPI(
        title="Coal Baron engine",
        description="Rules, best moves and reviews for the board game Coal Baron (Glück Auf).",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    engines = EnginePool(settings.slots, make_engine)
    app.state.service = Service(settings, SearchQueue(settings, metrics), engines, metrics)
    app.include_router(game_routes.router)
    app.include_router(search_routes.router)
    app.include_router(daily_routes.router)
    _add_health(app, helpers)
    _add_page(app)
    answer_errors(app)
    _add_middleware(app, settings, metrics, helpers)
    describe_api(app)
    return app


def _add_middleware(
    app: FastAPI, settings: Settings, metrics: Metrics, helpers: Helpers | None
) -> None:
    """Add what every request passes; the last one added is outermost."""
    if helpers is not None:
        app.add_middleware(HeavyRequests, helpers=helpers)
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(ApiKey, keys=settings.api_keys)
    if settings.rate:
        app.add_middleware(RateLimit, settings=settings)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=("GET", "POST"),
            allow_headers=("Authorization", "Content-Type", "X-API-Key", "X-Request-ID"),
            expose_headers=("Retry-After", "X-Request-ID"),
        )
    app.add_middleware(Packing)
    app.add_middleware(HeadAsGet)
    app.add_middleware(HostCheck, hosts=settings.names())
    app.add_middleware(AccessLog, metrics=metrics)
    if proxies := settings.believed_proxies():
        app.add_middleware(ForwardedFor, proxies=proxies)
    app.add_middleware(SecurityHeaders, shares_answers=bool(settings.origins))


def _add_health(app: FastAPI, helpers: Helpers | None) -> None:
    """Add the endpoints for monitoring."""

    @app.get("/healthz", tags=["service"])
    async def healthz() -> dict[str, str]:
        """Say that the process lives."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["service"])
    async def readyz(service: Shared) -> dict[str, str]:
        """Say that searches and large requests are taken."""
        if service.is_ending:
            raise stopping()
        parts = _missing_parts(service, helpers)
        if parts:
            headers = {"Retry-After": str(RETRY_AFTER_S)}
            raise Problem("not-ready", " ".join(parts.values()), headers=headers, parts=[*parts])
        return {"status": "ready"}

    @app.get("/metrics", tags=["service"], response_class=Response)
    def metrics(service: Shared) -> Response:
        """Return counts and times for Prometheus."""
        # In a thread: with several processes it reads files, and may wait for one to be whole.
        return Response(service.metrics.text(), media_type=MEDIA_TYPE)

    document: list[bytes] = []

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        if not document:
            document.append(json.dumps(app.openapi()).encode())
        return Response(document[0], media_type="application/json")

    @app.get("/problems/{kind}", tags=["service"])
    async def problem_kind(kind: str) -> dict[str, str | int]:
        """Say what the type of a problem means."""
        if kind not in KINDS:
            raise Problem("not-found", "There is no such problem.")
        status, title = KINDS[kind]
        return {"type": f"/problems/{kind}", "status": status, "title": title}


def _missing_parts(service: Service, helpers: Helpers | None) -> dict[str, str]:
    """Return the parts of a service that keep it from more requests, with a sentence of each."""
    found: dict[str, str] = {}
    if helpers is not None and helpers.dead:
        found["helpers"] = "A helper process has ended; it is started again."
    if service.queue.turns.is_full:
        found["queue"] = "The queue of searches is full."
    if helpers is not None and helpers.turns.is_full:
        found["helper_queue"] = "The queue of large requests is full."
    return found


def web_folders() -> dict[str, Path]:
    """Return the folder of every game that has a board for the browser."""
    games = map(load_game, GAMES)
    return {game.name: game.web for game in games if game.web is not None}


def _add_page(app: FastAPI) -> None:
    """Add the table in the browser."""
    folders = web_folders()

    @app.get("/", include_in_schema=False)
    def page(request: Request) -> Response:
        return page_answer(request, WEB, folders)

    @app.get("/sw.js", include_in_schema=False)
    def service_worker(request: Request) -> Response:
        # It answers for the folder that it comes from.
        path = WEB / "sw.js"
        return web_file(path, path.stat(), request.headers)

    app.mount("/static", WebFiles(directory=WEB, check_dir=False), name="static")
    for name, folder in folders.items():
        words = load_game(name).words.folder
        if words is not None:
            app.mount(f"/games/{name}/words", WebFiles(directory=words), name=f"words-{name}")
        app.mount(f"/games/{name}", WebFiles(directory=folder), name=f"games-{name}")
