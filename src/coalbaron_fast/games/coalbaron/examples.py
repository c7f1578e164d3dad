"""HTTP requests that work when pasted: they stand in the OpenAPI document and run as tests."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

from coalbaron_fast.games.coalbaron.state import State

PUZZLES: Final = Path(__file__).parent / "puzzles.json.gz"
SEED: Final = 7
TOKENS: Final = 60
"""Fewest tokens before the position of the examples."""

SHORT: Final = 20
"""The same for the game that is reviewed."""


def request_examples() -> dict[str, dict[str, Any]]:
    """Return the examples of each endpoint by path and name, as OpenAPI has them."""
    state = _position(TOKENS)
    text, record = state.to_text(), state.to_record(Event="An example")
    view = state.view(state.turn or 0)
    few = {"nodes": 200}
    short = _position(SHORT).to_record(Event="An example")
    return {
        "/v1/new": {
            "two": _example("A game for two", {"players": 2}),
            "named": _example(
                "A game that can be repeated",
                {"players": 4, "seed": 11, "start": 2, "tags": {"Event": "Thursday"}},
            ),
        },
        "/v1/legal": {
            "text": _example("A position as text", {"position": text}),
            "data": _example("A position as data, as seat 0 knows it", _seen(state)),
            "moves": _example("Work steps", {"record": record, "moves": ["m10", "@1"]}),
        },
        "/v1/play": {
            "ask": _example("A placement", {"position": text, "tokens": ["bank"]}),
            "draw": _example(
                "A turn, and what chance brings",
                {"record": record, "tokens": ["m10/@1/@0/end"], "chance": "draw", "seed": 3},
            ),
        },
        "/v1/history": {
            "all": _example("A short game", {"record": short}),
            "seen": _example(
                "Its first ten turns, as seat 0 saw them",
                {"record": short, "viewer": 0, "limit": 10},
            ),
        },
        "/v1/plans": {
            "space": _example("Before a mining turn", {"position": text, "space": "m10"}),
            "turn": _example("In a mining turn", {"record": record, "moves": ["m10", "@1"]}),
        },
        "/v1/bestmove": {
            "nodes": _example("The best turn", {"position": text, "limits": few}),
            "view": _example(
                "From one chair, three lines",
                {"position": view.to_text(), "limits": {**few, "lines": 3}},
            ),
        },
        "/v1/compare": {
            "two": _example(
                "Two turns",
                {"position": text, "turns": ["bank", "m10/end"], "limits": few},
            ),
        },
        "/v1/judge": {
            "turn": _example(
                "What a turn gives away, and why",
                {"position": text, "turn": "bank", "limits": few},
            ),
            "hint": _example("Why the best turn is best", {"position": text, "limits": few}),
        },
        "/v1/analyse": {
            "time": _example("A tenth of a second", {"record": record, "limits": {"time_ms": 100}}),
        },
        "/v1/project": {
            "games": _example("The majorities", {"position": text, "games": 10}),
        },
        "/v1/answer": {
            "best": _example("The best turn of a puzzle", _answer()),
        },
        "/v1/review": {
            "record": _example("A short game", {"record": short, "limits": few}),
        },
    }


def _answer() -> dict[str, Any]:
    """Return the best answer to the first puzzle."""
    data = json.loads(gzip.decompress(PUZZLES.read_bytes()))
    first = data["puzzles"][0]
    return {"puzzle": first["id"], "turn": "/".join(first["answers"][0]["turn"])}


def _example(summary: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"summary": summary, "value": value}


def _seen(state: State) -> dict[str, Any]:
    return {"position": state.to_dict(), "viewer": 0}


def _position(tokens: int) -> State:
    """Return a position at least n tokens into a game. It holds no seed: chance asks."""
    state = State(players=2, seed=SEED)
    while len(state.codes) < tokens or not state.is_legal("m10"):
        state.push_codes(state.first_sight())
    return state.unseeded()
