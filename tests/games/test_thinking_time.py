"""What a game tells a clock: which decisions are small, and how many large ones are to come."""

from __future__ import annotations

import statistics
from collections import defaultdict
from typing import Final

import pytest

from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.games.position import SMALL as DETAILS

SMALL: Final = {
    "coalbaron": {"keep", "side", "stack"},
    "ruhr": {"place", "event", "remove"},
    "coalcountry": {"shop", "church", "sell", "mark", "lay", "fill"},
}
LARGE: Final = {
    "coalbaron": {"draft", "place"},
    "ruhr": {"option", "trip", "buy"},
    "coalcountry": {"place", "dig", "buy", "build"},
}
RARE: Final = {"shop", "mark"}
"""Small decisions that a few games may not meet."""


def test_every_game_is_known_here() -> None:
    assert SMALL.keys() == LARGE.keys() == set(GAMES)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_clock_is_told_what_is_to_come(name: str, players: int) -> None:
    """Against what came, in games at first sight: a turn or two off, and never nothing."""
    game = load_game(name)
    small: dict[str, set[bool]] = defaultdict(set)
    errors: dict[int, list[float]] = defaultdict(list)
    for seed in range(3):
        state = game.State(players, seed=seed)
        expected: dict[int, list[tuple[int, float]]] = defaultdict(list)
        while not state.is_over:
            if state.turn is not None:
                small[state.phase].add(state.decision in DETAILS)
                assert state.turns_expected() >= 0
                if state.decision == "turn":
                    expected[state.turn].append((state.shift, state.turns_expected()))
            state.push_codes(state.first_sight())
        for told in expected.values():
            for place, (shift, number) in enumerate(told):
                errors[shift].append(number - (len(told) - place))
    found_small = {phase for phase, kinds in small.items() if True in kinds}
    assert SMALL[name] - RARE <= found_small <= SMALL[name]
    assert {phase for phase, kinds in small.items() if False in kinds} == LARGE[name]
    for shift, found in errors.items():
        assert abs(statistics.fmean(found)) < 4, f"shift {shift}"
    assert abs(statistics.fmean(number for found in errors.values() for number in found)) < 2.5
