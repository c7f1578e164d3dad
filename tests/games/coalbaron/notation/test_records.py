from __future__ import annotations

import io

import pytest
from hypothesis import given, settings

from coalbaron_fast import State
from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.coalbaron.notation import (
    Record,
    format_record,
    parse_record,
    parse_records,
)
from coalbaron_fast.games.coalbaron.notation.record import COLUMNS, MAX_RECORD
from tests.games.coalbaron.notation.examples import MINING_TEXT, real_games
from tests.games.coalbaron.notation.strategies import records

TURNS = Record(
    players=2,
    start=1,
    tokens=["!b1D", "!Tgg", "+Tgg", "f3", "!b1D", "m8", "@3", "+g", "@0", "g>Tgg", "end", "bank"],
    seed=7,
    tags={"Event": 'The "first" \\ game', "Scores": "-3 12", "Winners": "1"},
)
TURNS_TEXT = r"""[Players "2"]
[Start "1"]
[Seed "7"]
[Event "The \"first\" \\ game"]
[Scores "-3 12"]
[Winners "1"]

!b1D !Tgg +Tgg f3/!b1D m8/@3/+g/@0/g>Tgg/end bank
"""


def test_a_record_is_spelled_like_this() -> None:
    assert format_record(TURNS) == TURNS_TEXT
    assert parse_record(TURNS_TEXT) == TURNS
    assert TURNS.scores == (-3, 12)
    assert TURNS.winners == (1,)


def test_a_record_may_begin_from_a_position() -> None:
    record = Record(2, 0, ["@0", "end", "bank"], position=MINING_TEXT)
    text = format_record(record)
    assert "Start" not in text
    assert text.endswith("\n\n@0 end bank\n")
    assert parse_record(text) == record
    assert parse_record(text.replace('[Players "2"]\n', "")) == record
    assert record.scores is None
    assert record.winners is None


def test_whole_games_read_back_and_fit_the_page() -> None:
    for positions, tokens in real_games():
        record = Record(positions[0]["players"], positions[0]["first_start"], tokens)
        text = format_record(record)
        assert parse_record(text) == record
        assert max(map(len, text.splitlines())) <= COLUMNS
        assert len(text) < MAX_RECORD // 8


def test_a_turn_longer_than_a_line_is_cut() -> None:
    tokens = ["m10", *["~y~b>Tybgk:g"] * 10, "bank"]
    text = format_record(Record(2, 0, tokens))
    lines = text.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert lines[3].startswith("m10/~y~b>Tybgk:g/~y~b")
    assert parse_record(text).tokens == tokens


