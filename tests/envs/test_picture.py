"""The picture of the table: what differs on the table differs there, what is hidden does not."""

from __future__ import annotations

import numpy as np
import pytest

from coalbaron_fast import State
from coalbaron_fast.bots import GreedyBot

picture = pytest.importorskip("coalbaron_fast.games.coalbaron.picture")


def played(players: int, turns: int, seed: int) -> State:
    state = State(players, seed=seed)
    bot = GreedyBot()
    for _ in range(turns):
        if not state.is_over:
            state.push_all(bot.choose(state))
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_shows_a_position_and_no_more_than_a_view(players: int) -> None:
    for turns in (0, 25, 60, 1000):
        state = played(players, turns, seed=players)
        shown = picture.draw_picture(state)
        assert shown.dtype == np.uint8
        assert shown.shape[2] == 3
        assert len(np.unique(shown @ np.array([1, 256, 65536]))) > 10
        world = state.sample_world(1, seed=3)
        assert np.array_equal(
            picture.draw_picture(state.view(1)), picture.draw_picture(world.view(1))
        )


@pytest.mark.parametrize("token", ["bank", "m10", "c6", "o2", "f1", "ox", "fx"])
def test_every_turn_shows(token: str) -> None:
    state = played(2, 6, seed=1)
    assert state.phase == "place"
    before = picture.draw_picture(state)
    state.push(token)
    assert not np.array_equal(before, picture.draw_picture(state))


def test_what_another_seat_looks_at_is_not_shown() -> None:
    pictures = []
    for outcome in (0, -1):
        state = State.from_text(played(3, 9, seed=1).to_text())
        state.push("ox")
        while state.is_chance:
            state.push(state.chance_outcomes()[outcome][0])
        pictures.append([picture.draw_picture(state.view(seat)) for seat in range(3)])
    same = [np.array_equal(one, other) for one, other in zip(*pictures, strict=True)]
    assert same == [False, True, True]


def test_steps_of_mining_show_in_the_pit() -> None:
    state = played(2, 6, seed=1)
    shown = []
    for token in ("m10", "@1", "+y", "@0", "-y"):
        state.push(token)
        shown.append(picture.draw_picture(state))
    assert all(not np.array_equal(shown[0], later) for later in shown[1:])
    assert not np.array_equal(shown[-1], shown[-2])
