"""Mixed play through every door, on hide and seek: its places are chosen in secret."""

from __future__ import annotations

import io
import json
from typing import Any, Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.players import bot_from, read_player
from coalbaron_fast.bots import draw_line
from coalbaron_fast.client.info import read_bestmove, read_info
from coalbaron_protocol.forecast import Forecast
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.queries import QueryDefaults
from coalbaron_protocol.terminal import open_terminal
from tests.protocol.test_session import answers
from tests.search.hide_game import GAME, State
from tests.server.fakes import client_of

pytestmark = pytest.mark.usefixtures("tiny_games")

SEEDS: Final = range(12)
NODES: Final = 200


def hiding() -> State:
    state = State(2, 3)
    state.push("say5")
    return state


def drawn(seed: int) -> list[str]:
    """What the engine plays with this seed."""
    engine = Engine(hash_mb=4, seed=seed, game=GAME, mixed=True)
    return engine.search(hiding(), Limits(nodes=NODES)).best


def test_the_protocol_tells_the_mixture_and_draws_from_it() -> None:
    begun = "position startpos seed 3 moves say5"
    for seed in SEEDS:
        options = [f"setoption name Seed value {seed}", "setoption name Hash value 4"]
        said = answers(
            "setoption name Game value hide", *options, "setoption name Mixed value true", begun,
            f"go nodes {NODES}",
        )  # fmt: skip
        assert said[-1] == f"bestmove {drawn(seed)[0]}"
    policy = [line for line in said if line.startswith("info policy ")]
    assert len(policy) == 1
    told = read_info(policy[0]).policy
    assert sum(share for share, _ in told) == pytest.approx(1.0, abs=1e-3)
    assert {tuple(turn) for _, turn in told} == {("a",), ("b",)}
    open_turn = answers(
        "setoption name Game value hide", "position startpos seed 3", f"go nodes {NODES}"
    )
    assert not any("policy" in line for line in open_turn)


def test_a_client_keeps_the_mixture() -> None:
    answer = read_bestmove("a", [], read_info("info policy 0.75 a/b 0.25 c").policy)
    assert answer.policy == [(0.75, ["a", "b"]), (0.25, ["c"])]
    assert read_info("info policy 0.75").policy == []


def test_http_answers_with_it() -> None:
    body: dict[str, Any] = {
        "game": "hide", "position": hiding().to_text(), "limits": {"nodes": NODES},
    }  # fmt: skip
    for seed in SEEDS:
        options = {"seed": seed, "hash_mb": 4, "mixed": True}
        answer = client_of().post("/v1/bestmove", body | {"options": options})
        assert answer.status == 200, answer.body
        data = answer.json()
        assert data["best"] == data["lines"][0]["tokens"] == drawn(seed)
    assert {turn["tokens"][0] for turn in data["policy"]} == {"a", "b"}


def test_json_lines_answer_with_it() -> None:
    replies: list[dict[str, Any]] = []
    service = QueryService(
        lambda *lines: replies.extend(map(json.loads, lines)), QueryDefaults(1, "hide"),
        lambda: None,
    )  # fmt: skip
    query = {"id": "1", "position": hiding().to_text(), "limits": {"nodes": NODES}}
    queries = [query | {"options": {"mixed": True, "seed": seed, "hash_mb": 4}} for seed in SEEDS]
    refused = query | {"options": {"mixed": 1}}
    service.serve([json.dumps(one) for one in (*queries, refused)])
    # What is refused is answered at once.
    assert replies[0]["field"] == "options.mixed"
    assert [reply["best"] for reply in replies[1:]] == [drawn(seed) for seed in SEEDS]


def test_a_match_plays_from_it() -> None:
    for seed in SEEDS:
        bot = bot_from(f"engine:nodes={NODES},mixed=true,hash_mb=4", seed, GAME)
        assert bot.choose(hiding().view(0)) == drawn(seed)
    assert {turn[0] for turn in map(drawn, SEEDS)} == {"a", "b"}
    with pytest.raises(ValueError, match="mixed is true or false, not 'yes'"):
        read_player("engine:nodes=50,mixed=yes")


def test_an_opponent_keeps_to_what_was_drawn() -> None:
    found = Engine(hash_mb=4, seed=1, game=GAME, mixed=True).search(
        hiding(), Limits(nodes=NODES, lines=2)
    )
    assert draw_line(hiding(), found, 5.0, 1) == found.best


def test_the_terminal_shows_it_as_bars() -> None:
    state = hiding()
    found = Engine(hash_mb=4, game=GAME).search(state, Limits(nodes=NODES, lines=2))
    stream = io.StringIO()
    console = open_terminal(stream, {})
    console.print(Forecast(GAME, state, console).final(found))
    assert "in secret" in stream.getvalue()
    assert found.policy is not None
    assert f"{100 * found.policy[0].share:.0f} %" in stream.getvalue()
