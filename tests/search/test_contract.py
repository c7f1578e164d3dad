"""The contract's sizes, and what games that are not Coal Baron ask of it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from coalbaron_fast.contract import game as contract
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver
from coalbaron_fast.search.mcts import Searcher
from tests.search import hide_game, tiny_game
from tests.search.ctypes_game import (
    A_TURN,
    EVERYBODY,
    GAME_SEATS,
    TURN_MOVES,
    capsule,
    functions_of,
    put_features,
    put_turns,
)
from tests.search.hide_game import PLACE_A, PLACE_B, SAY_1, SAY_2, SAY_5
from tests.search.random_network import random_floats, sizes_of, weights_of
from tests.search.test_tiny_game import PARAMETERS

SHARP: Final = PARAMETERS | {"first_spread": 0.12, "margin_scale": 25.0}
HIDE: Final = functions_of(hide_game.Table)
HEARD_OPS: Final = capsule(HIDE, hide_game.Table, most_seats=3)
"""Hide and seek in which everybody sees where the others go."""


def searched(
    ops: object, table: hide_game.Table, nodes: int = 2000, **more: Any
) -> tuple[Searcher, list[list[int]]]:
    searcher = Searcher(ops, 1)
    turns = searcher.begin(bytes(table), table.to_move(), 1, SHARP, **more)
    searcher.run(nodes)
    return searcher, turns


def best(searcher: Searcher, turns: list[list[int]]) -> list[int]:
    visits = [line[0] for line in searcher.results()]
    return turns[visits.index(max(visits))]


def margins(searcher: Searcher, turns: list[list[int]]) -> dict[int, float]:
    """By the first move: the mean of seat 0's points less seat 1's."""
    return {
        codes[0]: (line[4][0] - line[4][1]) / line[0]
        for codes, line in zip(turns, searcher.results(), strict=True)
    }


def hidden(players: int, place: int, *, worth: int = 5) -> hide_game.Table:
    """The first round, seat 0 in its place."""
    table = hide_game.Table.start(players)
    table.worth = worth
    table.play(place)
    return table


# -- sizes


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("most_seats", 0),
        ("most_seats", GAME_SEATS + 1),
        ("turn_moves", 0),
        ("turn_moves", TURN_MOVES + 1),
        ("points_limit", 0),
        ("points_limit", 1 << 31),
        ("state_bytes", 0),
    ],
)
@pytest.mark.parametrize("search", [Searcher, Solver])
def test_a_size_that_no_search_can_work_with_is_refused(
    search: type[Searcher | Solver], field: str, wrong: int
) -> None:
    ops = capsule(functions_of(tiny_game.Table), tiny_game.Table, **{field: wrong})
    with pytest.raises(ValueError, match=f"{field} must be 1 to"):
        search(ops, 1)


def test_a_game_of_another_contract_is_refused() -> None:
    ops = capsule(functions_of(tiny_game.Table), tiny_game.Table, abi=2)
    with pytest.raises(ValueError, match="contract 2"):
        Searcher(ops, 1)


def test_the_longest_turn_fits() -> None:
    long = [list(range(TURN_MOVES)), list(range(TURN_MOVES, 2 * TURN_MOVES)), [7]]
    functions = functions_of(tiny_game.Table) | {
        "turns": lambda _state, _scratch, out, _limit: put_turns(out, long),
        "turn_fits": lambda _state, _turn: True,
    }
    searcher = Searcher(capsule(functions, tiny_game.Table, turn_moves=TURN_MOVES), 1)
    start = tiny_game.position(tiny_game.HEADS)
    assert searcher.begin(start, 0, 1, PARAMETERS) == long
    kept = searcher.begin(start, 0, 1, PARAMETERS, lambda codes: codes != long[0])
    assert kept == long[1:]
    asked = [3] * TURN_MOVES
    assert searcher.begin(start, 0, 1, PARAMETERS, asked=[asked]) == [*long, asked]


@pytest.mark.parametrize("length", [0, 2, TURN_MOVES + 1])
def test_a_turn_that_is_too_long_for_the_game_is_not_looked_at(length: int) -> None:
    searcher = Searcher(tiny_game.OPS, 1)
    with pytest.raises(ValueError, match="a turn has 1 to 1 moves"):
        searcher.begin(tiny_game.position(tiny_game.HEADS), 0, 1, PARAMETERS, asked=[[0] * length])


# -- proposals


def test_a_turn_that_was_not_proposed_is_looked_at_if_asked_for() -> None:
    table = hide_game.Table.start(2)
    assert [SAY_2] not in searched(hide_game.OPS, table)[1]
    searcher, turns = searched(hide_game.OPS, table, asked=[[SAY_2]])
    assert turns == [[SAY_1], [SAY_5], [SAY_2]]
    assert searcher.results()[2][0] > 0
    only, turns = searched(
        hide_game.OPS, table, allowed=lambda codes: codes == [SAY_2], asked=[[SAY_2]]
    )
    assert turns == [[SAY_2]]
    assert only.results()[0][0] == 2000


def test_a_turn_that_is_asked_for_has_room_however_many_are_proposed() -> None:
    full = 192
    functions = functions_of(tiny_game.Table) | {
        "turns": lambda _state, _scratch, out, limit: put_turns(out, [[9]] * limit)
    }
    searcher = Searcher(capsule(functions, tiny_game.Table), 1)
    start = tiny_game.position(tiny_game.HEADS)
    turns = searcher.begin(start, 0, 1, PARAMETERS, asked=[[0], [1]])
    assert len(turns) == full
    assert turns[-2:] == [[0], [1]]
    with pytest.raises(ValueError, match="at most 192 turns"):
        searcher.begin(start, 0, 1, PARAMETERS, asked=[[0]] * (full + 1))


def test_what_cannot_be_listed_is_left_to_the_other_search() -> None:
    functions = HIDE | {"every_turn": lambda *_: 0}
    start = bytes(hide_game.Table.start(1))
    assert Solver(hide_game.OPS, 1).solve(start, 0, 10_000) is not None
    assert Solver(capsule(functions, hide_game.Table), 1).solve(start, 0, 10_000) is None


def test_a_game_that_lists_nothing_is_refused() -> None:
    functions = functions_of(tiny_game.Table) | {"turns": lambda *_: 0}
    searcher = Searcher(capsule(functions, tiny_game.Table), 1)
    with pytest.raises(ValueError, match="lists no turn"):
        searcher.begin(tiny_game.position(tiny_game.HEADS), 0, 1, PARAMETERS)


# -- one seat


def expected_alone(rounds: int) -> float:
    """Say 5, hide in a."""
    return hide_game.ALONE_BEGINS + rounds * (hide_game.BONUS + 3 * 5 * 2 / 3)


def test_one_seat_maximises_points() -> None:
    start = hide_game.Table.start(1)
    searcher, turns = searched(hide_game.OPS, start)
    assert best(searcher, turns) == [SAY_5]
    start.play(SAY_5)
    searcher, turns = searched(hide_game.OPS, start)
    assert best(searcher, turns) == [PLACE_A]
    line = searcher.results()[turns.index([PLACE_A])]
    assert line[4][0] / line[0] == pytest.approx(expected_alone(2), abs=2.0)
    assert line[3] == [line[0]]


def test_the_points_of_one_seat_do_not_saturate() -> None:
    """With 900 points more every turn has the same utility, in the middle of the scale."""
    table = hide_game.Table.start(1)
    utilities = []
    for points in (0, 400, 900):
        table.won[0] = points
        results = searched(hide_game.OPS, table)[0].results()
        utilities.append([line[1] / line[0] for line in results])
    assert all(0.3 < utility < 0.9 for utility in utilities[0])
    assert utilities[1] == pytest.approx(utilities[0])
    assert utilities[2] == pytest.approx(utilities[0])


def test_one_seat_is_solved() -> None:
    found = Solver(hide_game.OPS, 1).solve(bytes(hide_game.Table.start(1)), 0, 10_000)
    assert found is not None
    codes, win, points, exact, luck, line = found[0]
    assert codes == [SAY_5]
    assert points == pytest.approx([expected_alone(2)])
    assert win == [1.0]
    assert exact
    assert luck
    # The same seat goes on; chance ends the line.
    assert line == [[SAY_5], [PLACE_A]]


# -- what the others do not see


def test_nobody_profits_from_what_it_does_not_see() -> None:
    start = hide_game.Table.start(2)
    found = margins(*searched(hide_game.OPS, start))
    # By hand 4 and 2; learning is no perfect play.
    assert 3.0 < found[SAY_5] < 5.0
    assert 1.0 < found[SAY_1] < 3.5
    seen = margins(*searched(HEARD_OPS, start))
    # By hand -4 and -2: the seeker always finds.
    assert seen[SAY_5] < -2.0
    assert seen[SAY_1] < -1.5


def test_the_decision_depends_on_it() -> None:
    start = hide_game.Table.start(2)
    assert best(*searched(hide_game.OPS, start)) == [SAY_5]
    assert best(*searched(HEARD_OPS, start)) == [SAY_1]


@pytest.mark.parametrize("players", [2, 3])
def test_where_seat_0_hides_changes_nothing_for_the_others(players: int) -> None:
    lines = [
        searched(hide_game.OPS, hidden(players, place), nodes=500)[0].results()
        for place in (PLACE_A, PLACE_B)
    ]
    assert lines[0] == lines[1]


def test_the_third_seat_does_not_see_the_second_either() -> None:
    tables = [hidden(3, PLACE_A) for _ in range(2)]
    for table, place in zip(tables, (PLACE_A, PLACE_B), strict=True):
        table.play(place)
        assert table.to_move() == 2
    lines = [searched(hide_game.OPS, table, nodes=500)[0].results() for table in tables]
    assert lines[0] == lines[1]


def told_all(pointer: int, _viewer: int, out: Any) -> None:
    hide_game.features(pointer, EVERYBODY, out)


TOLD_OPS: Final = capsule(
    hide_game.FUNCTIONS | {"features": told_all}, hide_game.Table, **hide_game.SIZES
)
"""Hide and seek whose features tell every viewer all."""


def test_a_prior_knows_what_its_seat_knows_and_a_worth_knows_all() -> None:
    worlds = [bytes(hidden(2, place)) for place in (PLACE_A, PLACE_B)]
    weights = weights_of(random_floats(sizes_of(hide_game.OPS)), hide_game.SIZES["layout"])
    kept = Evaluation(hide_game.OPS, weights)
    assert kept.turns(worlds[0]) == kept.turns(worlds[1])
    assert kept.expect(worlds[0]) != kept.expect(worlds[1])
    told = Evaluation(TOLD_OPS, weights)
    assert told.turns(worlds[0]) != told.turns(worlds[1])


@pytest.mark.parametrize("players", [2, 3])
def test_where_seat_0_hides_changes_nothing_with_a_network(players: int) -> None:
    weights = weights_of(random_floats(sizes_of(hide_game.OPS)), hide_game.SIZES["layout"])
    lines = []
    for place in (PLACE_A, PLACE_B):
        searcher = Searcher(hide_game.OPS, 1, Evaluation(hide_game.OPS, weights))
        table = hidden(players, place)
        searcher.begin(bytes(table), table.to_move(), 1, SHARP)
        searcher.run(500)
        lines.append(searcher.results())
    assert lines[0] == lines[1]


def test_a_line_ends_at_a_turn_that_nobody_sees() -> None:
    searcher, turns = searched(hide_game.OPS, hide_game.Table.start(2))
    line = searcher.variation(turns.index([SAY_5]))
    assert len(line) == 2
    assert line[1] in ([PLACE_A], [PLACE_B])


def test_the_solver_leaves_unseen_turns_alone() -> None:
    functions = HIDE | {
        "unseen": lambda pointer: hide_game.Table.from_address(pointer).unseen(),
        "turns_left": lambda _: 6,
    }
    ops = capsule(functions, hide_game.Table)
    table = hide_game.Table.start(2)
    assert Solver(ops, 1).solve(bytes(table), 0, 100_000) is None
    table.play(SAY_5)
    assert Solver(ops, 1).solve(bytes(table), 0, 100_000) is None
    del functions["unseen"]
    assert Solver(capsule(functions, hide_game.Table), 1).solve(bytes(table), 0, 100_000)


# -- the clock and features


def test_a_game_without_features_says_so() -> None:
    start = bytes(hide_game.Table.start(2))
    assert contract.feature_sizes(HEARD_OPS) is None
    with pytest.raises(ValueError, match="no features"):
        contract.features(HEARD_OPS, start)
    with pytest.raises(ValueError, match="no features"):
        contract.turn_features(HEARD_OPS, start, [[[0]]])


def features(view: int, viewer: int, out: Any) -> None:
    put_features(out[0], [3, 3], {}, points=5)
    put_features(out[1], [], {4: -7}, points=-1)
    put_features(out[2], [2], {0: tiny_game.Table.from_address(view).asks + 10 * (viewer + 1)})


def turn_features(_state: int, turn: Any, out: Any) -> int:
    out[0], out[1] = 9, turn[0].moves[0]
    return 2


LEARNED: Final = capsule(
    functions_of(tiny_game.Table) | {"features": features, "turn_features": turn_features},
    tiny_game.Table,
    layout=77,
    seat_size=5,
    board_size=6,
    turn_size=10,
)


def test_a_game_s_features_are_read() -> None:
    assert contract.feature_sizes(LEARNED) == (77, 5, 6, 10, False)
    start = tiny_game.position(tiny_game.TAILS)
    starts, indices, values, points = contract.features(LEARNED, 2 * start)
    assert memoryview(starts).cast("q").tolist() == [0, 2, 3, 5, 7, 8, 10]
    assert memoryview(indices).cast("H").tolist() == 2 * [3, 3, 4, 2, 0]
    assert memoryview(values).cast("h").tolist() == 2 * [1, 1, -7, 1, tiny_game.SAYS]
    assert memoryview(points).cast("h").tolist() == 2 * [5, -1]


def test_features_are_asked_for_a_viewer() -> None:
    start = tiny_game.position(tiny_game.TAILS)
    seen = contract.features(LEARNED, 3 * start, viewers=bytes([255, 0, 1]))
    boards = memoryview(seen[2]).cast("h").tolist()[4::5]
    assert boards == [tiny_game.SAYS + 10 * (viewer + 1) for viewer in (EVERYBODY, 0, 1)]
    assert contract.features(LEARNED, start) == contract.features(LEARNED, start, viewers=b"\xff")
    for viewers in (b"", b"\x00\x00", b"\x02", b"\xfe"):
        with pytest.raises(ValueError, match="viewer"):
            contract.features(LEARNED, start, viewers=viewers)


def test_many_features_are_read() -> None:
    start = tiny_game.position(tiny_game.TAILS)
    once, often = (contract.features(LEARNED, count * start) for count in (1, 10_000))
    assert often[1] == 10_000 * once[1]
    assert often[2] == 10_000 * once[2]
    assert memoryview(often[0]).cast("q")[-1] == 50_000


def test_a_turn_s_features_are_read() -> None:
    start = tiny_game.position(tiny_game.TAILS)
    starts, indices = contract.turn_features(LEARNED, 3 * start, [[[1], [2]], [], [[0]]])
    assert memoryview(starts).cast("q").tolist() == [0, 2, 4, 6]
    assert memoryview(indices).cast("H").tolist() == [9, 1, 9, 2, 9, 0]


def test_states_and_turns_that_do_not_fit_are_refused() -> None:
    start = tiny_game.position(tiny_game.TAILS)
    for states in (b"", start[:-1], start + b"x"):
        with pytest.raises(ValueError, match="bytes each"):
            contract.features(LEARNED, states)
        with pytest.raises(ValueError, match="bytes each"):
            contract.turn_features(LEARNED, states, [[[1]]])
    with pytest.raises(ValueError, match="turns of 2 states, not of 1"):
        contract.turn_features(LEARNED, start, [[[1]], [[1]]])
    for codes in ([], [0, 1]):
        with pytest.raises(ValueError, match="1 to 1 moves"):
            contract.turn_features(LEARNED, start, [[codes]])


def test_the_clock_asks_the_game() -> None:
    start = bytes(hide_game.Table.start(3))
    assert contract.turns_expected(hide_game.OPS, start, 0) == 8.0
    assert contract.decision(hide_game.OPS, start) == A_TURN
