"""Positions and records as text: what the dict holds, the text holds, and nothing else is read."""

from __future__ import annotations

import json

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games.coalcountry.notation import RECORDS, SHAPE, TOKENS, WORDS, phrase_of
from tests.games.coalcountry.positions import laid_out, lay, place
from tests.games.coalcountry.reference import Game
from tests.games.coalcountry.text_games import steps


def test_the_text_of_a_position_holds_what_its_dict_holds() -> None:
    """Every position and view of the plain model, which knows no text."""
    for _, model, _ in steps(range(6), part=0.02):
        for viewer in (None, *range(model.table.players)):
            position = {"view": viewer, "start": None, "unseen": 0, **model.to_dict(viewer)}
            SHAPE.check(position)
            assert SHAPE.read(SHAPE.spell(position)) == position


def spelled(**changed: object) -> dict[str, object]:
    """Return a position laid out by hand, with some fields changed."""
    table = laid_out(2)
    lay(table, 0, "h0:4xb:NESW:wa")
    place(table, 0, "4>h0 3>util 1>util")
    position = Game.at(table, "mining").to_dict()
    return {"view": None, "start": 0, "unseen": 0, **position, **changed}


def test_a_position_reads_as_one_line() -> None:
    text = SHAPE.spell(spelled())
    assert text.startswith("cc1 players=2 view=- rounds=6 reformed=0 amok=0 start=0 round=3 ")
    assert "calendar=!+,!-,!0,!0 " in text
    assert "stacks=1:3.3.3,2:1.1.2.2.2.1,3:3.3.3,4:3.2.3 " in text
    assert "h0:4xb.NESW.wa,i0:entrance.NESW.wae" in text


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"calendar": ["-"]}, "calendar=!-"),
        ({"calendar": []}, "calendar=-"),
        ({"draw": "tile 4"}, "draw=tile4"),
        ({"puts": ["a", "e"]}, "puts=a,e"),
    ],
)
def test_what_could_be_misread_has_a_word_of_its_own(changed: dict[str, object], word: str) -> None:
    position = spelled(**changed)
    text = SHAPE.spell(position)
    assert word in text.split()
    assert SHAPE.read(text) == position


def test_an_unknown_influence_is_a_question_mark() -> None:
    position = spelled(view=1)
    seat = position["seats"][0]  # type: ignore[index]
    seat |= {"hand": [None], "foremen": [["util", None], ["util", 1]], "hidden": [4, 3]}
    text = SHAPE.spell(position)
    assert ";?;-;util:?,util:1;4,3;" in text
    assert SHAPE.read(text) == position
    with pytest.raises(PositionError):
        SHAPE.check(position | {"view": None})


@pytest.mark.parametrize(
    ("field", "old", "new"),
    [
        ("calendar", "!+,!-", "+,!-"),
        ("stacks", "3.3.3,2", "3.3,2"),
        ("stacks", "3.3.3,2", "3.3.4,2"),
        ("seats[0].mine.h0", ".wa,", ".aw,"),
        ("seats[0].mine.h0", ".NESW.wa", ".NSE.wa"),
        ("seats[0].mine.b2", "h0:4xb", "b2:4xb"),
        ("draw", "draw=-", "draw=tile"),
    ],
)
def test_what_is_never_written_is_refused(field: str, old: str, new: str) -> None:
    text = SHAPE.spell(spelled())
    assert old in text
    with pytest.raises(PositionError) as refused:
        SHAPE.read(text.replace(old, new, 1))
    assert refused.value.field.startswith(field.rpartition(".")[0] or field)


def test_the_schema_stays_small() -> None:
    """The 81 cells of a mine are patterns in it, not 81 names a seat and kind of position."""
    assert len(json.dumps(SHAPE.schema())) < 60_000


def test_purchases_are_one_word_of_a_record() -> None:
    words = "sell:5 buy:110 put:w:h0 put:a:- build:top:school onto:- build:- put:w:h0 put:end"
    tokens = f"{words} buy:000 put:e:i0".split()
    assert list(RECORDS.join_words(tokens)) == [
        "sell:5",
        "buy:110/put:w:h0/put:a:-",
        "build:top:school/onto:-",
        "build:-",
        "put:w:h0",
        "put:end",
        "buy:000",
        "put:e:i0",
    ]


def test_every_token_says_something_of_its_own() -> None:
    phrases = [WORDS.sentence(phrase_of(code)) for code in range(len(TOKENS))]
    assert len(set(phrases)) == len(TOKENS)
