"""The reference and the compiled core agree, as soon as there is a core."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from coalbaron_fast.games import GAMES
from tests.games import side_by_side
from tests.games.ruhr.agreement import CORE, PAIR
from tests.games.ruhr.reference.policies import POLICIES

KINDS = 6 * (len(POLICIES) + 2)
"""Every policy at every number of players, plain and calm."""


def core_is_there() -> bool:
    """A registered game without its core is an error, not a reason to skip."""
    if find_spec(CORE) is None:
        return False
    return "ruhr" in GAMES or hasattr(import_module(CORE), "State")


needs_core = pytest.mark.skipif(not core_is_there(), reason="there is no compiled core yet")


@needs_core
def test_reference_and_core_agree() -> None:
    # Of every policy one game; the whole position now and then, as differences stay in it.
    for number in range(0, KINDS, 5):
        report = side_by_side.play_game(PAIR, 1, number, 5)
        assert report.failure is None, report.failure


@needs_core
@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_reference_and_core_agree_in_many_games(part: int) -> None:
    games = range(part * KINDS, (part + 1) * KINDS)
    report = side_by_side.play_games(PAIR, 2, games, 1)
    assert report.failure is None, report.failure
    # One game of every kind reaches nearly all corners; the rest takes more games.
    assert len(side_by_side.missing(PAIR, report.corners)) < 8