@given(records())
@settings(max_examples=60, deadline=None)
def test_every_record_reads_back(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert list(parse_records(text * 2)) == [record, record]


def test_comments_and_spacing_are_dropped() -> None:
    text = TURNS_TEXT.replace("f3/!b1D", "# the opening { is no comment } here\n\n  f3/!b1D\t")
    text = text.replace(" bank", " {a comment\n[Players] over two lines # } bank {} #end")
    assert parse_record(text) == TURNS
    assert parse_record(TURNS_TEXT.replace("!Tgg ", "!Tgg{}")) == TURNS


def test_a_file_of_records_is_read_line_by_line() -> None:
    empty = Record(3, 2, [])
    text = "\n\n" + format_record(empty) + TURNS_TEXT + "\n" + format_record(empty)
    assert list(parse_records(text)) == [empty, TURNS, empty]
    assert list(parse_records(io.StringIO(text))) == [empty, TURNS, empty]
    assert list(parse_records(io.StringIO(text, newline="\r\n"))) == [empty, TURNS, empty]
    assert list(parse_records("")) == []


def test_records_before_a_bad_one_are_still_given() -> None:
    stream = parse_records(TURNS_TEXT + "\n[Players]\n")
    assert next(stream) == TURNS
    with pytest.raises(PositionError) as caught:
        next(stream)
    assert caught.value.line == 10


# The defect, the field, the line, and how the text comes to be so.
MALFORMED = [
    (Defect.MISSING, "Players", 1, '[Players "2"]\n', ""),
    (Defect.MISSING, "Start", 1, '[Start "1"]\n', ""),
    (Defect.SYNTAX, "Players", 2, '[Start "1"]', '[Players "2"]'),
    (Defect.PLAYERS, "Players", 1, '[Players "2"]', '[Players "5"]'),
    (Defect.PLAYERS, "Players", 1, '[Players "2"]\n[Start "1"]', '[Players "1"]\n[Start "0"]'),
    (Defect.SYNTAX, "Players", 1, '[Players "2"]', '[Players "two"]'),
    (Defect.SYNTAX, "Players", 1, '[Players "2"]', '[Players "02"]'),
    (Defect.SYNTAX, "Players", 1, '[Players "2"]', '[Players "\u0662"]'),
    (Defect.SYNTAX, "Players", 1, '[Players "2"]', '[Players ""]'),
    (Defect.RANGE, "Start", 2, '[Start "1"]', '[Start "2"]'),
    (Defect.RANGE, "Start", 2, '[Start "1"]', '[Start "-1"]'),
    (Defect.RANGE, "Seed", 3, '[Seed "7"]', '[Seed "18446744073709551616"]'),
    (Defect.SYNTAX, "Seed", 3, '[Seed "7"]', '[Seed "' + "9" * 5000 + '"]'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', '[Seed "7"'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', "[Seed 7]"),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', '[Se ed "7"]'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', '[ "7"]'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', '[7eed "7"]'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', "[" + "S" * 65 + ' "7"]'),
    (Defect.SYNTAX, "tag", 3, '[Seed "7"]', "["),
    (Defect.SYNTAX, "Event", 4, '"first\\"', '"first"'),
    (Defect.SYNTAX, "Event", 4, "\\\\ game", "\\ game"),
    (Defect.SYNTAX, "Event", 4, "\\\\ game", "\a game"),
    (Defect.SYNTAX, "Event", 4, "\\\\ game", "\u2028 game"),
    (Defect.SYNTAX, "Scores", 5, '"-3 12"', '"12"'),
    (Defect.SYNTAX, "Scores", 5, '"-3 12"', '"-3  12"'),
    (Defect.SYNTAX, "Scores", 5, '"-3 12"', '"-3 x"'),
    (Defect.SYNTAX, "Winners", 6, '[Winners "1"]', '[Winners "2"]'),
    (Defect.SYNTAX, "Winners", 6, '[Winners "1"]', '[Winners "1 0"]'),
    (Defect.SYNTAX, "Winners", 6, '[Winners "1"]', '[Winners "1 1"]'),
    (Defect.SYNTAX, "tokens[2]", 8, "+Tgg f3", "+tgg f3"),
    (Defect.SYNTAX, "tokens[3]", 8, "f3/!b1D", "f3//!b1D"),
    (Defect.SYNTAX, "tokens[3]", 8, "f3/!b1D", "f3/!b1D/"),
    (Defect.SYNTAX, "tokens[3]", 9, "f3/!b1D", "\nf3\u00a0"),
    (Defect.SYNTAX, "tokens[11]", 8, " bank", " } bank"),
    (Defect.SYNTAX, "record", 8, " bank", " { bank"),
    (Defect.SYNTAX, "tag", 9, " bank", "\n[x"),
    (Defect.MISSING, "Players", 1, '[Players "2"]', "f1"),
]


@pytest.mark.parametrize(("defect", "field", "line", "old", "new"), MALFORMED)
def test_a_malformed_record_names_the_tag_or_token_and_its_line(
    defect: Defect, field: str, line: int, old: str, new: str
) -> None:
    assert old in TURNS_TEXT
    with pytest.raises(PositionError) as caught:
        parse_record(TURNS_TEXT.replace(old, new, 1))
    error = caught.value
    assert (error.defect, error.field, error.line) == (defect, field, line)


def test_tags_must_agree_with_the_position() -> None:
    text = format_record(Record(2, 0, [], position=MINING_TEXT))
    for tag in ('[Start "1"]', '[Start "x"]'):
        with pytest.raises(PositionError) as caught:
            parse_record(f"{tag}\n{text}")
        assert (caught.value.defect, caught.value.field) == (Defect.RESULT, "Start")
    with pytest.raises(PositionError) as caught:
        parse_record(text.replace('[Players "2"]', '[Players "3"]'))
    assert (caught.value.defect, caught.value.field) == (Defect.RESULT, "Players")
    with pytest.raises(PositionError) as caught:
        parse_record(text.replace("shift=2", "shift=5"))
    assert (caught.value.defect, caught.value.field) == (Defect.RANGE, "Position.shift")
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (TURNS._replace(players=1), "Players"),
        (TURNS._replace(players=True), "Players"),
        (TURNS._replace(start=2), "Start"),
        (TURNS._replace(seed=-1), "Seed"),
        (TURNS._replace(seed=2**64), "Seed"),
        (TURNS._replace(position="cb1"), "Position.players"),
        (TURNS._replace(position=MINING_TEXT), "Position"),
        (Record(2, 0, [], State(2).view(0).to_text(), seed=5), "Seed"),
        (TURNS._replace(tokens=["m5"]), "tokens[0]"),
        (TURNS._replace(tokens=["f1/f2"]), "tokens[0]"),
        (TURNS._replace(tags={"Players": "2"}), "Players"),
        (TURNS._replace(tags={"A b": "2"}), "tags"),
        (TURNS._replace(tags={"Event": "two\nlines"}), "Event"),
        (TURNS._replace(tags={"Event": 5}), "Event"),  # type: ignore[dict-item]
        (TURNS._replace(tags={"Scores": "5"}), "Scores"),
        (TURNS._replace(tags={"Winners": "2"}), "Winners"),
    ],
)
def test_a_record_that_would_not_read_back_is_not_written(record: Record, field: str) -> None:
    with pytest.raises(PositionError) as caught:
        format_record(record)
    assert caught.value.field == field


