"""Anything at all into every reader: it is read, or the documented error names the place."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coalbaron_fast.errors import ParseError, PositionError
from coalbaron_fast.games.coalbaron.notation import (
    TOKENS,
    check_shape,
    dict_to_text,
    format_record,
    parse_record,
    parse_records,
    split_words,
    text_to_dict,
    token_of,
)
from tests.games.coalbaron.notation.strategies import (
    junk,
    mutated_positions,
    mutated_texts,
    position_texts,
    records,
)

RELAXED = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_error(error: PositionError) -> None:
    assert error.field
    assert error.field in str(error)
    assert len(str(error)) < 1000


@given(st.text() | mutated_texts(position_texts()))
@RELAXED
def test_text_into_the_position_reader(text: str) -> None:
    try:
        position = text_to_dict(text)
    except PositionError as error:
        check_error(error)
        return
    check_shape(position)
    assert text_to_dict(dict_to_text(position)) == position


@given(junk() | mutated_positions())
@RELAXED
def test_objects_into_the_check(thing: Any) -> None:  # noqa: ANN401
    before = copy.deepcopy(thing)
    try:
        check_shape(thing)
    except PositionError as error:
        check_error(error)
        return
    assert thing == before
    assert text_to_dict(dict_to_text(thing)) == thing


@given(st.text() | mutated_texts(records().map(format_record)))
@RELAXED
def test_text_into_the_record_reader(text: str) -> None:
    try:
        record = parse_record(text)
    except PositionError as error:
        check_error(error)
    else:
        assert parse_record(format_record(record)) == record
    try:
        read = list(parse_records(text))
    except PositionError as error:
        check_error(error)
    else:
        assert list(parse_records("".join(map(format_record, read)))) == read


@given(st.text() | mutated_texts(st.lists(st.sampled_from(TOKENS)).map(" ".join)) | junk())
@RELAXED
def test_anything_into_the_token_reader(text: Any) -> None:  # noqa: ANN401
    try:
        codes = split_words(text)
    except ParseError:
        return
    tokens = [token_of(code) for code in codes]
    assert split_words(tokens) == codes
    if isinstance(text, str):
        assert text.replace("/", " ") == " ".join(tokens)
