"""What can be wrong, as RFC 9457 problem documents. They hold nothing of a request's body."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from starlette.responses import Response

from coalbaron_fast.errors import (
    CoalBaronError,
    Defect,
    FieldError,
    IllegalMoveError,
    ParseError,
    PositionError,
    SettingsError,
    UnknownTurnError,
)
from coalbaron_fast.games import Game
from coalbaron_fast.games.options import OptionError
from coalbaron_fast.games.screen import QuestionError
from coalbaron_server.api.requests import BODIES

MEDIA_TYPE: Final = "application/problem+json"

KINDS: Final[dict[str, tuple[int, str]]] = {
    "malformed": (400, "The body is not what this endpoint reads"),
    "unauthorized": (401, "A key is needed"),
    "forbidden": (403, "This is not for callers from elsewhere"),
    "not-found": (404, "There is nothing here"),
    "method": (405, "This cannot be done here"),
    "slow": (408, "The request took too long to arrive"),
    "too-large": (413, "The body is too large"),
    "host": (421, "This service does not answer under this name"),
    "position": (422, "The position or record cannot be read or does not hold together"),
    "token": (422, "A word is no token"),
    "illegal-move": (422, "A token is not legal here"),
    "limit": (422, "More than this service allows, or than the position has"),
    "unsupported": (422, "This game does not offer this"),
    "busy": (429, "All search slots are taken"),
    "rate": (429, "Too many requests"),
    "head-too-large": (431, "The head is too large"),
    "internal": (500, "Something went wrong inside"),
    "not-ready": (503, "The service cannot take more just now"),
    "stopping": (503, "The service is going down"),
}
"""Every kind of problem: its status and title. The type of a problem is `/problems/` + kind."""


class Problem(Exception):  # noqa: N818 - named for what the client is sent
    """Something that ends a request with a problem document."""

    def __init__(
        self,
        kind: str,
        detail: str,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,  # noqa: ANN401 - any JSON value
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status, self.title = KINDS[kind]
        self.detail = detail
        self.field = field or None
        self.headers = dict(headers or {})
        self.more = {name: value for name, value in more.items() if value is not None}

    def document(self) -> dict[str, Any]:
        """Return the problem as data."""
        return {
            "type": f"/problems/{self.kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "field": self.field,
            **self.more,
        }

    def response(self) -> Response:
        """Return the problem as an answer."""
        return Response(
            json.dumps(self.document()), self.status, self.headers, media_type=MEDIA_TYPE
        )


BODY_FIELDS: Final = frozenset(name for body in BODIES for name in body.model_fields)
PART: Final = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)(\[\d{1,6}\])*")

ECHOING: Final = frozenset((Defect.SYNTAX, Defect.RESULT, Defect.ILLEGAL_MOVE, Defect.VIEW))
"""Defects whose expectation may quote the text that was read."""


def known_path(field: str, names: Collection[str] = BODY_FIELDS) -> str:
    """Return a field's path as far as it is made of these names: `limits.nodes`."""
    parts: list[str] = []
    for part in field.split("."):
        match = PART.fullmatch(part)
        if match is None or match[1] not in names:
            break
        parts.append(part)
    return ".".join(parts)


def problem_of(error: CoalBaronError, field: str, game: Game) -> Problem:
    """Return the problem for an error of a game; `field` is what was read."""
    match error:
        case IllegalMoveError():
            return Problem("illegal-move", "A token is not legal here.", field, legal=error.legal)
        case ParseError():
            return Problem("token", "A word is no token.", field)
        case PositionError():
            return _position_problem(error, field, game)
        case OptionError():
            where = f"{field}.{error.name}" if error.name else field
            return Problem("limit", f"There is no such option; expected {error.expected}.", where)
        case QuestionError():
            return Problem("limit", f"{_capital(error.reason)}.", error.field)
    return Problem("limit", "This does not fit the position.", field)


def search_problem(error: FieldError) -> Problem:
    """Return the problem of limits that no search can keep to, or of an engine that cannot be."""
    part = "options" if isinstance(error, SettingsError) else "limits"
    detail = "No search can keep to this."
    if isinstance(error, UnknownTurnError):
        detail = "No turn begins like this."
    return Problem("limit", detail, f"{part}.{error.field}" if error.field else part)


def _position_problem(error: PositionError, field: str, game: Game) -> Problem:
    names = game.position_shape.field_names() if game.position_shape else frozenset()
    inner = known_path(error.field, names)
    where = field if inner in ("", field) else f"{field}.{inner}"
    detail = f"{_capital(error.defect.meaning)}."
    if error.expected and error.defect not in ECHOING:
        detail = f"{detail[:-1]}; expected {error.expected}."
    return Problem("position", detail, where, defect=str(error.defect), line=error.line)


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
