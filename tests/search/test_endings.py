"""Endings of Coal Baron: the solver against brute force, what it calls exact, its limits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pytest
from bench.endings import greedy_positions

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron.core.game import TOKEN_OPS, TURN_OPS
from coalbaron_fast.games.coalbaron.facts import FACTORY_SPACES, LOCKED, WORKERS
from coalbaron_fast.games.coalbaron.notation.tokens import token_of
from coalbaron_fast.search.expectimax import Solver
from tests.processes import PATIENCE_S
from tests.search.brute_force import TooLargeError, Value, after, compare, solve
from tests.search.make_late_positions import POSITIONS

if TYPE_CHECKING:
    from coalbaron_fast.search.expectimax import Solution

LATE: Final = POSITIONS.read_text(encoding="utf-8").splitlines()
MANY: Final = 10**7


def solved(state: State, nodes: int = MANY, megabytes: int = 16, lines: int = 1) -> list[Solution]:
    found = Solver(TURN_OPS, megabytes).solve(state.data(), turn_of(state), nodes, lines=lines)
    assert found is not None
    return found


def turn_of(state: State) -> int:
    assert state.turn is not None
    return state.turn


def begins_with(token: str) -> Callable[[list[int]], bool]:
    return lambda codes: token_of(codes[0]) == token


def played(state: State, codes: list[int]) -> State:
    for code in codes:
        state = after(state, token_of(code))
    return state


def check_against_brute_force(text: str) -> None:
    """The solver's value is that of brute force, and its turn keeps it."""
    state = State.from_text(text)
    seat = turn_of(state)
    codes, win, points, exact, _, line = solved(state)[0]
    force, value = solve(state)
    found = Value(tuple(win), tuple(points)).worth(seat)
    assert exact
    assert line[0] == codes
    assert found == pytest.approx(value.worth(seat), abs=1e-6)
    assert compare(force.value(played(state, codes)).worth(seat), value.worth(seat)) == 0


@pytest.mark.slow
@pytest.mark.oracle
def test_every_late_position_has_the_value_of_brute_force() -> None:
    assert len(LATE) >= 200
    for text in LATE:
        check_against_brute_force(text)


def test_the_late_positions_are_of_all_kinds() -> None:
    states = [State.from_text(text) for text in LATE]
    assert {state.players for state in states} == {2, 3, 4}
    legal = {token for state in states for token in state.legal_moves()}
    assert {"fx", "ox", "dB", "dC", "dT", "dE", "m6", "m10", "bank", "o2", "f1"} <= legal


def test_a_view_and_a_full_memory_change_no_value() -> None:
    for text in LATE[::20]:
        state = State.from_text(text)
        expected = solved(state)[0][:5]
        assert solved(state.view(turn_of(state)))[0][:5] == expected
        _, win, points, exact, *_ = solved(state, megabytes=1)[0]
        assert win + points == pytest.approx(expected[1] + expected[2])
        assert exact == expected[3]


def test_several_lines_come_with_their_own_values() -> None:
    for text in LATE[::30]:
        state = State.from_text(text)
        lines = solved(state, lines=100)
        worths = [
            Value(tuple(win), tuple(points)).worth(turn_of(state)) for _, win, points, *_ in lines
        ]
        assert len({tuple(codes) for codes, *_ in lines}) == len(lines)
        assert worths[0] == pytest.approx(max(worths))
        _, win, points, exact, *_ = solved(state)[0]
        assert win + points == pytest.approx(lines[0][1] + lines[0][2])
        assert exact == lines[0][3]


