"""Section 14: the figures that were measured once, by random games."""

from __future__ import annotations

from statistics import mean

import pytest

from tests.games.railroads.reference.figures import measure
from tests.games.railroads.reference.policies import looking
from tests.games.side_by_side import uniform

DECISIONS = {1: (30, 130), 2: (80, 260), 3: (140, 360), 4: (200, 460)}
"""Section 14: 70 to 450 token decisions, by seats; a little more room for the solo game."""


@pytest.mark.parametrize("players", DECISIONS)
def test_the_figures_of_section_14(players: int) -> None:
    least, most = DECISIONS[players]
    for switches in ([False] * 3, [True] * 3):
        figures = measure(players, uniform, 4, "figures", switches)
        assert least <= min(figures.decisions) <= max(figures.decisions) <= most
        # About 7 legal tokens on average, up to about 50; turns of 2 to 3 tokens.
        assert mean(figures.branching) == pytest.approx(7, abs=1.7)
        assert max(figures.branching) <= 60
        assert mean(figures.lengths) == pytest.approx(2.4, abs=0.5)
        assert max(figures.lengths) <= 30


def test_one_token_of_foresight_beats_random_play() -> None:
    figures = measure(2, looking, 2, "figures", [True, False, False])
    # Greedy play brings far more than random play, and stays below the engine's limit.
    assert min(figures.points) > 150 > mean(figures.others)
    assert max(figures.points) < 1000
