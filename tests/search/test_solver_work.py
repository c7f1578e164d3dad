"""How much the solver looks at: what it prunes, remembers and forgets saves positions.

A fault there changes no answer. It makes endings longer until they are not solved at all.
"""

from __future__ import annotations

from typing import Final

import pytest

from coalbaron_fast.games import Position, load_game
from coalbaron_fast.search.expectimax import Solver
from tests.search.random_ending import Table, endings

ENOUGH: Final = 100_000
POSITIONS: Final = 8
MOST: Final = {
    ("coalbaron", 2, 5): 5762,
    ("coalbaron", 2, 7): 40_051,
    ("coalbaron", 3, 4): 13_067,
    ("coalbaron", 4, 4): 28_972,
    ("ruhr", 2, 4): 931,
    ("ruhr", 3, 4): 25_804,
    ("ruhr", 4, 2): 371,
    ("ruhr", 4, 4): 220_617,
}
"""By game, seats and turns left: positions looked at in all. Fewer are welcome here at any time."""
SLACK: Final = 1.01
"""A full table keeps other positions in other builds: 9 of 25,804 under the sanitizers."""


def late(name: str, players: int, left: int) -> list[Position]:
    """The first position of each of some games in which at most `left` turns are left."""
    game = load_game(name)
    probe = Solver(game.ops, 1)
    found = []
    for seed in range(1, 1 + POSITIONS):
        state = game.State(players, seed=seed)
        while True:
            seat = state.turn
            if seat is not None:
                turns = probe.turns_left(state.data(), seat)
                if turns is not None and turns <= left:
                    break
            state.push_codes(state.first_sight())
        found.append(state)
    return found


def looked_at(name: str, positions: list[Position], megabytes: int) -> int:
    """How many positions are looked at to solve these, or before one is given up."""
    solver = Solver(load_game(name).ops, megabytes)
    total = 0
    for state in positions:
        assert state.turn is not None
        solver.solve(state.data(), state.turn, ENOUGH)
        total += solver.nodes
    return total


@pytest.mark.parametrize(("name", "players", "left"), MOST)
def test_no_more_positions_are_looked_at_than_are_needed(
    name: str, players: int, left: int
) -> None:
    assert looked_at(name, late(name, players, left), 1) <= SLACK * MOST[name, players, left]


def test_a_small_memory_keeps_what_saves_most() -> None:
    """Some hundred times as many positions as its table has room for."""
    positions = late("ruhr", 4, 4)
    assert looked_at("ruhr", positions, 1) <= 1.005 * looked_at("ruhr", positions, 64)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("players", "secrets", "most"), [(2, False, 15_702), (2, True, 14_845), (3, False, 23_429)]
)
def test_endings_without_sense_are_pruned_as_well(
    players: int, most: int, *, secrets: bool
) -> None:
    solver = Solver(endings(), 1)
    total = 0
    for number in range(40):
        table = Table.of(1000 * players + number, players, 6, secrets=secrets)
        solver.solve(bytes(table), table.to_move(), ENOUGH)
        total += solver.nodes
    assert total <= most
