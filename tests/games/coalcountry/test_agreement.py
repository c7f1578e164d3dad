"""The reference and the compiled core agree, in what each seat is shown and knows too."""

from __future__ import annotations

import pytest

from tests.games import side_by_side
from tests.games.coalcountry.agreement import PAIR, PLAYERS, VARIANTS

KINDS = 3 * 2 * len(VARIANTS) * (len(PLAYERS) + 1)
"""Every policy at every number of players, in both lengths and each variant."""


def test_reference_and_core_agree() -> None:
    # Every number of players, variant and length; the whole position now and then.
    for number in range(0, 24, 5):
        report = side_by_side.play_game(PAIR, 1, number, 5)
        assert report.failure is None, report.failure


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_reference_and_core_agree_in_many_games(part: int) -> None:
    games = range(part * KINDS, (part + 1) * KINDS)
    report = side_by_side.play_games(PAIR, 2, games, 1)
    assert report.failure is None, report.failure
    # One game of every kind reaches nearly all corners; the rest takes more games.
    assert len(side_by_side.missing(PAIR, report.corners)) < 12
