"""Games that are not Coal Baron, over HTTP: two tiny ones, one of them for one seat too."""

from __future__ import annotations

from typing import Any, Final

import pytest

from coalbaron_fast.games import GAMES
from tests.search import tiny_game
from tests.server.fakes import client_of
from tests.server.positions import placed

CLIENT: Final = client_of()

pytestmark = pytest.mark.usefixtures("tiny_games")


def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = CLIENT.post(path, body)
    assert answer.status == 200, answer.body
    data: dict[str, Any] = answer.json()
    return data


def test_chance_is_asked_for_with_its_probabilities() -> None:
    coin = tiny_game.State(2)
    answer = post("/v1/legal", {"game": "coin", "position": coin.to_dict()})
    probabilities = {choice["token"]: choice["probability"] for choice in answer["legal"]}
    assert probabilities == pytest.approx({"!heads": 2 / 3, "!tails": 1 / 3})


def test_a_search_streams_its_answers() -> None:
    coin = tiny_game.State(2)
    coin.push("!heads")
    body = {"game": "coin", "position": coin.to_text(), "limits": {"nodes": 2000}}
    name, best = CLIENT.post("/v1/analyse", body).events()[-1]
    assert (name, best["best"]) == ("best", ["nothing"])


def test_engines_of_one_game_are_not_lent_to_another() -> None:
    coin = tiny_game.State(2)
    coin.push("!tails")
    few = {"limits": {"nodes": 50}}
    for _ in range(2):
        assert post("/v1/bestmove", {"game": "coin", "position": coin.to_text(), **few})["best"]
        assert post("/v1/bestmove", {"position": placed().to_text(), **few})["best"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/plans", {"game": "coin", "position": tiny_game.State(2).to_text(), "space": "m6"}),
        ("/v1/project", {"game": "coin", "position": tiny_game.State(2).to_text()}),
        ("/v1/components?game=coin", None),
    ],
)
def test_what_a_game_lacks_is_named(path: str, body: dict[str, Any] | None) -> None:
    answer = CLIENT.get(path) if body is None else CLIENT.post(path, body)
    problem = answer.json()
    assert (answer.status, problem["type"]) == (422, "/problems/unsupported")
    assert problem["field"] == "game"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/new", {"game": "chess"}),
        ("/v1/bestmove", {"game": "chess", "position": placed().to_text()}),
        ("/v1/components?game=chess", None),
    ],
)
def test_an_unknown_game_is_refused_with_those_that_there_are(
    path: str, body: dict[str, Any] | None
) -> None:
    answer = CLIENT.get(path) if body is None else CLIENT.post(path, body)
    problem = answer.json()
    assert (answer.status, problem["type"]) == (400, "/problems/malformed")
    assert problem["field"] == "game"
    assert problem["detail"] == f"There is no such game; there are {', '.join(GAMES)}."


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("/v1/new", {"game": "hide", "players": 1}, 200, None),
        ("/v1/new", {"players": 1}, 400, "players"),
        ("/v1/new", {"game": "coin", "players": 3}, 400, "players"),
        ("/v1/legal", {"game": "coin", "position": "nonsense"}, 422, "position"),
        ("/v1/legal", {"game": "coin", "position": placed().to_text()}, 422, "position"),
        ("/v1/legal", {"position": tiny_game.State(2).to_text()}, 422, "position"),
    ],
)
def test_a_body_is_read_by_the_rules_of_its_game(
    path: str, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = CLIENT.post(path, body)
    assert answer.status == status, answer.body
    assert answer.json().get("field") == field


def test_components_are_those_of_the_game_that_is_asked_for() -> None:
    named = CLIENT.get("/v1/components?game=coalbaron")
    assert named.json() == CLIENT.get("/v1/components").json()


def test_the_document_names_all_games() -> None:
    document = client_of().get("/openapi.json").json()
    fields = document["components"]["schemas"]["NewBody"]["properties"]
    assert fields["game"]["enum"] == [*GAMES]
    assert (fields["players"]["minimum"], fields["players"]["maximum"]) == (1, 4)
