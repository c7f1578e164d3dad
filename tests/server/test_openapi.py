"""The OpenAPI document: whole, honest, and every example in it works when pasted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from coalbaron_server.api.problems import KINDS
from tests.server.fakes import client_of

jsonschema = pytest.importorskip("jsonschema")

CLIENT = client_of()
DOCUMENT: dict[str, Any] = CLIENT.get("/openapi.json").json()


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def examples() -> list[Any]:
    return [
        pytest.param(path, example["value"], id=f"{path} {name}")
        for path, method, operation in operations()
        if method == "post"
        for name, example in body_of(operation)["examples"].items()
    ]


def body_of(operation: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = operation["requestBody"]["content"]["application/json"]
    return content


def check(schema: dict[str, Any], value: object) -> None:
    """Hold a value against a schema of the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    jsonschema.Draft202012Validator(whole).validate(value)


@pytest.mark.parametrize(("path", "body"), examples())
def test_every_example_works(path: str, body: dict[str, Any]) -> None:
    operation = DOCUMENT["paths"][path]["post"]
    check(body_of(operation)["schema"], body)
    answer = CLIENT.post(path, body)
    assert answer.status == 200, answer.body
    (media_type, content), *_ = operation["responses"]["200"]["content"].items()
    assert answer.headers["content-type"].partition(";")[0] == media_type
    if media_type == "application/json":
        check(content["schema"], answer.json())
        return
    schemas = {
        event["properties"]["event"]["const"]: event["properties"]["data"]["contentSchema"]
        for event in content["schema"]["oneOf"]
    }
    assert answer.events()[-1][0] in ("best", "summary")
    for name, data in answer.events():
        check(schemas[name], data)


def test_every_post_has_examples() -> None:
    without = [
        path
        for path, method, operation in operations()
        if method == "post" and not body_of(operation).get("examples")
    ]
    assert without == []


def test_every_endpoint_says_what_it_does_and_what_can_go_wrong() -> None:
    for path, method, operation in operations():
        assert operation["summary"]
        assert len(operation["description"]) > 10
        assert operation["tags"]
        if method == "post":
            assert {"200", "400", "401", "413", "422", "429", "503"} <= set(operation["responses"])
        for status, answer in operation["responses"].items():
            if status != "200":
                assert set(answer["content"]) == {"application/problem+json"}, path


def test_problems_are_as_the_document_says() -> None:
    schema = {"$ref": "#/components/schemas/Problem"}
    for body in (b"{", {"players": 9}, {"players": 2, "start": 3}):
        check(schema, CLIENT.post("/v1/new", body).json())
    assert set(DOCUMENT["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]) == {
        f"/problems/{kind}" for kind in KINDS
    }


def test_every_reference_leads_somewhere_and_nothing_is_left_over() -> None:
    text = json.dumps(DOCUMENT)
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert named == set(DOCUMENT["components"]["schemas"])


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert "http://" not in json.dumps(DOCUMENT)
    assert "https://" not in json.dumps(DOCUMENT)
    assert CLIENT.get("/docs").status == CLIENT.get("/redoc").status == 404


def test_a_key_is_part_of_the_document_where_there_is_one() -> None:
    assert "securitySchemes" not in DOCUMENT["components"]
    locked = client_of(api_key="k").get("/openapi.json").json()
    assert locked["paths"]["/v1/new"]["post"]["security"] == [{"key": []}]
    assert "security" not in locked["paths"]["/healthz"]["get"]
