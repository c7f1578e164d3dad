"""A request takes one view of its position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_fast.games.coalbaron import game
from coalbaron_fast.games.coalbaron.state import State
from tests.server.fakes import client_of
from tests.server.positions import placed

POSITION: Final = placed(turns=3)
FEW: Final = {"limits": {"nodes": 64}}
LEGAL: Final = POSITION.legal_moves()

PATHS: Final[dict[str, dict[str, Any]]] = {
    "bestmove": FEW,
    "bestmove as an opponent": {"options": {"opponent": "pip"}},
    "analyse": FEW,
    "judge": FEW,
    "judge a turn": FEW | {"turn": LEGAL[-1]},
    "compare": FEW | {"turns": ["c6", "bank"]},
    "project": {"games": 2, "viewer": POSITION.turn},
    "legal": {"viewer": POSITION.turn},
    "play": {"tokens": ["bank"], "viewer": POSITION.turn},
}


class Counted(State):
    """Counts the views that are taken of it."""

    views = 0

    def view(self, seat: int) -> Counted:
        type(self).views += 1
        return super().view(seat)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return how many views were taken so far."""
    monkeypatch.setattr(game, "GAME", load_game(DEFAULT)._replace(State=Counted))
    monkeypatch.setattr(Counted, "views", 0)
    assert load_game(DEFAULT).State is Counted
    return lambda: Counted.views


@pytest.mark.parametrize("path", PATHS)
def test_a_request_takes_one_view(path: str, count: Callable[[], int]) -> None:
    body = {"position": POSITION.to_text(), **PATHS[path]}
    answer = client_of().post(f"/v1/{path.partition(' ')[0]}", body)
    assert answer.status == 200, answer.body
    assert count() == 1
