"""The readers name what is wrong, and whatever they accept is a position that plays on."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coalbaron_fast import Defect, PositionError, State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.facts import COLOURS, ORDERS, SPACES, TILES
from tests.games.coalbaron.core.reader_cases import (
    CASES,
    POSITIONS,
    RECORDS,
    TEXTS,
    Case,
    Position,
    Shown,
    TextCase,
    change,
    position,
)
from tests.games.fuzz.mutation import mutated
from tests.games.fuzz.promises import Promises

PROMISES: Final = Promises(load_game("coalbaron"), Counter())

# The defects, one by one


def name_of(case: Case | TextCase) -> str:
    """A case in the list of tests."""
    return case.title.replace(" ", "_")


def refused(read: Callable[[], State]) -> PositionError:
    """The error of a reader."""
    with pytest.raises(PositionError) as refusal:
        read()
    return refusal.value


def case_data(case: Case) -> Position:
    """The wrong position of a case."""
    data = position(case.base, case.players)
    if case.viewer is not None:
        data = State.from_dict(data).view(case.viewer).to_dict()
    return change(data, case.changes)


def check_error(error: PositionError, shown: Shown) -> None:
    """The error names the defect, the field, the value, what was expected and the line."""
    assert (error.defect, error.field, error.line) == (shown.defect, shown.field, shown.line)
    if shown.value is not ...:
        assert error.value == shown.value
    assert shown.expected in error.expected
    for part in (shown.field, shown.defect.meaning, shown.expected):
        assert part in str(error)


OF_OTHER_GAMES: Final = {Defect.PIECES}
"""Defects that no position of Coal Baron can have."""


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_dict_shows_its_defect(case: Case) -> None:
    data = case_data(case)
    check_error(refused(lambda: State.from_dict(data)), case.shown)


@pytest.mark.parametrize("case", TEXTS, ids=name_of)
def test_a_text_shows_its_defect(case: TextCase) -> None:
    text = case.text()
    check_error(refused(lambda: State.from_text(text)), case.shown)


@pytest.mark.parametrize("case", RECORDS, ids=name_of)
def test_a_record_shows_its_defect(case: TextCase) -> None:
    text = case.text()
    check_error(refused(lambda: State.from_record(text)), case.shown)


def test_every_defect_is_shown() -> None:
    shown = {case.shown.defect for case in (*CASES, *TEXTS, *RECORDS)}
    assert set(Defect) - shown == OF_OTHER_GAMES


def test_the_cases_are_wrong_by_what_they_change_alone() -> None:
    for case in CASES:
        data = position(case.base, case.players)
        state = State.from_dict(data)
        if case.viewer is not None:
            state = State.from_dict(state.view(case.viewer).to_dict())
        PROMISES.check(state, Random(1))


# Changed at random


BASES: Final = [
    data
    for state in POSITIONS.values()
    for data in (state.to_dict(), *(state.view(seat).to_dict() for seat in range(state.players)))
]
TEXT_BASES: Final = [
    text
    for state in POSITIONS.values()
    for text in (state.to_text(), *(state.view(seat).to_text() for seat in range(state.players)))
]
LEAVES: Final = (
    *(None, True, "", "?", "-", -1, 0, 1, 2, 3, 4, 5, 7, 18, 999, 2**63, 1.0, [], {}),
    *(*COLOURS, "yy", "=.", ".=", "~.", "*=", "..", "x.", "=..", "....", "top", "bottom", "look"),
    *("place", "chance", "mine", "keep", "stack", "fill", "over", "draft"),
    *(*SPACES, *(tile.name for tile in TILES), *(order.name for order in ORDERS)),
)

Path = tuple[str | int, ...]


def paths(data: object, path: Path = ()) -> list[Path]:
    """The ways to everything in a dict or a list, but itself."""
    found: list[Path] = []
    items = list(data.items()) if isinstance(data, dict) else []
    if isinstance(data, list):
        items = list(enumerate(data))
    for key, value in items:
        found += [(*path, key), *paths(value, (*path, key))]
    return found


def follow(data: Position, path: Path) -> Any:  # noqa: ANN401
    """What lies at the end of a path."""
    inner: Any = data
    for part in path:
        inner = inner[part]
    return inner


def mutate(data: Position, rng: Random) -> None:
    """Change one thing: a value, a number by one, two of a kind with each other, a part."""
    ways = paths(data)
    path = rng.choice(ways)
    holder, key, value = follow(data, path[:-1]), path[-1], follow(data, path)
    alike = [way for way in ways if type(follow(data, way)) is type(value) and way[0] == path[0]]
    other = rng.choice(alike)
    kind = rng.randrange(5)
    if kind == 0:
        holder[key] = rng.choice(LEAVES)
    elif kind == 1 and type(value) is int:
        holder[key] = value + rng.choice((-1, 1))
    elif kind == 2:
        del holder[key]
    elif kind == 3 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(value))
    elif other[: len(path)] != path and path[: len(other)] != other:
        second = follow(data, other[:-1])
        holder[key], second[other[-1]] = second[other[-1]], value


def accepted(read: Callable[[], State], rng: Random) -> bool:
    """Whether a reader accepts; what it accepts must read back and play on."""
    try:
        state = read()
    except PositionError:
        return False
    PROMISES.check(state, rng)
    while not state.is_over:
        state.push(rng.choice(state.legal_moves()))
    assert state.scores() is not None
    return True


def mutated_dict(seed: int) -> bool:
    """Change a real position's dict now and then again, and read it."""
    rng = Random(seed)
    data = copy.deepcopy(rng.choice(BASES))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        mutate(data, rng)
    return accepted(lambda: State.from_dict(data), rng)


