"""What is wrong is said by name, and nothing of what was sent is said back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from coalbaron_fast import Defect
from coalbaron_fast.games import load_game
from coalbaron_server.api.problems import KINDS, known_path
from tests.server.fakes import client_of
from tests.server.positions import placed

MARKER = "Xq7Zmarker"
CLIENT = client_of(max_nodes=1000, max_time_ms=5000.0, max_hash_mb=128, max_threads=1, max_games=50)
TEXT = placed().to_text()
RECORD = placed().to_record()


def refused(path: str, body: object, status: int, kind: str, field: str | None) -> dict[str, Any]:
    answer = CLIENT.post(path, body)
    assert answer.status == status, answer.body
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["type"] == f"/problems/{kind}"
    assert problem["status"] == status
    assert problem["title"] == KINDS[kind][1]
    assert problem["detail"].endswith(".")
    assert problem["field"] == field
    return problem


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/v1/new", b"", None),
        ("/v1/new", b"{", None),
        ("/v1/new", b"[]", None),
        ("/v1/new", b'"players"', None),
        ("/v1/new", b"\xff", None),
        ("/v1/new", b'{"players": ' + b"9" * 5000 + b"}", None),
        ("/v1/new", b"[" * 100_000, None),
        ("/v1/new", {"players": "2"}, "players"),
        ("/v1/new", {"players": 2.5}, "players"),
        ("/v1/new", {"players": True}, "players"),
        ("/v1/new", {"players": 5}, "players"),
        ("/v1/new", {"seed": -1}, "seed"),
        ("/v1/new", {"tags": {MARKER: 7}}, "tags"),
        ("/v1/new", {MARKER: 1}, None),
        ("/v1/legal", {}, "position"),
        ("/v1/legal", {"position": TEXT, "record": RECORD}, "position"),
        ("/v1/legal", {"position": 7}, "position"),
        ("/v1/legal", {"position": TEXT, "viewer": 4}, "viewer"),
        ("/v1/legal", {"position": TEXT, "moves": "bank"}, "moves"),
        ("/v1/legal", {"position": TEXT, "moves": [7]}, "moves"),
        ("/v1/play", {"position": TEXT, "chance": MARKER}, "chance"),
        ("/v1/bestmove", {"position": TEXT, "limits": {"nodes": 0}}, "limits.nodes"),
        ("/v1/bestmove", {"position": TEXT, "limits": {"time_ms": "1"}}, "limits.time_ms"),
        ("/v1/bestmove", {"position": TEXT, "limits": {"infinite": True}}, "limits"),
        ("/v1/bestmove", {"position": TEXT, "options": {"hash_mb": 1}}, "options.hash_mb"),
        ("/v1/bestmove", b'{"limits": {"error": NaN}}', "limits.error"),
        ("/v1/review", {}, "record"),
        ("/v1/plans", {"position": TEXT, "space": "m5"}, "space"),
        ("/v1/plans", {"position": TEXT, "steps": 11}, "steps"),
        ("/v1/new", {"game": MARKER}, "game"),
        ("/v1/legal", {"game": 7, "position": TEXT}, "game"),
        ("/v1/bestmove", {"game": MARKER, "position": TEXT}, "game"),
        ("/v1/review", {"game": MARKER, "record": RECORD}, "game"),
    ],
)
def test_malformed_bodies(path: str, body: object, field: str | None) -> None:
    refused(path, body, 400, "malformed", field)


@pytest.mark.parametrize(
    ("path", "body", "kind", "field"),
    [
        ("/v1/new", {"players": 2, "start": 2}, "limit", "start"),
        ("/v1/new", {"tags": {"Players": "2"}}, "position", "tags.Players"),
        ("/v1/new", {"tags": {"Scores": "1 2"}}, "position", "tags.Scores"),
        ("/v1/new", {"tags": {"Event": "\ud800"}}, "position", "tags"),
        ("/v1/new", {"tags": {f"T{n}": "" for n in range(101)}}, "position", "tags"),
        ("/v1/legal", {"position": "nonsense"}, "position", "position"),
        ("/v1/legal", {"position": {}}, "position", "position.players"),
        ("/v1/legal", {"position": TEXT, "moves": ["f99"]}, "token", "moves"),
        ("/v1/legal", {"position": TEXT, "moves": ["end"]}, "illegal-move", "moves"),
        ("/v1/legal", {"position": TEXT, "viewer": 3}, "limit", "viewer"),
        ("/v1/legal", {"position": placed().view(0).to_text(), "viewer": 1}, "limit", "viewer"),
        ("/v1/legal", {"record": "[Players"}, "position", "record.tag"),
        ("/v1/play", {"position": TEXT, "tokens": ["m10//end"]}, "token", "tokens"),
        ("/v1/play", {"position": TEXT, "tokens": ["m10/-y"]}, "illegal-move", "tokens"),
        ("/v1/plans", {"position": TEXT}, "limit", "space"),
        ("/v1/plans", {"position": TEXT, "moves": ["ox"], "steps": 3}, "limit", "position"),
        ("/v1/bestmove", {"position": TEXT, "moves": ["ox"]}, "limit", "position"),
        ("/v1/bestmove", {"position": placed().view(1).to_text()}, "limit", "position"),
        ("/v1/bestmove", {"position": TEXT, "limits": {"nodes": 1001}}, "limit", "limits.nodes"),
        ("/v1/analyse", {"position": TEXT, "limits": {"time_ms": 5001}}, "limit", "limits.time_ms"),
        ("/v1/bestmove", {"position": TEXT, "options": {"threads": 2}}, "limit", "options.threads"),
        (
            "/v1/bestmove",
            {"position": TEXT, "options": {"hash_mb": 129}},
            "limit",
            "options.hash_mb",
        ),
        (
            "/v1/bestmove",
            {"position": TEXT, "limits": {"nodes": 9, "root_turns": ["f99"]}},
            "token",
            "limits.root_turns",
        ),
        (
            "/v1/analyse",
            {"position": TEXT, "limits": {"nodes": 9, "root_turns": ["end"]}},
            "limit",
            "limits.root_turns",
        ),
        ("/v1/project", {"position": TEXT, "games": 51}, "limit", "games"),
        ("/v1/review", {"record": MARKER}, "position", "record.tokens[0]"),
    ],
)
def test_what_the_rules_or_the_service_refuse(
    path: str, body: object, kind: str, field: str
) -> None:
    problem = refused(path, body, 422, kind, field)
    if kind == "illegal-move":
        assert "m10" in problem["legal"] or "@1" in problem["legal"]
    if kind == "position":
        assert problem["defect"] in set(Defect)


def test_defects_carry_their_place() -> None:
    data = placed().to_dict()
    data["seats"][1]["cage"]["cubes"] = "yyyyyy"
    problem = refused(
        "/v1/legal", {"position": data}, 422, "position", "position.seats[1].cage.cubes"
    )
    assert problem["defect"] == "cage"
    lines = ['[Players "2"]', '[Start "0"]', "", "!y1L", "f99"]
    body = {"record": "\n".join(lines)}
    assert refused("/v1/legal", body, 422, "position", "record.tokens[1]")["line"] == 5


def test_problems_can_be_looked_up() -> None:
    for kind, (status, title) in KINDS.items():
        assert CLIENT.get(f"/problems/{kind}").json() == {
            "type": f"/problems/{kind}",
            "status": status,
            "title": title,
        }
    assert CLIENT.get("/problems/none").status == 404
    assert CLIENT.get("/v1/new").status == 405
    assert CLIENT.get("/v1/new").headers["allow"] == "POST"
    assert CLIENT.get("/nowhere").json()["type"] == "/problems/not-found"


def test_paths_are_told_as_far_as_they_are_ours() -> None:
    shape = load_game("coalbaron").position_shape
    assert shape is not None
    names = shape.field_names()
    assert known_path("seats[1].cage.cubes", names) == "seats[1].cage.cubes"
    assert known_path(f"seats[1].{MARKER}.cubes", names) == "seats[1]"
    assert known_path(f"seats[1]{MARKER}", names) == ""
    assert known_path("spaces.m6.workers", names) == "spaces.m6.workers"
    assert known_path(MARKER, names) == ""
    assert known_path("limits.nodes") == "limits.nodes"
    assert known_path(f"limits.{MARKER}") == "limits"


def marked(value: Any) -> Iterator[Any]:
    """Yield copies of data with the marker in each place, as a value, as a key and in a list."""
    yield MARKER
    if isinstance(value, dict):
        yield {**value, MARKER: 1}
        for name, inner in value.items():
            yield {MARKER if key == name else key: entry for key, entry in value.items()}
            for other in marked(inner):
                yield {**value, name: other}
    elif isinstance(value, list):
        yield [*value, MARKER]
        for index, inner in enumerate(value[:3]):
            for other in marked(inner):
                yield [*value[:index], other, *value[index + 1 :]]
    elif isinstance(value, str) and value:
        yield f"{MARKER}{value}"
        yield f"{value}{MARKER}"
        yield value.replace(value[len(value) // 2], MARKER, 1)


def texts() -> Iterator[dict[str, Any]]:
    """Yield requests with the marker in every word of a text."""
    for name, text in (("position", TEXT), ("record", RECORD)):
        words = text.split(" ")
        for index, word in enumerate(words):
            for changed in (MARKER, f"{word}{MARKER}", f"{MARKER}={word}"):
                yield {name: " ".join([*words[:index], changed, *words[index + 1 :]])}
    for tag in ("Players", "Start", "Seed", "Scores", "Winners", "Position", MARKER):
        for value in (MARKER, f"2 {MARKER}", f'\\"{MARKER}'):
            yield {"record": f'[Players "2"]\n[Start "0"]\n[{tag} "{value}"]\n\n'}
            yield {"record": f'[{tag} "{value}"]\n\n!y1L'}


def test_nothing_of_a_body_is_said_back() -> None:
    view = placed(3).view(1)
    bodies: list[tuple[str, Any]] = [("/v1/legal", body) for body in texts()]
    for state in (placed(), view):
        bodies += [("/v1/legal", {"position": data}) for data in marked(state.to_dict())]
    full = {
        "position": TEXT,
        "moves": ["bank"],
        "limits": {"nodes": 5, "root_turns": ["m10"], "lines": 1},
        "options": {"threads": 1, "hash_mb": 8, "seed": 1},
    }
    bodies += [("/v1/bestmove", body) for body in marked(full)]
    bodies += [("/v1/new", body) for body in marked({"players": 2, "seed": 1, "start": 0})]
    bodies += [("/v1/play", body) for body in marked({"position": TEXT, "tokens": ["bank"]})]
    bodies += [("/v1/review", body) for body in marked({"record": "", "seats": [1]})]
    met = 0
    for path, body in bodies:
        answer = CLIENT.post(path, body)
        if answer.status != 200:
            met += 1
            assert 400 <= answer.status < 500, (path, body, answer.body)
            shown = json.dumps(answer.json()) + json.dumps(answer.headers)
            assert MARKER.lower() not in shown.lower(), (body, shown)
    assert met > 0.9 * len(bodies) > 500