def test_what_is_left_out_changes_no_value() -> None:
    """With several lines every turn of the root is valued in full, and nothing is cut off there."""
    count = 0
    for state in greedy_positions(2, 6, 12):
        one, *_ = solved(state)
        best, *_ = solved(state, lines=200)
        assert one[1] + one[2] == pytest.approx(best[1] + best[2], abs=1e-6)
        # Each of the turns alone: no other one has narrowed the search after it.
        alone = Solver(TURN_OPS, 16).solve(
            state.data(), turn_of(state), MANY, allowed=one[0].__eq__
        )
        assert alone is not None
        assert alone[0][1] + alone[0][2] == pytest.approx(one[1] + one[2], abs=1e-6)
        count += one[4]
    # Luck decides something in many of them: there is something to leave out.
    assert count >= 4


def test_only_allowed_turns_are_looked_at() -> None:
    state = State.from_text(LATE[0])
    for token in state.legal_moves():
        found = Solver(TURN_OPS, 4).solve(
            state.data(), turn_of(state), MANY, allowed=begins_with(token)
        )
        assert found is not None
        assert token_of(found[0][0][0]) == token


# -- what is exact


def with_known_top(text: str, items: int, side: str = "top") -> dict[str, Any]:
    """The position with some tiles put back by a seat that is not on turn, on top or below."""
    position = State.from_text(text).to_dict()
    stack = position["tile_stack"]
    signs = ["."] * position["players"]
    signs[(position["active"] + 1) % position["players"]] = "="
    stack[side] = [[{"item": item, "known": "".join(signs)} for item in stack["middle"][:items]]]
    stack["middle"] = stack["middle"][items:]
    stack["middle_size"] = len(stack["middle"])
    return position


def known_to_all(position: dict[str, Any]) -> State:
    """The same position when every seat has seen what was put back."""
    for part in ("top", "bottom"):
        for batch in position["tile_stack"][part]:
            for item in batch:
                item["known"] = "=" * position["players"]
    return State.from_dict(position)


@pytest.mark.oracle
@pytest.mark.parametrize("side", ["top", "bottom"])
@pytest.mark.parametrize("items", [1, 2])
def test_what_is_known_to_lie_there_is_drawn_from_there(side: str, items: int) -> None:
    """Against brute force, where everybody knows it."""
    checked = 0
    for text in LATE:
        state = State.from_text(text)
        few = state.players == 2 and max(state.workers) <= 2 and sum(state.workers) <= 3
        if not few or len(state.to_dict()["tile_stack"]["middle"]) < 3 or checked == 6:
            continue
        known = known_to_all(with_known_top(text, items, side))
        if not {"fx", *FACTORY_SPACES} & set(known.legal_moves()):
            continue
        seat = turn_of(known)
        found = Solver(TURN_OPS, 4).solve(known.data(), seat, MANY)
        if found is None:
            continue
        try:
            _, expected = solve(known, 1 << 14)
        except TooLargeError:
            continue
        value = Value(tuple(found[0][1]), tuple(found[0][2]))
        assert value.worth(seat) == pytest.approx(expected.worth(seat), abs=1e-6)
        checked += 1
    assert checked > 2


