from __future__ import annotations

from random import Random

import numpy as np
import pytest

from coalbaron_fast import State
from coalbaron_fast.envs import (
    ACTIONS,
    LAYOUT,
    code_of,
    decode,
    legal_mask,
    observation_size,
    observe,
    structured,
    token_of,
)
from coalbaron_fast.games.coalbaron.facts import ORDERS, TILES
from coalbaron_fast.games.coalbaron.notation.tokens import TOKENS
from tests.envs.checks import check_decoding, check_leaks, check_masks
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, play_from, sampled_positions


def test_nothing_hidden_shows_and_all_that_is_known_does() -> None:
    leaks = check_leaks(600)
    assert leaks.telling > 300
    decoded = check_decoding(300)
    assert decoded.telling > 150


def test_masks_are_the_legal_lists() -> None:
    assert check_masks(24).telling >= 24


@pytest.mark.slow
def test_nothing_hidden_shows_in_ten_thousand_positions() -> None:
    assert check_leaks(10_000).telling > 5_000


@pytest.mark.slow
def test_ten_thousand_positions_are_read_back() -> None:
    assert check_decoding(10_000, in_turn=True).telling > 3_000


@pytest.mark.slow
def test_masks_are_the_legal_lists_in_five_thousand_games() -> None:
    assert check_masks(5_000).telling >= 5_000


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_the_layout_has_no_gaps(players: int) -> None:
    end = 0
    for field in LAYOUT[players]:
        assert field.offset == end
        end += field.size
    assert end == observation_size(players)
    assert len({field.name for field in LAYOUT[players]}) == len(LAYOUT[players])


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_numbers_stay_near_one(players: int) -> None:
    most = 0.0
    for style in STYLES:
        for state in sampled_positions(players, style, 1, 10):
            most = max(most, float(np.abs(observe(state, 0)).max()))
    assert 1 <= most <= 8


def test_every_number_of_the_vector_is_used() -> None:
    for players in SEAT_COUNTS:
        used = np.zeros(observation_size(players), bool)
        for number in range(12):
            for style in STYLES:
                for state in sampled_positions(players, style, number, 6):
                    for seat in range(players):
                        used |= observe(state, seat) != 0
        for field in LAYOUT[players]:
            assert used[field.offset : field.offset + field.size].any(), field.name
        # Places deep down are known in few games, and some pairs are filled in few.
        assert used.mean() > 0.75


def test_seats_are_counted_from_the_viewer() -> None:
    state = State(3, seed=4, start=1)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    state.push("c6")
    for seat in range(3):
        seen = structured(state, seat)
        assert seen["seat"].argmax() == seat
        assert [round(marks * 16) for marks in seen["marks"].tolist()] == [
            state.marks[(seat + number) % 3] for number in range(3)
        ]
        assert (seat + seen["start"].argmax()) % 3 == 1
        assert (seat + seen["active"].argmax()) % 3 == state.turn


def test_what_the_numbers_say() -> None:
    state = State(2, seed=7)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    seen = structured(state)
    position = state.to_dict()
    for number in range(8):
        name = position["factory"].get(f"f{number + 1}")
        cells = seen["factory"][number].tolist()
        if name is None:
            assert cells == [0.0] * 6
        else:
            tile = next(tile for tile in TILES if tile.name == name)
            assert cells[tile.colour] == 1
            assert cells[4:] == [tile.carts - 1, tile.side]
    cards = [order.name for order in ORDERS]
    outstanding = [set(seat["orders"]) for seat in position["seats"]]
    assert [
        {name for name, flag in zip(cards, row, strict=True) if flag}
        for row in seen["outstanding"].tolist()
    ] == outstanding
    assert seen["supply"].tolist() == [14 / 16] * 4
    assert seen["phase"].argmax() == 2


def test_structured_is_the_vector_cut_to_pieces() -> None:
    state = State(4, seed=3)
    pieces = structured(state)
    assert np.array_equal(np.concatenate([piece.ravel() for piece in pieces.values()]),
                          observe(state))  # fmt: skip
    assert {piece.base is not None for piece in pieces.values()} == {True}


def test_a_view_is_seen_as_its_position() -> None:
    rng = Random(5)
    state = State(3, seed=5)
    for _ in play_from(state, STYLES["looks"], rng):
        for seat in range(3):
            assert np.array_equal(observe(state.view(seat), seat), observe(state, seat))
        if len(state.history) > 150:
            break


def test_out_is_written_and_returned() -> None:
    state = State(2, seed=1)
    buffer = np.full((3, observation_size(2)), 9, np.float32)
    assert observe(state, out=buffer[1]) is not None
    assert np.array_equal(buffer[1], observe(state))
    assert (buffer[[0, 2]] == 9).all()
    mask = np.ones(ACTIONS, np.bool_)
    assert legal_mask(state, out=mask) is mask
    assert [token_of(int(code)) for code in mask.nonzero()[0]] == sorted(
        state.legal_moves(), key=code_of
    )


def test_actions_are_the_vocabulary() -> None:
    assert len(TOKENS) == ACTIONS
    assert [code_of(token_of(code)) for code in range(ACTIONS)] == list(range(ACTIONS))


def test_chance_has_a_mask_and_the_end_an_empty_one() -> None:
    state = State(2)
    assert legal_mask(state).sum() == 16
    observe(state, 1)
    for _ in play_from(state, STYLES["uniform"], Random(2)):
        pass
    assert not legal_mask(state).any()
    assert decode(observe(state, 1), 2)["phase"] == "over"


def test_what_cannot_be_observed_is_refused() -> None:
    state = State(2)
    with pytest.raises(ValueError, match="no seat is to move"):
        observe(state)
    with pytest.raises(ValueError, match="seat must be 0 to 1"):
        observe(state, 2)
    with pytest.raises(ValueError, match="does not show what seat 1 knows"):
        observe(State(2, seed=1).view(0), 1)
    with pytest.raises(ValueError, match="takes 1622 numbers, not 3"):
        observe(state, 0, out=np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        observe(state, 0, out=np.zeros(observation_size(2), np.float64))
    with pytest.raises(ValueError, match="takes 2359 bytes, not 5"):
        legal_mask(state, out=np.zeros(5, np.bool_))
    with pytest.raises(ValueError, match="has shape"):
        decode(np.zeros(7, np.float32), 2)
    with pytest.raises(ValueError, match="names no seat"):
        decode(np.zeros(observation_size(2), np.float32), 2)
    with pytest.raises(ValueError, match="players must be 2 to 4"):
        observation_size(5)
