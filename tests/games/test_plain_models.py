"""What random games of the plain models reach."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.games.rare import MANY, corners_of, count_corners

FEW = {"coalcountry": (12, 0.7), "railroads": (32, 0.6)}
"""Games, and how much of the corners they meet; `rare` finds all in some hundred games."""


@pytest.mark.parametrize("name", MANY)
def test_games_meet_the_rare_events(name: str) -> None:
    games, part = FEW[name]
    corners = corners_of(name)
    counts = count_corners(name, range(games), "corners")
    # Whatever happens has a name in the list of corners.
    also = getattr(import_module(f"tests.games.{name}.reference.corners"), "ALSO", [])
    assert set(counts) <= {*corners, *also}
    assert sum(counts[corner] > 0 for corner in corners) > part * len(corners)
