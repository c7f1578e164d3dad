"""Turns 4 and 8 on the core: dice move sideways, and what lay on the old arrow box comes back."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest

from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.ruhr import State
from tests.games.ruhr.reference import facts

SEATS: Final = (2, 3, 4)
VARIANTS: Final = pytest.mark.parametrize("calm", [False, True])
AT_SEATS: Final = pytest.mark.parametrize("players", SEATS)
CHANGES: Final = pytest.mark.parametrize("turn", facts.SIDEWAYS_TURNS)


def with_tracks(data: dict[str, Any], black: list[int], white: list[int]) -> dict[str, Any]:
    """The position with these dice on the tracks; the others of a colour lie as near the Rhine as
    they can."""
    lying: dict[str, int] = {}
    for colour, track in (("b", black), ("w", white)):
        spaces = facts.SPACES_OF_COLOUR[colour]
        count = len([space for space in spaces if space in data["dice"]])
        count += len(data["tracks"][colour]) - len(track)
        lying |= dict.fromkeys(spaces[len(spaces) - count :], 3)
    return {**data, "dice": lying, "tracks": {"b": black, "w": white}}


def last_market(turn: int, players: int, *, calm: bool) -> State:
    """The last decision before a turn, where it is to stop buying."""
    for seed in itertools.count():
        state = State(players, seed=seed, calm=calm)
        while state.shift < turn:
            for code in state.first_sight():
                before = state.copy()
                state.push_codes([code])
        if before.phase == "buy" and before.is_legal("end"):
            return before.unseeded()
    raise AssertionError


def before(turn: int, players: int, black: list[int], white: list[int], *, calm: bool) -> State:
    """The last decision before a turn, with these dice on the tracks."""
    data = last_market(turn, players, calm=calm).to_dict()
    return State.from_dict(with_tracks(data, black, white))


def at_turn(
    turn: int, players: int, black: list[int], white: list[int], *, calm: bool = False
) -> State:
    """The same, one decision on: the dice have moved."""
    state = before(turn, players, black, white, calm=calm)
    state.push("end")
    assert state.shift == turn
    return state


def tracks(state: State) -> dict[str, list[int]]:
    """The dice on the tracks, the arrow box first."""
    told: dict[str, list[int]] = state.to_dict()["tracks"]
    return told


def returning(state: State) -> dict[str, list[int]]:
    """The dice that wait to be placed."""
    told: dict[str, list[int]] = state.to_dict()["returning"]
    return told


@VARIANTS
@AT_SEATS
@CHANGES
def test_one_die_on_a_path_comes_back(turn: int, players: int, *, calm: bool) -> None:
    state = at_turn(turn, players, [6], [], calm=calm)
    assert (state.phase, state.turn) == ("place", state.to_dict()["order"][0])
    assert (returning(state), tracks(state)) == ({"b": [6], "w": []}, {"b": [], "w": []})
    territory = facts.TERRITORY_SPACES[facts.RETURN_TERRITORY[turn]]
    for token in state.legal_moves():
        after = state.copy()
        after.push(token)
        space = token.removeprefix("b>")
        assert after.to_dict()["dice"][space] == 6
        free = [s for s in territory if s in facts.STORAGE and s not in state.to_dict()["dice"]]
        assert space in free or not free
        # The turn goes on with its country.
        assert (after.phase, after.to_dict()["stage"]) == ("chance", 1)


@VARIANTS
@AT_SEATS
@CHANGES
def test_from_a_full_path_one_die_comes_back(turn: int, players: int, *, calm: bool) -> None:
    full = [5, 1, 2, 4][: facts.boxes(turn - 1)]
    state = at_turn(turn, players, full, [], calm=calm)
    assert (returning(state), tracks(state)) == ({"b": [5], "w": []}, {"b": full[1:], "w": []})


@AT_SEATS
@CHANGES
def test_the_next_die_lies_on_the_new_arrow_box(turn: int, players: int) -> None:
    # Both would have had room.
    state = at_turn(turn, players, [5, 2], [])
    assert (returning(state), tracks(state)) == ({"b": [5], "w": []}, {"b": [2], "w": []})
    state.push(state.legal_moves()[0])
    assert tracks(state) == {"b": [2], "w": []}


@VARIANTS
@AT_SEATS
def test_of_both_colours_one_die_comes_back_and_black_is_placed_first(
    players: int, *, calm: bool
) -> None:
    state = at_turn(8, players, [6, 2], [5, 1, 3], calm=calm)
    assert returning(state) == {"b": [6], "w": [5]}
    assert tracks(state) == {"b": [2], "w": [1, 3]}
    first = state.turn
    assert {token[0] for token in state.legal_moves()} == {"b"}
    state.push(state.legal_moves()[0])
    # The same seat, the start seat of the phase, places the white one.
    assert (state.phase, state.turn) == ("place", first)
    assert {token[0] for token in state.legal_moves()} == {"w"}
    state.push(state.legal_moves()[0])
    assert (state.phase, tracks(state)) == ("chance", {"b": [2], "w": [1, 3]})


@AT_SEATS
def test_an_empty_track_keeps_no_die_of_the_other_colour_back(players: int) -> None:
    state = at_turn(8, players, [], [4, 6])
    assert (returning(state), tracks(state)) == ({"b": [], "w": [4]}, {"b": [], "w": [6]})
    assert at_turn(8, players, [], []).phase == "chance"


@pytest.mark.parametrize("turn", [5, 6, 7, 9, 10, 11])
def test_in_other_turns_no_die_leaves_the_track(turn: int) -> None:
    full = [2] * facts.boxes(turn)
    state = at_turn(turn, 2, full, [])
    assert not any(returning(state).values())
    assert len(tracks(state)["b"]) == len(full)


@AT_SEATS
def test_positions_in_the_midst_of_it_are_read(players: int) -> None:
    for black, white in (([6], []), ([6, 2], [5]), ([], [4, 4]), ([1, 2, 3], [4, 5, 6])):
        state = at_turn(8, players, black, white)
        while state.phase == "place":
            assert State.from_dict(state.to_dict()) == state
            assert State.from_text(state.to_text()) == state
            state.push(state.legal_moves()[-1])


@pytest.mark.parametrize(
    ("black", "white", "waiting"),
    [
        # Two of a colour: one box is lost.
        ([1], [], {"b": [6, 2], "w": []}),
        # A white one stayed on the arrow box, though the black one came back.
        ([1], [4], {"b": [6], "w": []}),
    ],
)
def test_positions_that_it_cannot_bring_are_refused(
    black: list[int], white: list[int], waiting: dict[str, list[int]]
) -> None:
    begun = before(8, 2, [*waiting["b"], *black], [*waiting["w"], *white], calm=False)
    began = begun.copy()
    began.push("end")
    data = {**began.to_dict(), "tracks": {"b": black, "w": white}, "returning": waiting}
    data["dice"] = begun.to_dict()["dice"]
    with pytest.raises(PositionError) as caught:
        State.from_dict(data)
    assert (caught.value.field, caught.value.defect) == ("returning", Defect.PIECES)
