"""A position that arrives is read once and checked once, at every door."""

from __future__ import annotations

import pytest
from bench.walk import CHECK, DOORS, PARSER, counted

from coalbaron_fast import State


@pytest.mark.parametrize("door", DOORS)
def test_a_position_is_parsed_and_checked_once(door: str) -> None:
    walk = DOORS[door](State(3, seed=5).to_text())
    assert (walk.of(PARSER), walk.of(CHECK)) == (1, 1)
    # From the door to the search and back.
    assert {"positions", "limits", "engine", "forest", "analysis"} <= set(walk.rooms())


def test_what_is_read_twice_is_counted_twice() -> None:
    text = State(2, seed=1).to_text()
    with counted() as calls:
        for _ in range(2):
            State.from_text(text)
    assert (calls[PARSER], calls[CHECK]) == (2, 2)
