"""Section 12: the figures that were measured once, and the rare events, by random games."""

from __future__ import annotations

from statistics import mean

import pytest

from tests.games.coalcountry.reference.figures import measure
from tests.games.coalcountry.reference.rare import CORNERS, count_corners

FIGURES = {2: (190, 230, 61, -110), 3: (287, 337, 99, -108), 4: (383, 443, 137, -106)}
"""Seats: decisions, tokens and turns a game; mean final money of random players."""


@pytest.mark.parametrize("players", FIGURES)
def test_the_figures_of_section_12(players: int) -> None:
    decisions, tokens, turns, money = FIGURES[players]
    for policy in ("uniform", "greedy"):
        figures = measure(players, policy, 6, "figures")
        assert mean(figures.decisions) == pytest.approx(decisions, rel=0.1)
        assert mean(figures.tokens) == pytest.approx(tokens, rel=0.1)
        assert mean(figures.turns) == pytest.approx(turns, rel=0.15)
        assert max(figures.branching["buy"]) <= 56
        assert max(figures.branching["place"]) <= 30
        if policy == "uniform":
            # The spread of one seat is about 40.
            assert mean(figures.money) == pytest.approx(money, abs=35)
        else:
            assert mean(figures.money) > 0


def test_games_meet_the_rare_events() -> None:
    counts = count_corners(range(12), "corners")
    # Whatever happens has a name in the list of corners.
    assert set(counts) <= set(CORNERS)
    # `rare` finds all in some hundred games; most of them are in these few.
    assert sum(counts[corner] > 0 for corner in CORNERS) > 0.7 * len(CORNERS)
