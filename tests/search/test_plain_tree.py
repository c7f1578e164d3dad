"""The search against the same search in plain Python, on games that hold every branch of it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from coalbaron_fast.search.mcts import Searcher
from tests.search.plain_tree import PlainTree
from tests.search.random_game import MOST_MOVES, Table, game
from tests.search.test_tiny_game import PARAMETERS

OPS: Final = game()
USUAL: Final[dict[str, Any]] = PARAMETERS | {
    "exploration": 1.5,
    "first_spread": 0.2,
    "temperature": 0.7,
    "widening": 2.5,
    "widening_growth": 0.6,
    "first_play": 0.4,
    "win_weight": 0.3,
    "margin_scale": 6.0,
    "playout": 2,
}

CASES: Final[list[dict[str, Any]]] = [
    {},
    {"adapt": 1},
    {"adapt": 1, "widening": 50.0, "first_spread": 0.01},
    {"playout": 0, "win_weight": 1.0, "temperature": 0.1},
    {"depth": 2, "adapt": 1, "first_play": 1.5},
    {"depth": 1, "playout": 9},
    {"mixing": 0},
    {"mixing_exploration": 0.5, "widening": 50.0},
]


NODE_BYTES, EDGE_BYTES, MOVE_BYTES, MIX_BYTES = 48, 32, 2, 32
"""The sizes of mcts.pxd: how many nodes and edges a megabyte holds follows from them."""
EDGES_A_NODE: Final = 24


def compare(
    table: Table,
    params: dict[str, Any],
    walks: int,
    *,
    even: bool = False,
    allowed: list[list[int]] | None = None,
    asked: list[list[int]] | None = None,
) -> tuple[PlainTree, Searcher]:
    """Run both, and hold everything that is told of them against each other."""
    seat = table.to_move()
    searcher = Searcher(OPS, 1)
    turns = searcher.begin(
        bytes(table), seat, 5, params,
        None if allowed is None else allowed.__contains__, asked or (), even=even,
    )  # fmt: skip
    edge_bytes = EDGE_BYTES + MIX_BYTES + MOST_MOVES * MOVE_BYTES
    nodes = (1 << 20) // (NODE_BYTES + EDGES_A_NODE * edge_bytes)
    rooms = (nodes, EDGES_A_NODE * nodes)
    plain = PlainTree(table, seat, 5, params, rooms=rooms, even=even)
    if allowed is not None or asked:
        plain.narrow(allowed, asked or [])
    assert turns == [edge.codes for edge in plain.root.edges]
    # In pieces: nothing may depend on where a run was left.
    searcher.run(walks // 3)
    assert searcher.run(walks - walks // 3) == walks
    for _ in range(walks):
        plain.walk()
    assert searcher.results() == plain.results()
    if table.players == 2 and plain.mixes:
        # Not the walks' own: a matrix says them, which test_simultaneous.py solves otherwise.
        assert sum(searcher.shares() or []) == pytest.approx(1.0)
    else:
        assert searcher.shares() == plain.shares()
    assert searcher.depth == plain.deepest
    assert searcher.turns_listed == plain.listed
    used = max(plain.node_count / rooms[0], plain.edge_count / rooms[1])
    assert searcher.memory_used == used
    for line in range(len(turns)):
        assert searcher.variation(line) == plain.variation(line)
    return plain, searcher


@pytest.mark.oracle
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_search_counts_as_a_plain_one(players: int, case: dict[str, Any]) -> None:
    for number in range(3):
        table = Table.of(100 * players + number, players, 5 + number)
        compare(table, USUAL | case, 300)


@pytest.mark.oracle
def test_an_even_search_counts_as_a_plain_one() -> None:
    for number in range(4):
        plain, _ = compare(Table.of(number, 2 + number % 3, 6), USUAL, 150, even=True)
        visits = [edge.visits for edge in plain.root.edges]
        assert max(visits) - min(visits) <= 1


@pytest.mark.oracle
@pytest.mark.parametrize("number", range(4))
def test_turns_that_are_allowed_or_asked_for_count_as_in_a_plain_search(number: int) -> None:
    table = Table.of(number, 2, 6)
    # What the seat to move may ask for, by all that it knows.
    view = table.copy()
    view.hide_from(table.to_move())
    offered = view.offered()
    compare(table, USUAL, 100, allowed=offered[::2])
    compare(table, USUAL, 100, asked=offered[-1:])
    compare(table, USUAL, 100, allowed=offered[1:], asked=offered[:1])


@pytest.mark.oracle
@pytest.mark.parametrize("adapt", [0, 1])
def test_a_full_memory_ends_the_growth_and_nothing_else(adapt: int) -> None:
    params = USUAL | {"adapt": adapt, "playout": 0, "widening": 30.0, "first_play": 0.0}
    _, searcher = compare(Table.of(3, 3, 12), params, 6000)
    assert searcher.memory_used > 0.99
