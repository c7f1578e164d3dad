"""Answers every error of an application with a problem document."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from coalbaron_server.api.problems import KINDS, Problem, known_path
from coalbaron_server.work.turns import Gone

CLIENT_GONE: Final = 499
"""The status of a request whose client did not wait for an answer."""


def answer_errors(app: FastAPI) -> None:
    """Have an application do so."""

    @app.exception_handler(Problem)
    async def answer_problem(_request: Request, problem: Problem) -> Response:
        return problem.response()

    @app.exception_handler(Gone)
    async def answer_gone(_request: Request, _gone: Gone) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(RequestValidationError)
    async def answer_malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        names = [str(part) for part in first["loc"][1:] if isinstance(part, str)]
        return Problem("malformed", f"{first['msg']}.", known_path(".".join(names))).response()

    @app.exception_handler(HTTPException)
    async def answer_http_error(_request: Request, error: HTTPException) -> Response:
        kind = {404: "not-found", 405: "method"}.get(error.status_code, "malformed")
        headers = dict(error.headers or {})
        if "GET" in headers.get("Allow", ""):
            # Whatever can be got can be asked about.
            headers["Allow"] = f"{headers['Allow']}, HEAD"
        return Problem(kind, f"{KINDS[kind][1]}.", headers=headers).response()
