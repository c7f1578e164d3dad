"""What quick games promise of the majorities."""

from __future__ import annotations

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.projection import project


def after_turns(players: int, turns: int) -> State:
    state = State(players, seed=players)
    while turns and not state.is_over:
        state.push_codes(state.first_sight())
        turns -= 1
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_finished_game_is_projected_as_it_ended(players: int) -> None:
    state = after_turns(players, 1000)
    found = project(state, games=3)
    for seat in range(players):
        assert found.counts[seat] == [counts[seat] for counts, _ in state.majorities()]
    assert found.vp == state.scores()
    assert found.win == [
        (seat in (state.winners() or [])) / len(state.winners() or []) for seat in range(players)
    ]
    assert {error for errors in found.errors for error in errors} == {0.0}


def test_it_begins_with_what_is_there() -> None:
    state = after_turns(3, 60)
    found = project(state, games=12)
    for seat in range(3):
        # Delivered orders stay delivered; carts alone can fill up again.
        now = [counts[seat] for counts, _ in state.majorities()]
        assert all(mean >= count for mean, count in zip(found.counts[seat][:8], now, strict=False))
    assert found.games == 12
    assert sum(found.win) == pytest.approx(1)
    assert max(error for errors in found.errors for error in errors) > 0


def test_the_same_seed_gives_the_same_answer() -> None:
    state = after_turns(2, 20)
    assert project(state, games=5, seed=3) == project(state, games=5, seed=3)
    assert project(state, games=5, seed=3) != project(state, games=5, seed=4)


def test_only_what_the_viewer_knows_is_used() -> None:
    state = after_turns(2, 30)
    seat = state.turn
    assert seat is not None
    expected = project(state, games=4)
    assert project(state.view(seat), games=4) == expected
    assert project(state.sample_world(seat, seed=99), games=4) == expected


def test_it_can_be_ended_early() -> None:
    asked: list[int] = []

    def is_stopped() -> bool:
        asked.append(1)
        return len(asked) == 2

    assert project(after_turns(2, 5), games=100, is_stopped=is_stopped).games == 2


def test_setup_and_chance_can_be_projected() -> None:
    assert project(State(players=4), games=1).games == 1
    asking = State.from_text(after_turns(2, 6).to_text())
    asking.push("ox")
    assert asking.turn is None
    assert project(asking, games=2).games == 2
