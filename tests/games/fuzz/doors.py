"""Every endpoint of the service that takes a position, asked in this process, without a socket."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games import GAMES, Game, Position

if TYPE_CHECKING:
    from tests.server.fakes import Client

FEW: Final[dict[str, Any]] = {"limits": {"nodes": 8}, "options": {"hash_mb": 4}}
BROKEN: Final = 500
"""The status of what the service did not expect, and all above it."""
RECORD_ONLY: Final = ("/v1/history", "/v1/review")
ENDPOINTS: Final[dict[str, dict[str, Any]]] = {
    "/v1/play": {"chance": "draw"},
    "/v1/legal": {},
    "/v1/history": {},
    "/v1/plans": {},
    "/v1/bestmove": FEW,
    "/v1/compare": FEW,
    "/v1/analyse": FEW,
    "/v1/judge": FEW,
    "/v1/project": {"games": 1},
    "/v1/review": FEW,
}
"""Whatever reads a position or a record, and what it is asked besides."""


class Doors:
    """Asks the service about positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def client(self) -> Client:
        """The service, made when first asked."""
        from tests.server.fakes import client_of  # noqa: PLC0415 - slow, not always needed

        return client_of(max_time_ms=2000.0)

    def ask(self, state: Position, rng: Random) -> None:
        """Ask every endpoint about a position, in one of its forms; none may break."""
        if self.game.name not in GAMES:
            return
        source: dict[str, Any] = rng.choice(
            [{"position": state.to_text()}, {"position": state.to_dict()}]
        )
        trial = state.copy()
        if not trial.is_over:
            trial.push_codes([rng.choice(trial.legal_codes())])
        played = trial.history[-1:]
        for path, own in ENDPOINTS.items():
            body = {"game": self.game.name, **own}
            if path in RECORD_ONLY:
                body["record"] = trial.to_record()
            else:
                body |= source
            if path == "/v1/play":
                body["tokens"] = played
            elif path == "/v1/compare":
                body["turns"] = played or ["none"]
            self._check(path, body)

    def _check(self, path: str, body: dict[str, Any]) -> None:
        answer = self.client.post(path, body)
        assert answer.status < BROKEN, (path, answer.status, answer.body)
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            name, told = answer.events()[-1]
            assert name != "problem" or told["status"] < BROKEN, (path, told)
