"""What cannot matter any more does not tell two positions apart: the solver looks at them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, permutations
from typing import Any, Final

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.games.position import BEGINS
from tests.games.test_solver_keys import Value, changed, moved, value
from tests.search.compiled_game import CompiledGame
from tests.search.test_endings import LATE, shut_factory, with_known_top


def changes(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """Name the fields that differ, those of seats by their own names."""
    found = {name for name in before if name != "seats" and before[name] != after[name]}
    for one, other in zip(before["seats"], after["seats"], strict=True):
        found |= {f"seat {name}" for name in one if one[name] != other[name]}
    return found


def by_field(game: Game, state: Position) -> Iterator[tuple[str, bool]]:
    """Yield of positions that differ in one field its name, and whether the key is the same."""
    compiled = CompiledGame(game.ops)
    form = state.to_dict()
    for data in chain(changed(form), moved(form)):
        try:
            other = game.State.from_dict(data)
        except PositionError:
            continue
        fields = changes(form, other.to_dict())
        if (other.turn, other.phase) == (state.turn, state.phase) and len(fields) == 1:
            yield fields.pop(), compiled.key(other.data()) == compiled.key(state.data())


# -- Ruhrschifffahrt

RUHR: Final = load_game("ruhr")
FORGOTTEN: Final = {
    "trip": {"tracks", "export", "markers", "bag", "countries"},
    "buy": {"tracks", "export", "markers", "bag", "countries", "dice", "seat tokens"},
}
KEPT: Final = {
    "trip": {"obstacles", "market", "seat points", "seat thalers", "seat tokens", "seat progress"},
    "buy": {"obstacles", "seat points", "seat progress"},
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("phase", ["trip", "buy"])
def test_the_ruhr_forgets_what_the_last_turn_does_not_use(phase: str, players: int) -> None:
    """Behind the last option no coal is taken any more, and in the last market none is sold."""
    found: Counter[tuple[str, bool]] = Counter()
    for seed in range(2):
        state = RUHR.State(players, seed=seed)
        while not state.is_over:
            if state.decision in BEGINS and state.shift == 12 and state.phase == phase:
                found.update(by_field(RUHR, state))
            state.push_codes(state.first_sight())
    for field in FORGOTTEN[phase]:
        assert (field, False) not in found
    assert sum(found[field, True] for field in FORGOTTEN[phase]) > 10
    for field in KEPT[phase]:
        assert (field, True) not in found
    assert sum(found[field, False] for field in KEPT[phase]) > 20


SPENT: Final = {"hauler", "hauling"}
"""Markers that can be used for nothing any more once all have chosen the last option."""


def used_otherwise(state: Position) -> Iterator[tuple[str, Position]]:
    """Yield positions in which a seat has used one more of its markers, or one less."""
    for number, seat in enumerate(state.to_dict()["seats"]):
        for marker in seat["progress"]:
            other = state.to_dict()
            used = set(seat["used"]) ^ {marker}
            other["seats"][number]["used"] = [one for one in seat["progress"] if one in used]
            with suppress(PositionError):
                yield marker, RUHR.State.from_dict(other)


@pytest.mark.parametrize("phase", ["trip", "buy"])
def test_the_ruhr_forgets_which_markers_were_used_that_do_nothing_any_more(phase: str) -> None:
    compiled = CompiledGame(RUHR.ops)
    found: Counter[tuple[str, bool]] = Counter()
    for seed in range(6):
        state = RUHR.State(2 + seed % 3, seed=seed)
        while not state.is_over:
            if state.decision in BEGINS and state.shift == 12 and state.phase == phase:
                key = compiled.key(state.data())
                for marker, other in used_otherwise(state):
                    found[marker, compiled.key(other.data()) == key] += 1
            state.push_codes(state.first_sight())
    assert {marker for marker in SPENT if found[marker, True]} == SPENT
    assert not any(found[marker, False] for marker in SPENT)
    assert sum(found[marker, False] for marker, _ in list(found)) > 20


def columns_alike(state: Position) -> Iterator[tuple[str, Position]]:
    """Yield positions in which the seats of a column stand in other places: those that have bought
    for each other, and all of them in another order."""
    form = state.to_dict()
    bought = form["order"][: form["index"]]
    for country, seats in form["columns"].items():
        for others in permutations(bought):
            place_of = dict(zip(bought, others, strict=True))
            other = state.to_dict()
            other["columns"][country] = [place_of.get(seat, seat) for seat in reversed(seats)]
            for seat in bought:
                # What is not on the board is in the seat's pool.
                more = seats.count(seat) - other["columns"][country].count(seat)
                other["seats"][seat]["pool"] += more
            with suppress(PositionError):
                yield country, RUHR.State.from_dict(other)


@pytest.mark.parametrize("players", [3, 4])
def test_the_ruhr_forgets_places_in_columns_and_who_has_bought(players: int) -> None:
    compiled = CompiledGame(RUHR.ops)
    found: Counter[str] = Counter()
    for seed in range(40):
        state = RUHR.State(players, seed=seed, start=seed % players)
        while not state.is_over:
            if state.shift == 12 and state.phase == "buy" and state.to_dict()["index"] >= 2:
                for country, other in columns_alike(state):
                    assert compiled.key(other.data()) == compiled.key(state.data())
                    found[country] += other != state
            state.push_codes(state.first_sight())
    assert len(found) == 3
    assert min(found.values()) > 3


# -- Coal Baron

COALBARON: Final = load_game("coalbaron")


def shut_positions(most: int) -> Iterator[Position]:
    """Yield late positions of two in which nobody can pay for a factory space."""
    for text in LATE:
        state = COALBARON.State.from_text(text)
        if state.players == 2 and state.phase == "place" and max(state.workers) <= most:
            position = state.to_dict()
            shut_factory(position)
            try:
                yield COALBARON.State.from_dict(position)
            except PositionError:
                continue


@pytest.mark.slow
def test_where_workers_stood_and_who_begins_is_forgotten_in_the_last_shift() -> None:
    found: Counter[tuple[str, bool]] = Counter()
    for state in list(shut_positions(2))[::6]:
        found.update(by_field(COALBARON, state))
    for field in ("start", "first_start"):
        assert found[field, True] > 0
        assert not found[field, False]
    for field in ("seat vp", "seat delivered", "shift"):
        assert found[field, False] > 0
        assert not found[field, True]


def altered(state: Position) -> Iterator[Position]:
    """Yield positions with some Marks more or less, and with an order back in its stack."""
    form = state.to_dict()
    for number, seat in enumerate(form["seats"]):
        for marks in range(max(seat["marks"] - 4, 0), seat["marks"] + 5):
            other = state.to_dict()
            other["seats"][number]["marks"] = marks
            yield COALBARON.State.from_dict(other)
        for order in seat["orders"]:
            other = state.to_dict()
            del other["seats"][number]["orders"][order]
            stack = other["order_stack"]
            stack["middle"] = sorted([*stack["middle"], order])
            stack["middle_size"] += 1
            try:
                yield COALBARON.State.from_dict(other)
            except PositionError:
                continue


@pytest.mark.slow
def test_the_rest_of_the_marks_and_the_price_of_an_order_are_not_forgotten() -> None:
    """Where no tile can be bought, Marks are points but for a rest that may still grow."""
    compiled = CompiledGame(COALBARON.ops)
    same: Counter[bool] = Counter()
    orders = 0
    for state in list(shut_positions(2))[::4]:
        known: dict[int, tuple[Value, Position]] = {}
        for one in altered(state):
            worth = value(COALBARON, one)
            if worth is not None:
                before, other = known.setdefault(compiled.key(one.data()), (worth, one))
                assert before == worth, f"{other.to_text()}\n{one.to_text()}"
                same[other == one] += 1
                orders += changes(one.to_dict(), state.to_dict()) >= {"seat orders"}
    assert same[True] > 50
    assert orders > 5


def swapped(state: Position, one: tuple[str, ...], other: tuple[str, ...]) -> Position | None:
    """Return the position with the first things of two places swapped, where both have some."""
    form = state.to_dict()
    (left, first), (right, second) = ((_place(form, path)) for path in (one, other))
    if first is None or second is None or left[first] is None or left[first] == right[second]:
        return None
    left[first], right[second] = right[second], left[first]
    after: Position = COALBARON.State.from_dict(form)
    return after


def _place(form: dict[str, Any], path: tuple[str, ...]) -> tuple[Any, Any]:
    found: Any = form
    for step in path:
        found = found[step]
    if isinstance(found, dict):
        return found, next((name for name, item in found.items() if item), None)
    return found, next((place for place, item in enumerate(found) if item), None)


@pytest.mark.parametrize("names", [("factory", "tile_stack"), ("row", "order_stack")])
def test_what_lies_where_nobody_gets_is_forgotten(names: tuple[str, str]) -> None:
    """Tiles in a factory that is shut; cards where nobody has the workers to earn from one."""
    compiled = CompiledGame(COALBARON.ops)
    place, stack = names
    same = 0
    for state in shut_positions(1):
        other = swapped(state, (place,), (stack, "middle"))
        if other is not None:
            assert compiled.key(other.data()) == compiled.key(state.data())
            same += 1
    assert same > 3
    # Where tiles can still be bought it matters which ones they are.
    apart = 0
    for text in LATE:
        state = COALBARON.State.from_text(text)
        other = swapped(state, ("factory",), ("tile_stack", "middle"))
        if other is not None and any(token.startswith("f") for token in state.legal_moves()):
            apart += compiled.key(other.data()) != compiled.key(state.data())
    assert apart > 3


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_what_is_known_of_a_stack_is_forgotten_with_the_stack(side: str) -> None:
    compiled = CompiledGame(COALBARON.ops)
    same = 0
    for text in LATE:
        state = COALBARON.State.from_text(text)
        few = state.players == 2 and max(state.workers) <= 2 and state.phase == "place"
        if not few or len(state.to_dict()["tile_stack"]["middle"]) < 3:
            continue
        keys = set()
        for position in (state.to_dict(), with_known_top(text, 2, side)):
            shut_factory(position)
            keys.add(compiled.key(COALBARON.State.from_dict(position).data()))
        assert len(keys) == 1
        same += 1
    assert same > 5