def shut_factory(position: dict[str, Any]) -> None:
    """Put two workers on each of two seats' spaces where tiles are bought, the rest on the bank."""
    spaces = sorted({*FACTORY_SPACES, "fx"} - LOCKED[2])
    position["spaces"] = {
        space: {"seat": number % 2, "workers": 2} for number, space in enumerate(spaces)
    }
    # Two are there, and one has been sent to the canteen before.
    left = 2 * WORKERS[2] - 3 * len(spaces) - sum(seat["workers"] for seat in position["seats"])
    for seat, bank in zip(position["seats"], (left // 2, left - left // 2), strict=True):
        seat["bank"] = bank


@pytest.mark.parametrize("shut", [False, True])
@pytest.mark.parametrize("side", ["top", "bottom"])
def test_private_knowledge_clears_exact_where_it_matters_and_only_there(
    side: str, *, shut: bool
) -> None:
    """Who knows what lies at the bottom knows what does not lie above."""
    seen: list[bool] = []
    for text in LATE:
        state = State.from_text(text)
        few = state.players == 2 and max(state.workers) <= 2
        if not few or len(state.to_dict()["tile_stack"]["middle"]) < 3:
            continue
        position = with_known_top(text, 2, side)
        if shut:
            shut_factory(position)
        known = State.from_dict(position)
        found = Solver(TURN_OPS, 4).solve(known.data(), turn_of(known), MANY)
        # With this many spaces free for mining some positions have more plans than it can list.
        if found is not None:
            seen.append(found[0][3])
    # If no seat can reach a factory space, tiles no longer count, whether known or not.
    assert len(seen) > 20
    assert set(seen) == ({True} if shut else {True, False})


@pytest.mark.parametrize("side", ["top", "bottom"])
@pytest.mark.parametrize("draws", ["looks", "refills"])
def test_a_draw_that_matters_is_in_doubt_where_one_seat_knows_more(draws: str, side: str) -> None:
    """Turn by turn: a look into the stack, and a tile that is drawn for one that was bought."""
    doubtful = 0
    for text in LATE:
        state = State.from_text(text)
        few = state.players == 2 and max(state.workers) <= 2
        if not few or len(state.to_dict()["tile_stack"]["middle"]) < 3:
            continue
        known = State.from_dict(with_known_top(text, 2, side))
        for token in known.legal_moves():
            if token not in ({"fx"} if draws == "looks" else FACTORY_SPACES):
                continue
            found = Solver(TURN_OPS, 4).solve(
                known.data(), turn_of(known), 20_000, allowed=begins_with(token)
            )
            # With so few workers no seat can earn from a new card: luck is that of tiles.
            if found is not None and found[0][4]:
                assert not found[0][3]
                doubtful += 1
    assert doubtful > 5


# -- limits


def far_position(left: int) -> State:
    """The end of a greedy game with at most `left` workers left."""
    state = State(2, seed=1)
    while state.shift < 3 or state.phase != "place" or sum(state.workers) > left:
        state.push_codes(state.first_sight())
    return state


def test_turns_left_counts_the_workers() -> None:
    solver = Solver(TURN_OPS, 1)
    state = far_position(6)
    assert solver.turns_left(state.data(), turn_of(state)) == sum(state.workers)
    start = State(2, seed=1)
    assert solver.turns_left(start.data(), turn_of(start)) is None
    assert solver.solve(start.data(), turn_of(start), MANY) is None
    assert Solver(TOKEN_OPS, 1).solve(state.data(), turn_of(state), MANY) is None


@pytest.mark.parametrize("nodes", [0, 1, 2, 10, 100, 5000])
@pytest.mark.parametrize("left", [2, 5, 12])
def test_a_limit_of_nodes_is_kept(nodes: int, left: int) -> None:
    solver = Solver(TURN_OPS, 1)
    state = far_position(left)
    found = solver.solve(state.data(), turn_of(state), nodes)
    assert solver.nodes <= nodes
    assert found is None or nodes > 1


def test_a_solver_stops_when_it_is_told() -> None:
    solver = Solver(TURN_OPS, 4)
    state = far_position(30)
    answers: list[list[Solution] | None] = []
    thread = threading.Thread(
        target=lambda: answers.append(solver.solve(state.data(), turn_of(state), 1 << 60))
    )
    thread.start()
    time.sleep(0.05)
    solver.stop()
    thread.join(timeout=PATIENCE_S)
    assert not thread.is_alive()
    assert answers == [None]
    assert solver.solve(far_position(1).data(), turn_of(far_position(1)), MANY) is None
    solver.resume()
    assert solver.solve(far_position(1).data(), turn_of(far_position(1)), MANY)


def test_the_clock_ends_a_search() -> None:
    state = far_position(30)
    deadline = time.monotonic_ns() + 20_000_000
    assert Solver(TURN_OPS, 4).solve(state.data(), turn_of(state), 1 << 60, deadline) is None
