"""The table of a game's options: read, checked and spelled in one way."""

from __future__ import annotations

import pickle
from typing import Final

import pytest

from coalbaron_fast.errors import PositionError
from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.games.options import NO_OPTIONS, Option, OptionError, Options, OptionsGiven
from coalbaron_fast.games.text.shape import option_fields

TABLE: Final = Options(
    Option("rounds", "How many rounds are played.", 6, (6, 8)),
    Option("amok", "Everything is let loose."),
    Option("drawn", "The order is drawn.", default=True),
)
USUAL: Final = {"rounds": 6, "amok": False, "drawn": True}


def test_options_are_read_from_words_and_from_data() -> None:
    assert TABLE.read() == TABLE.read("") == TABLE.read({}) == USUAL
    assert TABLE.read("amok rounds=8") == {"rounds": 8, "amok": True, "drawn": True}
    assert TABLE.read("drawn=false amok=true") == {"rounds": 6, "amok": True, "drawn": False}
    assert TABLE.read({"drawn": False, "rounds": 8}) == {"rounds": 8, "amok": False, "drawn": False}
    # In the order of the table, whatever order they are given in.
    assert list(TABLE.read("amok rounds=8")) == ["rounds", "amok", "drawn"]


def test_what_is_as_usual_is_not_spelled() -> None:
    assert TABLE.spell(USUAL) == ""
    assert TABLE.spell("amok rounds=8 drawn=true") == "rounds=8 amok"
    for words in ("", "rounds=8", "amok drawn=false", "rounds=8 amok drawn=false"):
        assert TABLE.spell(words) == TABLE.spell(TABLE.read(words)) == words


@pytest.mark.parametrize(
    ("given", "message", "name"),
    [
        ("wild", "no option 'wild'; expected one of rounds, amok, drawn", ""),
        ({3: True}, "no option 3; expected one of rounds, amok, drawn", ""),
        ("rounds=7", "option rounds cannot be '7'; expected 6 or 8", "rounds"),
        ("rounds", "option rounds cannot be 'true'; expected 6 or 8", "rounds"),
        ("rounds=06", "option rounds cannot be '06'; expected 6 or 8", "rounds"),
        ({"rounds": True}, "option rounds cannot be True; expected 6 or 8", "rounds"),
        ({"rounds": 8.0}, "option rounds cannot be 8.0; expected 6 or 8", "rounds"),
        ("amok=yes", "option amok cannot be 'yes'; expected false or true", "amok"),
        ("amok=", "option amok cannot be ''; expected false or true", "amok"),
        ({"amok": 1}, "option amok cannot be 1; expected false or true", "amok"),
        ("amok amok", "option amok is there twice; expected each option once", "amok"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(
    given: OptionsGiven, message: str, name: str
) -> None:
    with pytest.raises(OptionError) as refused:
        TABLE.read(given)
    assert str(refused.value) == message
    assert refused.value.name == name
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own
    assert (str(again), again.name, again.expected) == (message, name, refused.value.expected)


def test_a_game_without_options_takes_none() -> None:
    assert NO_OPTIONS.read("") == {}
    with pytest.raises(OptionError, match="no option 'calm'; expected none"):
        NO_OPTIONS.read("calm")


def test_a_long_word_is_not_repeated_whole() -> None:
    with pytest.raises(OptionError) as refused:
        TABLE.read("x" * 100_000)
    assert len(str(refused.value)) < 150


def test_a_default_is_one_of_the_values() -> None:
    with pytest.raises(OptionError, match="option rounds cannot be 7; expected 6 or 8"):
        Options(Option("rounds", "How many rounds.", 7, (6, 8)))


def test_a_position_has_a_field_for_each_option() -> None:
    fields = option_fields(TABLE)
    assert list(fields) == list(USUAL)
    for words in TABLE.ways():
        for name, value in TABLE.read(words).items():
            fields[name].check(value, name)
            spelled = fields[name].spell(value)
            assert fields[name].read(spelled, name) == value
    for name, wrong in (("rounds", 7), ("rounds", True), ("amok", 1)):
        with pytest.raises(PositionError, match=name):
            fields[name].check(wrong, name)
    assert fields["rounds"].schema() == {"type": "integer", "enum": [6, 8]}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_position_has_the_options_that_it_was_begun_with(name: str) -> None:
    """`State` takes each by its name and has it as an attribute; records and copies keep it."""
    game = load_game(name)
    usual = game.begin(game.usual_players)
    assert game.options.of(usual) == game.options.read()
    for option in game.options:
        assert option.name.isidentifier()
        assert option.name not in {"players", "seed", "start", "variant", "options", "moves"}
        assert option.text.endswith(".")
        for value in option.values or (False, True):
            given = {option.name: value}
            state = game.begin(game.usual_players, 3, options=given)
            assert state == game.State(game.usual_players, 3, **given)
            words = game.options.spell(given)
            assert game.options.spell(game.options.of(state)) == words
            record = state.to_record()
            assert (f'[Options "{words}"]' in record) == bool(words)
            for other in (
                state.copy(),
                state.origin,
                pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
                game.State.from_record(record),
                game.State.from_text(state.to_text()),
                game.State.from_dict(state.to_dict()),
            ):
                assert game.options.of(other) == game.options.of(state)
            assert game.State.from_record(record) == state
