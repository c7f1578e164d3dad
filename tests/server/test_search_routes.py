"""Searches over HTTP: exact answers of a fake engine, and honest ones of the real one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.engine.pool import EngineSettings
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.games.coalbaron.notation import code_of
from coalbaron_fast.games.coalbaron.projection import project
from coalbaron_fast.review import advise, review_turns, summarise
from coalbaron_server.api.search_routes import ADVICE, JUDGEMENT, SUMMARY, judgement_answer
from coalbaron_server.work import streams
from tests.server.fakes import BrokenEngine, FakeEngine, client_of, fake_engine
from tests.server.positions import placed

TURN = "f1"
LINE = {
    "tokens": [TURN],
    "text": "buy the tile on factory space f1",
    "key": "turn",
    "params": {"steps": [load_game(DEFAULT).phrase(code_of(TURN))]},
    "visits": 10,
    "win": [0.25, 0.75],
    "vp": [90.0, 110.5],
    "utility": 0.5,
    "error": 0.01,
    "p_best": 0.9,
    "pv": [[TURN]],
    "win_error": [0.02, 0.02],
    "vp_error": [1.5, 2.5],
    "vp_spread": [10.0, 5.0],
    "vp_band": [[77.0, 103.0], [104.0, 117.0]],
}


def encoded(body: object) -> bytes:
    return json.dumps(body).encode()


def expected(nodes: int) -> dict[str, Any]:
    return {
        "seat": 0,
        "text": "Seat 0: buy the tile on factory space f1; wins 25%, 90 VP.",
        "best": [TURN],
        "lines": [LINE],
        "nodes": nodes,
        "worlds": nodes,
        "depth": 3,
        "time_ms": 12.5,
        "memory_used": 0.25,
        "exact": False,
        "solved": False,
        "policy": None,
    }


def test_bestmove_answers_exactly() -> None:
    engine = fake_engine()
    body = {
        "position": placed().to_text(),
        "limits": {"nodes": 300, "lines": 4, "root_turns": ["f1"]},
        "options": {"threads": 2, "hash_mb": 16, "seed": 9},
    }
    answer = client_of(engine).post("/v1/bestmove", body)
    assert (answer.status, answer.json()) == (200, expected(200))
    assert engine.made == [EngineSettings(2, 16, 9)]
    (state, limits), *_ = engine.asked
    assert state == placed().view(0)
    wanted = (limits.nodes, limits.lines, limits.root_turns, limits.time_ms)
    assert wanted == (300, 4, ((code_of("f1"),),), None)


def test_without_limits_it_thinks_for_a_second() -> None:
    engine = fake_engine()
    client_of(engine).post("/v1/bestmove", {"position": placed().to_text()})
    assert engine.asked[0][1].time_ms == 1000
    assert engine.made == [EngineSettings(1, 64, 1)]
    client_of(engine, max_time_ms=50.0).post("/v1/bestmove", {"position": placed().to_text()})
    assert engine.asked[1][1].time_ms == 50


def test_analyse_streams_exactly() -> None:
    answer = client_of(fake_engine()).post("/v1/analyse", {"position": placed().to_text()})
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "content-length" not in answer.headers
    events = answer.events()
    # Of two answers that wait at once only the newer one is sent.
    assert events[-2:] == [("info", expected(200)), ("best", expected(200))]


def test_a_stream_with_nothing_to_say_shows_that_it_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.01)
    engine = fake_engine(waits=True)
    client = client_of(engine, max_time_ms=300.0)
    answer = client.post("/v1/analyse", {"position": placed().to_text()})
    assert answer.body.count(b": still here\n\n") > 3
    assert [name for name, _ in answer.events()][-1] == "best"


def test_an_engine_is_kept_for_the_next_request() -> None:
    engine = fake_engine()
    client = client_of(engine)
    options = [{"seed": 1}, {"seed": 1}, {"seed": 2}]
    body = {"position": placed().to_text()}

    async def ask() -> None:
        for one in options:
            data = [encoded(body | {"options": one})]
            await client.asked("POST", "/v1/bestmove", data, {"content-type": "application/json"})

    asyncio.run(ask())
    assert [made.seed for made in engine.made] == [1, 2]


def test_the_real_engine_answers_as_in_python() -> None:
    state = placed(turns=5)
    body = {"position": state.to_text(), "limits": {"nodes": 120, "lines": 2}}
    answer = client_of().post("/v1/bestmove", body).json()
    analysis = Engine(hash_mb=64).search(state, Limits(nodes=120, lines=2))
    assert answer["best"] == analysis.best
    for line, known in zip(answer["lines"], analysis.lines, strict=True):
        for name, value in known.as_data().items():
            # Lists of lists are beyond approx.
            is_nested = isinstance(value, list) and any(isinstance(one, list) for one in value)
            assert line[name] == value if is_nested else line[name] == pytest.approx(value)


def test_an_answer_uses_what_the_mover_knows_alone() -> None:
    state = placed()
    state.push("ox")
    while state.is_chance:
        state.push(state.legal_moves()[0])
    state.push_all(["+-", "top"])
    while state.phase == "stack":
        state.push(state.legal_moves()[0])
    seat = state.turn
    assert seat == 1
    client = client_of()
    answers = []
    for source in (state, state.view(seat), state.sample_world(seat, seed=4)):
        body = {"position": source.to_text(), "limits": {"nodes": 60}}
        answer = client.post("/v1/bestmove", body).json()
        del answer["time_ms"]
        answers.append(answer)
    assert answers[0] == answers[1] == answers[2]


def test_projections_are_those_of_python() -> None:
    state = placed(3)
    answer = client_of().post("/v1/project", {"position": state.to_text(), "games": 4, "seed": 2})
    known = project(state, games=4, seed=2)
    assert answer.json()["counts"] == known.counts
    assert answer.json()["vp_errors"] == pytest.approx(known.vp_errors)
    body = {"position": state.to_text(), "games": 4, "seed": 2, "viewer": 2}
    assert client_of().post("/v1/project", body).json()["vp"] == project(state, 2, 4, 2).vp


def test_a_turn_is_judged_before_it_is_played() -> None:
    state = placed()
    body = {"position": state.to_text(), "limits": {"nodes": 400}}
    answer = client_of().post("/v1/judge", {**body, "turn": "bank"})
    codes = load_game("coalbaron").read_words("bank")
    known = advise(state, codes, Engine(hash_mb=64), Limits(nodes=400))
    assert answer.json() == ADVICE.dump_python(known, mode="json")
    assert answer.json()["reasons"]
    hint = client_of().post("/v1/judge", body).json()
    assert hint["best"] == known.best != hint["turn"]


def test_no_turn_is_judged_that_is_none() -> None:
    body = {"position": placed(turns=4).to_text(), "limits": {"nodes": 60}}
    for turn in ("nonsense", "m10", "+y"):
        answer = client_of().post("/v1/judge", {**body, "turn": turn})
        assert (answer.status, answer.json()["field"]) == (422, "turn")


def test_a_review_streams_every_turn_and_a_summary() -> None:
    record = placed(turns=4).to_record()
    state = State.from_record(record)
    state.push_all(["bank", "bank"])
    record = state.to_record()
    limits = {"nodes": 40}
    answer = client_of().post("/v1/review", {"record": record, "limits": limits})
    judgements = list(review_turns(state, Engine(hash_mb=64), Limits(nodes=40)))
    *turns, summary = answer.events()
    assert [name for name, _ in turns] == ["turn"] * len(judgements)
    assert [data for _, data in turns] == [
        JUDGEMENT.dump_python(judgement_answer(load_game(DEFAULT), one), mode="json")
        for one in judgements
    ]
    assert summary == ("summary", SUMMARY.dump_python(summarise(judgements, state), mode="json"))
    assert [data["number"] + 1 for _, data in turns] == list(range(1, turns[0][1]["total"] + 1))


def test_a_review_says_in_words_what_chance_did() -> None:
    state = State(2, seed=1)
    state.push_codes(state.first_sight())
    body = {"record": state.to_record(), "limits": {"nodes": 10}}
    (_, judged), _ = client_of().post("/v1/review", body).events()
    assert len(judged["luck"]) > 10
    for chance in judged["luck"]:
        phrase = load_game(DEFAULT).phrase(code_of(chance["token"]))
        assert chance["text"] == load_game(DEFAULT).words.spell(phrase)
        assert {name: chance[name] for name in ("key", "params")} == phrase


def test_a_review_can_keep_to_some_seats() -> None:
    state = placed()
    state.push_all(["bank", "bank"])
    body = {"record": state.to_record(), "limits": {"nodes": 20}, "seats": [1]}
    events = client_of().post("/v1/review", body).events()
    assert {data["seat"] for name, data in events if name == "turn"} == {1}


async def asked_and_left(client: Any, engine: FakeEngine, path: str) -> Any:
    """Ask, and go away once the search runs."""
    gone = asyncio.Event()
    body = encoded({"position": placed().to_text()})
    headers = {"content-type": "application/json"}
    request = asyncio.ensure_future(client.asked("POST", path, [body], headers, gone))
    while not engine.running:
        await asyncio.sleep(0.001)
    gone.set()
    return await asyncio.wait_for(request, 20)


@pytest.mark.parametrize("path", ["/v1/bestmove", "/v1/analyse"])
def test_a_client_that_goes_away_stops_its_search(path: str) -> None:
    engine = fake_engine(waits=True)
    client = client_of(engine)
    asyncio.run(asked_and_left(client, engine, path))
    assert engine.stopped > 0
    assert engine.running == 0
    queue = client.app.state.service.queue
    assert (queue.turns.free, queue.running, queue.turns.waiting) == (2, 0, 0)
    assert b'coalbaron_searches_stopped_total{reason="gone"} 1.0' in client.get("/metrics").body


def test_a_search_ends_at_the_cap_of_the_service() -> None:
    engine = fake_engine(waits=True)
    client = client_of(engine, max_time_ms=30.0)
    body = {"position": placed().to_text(), "limits": {"nodes": 1000}}
    assert client.post("/v1/bestmove", body).json() == expected(200)
    assert engine.stopped > 0
    assert b'coalbaron_searches_stopped_total{reason="time"} 1.0' in client.get("/metrics").body


def test_an_engine_without_memory_gives_the_slot_back() -> None:
    def refuse(_settings: EngineSettings) -> Any:
        raise MemoryError

    client = client_of(refuse)
    answer = client.post("/v1/bestmove", {"position": placed().to_text()})
    assert (answer.status, answer.json()["field"]) == (422, "options.hash_mb")
    assert client.app.state.service.queue.turns.free == 2


def test_an_engine_that_cannot_be_is_named() -> None:
    body = {"position": placed().to_text(), "options": {"threads": 6, "hash_mb": 4}}
    answer = client_of(slots=6, max_threads=6).post("/v1/bestmove", body)
    assert (answer.status, answer.json()["type"]) == (422, "/problems/limit")
    assert answer.json()["field"] == "options.hash_mb"


def test_a_fault_is_no_refusal() -> None:
    engine = BrokenEngine([], [], waits=False)
    engine.error = ValueError
    answer = client_of(engine).post("/v1/bestmove", {"position": placed().to_text()})
    assert (answer.status, answer.json()["type"]) == (500, "/problems/internal")


def test_an_error_inside_tells_nothing() -> None:
    client = client_of(BrokenEngine([], [], waits=False))
    answer = client.post("/v1/bestmove", {"position": placed().to_text()})
    assert answer.status == 500
    assert answer.json()["detail"] == "It has been logged."
    assert b"cb1" not in answer.body
    assert client.app.state.service.queue.turns.free == 2


def test_turns_are_compared_in_the_order_asked_for() -> None:
    state = placed()
    body = {"position": state.to_text(), "limits": {"nodes": 160}, "turns": ["bank", "m6/end"]}
    answer = client_of().post("/v1/compare", body)
    assert answer.status == 200, answer.body
    compared = answer.json()
    assert [turn["tokens"] for turn in compared] == [["bank"], ["m6", "end"]]
    assert sorted(turn["is_best"] for turn in compared) == [False, True]
    worse = next(turn for turn in compared if not turn["is_best"])
    better = next(turn for turn in compared if turn["is_best"])
    seat = state.turn or 0
    assert worse["loss_win"] == pytest.approx(better["win"][seat] - worse["win"][seat])
    assert worse["error"] > 0 == better["error"]


def test_a_turn_that_is_none_is_refused_by_name() -> None:
    body = {"position": placed().to_text(), "limits": {"nodes": 16}}
    for turns in (["end"], ["nonsense"]):
        answer = client_of().post("/v1/compare", {**body, "turns": turns})
        assert (answer.status, answer.json()["field"]) == (422, "turns"), answer.body


def test_a_part_of_a_turn_is_not_compared() -> None:
    state = placed()
    state.push("m6")
    body = {"position": state.to_text(), "limits": {"nodes": 16}}
    assert "@1" in state.legal_moves()
    answer = client_of().post("/v1/compare", {**body, "turns": ["end", "@1"]})
    assert (answer.status, answer.json()["field"]) == (422, "turns"), answer.body
    assert answer.json()["detail"] == "This is no whole turn here."
