"""Positions over HTTP: begun, shown, played, planned."""

from __future__ import annotations

from typing import Any

import pytest

from coalbaron_fast import State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.events import tell_events
from coalbaron_fast.games.coalbaron.notation import token_of
from coalbaron_fast.games.coalbaron.table import describe_table
from coalbaron_server.api.game_routes import POSITION
from tests.server.fakes import client_of
from tests.server.positions import placed

CLIENT = client_of()


def post(path: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = CLIENT.post(path, body)
    assert answer.status == status, answer.body
    data: dict[str, Any] = answer.json()
    return data


def test_a_position_is_told_in_every_way() -> None:
    state = placed()
    answer = post("/v1/legal", {"position": state.to_text()})
    assert State.from_text(answer["position"]) == state
    assert State.from_dict(answer["data"]) == state
    assert answer["record"] is None
    assert (answer["tokens"], answer["events"]) == ([], [])
    expected = POSITION.dump_python(
        POSITION.validate_python(
            {
                "position": "",
                "data": {},
                "options": {},
                "table": describe_table(state),
                "legal": load_game("coalbaron").choices(state),
                "record": None,
                "tokens": [],
                "events": [],
            }
        ),
        mode="json",
    )
    assert answer["table"] == expected["table"]
    assert answer["legal"] == expected["legal"]
    assert [choice["token"] for choice in answer["legal"]] == state.legal_moves()


def test_text_data_and_record_are_the_same_position() -> None:
    state = placed(3)
    for source in (
        {"position": state.to_text()},
        {"position": state.to_dict()},
        {"record": state.to_record()},
    ):
        assert post("/v1/legal", source)["position"] == state.to_text()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_begun_with_its_chance_drawn(players: int) -> None:
    answer = post("/v1/new", {"players": players, "seed": 4, "start": 1, "tags": {"Event": "x"}})
    expected = State(players, seed=4, start=1)
    assert answer["data"] == expected.to_dict()
    assert answer["tokens"] == expected.history
    assert answer["record"] == expected.to_record(Event="x")
    refills = [event for event in answer["events"] if event["kind"] == "refill"]
    assert len(refills) == len(expected.history)
    assert {
        event["space"] for event in refills if event["item"] in expected.to_dict()["draft"]
    } == {"draft"}


def test_games_without_a_seed_differ_and_say_no_seed() -> None:
    answers = [post("/v1/new", {}) for _ in range(2)]
    assert answers[0]["tokens"] != answers[1]["tokens"]
    assert "Seed" not in answers[0]["record"]


def test_a_whole_game_is_played_by_its_record_alone() -> None:
    answer = post("/v1/new", {"players": 2})
    tokens: list[str] = list(answer["tokens"])
    while answer["table"]["over"] is None:
        state = State.from_record(answer["record"])
        turn = "/".join(token_of(code) for code in state.first_sight())
        body = {"record": answer["record"], "tokens": [turn], "chance": "draw"}
        answer = post("/v1/play", body)
        assert answer["tokens"][: turn.count("/") + 1] == turn.split("/")
        tokens += answer["tokens"]
    state = State(2)
    state.push_all(tokens)
    assert answer["record"] == state.to_record()
    assert answer["table"]["over"] == {"scores": state.scores(), "winners": state.winners()}
    assert answer["events"][-1]["kind"] == "over"


def test_chance_can_be_asked_for_and_answered() -> None:
    state = placed()
    space = next(token for token in state.legal_moves() if token.startswith("f"))
    asked = post("/v1/play", {"position": state.to_text(), "tokens": [space]})
    assert asked["table"]["phase"] == "chance"
    assert asked["table"]["draw"] == space
    probabilities = [choice["probability"] for choice in asked["legal"]]
    assert sum(probabilities) == pytest.approx(1)
    token = asked["legal"][0]["token"]
    answer = post("/v1/play", {"position": asked["position"], "tokens": [token]})
    assert answer["data"]["factory"][space] == token[1:]
    assert [event["kind"] for event in answer["events"]] == ["refill"]


def test_what_is_drawn_is_fixed_by_a_seed() -> None:
    body = {"position": placed().to_text(), "tokens": ["ox"], "chance": "draw"}
    first, second = (post("/v1/play", {**body, "seed": 3}) for _ in range(2))
    assert first == second
    assert len(first["tokens"]) == 1 + facts.LOOK
    others = {tuple(post("/v1/play", {**body, "seed": seed})["tokens"]) for seed in range(6)}
    assert len(others) > 1


def test_events_are_those_of_the_tokens() -> None:
    state = placed()
    answer = post("/v1/play", {"position": state.to_text(), "tokens": ["m10/@1/+y/@0/end"]})
    expected = tell_events(state, ["m10", "@1", "+y", "@0", "end"])
    assert [event["text"] for event in answer["events"]] == [event.text for event in expected]


def test_a_viewer_sees_its_own_view() -> None:
    body = {"position": placed().to_text(), "tokens": ["ox"], "chance": "draw", "seed": 1}
    keeper = post("/v1/play", body)
    other = post("/v1/play", {**body, "viewer": 1})
    own = post("/v1/play", {**body, "viewer": 0})
    cards = {token[1:] for token in keeper["tokens"][1:]}
    assert {event["item"] for event in own["events"] if event["kind"] == "draw"} == cards
    assert {event["item"] for event in other["events"] if event["kind"] == "draw"} == {"?"}
    truth = State.from_text(keeper["position"])
    assert other["position"] == truth.view(1).to_text()
    assert other["data"] == truth.view(1).to_dict()
    assert own["position"] == truth.view(0).to_text()
    assert [choice["token"] for choice in own["legal"]] == truth.legal_moves()
    held = other["table"]["look"]["held"]
    assert {place["item"] for place in held} == {"?"}


def test_people_at_one_screen_see_what_the_one_to_decide_knows() -> None:
    """After a look its seat knows more; then the next one is to decide."""
    state = placed()
    looker, others = state.turn, [seat for seat in range(state.players) if seat != state.turn]
    looking = {"position": state.to_text(), "tokens": ["ox"], "chance": "draw", "seed": 1}
    answer = post("/v1/play", {**looking, "people": [*others, looker]})
    assert answer["position"] == post("/v1/play", {**looking, "viewer": looker})["position"]
    # Who is to decide is not at the screen.
    answer = post("/v1/play", {**looking, "people": others[::-1]})
    assert answer == post("/v1/play", {**looking, "viewer": others[-1]})
    assert post("/v1/play", {**looking, "people": []}) == post("/v1/play", looking)
    named = {**looking, "people": [looker], "viewer": others[0]}
    assert post("/v1/play", named) == post("/v1/play", {**looking, "viewer": others[0]})


def test_a_new_game_is_seen_by_the_people_who_play_it() -> None:
    body = {"players": 3, "seed": 4, "start": 1}
    record = post("/v1/new", body)["record"]
    for people, viewer in (([1, 2], 1), ([2], 2)):
        begun = post("/v1/new", {**body, "people": people})
        shown = post("/v1/legal", {"record": record, "viewer": viewer})
        assert begun["record"] == record
        assert begun["table"] == shown["table"]
        assert begun["position"] == shown["position"]


def test_a_view_can_be_played_on() -> None:
    view = placed().view(1)
    answer = post("/v1/play", {"position": view.to_text(), "tokens": ["ox", *["!?"] * 5, "+-"]})
    assert answer["table"]["viewer"] == 1
    assert answer["table"]["phase"] == "side"


def test_tags_of_a_record_are_kept() -> None:
    record = placed(turns=3).to_record(Event="Here", Seat0="Ada")
    answer = post("/v1/play", {"record": record, "tokens": ["bank"]})
    state = State.from_record(record)
    state.push("bank")
    assert answer["record"] == state.to_record(Event="Here", Seat0="Ada")


def test_any_name_of_a_tag_will_do() -> None:
    tags = {"self": "a", "tags": "b", "players": "c", "Name_1": "d"}
    record = post("/v1/new", {"tags": tags})["record"]
    assert all(f'[{name} "{value}"]' in record for name, value in tags.items())
    assert '[self "a"]' in post("/v1/legal", {"record": record})["record"]


def test_a_record_with_a_seed_draws_its_own_chance() -> None:
    answer = post("/v1/new", {"seed": 5})
    space = "+" + answer["data"]["draft"][0]
    played = post("/v1/play", {"record": answer["record"], "tokens": [space]})
    expected = State(2, seed=5)
    expected.push(space)
    assert played["data"] == expected.to_dict()


def test_moves_come_before_everything() -> None:
    state = placed()
    body = {"position": state.to_text(), "moves": ["m10", "@1/+y"]}
    answer = post("/v1/legal", body)
    state.push_all(["m10", "@1", "+y"])
    assert answer["position"] == state.to_text()
    assert answer["tokens"] == ["m10", "@1", "+y"]
    assert answer["table"]["steps"] == 8


def test_plans_lead_where_they_say() -> None:
    state = placed(turns=6)
    seat = state.turn
    assert seat is not None
    answer = post("/v1/plans", {"position": state.to_text(), "space": "m6", "limit": 1000})
    expected = state.mining_plans(steps=6, seat=seat, dominated=False)
    assert answer["total"] == len(expected) == len(answer["plans"])
    assert {plan["position"] for plan in answer["plans"]} == {end.to_text() for _, end in expected}
    completed = [len(plan["deliverable"]) for plan in answer["plans"]]
    assert completed == sorted(completed, reverse=True)
    for plan in answer["plans"][:10]:
        end = State.from_text(plan["position"]).to_dict()["seats"][seat]
        assert (plan["cage"], plan["storage"]) == (end["cage"]["cubes"], end["storage"])
        for name in plan["deliverable"]:
            assert "-" not in end["orders"][name]
        after = state.copy()
        after.push_all(["m6", *plan["tokens"]])


def test_plans_of_a_turn_in_progress_use_the_steps_left() -> None:
    state = placed()
    body = {"position": state.to_text(), "moves": ["m6", "@1", "+y"]}
    answer = post("/v1/plans", body)
    assert max(len(plan["tokens"]) for plan in answer["plans"]) <= 4
    assert len(post("/v1/plans", {**body, "limit": 1})["plans"]) == 1
    with_dominated = post("/v1/plans", {**body, "dominated": True})
    assert with_dominated["total"] > answer["total"]


def test_components_are_those_of_the_game() -> None:
    answer = CLIENT.get("/v1/components").json()
    assert [tile["name"] for tile in answer["tiles"]] == [tile.name for tile in facts.TILES]
    assert len(answer["orders"]) == 44
    assert [space["name"] for space in answer["spaces"]] == list(facts.SPACES)
    assert set(answer["locked"]["2"]) == facts.LOCKED[2]
    assert [reward["first"] for reward in answer["rewards"]] == [r.first for r in facts.REWARDS]


def finished(players: int = 2, seed: int = 5) -> State:
    """Return a greedy game to its end."""
    state = State(players, seed=seed)
    while not state.is_over:
        state.push_codes(state.first_sight())
    return state.unseeded()


def test_a_history_tells_every_token_once_turn_by_turn() -> None:
    state = finished()
    record = state.to_record()
    turns: list[dict[str, Any]] = []
    start: int | None = 0
    while start is not None:
        answer = post("/v1/history", {"record": record, "start": start, "limit": 40})
        assert 0 < len(answer["turns"]) <= 40
        turns += answer["turns"]
        start = answer["next"]
    index = 0
    for turn in turns:
        assert turn["index"] == index
        index += turn["length"]
    assert index == len(state.codes)
    assert [turn["seat"] for turn in turns].count(None) == 1
    assert all(turn["is_done"] for turn in turns)
    replayed = state.origin
    replayed.push_codes(state.codes[: turns[8]["index"]])
    assert (turns[8]["seat"], turns[8]["phase"]) == (replayed.turn, replayed.phase)
    told = [event["text"] for turn in turns for event in turn["events"]]
    assert told == [event.text for event in tell_events(state.origin, state.history)]


def test_a_history_keeps_what_a_seat_did_not_see() -> None:
    state = placed()
    state.push("ox")
    while state.is_chance:
        state.push(state.legal_moves()[0])
    drawn = [place["item"] for place in state.to_dict()["look"]["held"]]
    body = {"record": state.to_record(), "start": 0}
    for viewer in (0, 1):
        last = post("/v1/history", {**body, "viewer": viewer})["turns"][-1]
        assert (last["seat"], last["is_done"]) == (state.turn, False)
        items = [event["item"] for event in last["events"] if event["kind"] == "draw"]
        assert items == (drawn if viewer == state.turn else len(drawn) * ["?"])


def test_a_history_begins_where_the_record_has_tokens() -> None:
    record = placed().to_record()
    assert post("/v1/history", {"record": record, "start": 9999}, 422)["field"] == "start"
    assert post("/v1/history", {"record": record, "viewer": 3}, 422)["field"] == "viewer"
