"""Whatever position comes: an answer, or a problem that says why there is none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from coalbaron_fast import State
from tests.games.coalbaron.core.games import STYLES, choose
from tests.server.fakes import client_of

CLIENT = client_of(max_time_ms=100.0)


def some_position(rng: Random) -> State:
    """Return a position of a random game, half of them seen from one chair."""
    players = rng.choice((2, 3, 4))
    state = State(players, start=rng.randrange(players))
    if rng.random() < 0.5:
        state = state.view(rng.randrange(players))
    style = STYLES[rng.choice(list(STYLES))]
    for _ in range(rng.randrange(1, 700)):
        if state.is_over:
            break
        state.push(choose(state, style, rng))
    return state


@pytest.mark.parametrize("seed", range(30))
def test_every_endpoint_answers_every_position(seed: int) -> None:
    rng = Random(seed)
    state = some_position(rng)
    source: dict[str, Any] = rng.choice(
        [
            {"position": state.to_text()},
            {"position": state.to_dict()},
            {"record": state.to_record()},
        ]
    )
    few = {"limits": {"nodes": 8}}
    tokens = [] if state.is_over else [choose(state, STYLES["uniform"], rng)]
    is_decided = state.turn is not None and state.viewer in (None, state.turn)
    may_mine = is_decided and state.phase in ("place", "mine")
    asked = [
        ("/v1/legal", source, True),
        ("/v1/play", {**source, "tokens": tokens, "chance": "draw"}, True),
        ("/v1/project", {**source, "games": 1}, True),
        ("/v1/plans", {**source, "space": "m6"}, may_mine),
        ("/v1/bestmove", {**source, **few}, is_decided),
        ("/v1/analyse", {**source, **few}, is_decided),
    ]
    for path, body, is_possible in asked:
        answer = CLIENT.post(path, body)
        assert answer.status == (200 if is_possible else 422), (path, answer.body)
