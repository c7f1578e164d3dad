"""Every endpoint of the service, for every game: what one request takes of the event loop.

Helper processes are replaced by one that refuses at once, so what they do does not count. What
searches do in threads of their own does not count either.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

from fastapi import FastAPI

from coalbaron_fast.games import GAMES, load_game
from coalbaron_server.api.problems import Problem
from coalbaron_server.app import create_app
from coalbaron_server.settings import Settings
from coalbaron_server.transport.serving import warm_up
from coalbaron_server.work.heavy_requests import Helpers
from coalbaron_server.work.helper_app import HelpAnswer, HelpRequest, answer, create_helper_app
from tests.server.fakes import Client
from tests.worst_case.counting import Work
from tests.worst_case.readers import Reader, positions

SETTINGS: Final = Settings(slots=1, max_time_ms=1.0, max_nodes=10, max_games=1)
IN_HELPER: Final = "in a helper: "


class Asked(NamedTuple):
    """An endpoint, and requests that work: their bodies, or the rest of their addresses."""

    method: str
    path: str
    seeds: Callable[[], list[str]]


class NoHelpers(Helpers):
    """Helpers that are all taken."""

    async def ask(self, *_arguments: Any) -> HelpAnswer:  # noqa: ANN401 - nothing is read
        raise Problem("busy", "No helper is free.")


@cache
def service() -> FastAPI:
    """Return the application as a process of the service has it."""
    app = create_app(SETTINGS, helpers=NoHelpers(SETTINGS))
    warm_up(app)
    return app


@cache
def helper() -> FastAPI:
    """Return the application of a helper process."""
    return create_helper_app(SETTINGS)


def _bodies(name: str, **more: Any) -> list[str]:  # noqa: ANN401 - any field of a body
    """Return bodies with a position of a game in each form."""
    bodies: list[dict[str, Any]] = []
    for state in positions(name):
        forms: list[tuple[str, Any]] = [
            ("position", state.to_text()),
            ("position", state.to_dict()),
            ("record", state.to_record()),
        ]
        bodies += [{"game": name, form: value, **more} for form, value in forms]
    return [json.dumps(body) for body in bodies]


def _played(name: str) -> list[str]:
    """Return bodies in which much is played."""
    whole = positions(name)[-1]
    begun, words = whole.origin.to_text(), ["/".join(turn) for turn in _turns(whole)]
    played = [
        {"position": begun, "tokens": whole.history},
        {"position": begun, "tokens": words},
        {"position": begun, "tokens": [], "moves": words},
        {"position": begun, "tokens": ["/".join(whole.history)[:400].rpartition("/")[0]]},
    ]
    return [json.dumps({"game": name, "viewer": 0, **body}) for body in played] + _bodies(
        name, chance="draw", seed=1
    )


def _turns(state: Any) -> Iterator[list[str]]:  # noqa: ANN401 - a position of the game
    """Yield the tokens of a game in words of the most tokens that a request may have in one."""
    tokens: list[str] = []
    for token in state.history:
        if len("/".join((*tokens, token))) > 400:
            yield tokens
            tokens = []
        tokens.append(token)
    yield tokens


def _records(name: str, **more: Any) -> list[str]:  # noqa: ANN401 - any field of a body
    states = positions(name)
    return [json.dumps({"game": name, "record": state.to_record(), **more}) for state in states]


def game_endpoints(name: str) -> Iterator[Asked]:
    """Yield the endpoints that read positions and records of a game."""
    game = load_game(name)
    middle = positions(name)[1]
    turn = "/".join(middle.legal_moves()[:1])
    limits = {"nodes": 1, "root_turns": middle.legal_moves()[:3], "lines": 100}
    new = {"game": name, "players": game.players[-1], "seed": 1, "tags": {"A": "b"}}
    new |= {"people": [0], "start": 1}
    yield Asked("POST", "/v1/new", lambda: [json.dumps(new)])
    yield Asked("POST", "/v1/play", partial(_played, name))
    yield Asked("POST", "/v1/legal", partial(_bodies, name, viewer=0))
    yield Asked("POST", "/v1/history", partial(_records, name, viewer=0, start=0, limit=100))
    yield Asked("POST", "/v1/plans", partial(_bodies, name, steps=10, dominated=True, limit=1000))
    for path in ("/v1/bestmove", "/v1/analyse"):
        yield Asked("POST", path, partial(_bodies, name, limits=limits, options={"seed": 1}))
    yield Asked("POST", "/v1/compare", partial(_bodies, name, turns=[turn], limits={"nodes": 1}))
    yield Asked("POST", "/v1/judge", partial(_bodies, name, turn=turn, limits={"nodes": 1}))
    yield Asked("POST", "/v1/project", partial(_bodies, name, games=1))
    yield Asked("POST", "/v1/review", partial(_records, name, limits={"nodes": 1}, seats=[0]))
    answer = {"game": name, "puzzle": "a", "turn": turn}
    yield Asked("POST", "/v1/answer", lambda: [json.dumps(answer)])
    for path in ("/v1/components", "/v1/puzzles", "/v1/opponents"):
        yield Asked("GET", path, lambda: [f"?game={name}"])
    yield Asked("GET", "/v1/puzzles/day", lambda: [f"?game={name}&date=2026-11-19"])
    openings = f"?game={name}&players={game.players[-1]}&phase={middle.phase}&shift=1"
    yield Asked("GET", "/v1/openings", lambda: [openings])


def other_endpoints() -> Iterator[Asked]:
    """Yield those that know no game."""
    for path in ("/healthz", "/readyz", "/metrics", "/", "/sw.js", "/nowhere"):
        yield Asked("GET", path, lambda: ["?a=b"])
    yield Asked("GET", "/openapi.json", lambda: ["?a=b"])
    for path in ("/problems/", "/v1/puzzles/", "/static/", "/games/"):
        yield Asked("GET", path, lambda: ["a/b", "style.css+page.css", "%41", "../a"])


def _ask(asked: Asked, text: str) -> Work:
    """Return a request to the service, ready to run."""
    body = text.encode("utf-8", "replace")[: SETTINGS.max_body] if asked.method == "POST" else b""
    rest = "" if asked.method == "POST" else text[:16_000]
    headers = {"content-type": "application/json"}
    path = asked.path + rest.encode("ascii", "replace").decode()
    coming = Client(service()).asked(asked.method, path, [body], headers)
    return partial(_loop().run_until_complete, coming)


def _help(asked: Asked, text: str) -> Work:
    """Return a request to a helper, ready to run."""
    body = text.encode("utf-8", "replace")[: SETTINGS.max_body]
    request = HelpRequest(asked.path, b"application/json", body)
    return partial(_loop().run_until_complete, answer(helper(), request))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    random.seed(0)
    return asyncio.new_event_loop()


def all_endpoints() -> list[Reader]:
    """Return all endpoints, as readers of their bodies or of the rest of their addresses."""
    known = [(name, asked) for name in GAMES for asked in game_endpoints(name)]
    known += [("", asked) for asked in other_endpoints()]
    return [
        Reader(
            f"{name} {asked.method} {asked.path}".strip(), asked.seeds, partial(_ask, asked), True
        )
        for name, asked in known
    ]


def helped_endpoints() -> list[Reader]:
    """Return those whose heavy requests helper processes answer, as the helper reads them."""
    from coalbaron_server.work.heavy_requests import READ  # noqa: PLC0415 - beside its use

    return [
        Reader(f"{IN_HELPER}{name} {asked.path}", asked.seeds, partial(_help, asked))
        for name in GAMES
        for asked in game_endpoints(name)
        if asked.path in READ
    ]
