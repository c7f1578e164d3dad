"""Whole turns in a few words, and the colours of what they name."""

from __future__ import annotations

import re
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalbaron.notation import TOKENS, split_words
from coalbaron_fast.games.coalbaron.turn_words import COLOUR_PATTERNS, tell_turns
from tests.games.coalbaron.test_table import played

GAME: Final = load_game("coalbaron")


def begun() -> State:
    """Return a game of two in which seat 0 is to place workers."""
    state = State(2, seed=1)
    state.push_all("+Eyy +Cg +Tkkk +Tk +Cb +Cyyy")
    return state


@pytest.mark.parametrize(
    ("turn", "phrase"),
    [
        ("f1", "buy tile y2D (yellow, 2 carts, dark) for 2 Marks (1 worker)"),
        (
            "m10/@1/+y/@3/+g/@4/+k/@0/y>Cyyy/g>Cg/k>Tk",
            (
                "mine with 10 work steps (1 worker): load yellow, gray and black; "
                "put yellow on Cyyy, gray on Cg, black on Tk"
            ),
        ),
        (
            "m10/@1/+y/@3/+g/@0/-y/g>Cg/@4/end",
            (
                "mine with 10 work steps (1 worker): load yellow and gray; put gray on Cg; "
                "store yellow; move the cage to level 4 (black)"
            ),
        ),
        (
            "m10/@2/+b/@4/+k/@0/bk>Cyyy:y/end",
            "mine with 10 work steps (1 worker): load brown and black; put brown and black on Cyyy",
        ),
        ("m10/end", "mine with 10 work steps (1 worker): stop mining"),
        ("m10/@1/@0/end", "mine with 10 work steps (1 worker): move the cage to the surface"),
    ],
)
def test_a_turn_in_words(turn: str, phrase: str) -> None:
    state = begun()
    codes = split_words(turn)
    state.copy().push_codes(codes)
    assert GAME.turn_in_words(state, codes) == phrase


def test_the_rest_of_a_turn_and_a_choice_after_a_look() -> None:
    state = begun()
    state.push_all("m10 @1")
    assert (
        GAME.turn_in_words(state, split_words("+y/@0/y>Cyyy")) == "load yellow; put yellow on Cyyy"
    )
    state = begun()
    state.push("ox")
    name = next(token for token in state.legal_moves() if token != "+-")[1:]
    phrase = GAME.turn_in_words(state, split_words(f"+{name}/bottom"))
    assert phrase.startswith(f"take order {name} (")
    assert phrase.endswith(" VP, return the others to the bottom of the stack")


@pytest.mark.parametrize("style", ["uniform", "looks", "hoard"])
def test_every_token_of_a_game_has_words(style: str) -> None:
    for _, state in played(3, style, 4):
        if state.turn is not None:
            for code in state.legal_codes():
                words = GAME.turn_in_words(state, [code])
                assert words
                assert words == words.strip(" ,;:")


def test_work_steps_are_told_in_one_sentence() -> None:
    before = begun()
    after = before.copy()
    after.push("m10/@1/+y/@3/+g/@4/+k/@0/y>Cyyy/g>Cg/k>Tk")
    assert tell_turns(before, after.history[len(before.codes) :]) == [
        "Seat 0 puts 1 worker on m10.",
        "Seat 0: load yellow, gray and black; put yellow on Cyyy, gray on Cg, black on Tk.",
    ]
    assert GAME.tell(before, after, 1) == tell_turns(before, after.history[len(before.codes) :], 1)


def test_what_a_seat_did_not_see_is_not_told() -> None:
    before = begun()
    after = before.copy()
    after.push("ox")
    drawn = after.history[len(before.codes) :]
    assert "Seat 0 draws something unseen." in tell_turns(before, drawn, 1)
    assert "Seat 0 draws something unseen." not in tell_turns(before, drawn, 0)


def test_every_cube_in_a_token_has_its_colour() -> None:
    letters = {"y": "yellow", "b": "brown", "g": "gray", "k": "black"}
    for token in TOKENS:
        if re.fullmatch(r"[!+^][BCTE][ybgk]+|[!+^][ybgk]\d[LD]|[-+][ybgk]", token):
            found = {
                (match[name], name)
                for pattern in COLOUR_PATTERNS
                for match in re.finditer(pattern, token)
                for name in match.groupdict()
                if match[name]
            }
            assert found, token
            assert all(letters[text[0]] == name for text, name in found), token
