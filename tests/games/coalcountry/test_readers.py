"""What comes from outside: an error that names the place, or a position that can be played."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games.coalcountry.state import State
from tests.games.coalcountry.core_games import positions, token

JUNK: tuple[Any, ...] = (None, True, -1, 0, 1, 2, 5, 99, 10**30, 1.5, "", "h0", "tavern", [], {})


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """The ways to every value of a piece of JSON."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(entry, (*path, key))


def play_on(state: State, rng: Random) -> None:
    """Some tokens, each of which leads to a position that can be read again."""
    for _ in range(6):
        if not state.is_over:
            state.push(token(state, rng))
            assert State.from_data(state.data()) == state
            assert State.from_dict(state.to_dict()) == state


def test_positions_come_back_from_dict_text_and_bytes() -> None:
    for state in positions(range(24), part=0.1):
        for position in (state, *(state.view(seat) for seat in range(state.players))):
            assert State.from_dict(position.to_dict()) == position
            assert State.from_text(position.to_text()) == position
            assert State.from_data(position.data()) == position


def test_a_changed_dict_is_refused_or_plays_on() -> None:
    rng = Random(7)
    taken = 0
    for state in positions(range(12), part=0.02):
        data = state.view(0).to_dict() if rng.random() < 0.3 else state.to_dict()
        ways = list(places(data))
        for _ in range(60):
            other: Any = copy.deepcopy(data)
            *way, last = rng.choice(ways)
            inside = other
            for key in way:
                inside = inside[key]
            inside[last] = rng.choice(JUNK)
            try:
                found = State.from_dict(other)
            except PositionError:
                continue
            taken += found != state
            play_on(found, rng)
    assert taken > 10


def test_changed_bytes_are_refused_or_play_on() -> None:
    rng = Random(8)
    taken = refused = 0
    for state in positions(range(12), part=0.02):
        for _ in range(60):
            data = bytearray(state.data())
            for _ in range(rng.choice((1, 1, 2))):
                data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 255, rng.randrange(256)))
            try:
                found = State.from_data(bytes(data))
            except ValueError:
                refused += 1
                continue
            taken += found != state
            play_on(found, rng)
    assert taken > 10
    assert refused > 1000


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("supply", {"w": 3, "a": 39, "e": 39}, "supply"),
        ("round", 3, "order"),
        ("phase", "sell", "phase"),
        ("bag", {"+": 6, "-": 6, "0": 5}, "bag"),
        ("pile", {}, None),
        ("unseen", 3, "unseen"),
    ],
)
def test_what_does_not_fit_is_named(field: str, value: object, named: str | None) -> None:
    state = State(2, start=0)
    state.push_all("!school !shop !+ !- !0 !+ 4>i0")
    data = {**state.to_dict(), field: value}
    if named is None:
        # Tiles that left the game are not counted.
        assert State.from_dict(data) != state
        return
    with pytest.raises(PositionError) as found:
        State.from_dict(data)
    assert found.value.field.startswith(named) or named == "order"
