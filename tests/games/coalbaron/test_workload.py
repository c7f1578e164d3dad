"""The loops of work that benchmarks time do what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import workload

WORK: Final[dict[str, Callable[[State, int], object]]] = {
    "play_games": lambda _, seed: workload.play_games(3, 5, seed),
    "finish_games": lambda state, seed: workload.finish_games(state, 5, seed),
    "sample_worlds": lambda state, seed: workload.sample_worlds(state, 2, 5, seed),
    "draw_numbers": lambda _, seed: workload.draw_numbers(5, seed),
}
"""Work that a seed decides."""


def opening(seed: int) -> State:
    """The second turn of a game, after a look of which only one seat knows the outcome."""
    state = State(players=3, seed=seed)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    state.push("ox/+-/top")
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    return State.from_dict(state.to_dict())


@pytest.mark.parametrize("name", WORK)
def test_a_workload_is_the_same_again_and_another_with_another_seed(name: str) -> None:
    work, state = WORK[name], opening(1)
    before = state.copy()
    assert work(state, 5) == work(state, 5)
    assert len({str(work(state, seed)) for seed in (5, 6, 2**64 - 1)}) == 3
    assert state == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_slices_of_games_add_up(players: int) -> None:
    whole = workload.play_games(players, 30, 9)
    parts = [workload.play_games(players, 10, 9, first=first) for first in (0, 10, 20)]
    assert whole == {name: sum(part[name] for part in parts) for name in whole}
    assert whole["moves"] > whole["decisions"] > whole["chances"] > 30 * 13


def test_the_loops_of_one_kind_do_what_they_say() -> None:
    states = [opening(seed) for seed in range(4)]
    for state in states:
        once = workload.hash_states(state, 1)
        assert once % 2**64 == hash(state) % 2**64 or hash(state) == -2
        assert workload.hash_states(state, 3) == 3 * once % 2**64
        assert workload.copy_states(state, 20) == once
        assert workload.make_views(state, 0, 1) == workload.make_views(state, 0, 1)
    for make in (workload.hash_states, lambda state, _: workload.make_views(state, 0, 1)):
        assert len({make(state, 1) for state in states}) == 4
    plans = workload.list_plans(states, 6, mark_dominated=False)
    listed = [state.mining_plans(steps=6) for state in states]
    assert plans["positions"] == plans["kept"] == sum(len(plan) for plan in listed)
    assert plans["largest"] == max(len(plan) for plan in listed)
    marked = workload.list_plans(states, 6, mark_dominated=True)
    kept = [state.mining_plans(steps=6, dominated=False) for state in states]
    assert marked["positions"] == plans["positions"]
    assert marked["kept"] == sum(len(plan) for plan in kept) < plans["kept"]


def test_workloads_refuse_what_is_no_game() -> None:
    for players in (1, 5):
        with pytest.raises(ValueError, match="players must be 2 to 4"):
            workload.play_games(players, 1, 1)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="seat must be 0 to 2"):
            workload.make_views(opening(1), seat, 1)
        with pytest.raises(ValueError, match="seat must be 0 to 2"):
            workload.sample_worlds(opening(1), seat, 1, 1)
    with pytest.raises(ValueError, match="steps must be 0 to 10"):
        workload.list_plans([opening(1)], 11, mark_dominated=False)
