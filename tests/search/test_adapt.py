"""Turns that differ from world to world, and decisions that hardly matter.

One seat stops for 3 points, or lets chance draw a card of 1 to 6 points and takes it; afterwards it
bows or waves, which decides nothing. Drawing is worth 3.5 to a search that follows what may be
drawn, and less to one that knows only the first card that came by.
"""

from __future__ import annotations

from ctypes import c_uint8
from typing import Any, ClassVar, Final

import pytest

from coalbaron_fast import Engine, State
from coalbaron_fast.engine import PARAMETERS as DEFAULTS
from coalbaron_fast.games import load_game
from coalbaron_fast.search.mcts import Searcher
from tests.search.ctypes_game import TO_CHANCE, TO_NOBODY, Board, Rng, capsule, functions_of
from tests.search.test_tiny_game import PARAMETERS

CARDS: Final = range(1, 7)
STOP, GO, BOW, WAVE, PASS = 0, 10, 20, 21, 30
STOP_POINTS: Final = 3
BEGINS, DRAWS, TAKES, GREETS, OVER = range(5)


class Table(Board):
    """What is asked, the card that was drawn, the points."""

    _fields_: ClassVar = [(name, c_uint8) for name in ("asks", "card", "won")]
    asks: int
    card: int
    won: int
    may_pass: ClassVar = False

    @classmethod
    def start(cls, players: int, **_options: object) -> Table:  # noqa: ARG003 - always one
        return cls(BEGINS, 0, 0)

    def seats(self) -> int:
        return 1

    def to_move(self) -> int:
        return {DRAWS: TO_CHANCE, OVER: TO_NOBODY}.get(self.asks, 0)

    def moves(self) -> list[int]:
        takes = [self.card, PASS] if self.may_pass else [self.card]
        return {BEGINS: [STOP, GO], TAKES: takes, GREETS: [BOW, WAVE]}[self.asks]

    def ways(self) -> dict[int, int]:
        return dict.fromkeys((40 + card for card in CARDS), 1)

    def play(self, code: int) -> None:
        if self.asks == DRAWS:
            self.card = code - 40
        elif code in CARDS:
            self.won = self.card
        elif code == STOP:
            self.won = STOP_POINTS
        self.asks = OVER if code == STOP else self.asks + 1

    def hide_from(self, seat: int) -> None:
        """Hide nothing."""

    def deal(self, rng: Rng) -> None:
        """Leave nothing open."""

    def points(self) -> list[int]:
        return [self.won]

    def shares(self) -> list[float]:
        return [1.0]

    def decisions_left(self) -> int:
        return OVER - self.asks


class PassingTable(Table):
    """The same with a way out that always fits."""

    may_pass = True


def routine(state: int, out: Any) -> bool:
    """Wave, wherever a greeting is asked."""
    if Table.from_address(state).asks != GREETS:
        return False
    out[0].moves[0], out[0].count = WAVE, 1
    return True


def turns_vary(state: int) -> bool:
    return Table.from_address(state).asks == TAKES


def worth_of_going(
    table: type[Table], *, adapt: int, more: dict[str, Any] | None = None, nodes: int = 3000
) -> tuple[float, list[list[int]]]:
    """Return the mean points of drawing, and the line that was found best after it."""
    ops = capsule(functions_of(table) | (more or {}), table, most_seats=1)
    searcher = Searcher(ops, 1)
    turns = searcher.begin(bytes(table.start(1)), 0, 1, PARAMETERS | {"adapt": adapt})
    searcher.run(nodes)
    line = turns.index([GO])
    visits, _, _, _, points, *_ = searcher.results()[line]
    return points[0] / visits, searcher.variation(line)


def test_a_node_keeps_the_turns_of_its_first_world() -> None:
    mean, _ = worth_of_going(Table, adapt=0)
    assert mean < 1.5
    mean, _ = worth_of_going(PassingTable, adapt=0)
    assert mean < 1.5


def test_a_node_in_which_nothing_fits_takes_in_what_does() -> None:
    mean, line = worth_of_going(Table, adapt=1)
    assert mean == pytest.approx(3.5, abs=0.15)
    assert line[1][0] in CARDS
    assert line[2] in ([BOW], [WAVE])


def test_where_turns_vary_all_worlds_are_asked() -> None:
    # A turn that always fits hides that there are others.
    mean, _ = worth_of_going(PassingTable, adapt=1)
    assert mean < 2.5
    mean, line = worth_of_going(PassingTable, adapt=1, more={"turns_vary": turns_vary})
    assert mean > 3.0
    assert line[1][0] in CARDS


def test_routine_has_no_nodes() -> None:
    mean, line = worth_of_going(Table, adapt=1, more={"routine": routine})
    assert mean == pytest.approx(3.5, abs=0.15)
    assert len(line) == 2
    _, line = worth_of_going(Table, adapt=0, more={"routine": routine})
    assert len(line) <= 3


def test_at_the_root_routine_is_asked_for() -> None:
    ops = capsule(functions_of(Table) | {"routine": routine}, Table, most_seats=1)
    searcher = Searcher(ops, 1)
    turns = searcher.begin(bytes(Table(GREETS, 2, 2)), 0, 1, PARAMETERS | {"adapt": 1})
    assert sorted(turns) == [[BOW], [WAVE]]
    searcher.run(50)
    assert all(line[0] for line in searcher.results())


def test_a_look_is_followed_in_every_world() -> None:
    """In Coal Baron: what may be kept of a look differs, and the tree grows after all of it."""
    game = load_game("coalbaron")
    state = State(3, seed=2)
    while not (state.phase == "place" and "ox" in state.legal_moves() and state.shift == 2):
        state.push_codes(state.first_sight())
    assert state.turn is not None
    look = [[game.tokens.index("ox")]]
    sizes = []
    for adapt in (0, 1):
        searcher = Searcher(game.ops, 16)
        parameters = DEFAULTS | {"playout": 0, "adapt": adapt}
        turns = searcher.begin(
            state.data(), state.turn, 1, parameters, lambda codes: [codes] == look
        )
        assert turns == look
        searcher.run(1500)
        sizes.append(searcher.memory_used)
        steps = {word for codes in searcher.variation(0)[1:] for word in game.spell(codes)}
        assert ("bottom" in steps or "top" in steps) == (not adapt)
    assert sizes[1] > 1.3 * sizes[0]


def test_full_memory_ends_the_growth_of_a_node() -> None:
    searcher = Searcher(load_game("coalbaron").ops, 1)
    state = State(4, seed=3)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    assert state.turn is not None
    searcher.begin(state.data(), state.turn, 1, DEFAULTS | {"playout": 0, "adapt": 1})
    assert searcher.run(6000) == 6000
    assert searcher.memory_used > 0.9


def test_the_game_s_own_guess_does_without() -> None:
    assert Engine(evaluation="hand").parameters["adapt"] == 0
    assert Engine().parameters["adapt"] == 1
