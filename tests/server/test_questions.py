"""JSON lines and HTTP ask the same numbers of a question: each at its bounds, and beyond them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import pytest
from pydantic import ValidationError

from coalbaron_fast import State
from coalbaron_fast.games import DEFAULT
from coalbaron_fast.wire.questions import LIMITS, MOST_ROOT_TURNS, SETTINGS, Number
from coalbaron_protocol.queries import QueryDefaults, QueryRefused, read_query
from coalbaron_server.api.requests import SearchBody

TEXT: Final = State(2, seed=1).to_text()
NUMBERS: Final = [
    *(("limits", name, asked) for name, asked in LIMITS.items()),
    *(("options", name, asked) for name, asked in SETTINGS.items()),
]


def doors_that_accept(part: str, name: str, value: object) -> list[str]:
    """The doors that take a question with this value."""
    question: dict[str, Any] = {"position": TEXT, "limits": {"nodes": 1}}
    question[part] = {**question.get(part, {}), name: value}
    doors = []
    defaults = QueryDefaults(threads=int(SETTINGS["threads"].high), game=DEFAULT)
    with suppress(QueryRefused):
        query = read_query({"id": "a", **question}, defaults)
        read = query.limits if part == "limits" else query.settings
        found = getattr(read, name)
        assert (list(found) if isinstance(found, tuple) else found) == value
        doors.append("lines")
    with suppress(ValidationError):
        body = SearchBody.model_validate(question)
        assert getattr(getattr(body, part), name) == value
        doors.append("http")
    return doors


@pytest.mark.parametrize(("part", "name", "asked"), NUMBERS)
def test_both_doors_take_the_same_numbers(part: str, name: str, asked: Number) -> None:
    inside = asked.high / 2 if asked.above else asked.low
    outside: list[object] = [asked.low if asked.above else asked.low - 1, asked.high + 1, "1", True]
    if asked.whole:
        outside.append(asked.low + 0.5)
        assert doors_that_accept(part, name, float(asked.high)) == ["lines", "http"]
    for value in (inside, asked.high):
        assert doors_that_accept(part, name, value) == ["lines", "http"], value
    for wrong in outside:
        assert doors_that_accept(part, name, wrong) == [], wrong


def test_both_doors_take_as_many_root_turns() -> None:
    turns = ["f1"] * MOST_ROOT_TURNS
    assert doors_that_accept("limits", "root_turns", turns) == ["lines", "http"]
    assert doors_that_accept("limits", "root_turns", [*turns, "f1"]) == []