def mutated_text(seed: int) -> bool:
    """Change a real position's text and read it; the first letter is not the text's."""
    rng = Random(seed)
    text = mutated(rng.choice(TEXT_BASES), rng.choice(TEXT_BASES), rng)
    return accepted(lambda: State.from_text(text), rng)


RELAXED: Final = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
SEEDS: Final = st.integers(0, 2**64 - 1)


@RELAXED
@given(SEEDS)
def test_a_mutated_dict_is_refused_or_plays_on(seed: int) -> None:
    mutated_dict(seed)


@RELAXED
@given(SEEDS)
def test_a_mutated_text_is_refused_or_plays_on(seed: int) -> None:
    mutated_text(seed)


@pytest.mark.parametrize("read", [mutated_dict, mutated_text])
def test_mutations_stay_close_to_what_is_accepted(read: Callable[[int], bool]) -> None:
    outcomes = Counter(read(seed) for seed in range(300))
    assert outcomes[True] > 15
    assert outcomes[False] > 100


def test_of_a_set_that_a_look_has_cut_the_rest_is_in_the_stack() -> None:
    # Without it a look that goes back to the bottom would search below the stack.
    rng = Random("straddle")
    refused_with_top: Counter[bool] = Counter()
    for game in range(40):
        state = State(2 + game % 3, seed=game)
        while not state.is_over:
            looks = [token for token in state.legal_moves() if token in {"ox", "fx"}]
            state.push(rng.choice(looks or state.legal_moves()))
            data = state.to_dict()
            if not data["look"] or state.phase == "chance":
                continue
            stack = data["order_stack" if data["space"] == "ox" else "tile_stack"]
            uppermost = stack["top"][0] if stack["top"] else []
            for seat in set(range(state.players)) - {state.turn}:
                look = copy.deepcopy(data["look"])
                for sign in ("touched", "straddle"):
                    look[sign] = look[sign][:seat] + "x" + look[sign][seat + 1 :]
                if any(place["known"][seat] in "~*" for place in uppermost):
                    continue
                changed = {**data, "look": look}
                error = refused(partial(State.from_dict, changed))
                assert error.defect is Defect.KNOWLEDGE
                refused_with_top[bool(uppermost)] += 1
    assert min(refused_with_top[False], refused_with_top[True]) > 5
