"""The solver against plain minimax, in positions that little is left to decide in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.core.game import TURN_OPS
from coalbaron_fast.search.expectimax import Solver

workload = pytest.importorskip("coalbaron_fast.games.ruhr.workload", reason="built in place only")

WIN: Final = 1e6
MOST: Final = 4_000
"""Turns times turns: what plain minimax is asked for."""

USEFUL_TURNS: Final = 2
"""As in contract/game.pxd."""


def value(state: State) -> float:
    """What the position is worth to seat 0: wins first, the margin second; two seats."""
    if state.is_over:
        shares = state.win_shares()
        assert shares is not None
        return WIN * shares[0] + state.vp[0] - state.vp[1]
    found = []
    for codes in workload.every_turn(state.data()):
        after = state.copy()
        after.push_codes(codes)
        found.append(value(after))
    return max(found) if state.turn == 0 else min(found)


def late(seed: int, phase: str) -> State:
    """The last time that this phase is asked in a game at first sight."""
    state = State(2, seed=seed)
    found = state
    while not state.is_over:
        if state.phase == phase and state.decision in BEGINS:
            found = state.copy()
        state.push_codes(state.first_sight())
    return found


@pytest.mark.parametrize("phase", ["buy", "trip"])
def test_the_solver_agrees_with_minimax(phase: str) -> None:
    solver = Solver(TURN_OPS, 16)
    checked = 0
    for seed in range(30):
        state = late(seed, phase)
        turns = workload.every_turn(state.data())
        if len(turns) ** 2 > MOST:
            continue
        assert state.turn is not None
        found = solver.solve(state.data(), state.turn, 10**6, 0, 1, None, True)
        assert found is not None
        codes, win, vp, exact, *_ = found[0]
        assert exact
        assert WIN * win[0] + vp[0] - vp[1] == pytest.approx(value(state))
        after = state.copy()
        after.push_codes(codes)
        assert value(after) == pytest.approx(value(state))
        checked += 1
    assert checked > 5


def best_for_all(state: State, seat: int) -> list[tuple[float, list[int]]]:
    """The worth to the seat to move of each of its turns, and the points that come of it, where
    every seat takes what is worth most to itself; the turns are looked at one by one."""
    found = []
    for codes in workload.every_turn(state.data()):
        after = state.copy()
        after.push_codes(codes)
        points = after.vp
        if after.turn is not None:
            points = max(best_for_all(after, after.turn), key=lambda one: one[0])[1]
        top = max(points)
        share = (points[seat] == top) / points.count(top)
        others = (sum(points) - points[seat]) / (len(points) - 1)
        found.append((WIN * share + points[seat] - others, points))
    return found


@pytest.mark.oracle
@pytest.mark.parametrize("players", [3, 4])
def test_the_last_markets_are_solved_for_three_and_four(players: int) -> None:
    solver = Solver(TURN_OPS, 16)
    checked = 0
    for seed in range(8):
        state = State(players, seed=seed)
        found = []
        while not state.is_over:
            if state.phase == "buy" and state.decision in BEGINS:
                found.append(state.copy())
            state.push_codes(state.first_sight())
        # The last but one to buy: what the last one can do depends on it.
        state = found[-2]
        seat, last = state.turn, found[-1].turn
        if state.shift < 12 or seat is None or last is None:
            continue
        if (
            len(workload.every_turn(state.data())) * len(workload.every_turn(found[-1].data()))
            > MOST
        ):
            continue
        solved = solver.solve(state.data(), seat, 10**6, 0, 1, None, True)
        assert solved is not None
        _, win, vp, *_ = solved[0]
        others = (sum(vp) - vp[seat]) / (players - 1)
        best = max(worth for worth, _ in best_for_all(state, seat))
        assert WIN * win[seat] + vp[seat] - others == pytest.approx(best, abs=1e-3)
        checked += 1
    assert checked > 2


def last_markets(players: int, seeds: range) -> Iterator[State]:
    """Where the last seat buys for the last time, in games at first sight with a random start."""
    for seed in seeds:
        state = State(players, seed=seed, start=seed % players, calm=seed % 3 == 0)
        while not state.is_over:
            data = state.to_dict()
            if data["turn"] == 12 and state.phase == "buy" and data["index"] == players - 1:
                yield state
                break
            state.push_codes(state.first_sight())


def most_points(state: State, turns: list[list[int]]) -> dict[tuple[int, ...], int]:
    """By what the others end with: the most points that the seat to move ends with."""
    seat = state.turn
    assert seat is not None
    found: dict[tuple[int, ...], int] = {}
    for codes in turns:
        after = state.copy()
        after.push_codes(codes)
        assert after.is_over
        own, others = after.vp[seat], tuple(after.vp[:seat] + after.vp[seat + 1 :])
        found[others] = max(found.get(others, own), own)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_market_leaves_out_only_what_brings_less(players: int) -> None:
    fewer = several = 0
    for state in last_markets(players, range(300)):
        every = workload.every_turn(state.data())
        useful = workload.every_turn(state.data(), USEFUL_TURNS)
        assert most_points(state, useful) == most_points(state, every)
        # Without a depot, and with each of the four.
        assert len(useful) <= 5
        fewer += len(useful) < len(every)
        several += len(useful) > 1
    assert fewer > 100
    assert several > 10


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("players", "phase", "left"),
    [(2, "option", 2), (3, "option", 1), (3, "trip", 3), (4, "buy", 3), (4, "trip", 1)],
)
def test_what_the_solver_leaves_out_changes_no_answer(players: int, phase: str, left: int) -> None:
    """Against the same solver with every turn, which takes no two positions for one."""
    solver, plain = Solver(TURN_OPS, 16), Solver(workload.PLAIN_OPS, 64)
    checked = fewer = 0
    for seed in range(40):
        state = State(players, seed=seed, start=seed % players, calm=seed % 3 == 0)
        while not state.is_over and not (
            state.shift == 12
            and state.phase == phase
            and players - state.to_dict()["index"] == left
        ):
            state.push_codes(state.first_sight())
        seat = state.turn
        if seat is None:
            continue
        expected = plain.solve(state.data(), seat, 400_000)
        if expected is None:
            continue
        found = solver.solve(state.data(), seat, 400_000)
        assert found is not None
        for one, other in zip(found[0][1:3], expected[0][1:3], strict=True):
            assert one == pytest.approx(other)
        checked += 1
        fewer += 3 * solver.nodes < plain.nodes
    assert checked >= 5
    assert fewer > checked // 2


def test_nothing_is_solved_before_the_last_marker() -> None:
    solver = Solver(TURN_OPS, 1)
    state = State(2, seed=1)
    last = None
    while not state.is_over:
        assert state.turn is not None
        left = solver.turns_left(state.data(), state.turn)
        before = state.shift < 11 or (state.shift == 11 and state.phase in ("event", "remove"))
        assert (left is None) == before
        if left is not None and last is not None:
            assert left < last
        last = left
        state.push_codes(state.first_sight())
    assert last == 1
