"""The solver against plain enumeration: values, what is exact, and what luck decides."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from coalbaron_fast.search.expectimax import Solver
from tests.search.random_ending import TWIN, Plain, Table, Worth, endings

OPS: Final = endings()
MANY: Final = 10**6
GAMES: Final = 60


def roots(players: int, *, secrets: bool) -> list[Table]:
    return [
        Table.of(1000 * players + number, players, 4 + number % 3, secrets=secrets)
        for number in range(GAMES)
    ]


def score(win: list[float], points: list[float]) -> float:
    return Worth(tuple(win), tuple(points)).score(0)


@pytest.mark.oracle
@pytest.mark.parametrize("secrets", [False, True])
@pytest.mark.parametrize("players", [1, 3, 4])
def test_the_solver_says_what_plain_enumeration_says(players: int, *, secrets: bool) -> None:
    """Nothing is pruned at these counts of seats: all that is told must be the same."""
    kinds = set()
    solver = Solver(OPS, 1)
    for table in roots(players, secrets=secrets):
        seat = table.to_move()
        plain = Plain(seat)
        expected, turn = plain.choice(table, seat)
        found = solver.solve(bytes(table), seat, MANY)
        assert found is not None
        codes, win, points, exact, _, line = found[0]
        assert codes == [turn]
        assert win == pytest.approx(expected.win)
        assert points == pytest.approx(expected.points)
        assert exact == (not expected.doubtful)
        assert line == plain.line(table, turn)
        kinds.add(exact)
    # Without secrets a second draw from a store that a seat has looked through is still in doubt.
    assert False in kinds
    assert secrets or True in kinds


@pytest.mark.oracle
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_line_is_told_with_its_own_value_and_luck(players: int) -> None:
    solver = Solver(OPS, 1)
    lucky = set()
    for table in roots(players, secrets=False)[::2]:
        seat = table.to_move()
        plain = Plain(seat)
        worths = {code: plain.worth(table.after(code)) for code in table.listed(twins=False)}
        found = solver.solve(bytes(table), seat, MANY, lines=100)
        assert found is not None
        # No two that come to the same.
        assert sorted(codes[0] for codes, *_ in found) == sorted(worths)
        order = [worths[codes[0]].score(seat) for codes, *_ in found]
        assert all(one > other - 1e-3 for one, other in pairwise(order))
        for codes, win, points, _, luck, _ in found:
            expected = worths[codes[0]]
            if players == 2:
                # Of two results with one margin either may be told.
                assert score(win, points) == pytest.approx(expected.score(0), abs=1e-3)
                continue
            assert win == pytest.approx(expected.win)
            assert points == pytest.approx(expected.points)
            assert luck == bool(expected.sources)
            lucky.add(luck)
        few = solver.solve(bytes(table), seat, MANY, lines=2)
        assert few is not None
        assert [line[0] for line in few] == [line[0] for line in found[:2]]
    assert players == 2 or lucky == {True, False}


@pytest.mark.oracle
@pytest.mark.parametrize("secrets", [False, True])
def test_pruning_changes_no_value_and_exact_is_true(*, secrets: bool) -> None:
    """Two seats: what is in doubt may be worth anything, and an exact result is the same then."""
    kinds = []
    solver = Solver(OPS, 1)
    for table in roots(2, secrets=secrets):
        seat = table.to_move()
        expected, _ = Plain(seat).choice(table, seat)
        found = solver.solve(bytes(table), seat, MANY)
        assert found is not None
        codes, win, points, exact, luck, line = found[0]
        value = expected.score(0)
        assert score(win, points) == pytest.approx(value, abs=1e-3)
        assert Plain(seat).worth(table.after(codes[0])).score(0) == pytest.approx(value, abs=1e-3)
        if exact:
            assert (expected.low, expected.high) == pytest.approx((value, value), abs=1e-3)
        if not expected.doubtful:
            assert exact
        if not expected.sources:
            assert not luck
        # The line keeps what it promises, up to chance.
        after = table
        for turn in line:
            after = after.after(turn[0])
            assert Plain(seat).worth(after).score(0) == pytest.approx(value, abs=1e-3)
        only = solver.solve(bytes(table), seat, MANY, only_exact=True)
        assert (only is not None) == exact
        assert only is None or only == found
        kinds.append(exact)
    assert set(kinds) == {True, False}


@pytest.mark.oracle
@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_that_is_allowed_is_looked_at_though_another_is_the_same(players: int) -> None:
    solver = Solver(OPS, 1)
    for table in roots(players, secrets=False)[:20]:
        seat = table.to_move()
        for code in table.listed(twins=True):
            found = solver.solve(bytes(table), seat, MANY, allowed=[code].__eq__)
            assert found is not None
            assert [codes for codes, *_ in found] == [[code]]
            expected = Plain(seat).worth(table.after(code % TWIN))
            assert found[0][1][seat] == pytest.approx(expected.win[seat])
    assert any(code > TWIN for code in table.listed(twins=True))
