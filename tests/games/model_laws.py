"""Laws that every plain model keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random

import pytest

from tests.games.plain_model import G, PlainGame, Policy, played
from tests.games.side_by_side import uniform

STEPS = 150
"""So far a game is played before it is copied."""


def check_question(game: PlainGame, spelling: Mapping[str, str], most_outcomes: int) -> None:
    """A question has tokens, each once and spelled as its phase spells them."""
    tokens = game.legal_moves()
    assert tokens
    assert len(set(tokens)) == len(tokens)
    assert (game.active is None) == (game.phase == "chance")
    assert all(re.fullmatch(spelling[game.phase], token) for token in tokens)
    if game.phase == "chance":
        assert len(tokens) <= most_outcomes
        assert sum(game.chance_outcomes().values()) == pytest.approx(1)
        assert list(game.chance_counts()) == tokens


def check_game(game: G, policy: Policy[G], rng: Random, check: Callable[[G], None]) -> None:
    """Play a game to its end, and check it before each token and at the end."""
    played(game, policy, rng, lambda before, _: check(before))
    check(game)
    assert game.legal_moves() == []
    assert game.active is None
    assert sum(game.win_shares()) == pytest.approx(1)
    assert max(game.scores()) == game.scores()[game.winners()[0]]
    json.dumps(game.to_dict())


def check_copies(game: PlainGame) -> None:
    """A copy is the same game, and goes on without the other."""
    rng = Random("copies")
    for _ in range(STEPS):
        game.play(uniform(game, rng))
    before = game.to_dict()
    other = game.copy()
    assert other.to_dict() == before
    assert other.legal_moves() == game.legal_moves()
    seats = range(len(game.scores()))
    assert [other.shown_to(seat) for seat in seats] == [game.shown_to(seat) for seat in seats]
    other.play(uniform(other, rng))
    assert game.to_dict() == before
    assert other.to_dict() != before
