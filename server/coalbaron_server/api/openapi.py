"""The OpenAPI document: what FastAPI says of the endpoints, with problems, streams and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.games.screen import Screen
from coalbaron_fast.review import Summary
from coalbaron_server.api.problems import KINDS, MEDIA_TYPE
from coalbaron_server.api.search_routes import JudgementAnswer

STREAMS: Final = {
    "/v1/analyse": {"info": "AnalysisAnswer", "best": "AnalysisAnswer", "problem": "Problem"},
    "/v1/review": {"turn": "JudgementAnswer", "summary": "Summary", "problem": "Problem"},
}
"""The events of each stream, and what their data is."""

POSTED: Final = ("400", "401", "408", "413", "422", "429", "503")
"""The problems that a POST may meet."""

PROBLEM: Final = {
    "title": "Problem",
    "description": "RFC 9457. `field` names what is wrong; nothing of the request is repeated.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "field"],
    "properties": {
        "type": {"type": "string", "enum": [f"/problems/{kind}" for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": ["string", "null"]},
        "defect": {"type": "string"},
        "line": {"type": "integer"},
        "legal": {"type": "array", "items": {"type": "string"}},
        "most": {"type": "number"},
    },
}
KEY: Final = {
    "type": "apiKey",
    "in": "header",
    "name": "X-API-Key",
    "description": "Only where the service was started with one.",
}


def describe_api(app: FastAPI) -> None:
    """Have the application describe itself fully; the document is made when first asked for."""
    documents: list[dict[str, Any]] = []

    def document() -> dict[str, Any]:
        if not documents:
            documents.append(_document(app))
        return documents[0]

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
    )
    parts = document["components"]
    parts["schemas"] |= _schemas_of([JudgementAnswer, Summary])[1]
    _describe_screens(document)
    for unused in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(unused, None)
    parts["schemas"]["Problem"] = PROBLEM
    examples = _request_examples()
    is_locked = app.state.service.settings.api_key is not None
    if is_locked:
        parts["securitySchemes"] = {"key": KEY}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _describe(path, method, operation)
            if is_locked and path.startswith("/v1/"):
                operation["security"] = [{"key": []}]
            if path in examples and method == "post":
                content = operation["requestBody"]["content"]["application/json"]
                content["examples"] = examples[path]
    return document


def _screens() -> list[Screen]:
    games = map(load_game, GAMES)
    return [game.screen() for game in games if game.screen is not None]


def _request_examples() -> dict[str, dict[str, Any]]:
    """Return the examples of all games by path and name; the first game to use a name keeps it."""
    found: dict[str, dict[str, Any]] = {}
    for screen in _screens():
        for path, examples in (screen.examples() if screen.examples else {}).items():
            found[path] = examples | found.get(path, {})
    return found


def _schemas_of(kinds: Sequence[type[Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the JSON schema of each type, a reference, and the definitions they refer to."""
    inputs: list[Any] = [(kind, "serialization", TypeAdapter(kind)) for kind in kinds]
    schemas, document = TypeAdapter.json_schemas(
        inputs, ref_template="#/components/schemas/{model}"
    )
    references = [schemas[kind, "serialization"] for kind in kinds]
    return references, document.get("$defs", {})


def _describe_screens(document: dict[str, Any]) -> None:
    """Say what each game's screen answers: an endpoint's answer is one of theirs."""
    screens = _screens()
    schemas = document["components"]["schemas"]

    def one_of(kinds: Sequence[type[Any] | None]) -> dict[str, Any]:
        references, definitions = _schemas_of([kind for kind in kinds if kind is not None])
        schemas.update(definitions)
        return references[0] if len(references) == 1 else {"anyOf": references}

    position = schemas["PositionAnswer"]["properties"]
    position["table"] = one_of([screen.Table for screen in screens])
    told = schemas["ToldTurn"]["properties"]
    for event in (position["events"], told["events"]):
        event["items"] = one_of([screen.Event for screen in screens])
    for path, kinds in (
        ("/v1/plans", [screen.plans and screen.plans.Answer for screen in screens]),
        ("/v1/project", [screen.Projection for screen in screens]),
    ):
        answer = document["paths"][path]["post"]["responses"]["200"]
        answer["content"] = {"application/json": {"schema": one_of(kinds)}}


def _describe(path: str, method: str, operation: dict[str, Any]) -> None:
    """Say how an endpoint answers, well and badly."""
    answers = operation["responses"]
    answers.pop("422", None)
    if path in STREAMS:
        answers["200"] = _stream_answer(STREAMS[path])
    elif path == "/metrics":
        answers["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}
    statuses: tuple[str, ...] = ()
    if path.startswith("/v1/"):
        statuses = POSTED if method == "post" else ("400", "401", "422", "429")
    elif path.startswith("/problems/"):
        operation["parameters"][0]["schema"]["enum"] = list(KINDS)
        statuses = ("404",)
    elif path == "/readyz":
        statuses = ("503",)
    for status in statuses:
        answers[status] = _problem_answer(int(status))


def _stream_answer(events: Mapping[str, str]) -> dict[str, Any]:
    """Describe a stream by its events; the data of each is JSON."""
    described = [
        {
            "type": "object",
            "required": ["event", "data"],
            "properties": {
                "event": {"const": name},
                "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": {"$ref": f"#/components/schemas/{schema}"},
                },
            },
        }
        for name, schema in events.items()
    ]
    return {
        "description": f"Events {', '.join(events)}.",
        "content": {"text/event-stream": {"schema": {"oneOf": described}}},
    }


def _problem_answer(status: int) -> dict[str, Any]:
    titles = [title for number, title in KINDS.values() if number == status]
    answer: dict[str, Any] = {
        "description": "; ".join(titles),
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status == 429:
        answer["headers"] = {
            "Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}
        }
    return answer
