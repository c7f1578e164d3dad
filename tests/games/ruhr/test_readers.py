"""Junk into every reader: an error that names the place, or a position that can be played."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest

from coalbaron_fast.errors import Defect, ParseError, PositionError
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State, facts
from coalbaron_fast.games.ruhr.notation import SHAPE
from coalbaron_fast.games.ruhr.notation.position import DEEDS

JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    5,
    7,
    99,
    10**30,
    1.5,
    "",
    "s7",
    "lock",
    "zz",
    [],
    {},
    [1],
)


def positions(games: range) -> Iterator[State]:
    """Some positions of random games."""
    for seed in games:
        rng = Random(f"readers/{seed}")
        state = State(2 + seed % 3, seed=seed if seed % 4 else None, calm=seed % 2 == 0)
        while not state.is_over:
            if rng.random() < 0.1:
                yield state.unseeded()
            good = state.decision in BEGINS and rng.random() < 0.6
            state.push_codes(state.first_sight() if good else [rng.choice(state.legal_codes())])
        yield state


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """The ways to every value of a piece of JSON."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(entry, (*path, key))


def mutated(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same with one value changed, one gone, or one too many."""
    data = copy.deepcopy(data)
    *path, last = rng.choice(list(places(data)))
    inside: Any = data
    for key in path:
        inside = inside[key]
    value = inside[last]
    if rng.random() < 0.1:
        del inside[last]
    elif rng.random() < 0.1 and isinstance(inside, dict):
        inside[rng.choice(["x", "s16", "seat"])] = 1
    elif type(value) is int and rng.random() < 0.7:
        inside[last] = value + rng.choice([-1, 1, 3])
    elif isinstance(value, list) and value and rng.random() < 0.5:
        value.append(rng.choice(value))
    else:
        inside[last] = rng.choice(JUNK)
    return data


def play_on(state: State, rng: Random) -> None:
    """What was read can be played to its end, and told."""
    assert State.from_dict(state.to_dict()) == state
    assert State.from_text(state.to_text()) == state
    while not state.is_over:
        state.push(rng.choice(state.legal_moves()))
    assert State.from_text(state.to_text()) == state


def fault_of(data: dict[str, Any]) -> PositionError | None:
    """What is wrong with a position, if anything is."""
    try:
        State.from_dict(data)
    except PositionError as error:
        return error
    return None


def test_changed_positions_are_refused_or_playable() -> None:
    refused = read = 0
    names = SHAPE.field_names() | {"position"}
    for state in positions(range(6)):
        rng = Random(state.to_text())
        for _ in range(6):
            data = mutated(state.to_dict(), rng)
            fault = fault_of(data)
            if fault is None:
                read += 1
                play_on(State.from_dict(data), rng)
            else:
                refused += 1
                known = fault.field.replace("[", ".").split(".")[0] in names
                assert known or fault.defect is Defect.UNKNOWN_FIELD
    assert refused > 5 * read > 50


def test_changed_texts_are_refused_or_playable() -> None:
    for state in positions(range(6, 9)):
        rng = Random(state.to_text())
        for _ in range(10):
            text = list(state.to_text())
            for _ in range(rng.choice([1, 1, 2, 5])):
                place = rng.randrange(len(text))
                text[place] = rng.choice(["", " ", ",", ";", "-", "1", "x", "é", text[place - 1]])
            try:
                other = State.from_text("".join(text))
            except PositionError:
                continue
            play_on(other, rng)


def one_changed(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with another word of the course: each valid on its own."""
    for phase in facts.PHASES:
        yield {**data, "phase": phase}
    for flag in ("water", "duty"):
        yield {**data, flag: not data[flag]}
    for deed in DEEDS:
        yield {**data, "did": sorted({deed} ^ set(data["did"]))}
        yield {**data, "did": sorted({deed, "bought"} ^ set(data["did"]))}
    words: dict[str, Sequence[Any]] = {
        "option": (None, *(option.name for option in facts.OPTIONS)),
        "barge": (None, *(space.code for space in facts.RIVER if space.type != "obstacle")),
        "thalers": (0, 1, 10, 99),
        "points": (-499, -1, 0, 499),
    }
    for seat, own in enumerate(data["seats"]):
        for field, values in words.items():
            for value in values:
                yield with_seat(data, seat, {**own, field: value})
        for marker in facts.PROGRESS:
            for field in ("progress", "used"):
                yield with_seat(data, seat, {**own, field: sorted({marker} ^ set(own[field]))})


def with_seat(data: dict[str, Any], seat: int, own: dict[str, Any]) -> dict[str, Any]:
    """The same with another seat."""
    return {**data, "seats": [*data["seats"][:seat], own, *data["seats"][seat + 1 :]]}


def test_no_other_word_of_the_course_leads_beyond_the_vocabulary() -> None:
    rng = Random("course")
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for state in positions(range(9)):
        found.setdefault((state.phase, state.players), state.to_dict())
    assert {phase for phase, _ in found} == set(facts.PHASES)
    accepted = 0
    for data in found.values():
        for changed in one_changed(data):
            if fault_of(changed) is None:
                accepted += 1
                play_on(State.from_dict(changed), rng)
    assert accepted > 500


@pytest.mark.parametrize(
    ("change", "field", "defect"),
    [
        ({"bag": 99}, "bag", Defect.RANGE),
        ({"bag": 3}, "markers", Defect.PIECES),
        ({"players": 5}, "players", Defect.PLAYERS),
        ({"players": 3}, "seats", Defect.RANGE),
        ({"dice": {"s1": 4}}, "dice", Defect.PIECES),
        ({"dice": {"s99": 4}}, "dice", Defect.UNKNOWN_FIELD),
        ({"phase": "trip"}, "phase", Defect.PHASE),
        ({"order": [0, 0]}, "order", Defect.TURN),
        ({"duty": True}, "duty", Defect.TURN),
        ({"columns": {"be": [0, 0], "nl": [], "rh": []}}, "columns", Defect.PIECES),
        ({"calm": 1}, "calm", Defect.TYPE),
        ({"country": "rh"}, "countries", Defect.PIECES),
        ({"view": 2}, "view", Defect.RANGE),
    ],
)
def test_a_defect_is_named(change: dict[str, Any], field: str, defect: Defect) -> None:
    data = {**State(2).to_dict(), **change}
    with pytest.raises(PositionError) as caught:
        State.from_dict(data)
    assert (caught.value.field, caught.value.defect) == (field, defect)


@pytest.mark.parametrize(
    "text",
    ["", "ruhr1", "ruhr2 players=2", "cb1 players=2", "ruhr1 players=9", None, 3, "x" * 20_000],
)
def test_what_is_no_position_is_refused(text: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(PositionError):
        State.from_text(text)


@pytest.mark.parametrize("word", ["", " ", "plain/", "/", "plain/@s16", "!xx", None, 3, "PLAIN"])
def test_what_is_no_token_is_refused(word: Any) -> None:  # noqa: ANN401 - anything
    state = State(2)
    state.push("!fo")
    before = state.copy()
    with pytest.raises(ParseError):
        state.push(word)
    assert state == before
    assert not state.is_legal(word)


def test_a_record_tells_calm_games_and_ends() -> None:
    state = State(3, seed=4, start=1, calm=True)
    while not state.is_over:
        state.push_codes(state.first_sight())
    again, tags = State.read_record(state.to_record(Event="x"))
    assert (again, again.codes, again.calm) == (state, state.codes, True)
    assert tags == {"Event": "x"}
    wrong = state.to_record().replace('Winners "', 'Winners "0 1 2 ')
    with pytest.raises(PositionError):
        State.from_record(wrong)
