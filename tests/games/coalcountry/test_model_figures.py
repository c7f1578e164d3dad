"""Section 12: the figures that were measured once, by random games."""

from __future__ import annotations

from statistics import mean

import pytest

from tests.games.coalcountry.reference.figures import measure

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
