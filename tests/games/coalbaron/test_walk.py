"""The positions of the signature: what they cover, and how the board shows them."""

from __future__ import annotations

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.games.coalbaron.board import WIDTH, draw_board
from coalbaron_fast.games.coalbaron.walk import ENDING_WORKERS, signature_positions
from coalbaron_protocol.signature import POSITION_NODES


def test_the_signature_covers_every_phase_of_every_number_of_seats() -> None:
    phases = {"draft", "place", "fill", "keep", "side", "stack", "mine"}
    met = {(state.players, state.phase) for state in signature_positions()}
    assert met == {(players, phase) for players in (2, 3, 4) for phase in phases}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_signature_covers_endings_that_are_solved_and_a_choice_in_them(players: int) -> None:
    engine = Engine(hash_mb=16)
    endings = [
        state
        for state in signature_positions()
        if (state.players, state.phase, state.shift) == (players, "place", 3)
        and sum(state.workers) < ENDING_WORKERS
    ]
    answers = [engine.search(state, Limits(nodes=POSITION_NODES)) for state in endings]
    assert any(answer.solved for answer in answers)
    assert all(len(state.legal_moves()) > 1 for state in endings)


def test_the_board_shows_every_position_and_no_more_than_a_view() -> None:
    for state in signature_positions():
        assert state.turn is not None
        for shown in (state, state.view(state.turn), state.view((state.turn + 1) % 2)):
            lines = draw_board(shown)
            assert max(map(len, lines)) <= WIDTH + 12
        assert draw_board(state.view(1)) == draw_board(state.sample_world(1, 3).view(1))
