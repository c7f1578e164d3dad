"""What a helper process runs: requests that would hold up the event loop, one after the other.

Those for the endpoints that play are answered here. Of those that search only the position is
read here: what comes back is the same request in few bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import pickle
import signal
import sys
from typing import Annotated, Any, BinaryIO, Final, NamedTuple

from fastapi import APIRouter, Body, FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from coalbaron_fast.engine.pool import EnginePool
from coalbaron_fast.games import load_game
from coalbaron_server.api import game_routes
from coalbaron_server.api.error_answers import answer_errors
from coalbaron_server.api.positions import read_game, read_record
from coalbaron_server.api.requests import (
    CompareBody,
    JudgeBody,
    ProjectBody,
    ReviewBody,
    SearchBody,
    Source,
)
from coalbaron_server.metrics import Metrics
from coalbaron_server.settings import Settings
from coalbaron_server.transport.logs import set_up_logs
from coalbaron_server.work.service import Service
from coalbaron_server.work.turns import SearchQueue

try:
    resource: Any = importlib.import_module("resource")
except ImportError:  # Windows
    resource = None

ANSWERED: Final = frozenset(("/v1/new", "/v1/play", "/v1/legal", "/v1/history", "/v1/plans"))
SHORTENED: Final = frozenset(
    ("/v1/bestmove", "/v1/compare", "/v1/analyse", "/v1/judge", "/v1/project", "/v1/review")
)

LENGTH_BYTES: Final = 8
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


@router.post("/compare")
def shorten_comparison(body: CompareBody) -> Response:
    """Return the request with its position alone."""
    return _shortened(body)


@router.post("/judge")
def shorten_judging(body: JudgeBody) -> Response:
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


def send(stream: BinaryIO, message: tuple[Any, ...]) -> None:
    """Send a message through a pipe."""
    data = pickle.dumps(message)
    stream.write(len(data).to_bytes(LENGTH_BYTES))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:  # noqa: ANN401 - whatever was sent
    """Return the next message of a pipe. Raises EOFError at its end."""
    head = stream.read(LENGTH_BYTES)
    length = int.from_bytes(head)
    data = stream.read(length)
    if len(head) < LENGTH_BYTES or len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 - both ends are ours


def main() -> None:
    """Answer what comes on standard input until it ends; the first message holds the settings."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # The service that it helps ends it, after the last request has been answered.
        signal.signal(number, signal.SIG_IGN)
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Nothing else may come between the answers.
    os.dup2(2, 1)
    (settings,) = receive(asked)
    set_up_logs(settings.log)
    app = create_helper_app(settings)
    with asyncio.Runner() as runner, contextlib.suppress(EOFError, OSError):
        is_last = False
        while not is_last:
            answered = runner.run(answer(app, HelpRequest(*receive(asked))))
            is_last = peak_mb() > LARGE_MB
            send(answers, tuple(answered._replace(is_last=is_last)))


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
