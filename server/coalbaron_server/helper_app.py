"""What a helper process runs: requests that would hold up the event loop, one after the other.

Those for the endpoints that play are answered here. Of those that search only the position is
read here: what comes back is the same request in few bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import signal
import sys
from multiprocessing.connection import Connection as Pipe
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Body, FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from coalbaron_fast.games import load_game
from coalbaron_fast.pool import EnginePool
from coalbaron_server import game_routes
from coalbaron_server.error_answers import answer_errors
from coalbaron_server.metrics import Metrics
from coalbaron_server.positions import read_game, read_record
from coalbaron_server.requests import ProjectBody, ReviewBody, SearchBody, Source
from coalbaron_server.search_queue import SearchQueue
from coalbaron_server.service import Service
from coalbaron_server.settings import Settings

try:
    resource: Any = importlib.import_module("resource")
except ImportError:  # Windows
    resource = None

ANSWERED: Final = frozenset(("/v1/new", "/v1/play", "/v1/legal", "/v1/plans"))
SHORTENED: Final = frozenset(("/v1/bestmove", "/v1/analyse", "/v1/project", "/v1/review"))

LARGE_MB: Final = 100
"""A helper that has come to hold more ends, and the memory is the system's again."""

router: Final = APIRouter(prefix="/v1")


class HelpRequest(NamedTuple):
    """A request on its way to a helper."""

    path: str
    content_type: bytes
    body: bytes


class HelpAnswer(NamedTuple):
    """What a helper answers."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    is_last: bool = False
    """Whether the helper has grown large, and ends."""


@router.post("/bestmove")
@router.post("/analyse")
def shorten_search(body: SearchBody) -> Response:
    """Return the request with its position alone."""
    return _shortened(body)


@router.post("/project")
def shorten_projection(body: ProjectBody) -> Response:
    """Return the request with its position alone."""
    return _shortened(body)


@router.post("/review")
def shorten_review(body: Annotated[ReviewBody, Body()]) -> Response:
    """Return the request with its record in the plainest form."""
    played, tags = read_record(load_game(body.game), body.record)
    return _as_json(body.model_copy(update={"record": played.to_record(**tags)}))


def _shortened(body: Source) -> Response:
    text = read_game(body).state.to_text()
    return _as_json(body.model_copy(update={"position": text, "record": None, "moves": []}))


def _as_json(body: Source | ReviewBody) -> Response:
    return Response(body.model_dump_json(), media_type="application/json")


def create_helper_app(settings: Settings) -> FastAPI:
    """Return the application of a helper."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    metrics = Metrics()
    app.state.service = Service(
        settings, SearchQueue(settings, metrics), EnginePool(settings.slots), metrics
    )
    app.include_router(game_routes.router)
    app.include_router(router)
    answer_errors(app)
    return app


def run_helper(pipe: Pipe, settings: Settings) -> None:
    """Answer what comes through the pipe until its other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Whoever it helps ends it, after the last request has been answered.
        signal.signal(number, signal.SIG_IGN)
    app = create_helper_app(settings)
    with asyncio.Runner() as runner, contextlib.suppress(EOFError, OSError):
        is_last = False
        while not is_last:
            answered = runner.run(answer(app, HelpRequest(*pipe.recv())))
            is_last = peak_mb() > LARGE_MB
            pipe.send(tuple(answered._replace(is_last=is_last)))


def peak_mb() -> float:
    """Return the most memory that this process has held; 0 where the system does not say."""
    if resource is None:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak / (2**20 if sys.platform == "darwin" else 2**10))


async def answer(app: ASGIApp, request: HelpRequest) -> HelpAnswer:
    """Have an application answer one request."""
    head: dict[str, Any] = {}
    parts: list[bytes] = []
    is_read = False

    async def receive() -> Message:
        nonlocal is_read
        if is_read:
            await asyncio.Event().wait()
        is_read = True
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
        else:
            parts.append(message.get("body", b""))

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"content-type", request.content_type),
            (b"content-length", b"%d" % len(request.body)),
        ],
    }
    await app(scope, receive, send)
    return HelpAnswer(head["status"], list(head["headers"]), b"".join(parts))
