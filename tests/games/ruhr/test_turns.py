"""Turns for the search: every result of a group of decisions is listed, each once."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from coalbaron_fast.games.ruhr import State
from tests.games.ruhr.groups import Group, groups
from tests.games.ruhr.reference.listing import TooManyError, complaints, result_of, results

workload = pytest.importorskip("coalbaron_fast.games.ruhr.workload", reason="built in place only")

MOST_INSIDE = 3_000
"""Positions within a group that brute force looks at."""


def state_of(group: Group) -> State:
    setting = group.setting
    state = State(setting.players, start=setting.start, calm=setting.calm)
    state.push_all(group.tokens)
    return state


def listed_in(state: State) -> list[list[str]]:
    tokens = State.VOCABULARY.tokens
    return [[tokens[code] for code in codes] for codes in workload.every_turn(state.data())]


def richest(marks: Iterator[str], seat: int) -> dict[str, tuple[int, int]]:
    """Each result but for its Thalers, with as many as can be left."""
    found: dict[str, tuple[int, int]] = {}
    for mark in marks:
        position = json.loads(mark)
        own = position["seats"][seat]
        left = own.pop("thalers")
        # At the end of the game Thalers may have become points.
        points = own.pop("points") if position["phase"] == "over" else 0
        key = json.dumps(position, sort_keys=True)
        found[key] = max(found.get(key, (-1, -999)), (left, points))
    return found


def check_options(group: Group) -> None:
    """Every sequence of the group is listed once: no two come to the same."""
    assert complaints(group.game, listed_in(state_of(group))) == []


def check_market(group: Group) -> bool:
    """Every result is listed once, with as many Thalers left as can be."""
    seat = group.game.active
    assert seat is not None
    try:
        expected = richest(iter(results(group.game, MOST_INSIDE)), seat)
    except TooManyError:
        return False
    listed = [result_of(group.game, turn) for turn in listed_in(state_of(group))]
    found = richest(iter(listed), seat)
    assert found == expected
    assert len(found) == len(listed)
    return True


def test_every_result_is_listed_once() -> None:
    options = list(groups(1, range(0, 108, 4), "option", 0.02))
    assert len(options) > 10
    for group in options:
        check_options(group)
    assert sum(check_market(group) for group in groups(1, range(0, 108, 4), "buy", 0.05)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_result_is_listed_once_in_many_positions(part: int) -> None:
    games = range(108 * part, 108 * (part + 1))
    for group in groups(2, games, "option", 0.2):
        check_options(group)
    assert sum(check_market(group) for group in groups(2, games, "buy", 0.3)) > 300


def test_the_search_looks_at_the_best_turns_at_first_sight() -> None:
    wide = 0
    for seed in range(3):
        state = State(2 + seed, seed=seed)
        while not state.is_over:
            every = {tuple(codes) for codes in workload.every_turn(state.data())}
            values = {tuple(codes): v for codes, v in workload.proposed_turns(state.data(), 192)}
            few = [value for _, value in workload.proposed_turns(state.data(), 10)]
            best = sorted(values.values(), reverse=True)
            assert set(values) <= every
            assert len(values) == min(192, len(every))
            assert sorted(few, reverse=True) == pytest.approx(best[:10])
            assert values[tuple(state.first_sight())] == pytest.approx(best[0])
            wide += len(every) > 10
            state.push_codes(state.first_sight())
    assert wide > 50
