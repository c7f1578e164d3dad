"""Walks without a tree against the same walks in plain Python."""

from __future__ import annotations

from typing import Final

import pytest

from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.walks import Walker
from tests.search.ctypes_game import TO_CHANCE, TO_NOBODY, Rng
from tests.search.plain_tree import stream
from tests.search.random_game import Table, game

OPS: Final = game()
WALKS: Final = 6


def walk_on(table: Table, turns: int, rng: Rng) -> None:
    """Play the turns that look best, the first of equals; chance is drawn, at the end as well."""
    while True:
        while table.to_move() == TO_CHANCE:
            table.play(table.draw(rng))
        if turns == 0 or table.to_move() == TO_NOBODY:
            return
        table.play_turn(max(table.offered(), key=table.value))
        turns -= 1


def beginnings(players: int) -> list[Table]:
    return [Table.of(100 * players + number, players, 6) for number in range(12)]


@pytest.mark.parametrize("turns", [0, 1, 3, 50])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_walks_come_to(players: int, turns: int) -> None:
    walker = Walker(OPS, Evaluation(OPS))
    for table in beginnings(players):
        found = walker.expect(bytes(table), WALKS, turns, 9)
        for number, (points, win) in enumerate(found):
            plain = table.copy()
            walk_on(plain, turns, stream(9, number))
            assert points == plain.points()
            assert win == plain.shares()


@pytest.mark.parametrize("turns", [0, 2, 50])
def test_where_walks_end_that_begin_with_a_turn(turns: int) -> None:
    walker = Walker(OPS, Evaluation(OPS))
    several = 0
    for table in beginnings(2):
        for codes in table.offered()[:3]:
            found = walker.ends(bytes(table), codes, WALKS, turns, 4)
            for number, end in enumerate(found):
                plain = table.copy()
                rng = stream(4, number)
                plain.play_turn(codes)
                walk_on(plain, turns, rng)
                assert end == bytes(plain)
            several += len(set(found)) > 1
    assert several > 5
