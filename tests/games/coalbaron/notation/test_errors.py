from __future__ import annotations

import pickle

import pytest

from coalbaron_fast.errors import (
    CoalBaronError,
    Defect,
    IllegalMoveError,
    ParseError,
    PositionError,
    shortened,
)


class Sullen:
    """An object that will not be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


def test_every_error_is_one_of_ours_and_a_value_error() -> None:
    for kind in (ParseError, IllegalMoveError, PositionError):
        assert issubclass(kind, CoalBaronError)
        assert issubclass(kind, ValueError)


def test_defects_are_words_with_a_meaning() -> None:
    assert Defect("cage") is Defect.CAGE
    assert str(Defect.CAGE) == "cage"
    assert all(member.value == member.name.lower() for member in Defect)
    assert all(member.meaning and "\n" not in member.meaning for member in Defect)
    assert len({member.meaning for member in Defect}) == len(Defect)


def test_an_illegal_move_names_itself_and_what_was_legal() -> None:
    error = IllegalMoveError("m4", ["bank", "m6"])
    assert error.token == "m4"
    assert error.legal == ["bank", "m6"]
    assert str(error) == "'m4' is not legal here; legal: bank m6"
    many = IllegalMoveError("m4", (f"x{number}" for number in range(30)))
    assert "x11 and 18 more" in str(many)
    assert len(many.legal) == 30
    assert "no move is legal" in str(IllegalMoveError("m4"))


def test_a_position_error_names_all_it_knows() -> None:
    error = PositionError(Defect.CAGE, "seats[1].cage.cubes", "yyyyyy", "at most 5 cubes")
    assert (error.defect, error.field, error.value, error.expected, error.line) == (
        Defect.CAGE,
        "seats[1].cage.cubes",
        "yyyyyy",
        "at most 5 cubes",
        None,
    )
    assert str(error) == (
        "seats[1].cage.cubes: more cubes than the cage has room for (cage): 'yyyyyy';"
        " expected at most 5 cubes"
    )
    assert str(PositionError(Defect.SYNTAX, "tokens[0]", "x", line=7)).startswith("line 7, tokens")
    assert "None" not in str(PositionError(Defect.MISSING, "view"))


@pytest.mark.parametrize(
    "error",
    [
        ParseError("m5"),
        ParseError(5),
        IllegalMoveError("m4", ["bank"]),
        PositionError(Defect.RANGE, "shift", 4, "1 to 3", line=2),
    ],
)
def test_errors_travel_between_processes(error: CoalBaronError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize(
    "value",
    [
        "y" * 10**6,
        10**9999,
        -(10**9999),
        [[[[[[1]]]]]] * 1000,
        {"a": "b" * 1000},
        Sullen(),
        [Sullen()],
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_is_shown_is_short(value: object) -> None:
    assert len(shortened(value)) < 100
    assert len(str(PositionError(Defect.TYPE, "field", value))) < 200


def test_a_value_is_shown_even_at_the_end_of_the_stack() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert len(shortened(nested)) < 100
