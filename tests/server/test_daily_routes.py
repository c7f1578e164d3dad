"""The endpoints of every day: puzzles, openings, opponents."""

from __future__ import annotations

import pytest

from coalbaron_fast.bots import OpponentBot
from coalbaron_fast.games import load_game
from coalbaron_server.api.daily_routes import puzzles_of
from tests.server.fakes import client_of
from tests.server.positions import placed

GAME = load_game("coalbaron")


def test_the_puzzle_of_a_day_is_shown_without_its_answer() -> None:
    client = client_of()
    shown = client.get("/v1/puzzles/day?date=2026-11-19").json()
    assert shown["date"] == "2026-11-19"
    assert "answers" not in shown
    assert shown == client.get("/v1/puzzles/day?date=2026-11-19").json()
    again = client.get(f"/v1/puzzles/{shown['id']}").json()
    assert {**again, "date": shown["date"]} == shown
    assert shown["id"] != client.get("/v1/puzzles/day?date=2026-11-20").json()["id"]
    assert client.get("/v1/puzzles/day").status == 200
    listed = client.get("/v1/puzzles").json()
    assert shown["id"] in [entry["id"] for entry in listed]
    assert "position" not in listed[0]


def test_an_answer_is_judged_with_what_it_gives_away() -> None:
    client, puzzle = client_of(), puzzles_of("coalbaron").puzzles[0]
    for place, answer in enumerate(puzzle.answers):
        body = {"puzzle": puzzle.id, "turn": "/".join(answer.turn)}
        found = client.post("/v1/answer", body).json()
        assert found["is_right"] == (place == 0)
        assert found["best"] == puzzle.answers[0].turn
        assert found["loss_win"] == puzzle.loss(answer)
        assert len(found["answers"]) == len(puzzle.answers)


def test_whoever_gives_up_is_shown_the_best_turn() -> None:
    client, puzzle = client_of(), puzzles_of("coalbaron").puzzles[0]
    shown = client.post("/v1/answer", {"puzzle": puzzle.id}).json()
    assert shown["turn"] == shown["best"] == puzzle.answers[0].turn
    assert (shown["is_right"], shown["loss_win"]) == (True, 0)


def test_a_puzzle_tells_whether_it_is_won() -> None:
    client = client_of()
    puzzles = puzzles_of("coalbaron").puzzles
    wins = [one.kind == "ending" and one.answers[0].win[one.seat] == 1 for one in puzzles]
    assert set(wins) == {True, False}
    assert [entry["wins"] for entry in client.get("/v1/puzzles").json()] == wins
    assert client.get(f"/v1/puzzles/{puzzles[0].id}").json()["wins"] == wins[0]


def test_an_answer_that_the_puzzle_does_not_know_is_searched() -> None:
    client = client_of()
    for puzzle in puzzles_of("coalbaron").puzzles:
        state = GAME.State.from_text(puzzle.position)
        unknown = [
            token
            for token in state.legal_moves()
            if token in ("bank", "ox") and puzzle.find(GAME, GAME.read_words(token)) is None
        ]
        if unknown:
            body = {"puzzle": puzzle.id, "turn": unknown[0]}
            found = client.post("/v1/answer", body)
            assert found.status == 200
            assert found.json()["turn"] == unknown
            return


def test_what_is_no_puzzle_or_no_turn_is_refused() -> None:
    client, puzzle = client_of(), puzzles_of("coalbaron").puzzles[0]
    body = {"puzzle": "none", "turn": "bank"}
    answer = client.post("/v1/answer", body)
    assert (answer.status, answer.json()["field"]) == (422, "puzzle")
    for turn in ("nonsense", "+y", "end"):
        answer = client.post("/v1/answer", {"puzzle": puzzle.id, "turn": turn})
        assert (answer.status, answer.json()["field"]) == (422, "turn")


@pytest.mark.parametrize("date", ["0", "1700000000", "2026-13-01", "today", "2026-11-19T00:00:00"])
def test_a_date_is_written_in_full(date: str) -> None:
    answer = client_of().get(f"/v1/puzzles/day?date={date}")
    assert answer.status == 400


def test_openings_are_listed_by_moment() -> None:
    rows = client_of().get("/v1/openings?players=2&phase=draft").json()
    assert len(rows) == 44
    assert {"token", "text", "taken", "offered", "tries", "lead", "lead_error"} <= set(rows[0])
    assert client_of().get("/v1/openings?players=2&phase=nowhere").json() == []


def test_opponents_are_listed_and_play() -> None:
    client = client_of()
    listed = client.get("/v1/opponents").json()
    assert [one["name"] for one in listed] == [one.name for one in GAME.opponents]
    assert len(listed) == 8
    state = placed()
    for opponent in GAME.opponents[:3]:
        body = {"position": state.to_text(), "options": {"opponent": opponent.name, "seed": 3}}
        answer = client.post("/v1/bestmove", body).json()
        assert answer["best"] == OpponentBot(opponent, 3).choose(state.view(state.turn or 0))
        assert answer["lines"][0]["tokens"] == answer["best"]
    refused = client.post(
        "/v1/bestmove", {"position": state.to_text(), "options": {"opponent": "stranger"}}
    )
    assert (refused.status, refused.json()["field"]) == (422, "options.opponent")
