"""The game through every door: none of them knows its name."""

from __future__ import annotations

import itertools
import json
from random import Random
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import bot_from
from coalbaron_fast.arena.selfplay import SelfplaySettings
from coalbaron_fast.bots import GreedyBot, play_game
from coalbaron_fast.games import load_game
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.review import Report, review_turns, tell_game, write_html, write_text
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from tests.protocol.test_session import answers
from tests.server.fakes import client_of

GAME: Final = load_game("ruhr")
BOTS: Final = ("random", "greedy", "flat:nodes=4", "ismcts:nodes=4", "engine:nodes=4")
CHOICE: Final = "setoption name Game value ruhr"


def late(players: int, turn: int = 11, phase: str = "option") -> State:
    """A position near the end of a game in which all play at first sight."""
    state = State(players, seed=5)
    while state.shift < turn or state.phase != phase:
        state.push_codes(state.first_sight())
    return state


def test_the_engine_searches_it_the_same_every_time() -> None:
    for players in GAME.players:
        state = late(players, 5)
        found = [
            Engine(hash_mb=4, seed=7, game=GAME).search(state, Limits(nodes=300, lines=5))
            for _ in range(2)
        ]
        assert found[0].lines == found[1].lines
        for line in found[0].lines:
            state.copy().push_all(line.tokens)
        assert sum(found[0].lines[0].win) == pytest.approx(1)


def test_what_a_seed_will_bring_is_not_looked_at() -> None:
    player = Engine(hash_mb=4, seed=7, game=GAME)
    state = late(2, 5)
    position = State.from_text(state.unseeded().to_text())
    seeded = [State.from_text(position.to_text(), seed=seed) for seed in (1, 2)]
    lines = [player.search(one, Limits(nodes=200)).lines for one in (position, *seeded)]
    assert lines[0] == lines[1] == lines[2]


def test_the_last_market_is_solved() -> None:
    state = late(2, 12, "buy")
    analysis = Engine(hash_mb=4, seed=1, game=GAME).search(state, Limits(nodes=10_000))
    assert analysis.solved
    state.push_all(analysis.best)


def test_every_bot_plays_it() -> None:
    for name in BOTS:
        state = late(2, 12)
        play_game(state, [bot_from(name, game=GAME)] * 2)
        assert state.is_over


def test_greedy_beats_random_play() -> None:
    settings = MatchSettings(("greedy", "random"), seats=3, deals=2, plies=0, game="ruhr")
    points = [0, 0]
    for task in settings.checked().tasks():
        result = task.run()
        assert not result.faults
        state = State.from_record(result.record)
        assert state.is_over
        assert result.vp == tuple(state.vp)
        for player, vp in zip(result.entrants, result.vp, strict=True):
            points[player] += vp
    assert points[0] > points[1] + 100


def test_it_plays_against_itself() -> None:
    settings = SelfplaySettings(games=1, seats=2, nodes=2, lines=2, game="ruhr").checked()
    played = settings.task(0).run()
    assert State.from_record(played.record).vp == played.vp
    state = State(2, seed=played.seed, start=played.start)
    for decision in played.decisions:
        assert State.from_text(decision.view) == state.view(decision.seat)
        state.push_all(decision.turn)
    assert state.is_over


def test_a_game_is_reviewed_and_told() -> None:
    state = play_game(late(2, 12), [GreedyBot(GAME)] * 2)
    judged = list(review_turns(state, Engine(hash_mb=4, game=GAME), Limits(nodes=20)))
    story = tell_game(GAME, state, {"Seat0": "Anna"}, judged, nodes=20)
    report = Report([story])
    for text in (write_text(report), write_html(report)):
        assert "Anna" in text


def test_the_protocol_plays_it() -> None:
    text = late(2, 12).to_text()
    kind, turn, *_ = answers(CHOICE, f"position text {text}", "go nodes 30")[-1].split()
    assert kind == "bestmove"
    State.from_text(text).push(turn)
    moves = "!fo pilot @s15 plain @s8 >c4 >c7"
    said = answers(CHOICE, f"position startpos players 2 moves {moves}", "query turn", "perft 1")
    assert said[-2] == "response chance"


def test_queries_in_json_lines_ask_about_it() -> None:
    state = late(2, 12)
    queries: list[dict[str, Any]] = [
        {"id": "text", "position": state.to_text()},
        {"id": "data", "position": state.to_dict()},
        {"id": "record", "record": state.to_record()},
    ]
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)),
        QueryDefaults(1, "ruhr"),
        lambda: None,
    )
    service.serve([json.dumps(query | {"limits": {"nodes": 20}}) for query in queries])
    assert [reply["id"] for reply in replies] == ["text", "data", "record"]
    assert all(reply["lines"] == replies[0]["lines"] for reply in replies)


def test_it_is_played_over_http() -> None:
    client = client_of()

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(path, {"game": "ruhr", **body})
        assert answer.status == 200, answer.body
        data: dict[str, Any] = answer.json()
        return data

    answer = post("/v1/new", {"players": 3, "seed": 3})
    state = State.from_record(answer["record"])
    assert answer["data"] == state.to_dict()
    few = {"limits": {"nodes": 20, "lines": 3}, "options": {"hash_mb": 4}}
    for _ in range(8):
        shown = post("/v1/legal", {"position": answer["position"]})
        assert [choice["token"] for choice in shown["legal"]] == state.legal_moves()
        best = post("/v1/bestmove", {**few, "record": answer["record"]})
        body = {"record": answer["record"], "tokens": best["best"], "chance": "draw"}
        answer = post("/v1/play", body)
        state = State.from_record(answer["record"])
        assert answer["data"] == state.to_dict()
    wrong = client.post("/v1/legal", {"game": "ruhr", "position": {**state.to_dict(), "bag": 99}})
    assert (wrong.status, wrong.json()["field"]) == (422, "position.bag")


def test_the_environments_offer_it() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo")
    from coalbaron_fast.envs import BatchEnv  # noqa: PLC0415 - needs NumPy and more
    from coalbaron_fast.envs.turns import TurnsEnv  # noqa: PLC0415
    from coalbaron_fast.games.ruhr.training import longest_game  # noqa: PLC0415

    class Turns(TurnsEnv):
        """The game for PettingZoo."""

        plays = GAME
        metadata: Final = {"name": "ruhr_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    env = Turns(players=2)
    env.reset(seed=3)
    rng = Random(1)
    for agent, number in zip(env.agent_iter(), itertools.count(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert env.observation_space(agent)["observation"].contains(observation["observation"])
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(rng.choice(list(legal))))
        assert number < longest_game(2)[0]
    batch = BatchEnv(3, 2, seed=5, game=GAME)
    step = batch.reset()
    for _ in range(30):
        actions = [int(rng.choice(list(np.flatnonzero(mask)))) for mask in step.masks]
        step = batch.step(actions)