def test_one_record_is_one_record() -> None:
    for text in (TURNS_TEXT * 2, "", "\n \n"):
        with pytest.raises(PositionError):
            parse_record(text)
    for thing in (None, 5, b"[", [TURNS_TEXT]):
        with pytest.raises(PositionError) as caught:
            parse_record(thing)  # type: ignore[arg-type]
        assert caught.value.defect is Defect.TYPE
    for lines in (5, [5], [TURNS_TEXT.encode()]):
        with pytest.raises(PositionError):
            list(parse_records(lines))  # type: ignore[arg-type]


@pytest.mark.parametrize("filler", ["{}", "#", "{", "f1 ", "f1/", "\n", "[A", '\\"', "\r"])
def test_a_record_is_bounded(filler: str) -> None:
    huge = TURNS_TEXT + filler * (MAX_RECORD // len(filler) + 1)
    with pytest.raises(PositionError):
        parse_record(huge)
    with pytest.raises(PositionError) as caught:
        list(parse_records(huge + "\n" + "f1\n" * MAX_RECORD))
    assert caught.value.defect in (Defect.TOO_LONG, Defect.SYNTAX)


def test_the_number_of_tags_is_bounded() -> None:
    tags = "".join(f'[T{number} ""]\n' for number in range(101))
    with pytest.raises(PositionError) as caught:
        parse_record(tags)
    assert caught.value.defect is Defect.TOO_LONG


@pytest.mark.parametrize(
    ("word", "expected"),
    [("hello", "a token"), ("m6/xx", "tokens (this is refused: 'xx' in it is no token)")],
)
def test_a_word_that_is_no_token_is_told_what_was_expected(word: str, expected: str) -> None:
    text = format_record(Record(2, 0, [])) + f"\n{word}\n"
    with pytest.raises(PositionError) as caught:
        parse_record(text)
    assert caught.value.expected == expected
