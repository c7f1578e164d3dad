from __future__ import annotations

import pytest

from coalbaron_fast.errors import CoalBaronError, ParseError
from coalbaron_fast.games.coalbaron.facts import COLOURS, ORDERS, PAIR_KINDS, SLOTS, SPACES, TILES
from coalbaron_fast.games.coalbaron.notation import (
    CODES,
    TOKENS,
    VOCABULARY_SIZE,
    code_of,
    describe,
    split_words,
    token_of,
    tokens,
)

TILE_NAMES = [tile.name for tile in TILES]
ORDER_NAMES = [order.name for order in ORDERS]
SLOT_NAMES = [
    (order.name, colour) for order in ORDERS for colour in COLOURS if colour in order.name[1:]
]
CUBES = ["y", "b", "g", "k", "~y", "~b", "~g", "~k"]
PAIRS = [first + second for place, first in enumerate(CUBES) for second in CUBES[place:]]


def test_the_vocabulary_is_fixed() -> None:
    assert VOCABULARY_SIZE == len(TOKENS) == len(CODES) == 2359
    assert all(CODES[token] == code for code, token in enumerate(TOKENS))


@pytest.mark.parametrize(
    ("base", "spellings"),
    [
        (0, [f"!{name}" for name in TILE_NAMES]),
        (16, [f"!{name}" for name in ORDER_NAMES]),
        (60, ["!?"]),
        (61, [f"+{name}" for name in TILE_NAMES]),
        (77, [f"+{name}" for name in ORDER_NAMES]),
        (121, ["+-"]),
        (122, list(SPACES)),
        (149, ["fill:y", "fill:b", "fill:g", "fill:k", "fill:-"]),
        (154, ["top", "bottom"]),
        (156, [f"^{name}" for name in TILE_NAMES]),
        (172, [f"^{name}" for name in ORDER_NAMES]),
        (216, ["^?"]),
        (217, ["@0", "@1", "@2", "@3", "@4"]),
        (222, ["+y", "+b", "+g", "+k"]),
        (226, ["-y", "-b", "-g", "-k"]),
        (230, ["end"]),
        (231, [f"{colour}>{order}" for order, colour in SLOT_NAMES]),
        (287, [f"~{colour}>{order}" for order, colour in SLOT_NAMES]),
        (343, [f"{pair}>{order}:{colour}" for order, colour in SLOT_NAMES for pair in PAIRS]),
    ],
)
def test_each_block_stands_at_its_base(base: int, spellings: list[str]) -> None:
    assert list(TOKENS[base : base + len(spellings)]) == spellings


@pytest.mark.parametrize(
    ("base", "token"),
    [
        (tokens.CHANCE_TILE, "!y1L"),
        (tokens.CHANCE_ORDER, "!By"),
        (tokens.CHANCE_HIDDEN, "!?"),
        (tokens.TAKE_TILE, "+y1L"),
        (tokens.TAKE_ORDER, "+By"),
        (tokens.TAKE_NONE, "+-"),
        (tokens.PLACE, "f1"),
        (tokens.FILL, "fill:y"),
        (tokens.FILL_NONE, "fill:-"),
        (tokens.SIDE_TOP, "top"),
        (tokens.SIDE_BOTTOM, "bottom"),
        (tokens.STACK_TILE, "^y1L"),
        (tokens.STACK_ORDER, "^By"),
        (tokens.STACK_HIDDEN, "^?"),
        (tokens.CAGE, "@0"),
        (tokens.LOAD, "+y"),
        (tokens.STORE, "-y"),
        (tokens.END, "end"),
        (tokens.FROM_CAGE, "y>By"),
        (tokens.FROM_STORAGE, "~y>By"),
        (tokens.PAIR, "yy>By:y"),
    ],
)
def test_the_bases_have_names(base: int, token: str) -> None:
    assert code_of(token) == base


def test_slots_and_pairs_are_counted() -> None:
    assert len(SLOTS) == 56
    assert len(PAIR_KINDS) == 36


def test_codes_and_tokens_undo_each_other() -> None:
    assert [code_of(token_of(code)) for code in range(VOCABULARY_SIZE)] == list(
        range(VOCABULARY_SIZE)
    )


@pytest.mark.parametrize("code", [-1, 2359, 65535, 10**30])
def test_a_code_outside_of_the_vocabulary_has_no_token(code: int) -> None:
    with pytest.raises(IndexError, match="no move code"):
        token_of(code)
    with pytest.raises(IndexError):
        describe(code)


# The examples of the notation, and a turn as one word.
ACCEPTED = [
    ("", []),
    ("!g2D !Tgg", ["!g2D", "!Tgg"]),
    ("f1 fx m10 dE c6 o4 ox bank", ["f1", "fx", "m10", "dE", "c6", "o4", "ox", "bank"]),
    ("fill:y fill:-", ["fill:y", "fill:-"]),
    ("+g2D +Tgg +- top", ["+g2D", "+Tgg", "+-", "top"]),
    ("bottom ^g2D ^Tgg", ["bottom", "^g2D", "^Tgg"]),
    ("g>Tgg ~g>Tgg", ["g>Tgg", "~g>Tgg"]),
    ("yb>Tgg:g y~b>Tgg:g ~y~b>Tgg:g", ["yb>Tgg:g", "y~b>Tgg:g", "~y~b>Tgg:g"]),
    ("b~y>Tgg:g", ["b~y>Tgg:g"]),
    ("!? ^?", ["!?", "^?"]),
    (
        "m8/@3/+g/+g/@0/g>Tgg/g>Tgg/end bank",
        ["m8", "@3", "+g", "+g", "@0", "g>Tgg", "g>Tgg", "end", "bank"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), ACCEPTED)
def test_words_are_read_as_tokens(text: str, expected: list[str]) -> None:
    assert [token_of(code) for code in split_words(text)] == expected
    words = text.split(" ") if text else []
    assert split_words(words) == split_words(text)
    assert split_words(iter(words)) == split_words(text)


REFUSED = [
    "by>Tgg:g",
    "~by>Tgg:g",
    "~b~y>Tgg:g",
    "yb>Tgg:y",
    "yb>Tgg",
    "g>Tkk",
    "y>Tgg",
    "g>Tgg:g",
    "~y>Tgg",
    "M8",
    "m5",
    "m08",
    "f0",
    "f9",
    "o5",
    "END",
    "Fx",
    "+tgg",
    "+TGG",
    "!y3L",
    "!x1L",
    "!Tbbb",
    "@5",
    "@",
    "fill",
    "fill:",
    "fill:x",
    "-",
    "+",
    "?",
    "+?",
    "^-",
    "!-",
    "m8\n",
    "\tm8",
    "m8\u00a0",
    "m8,f1",
    "/",
    "//",
    "/m8",
    "m6//@4",
    "m6/",
    "m6/@4/x",
    "\u03b3>Tgg",
]


@pytest.mark.parametrize("word", REFUSED)
def test_any_other_spelling_is_refused_whole(word: str) -> None:
    with pytest.raises(ParseError) as caught:
        split_words(f"f1 {word} f2")
    assert caught.value.word == word
    with pytest.raises(ParseError):
        code_of(word)


@pytest.mark.parametrize("text", [" m8", "m8 ", "m8  @3", " ", "  "])
def test_tokens_are_separated_by_single_spaces(text: str) -> None:
    with pytest.raises(ParseError, match="single spaces") as caught:
        split_words(text)
    assert caught.value.word == ""


@pytest.mark.parametrize(
    "words", [["m8 @3"], ["m8", ""], ["m8", 5], ["m8", None], [b"m8"], [["m8"]]]
)
def test_an_element_that_is_no_word_is_refused(words: list[str]) -> None:
    with pytest.raises(ParseError):
        split_words(words)


@pytest.mark.parametrize("thing", [None, 7, 1.5, object()])
def test_what_is_neither_text_nor_words_is_refused(thing: str) -> None:
    with pytest.raises(ParseError):
        split_words(thing)
    with pytest.raises(ParseError):
        code_of(thing)


def test_the_error_says_which_part_is_bad() -> None:
    with pytest.raises(CoalBaronError, match="'m6/@9/end' is refused: '@9' in it is no token"):
        split_words("m6/@9/end")
    with pytest.raises(ValueError, match="it has an empty part"):
        split_words("m6//@4")


@pytest.mark.parametrize(
    ("token", "phrase"),
    [
        ("!g2D", "draw tile g2D (gray, 2 carts, dark)"),
        ("!?", "draw something unseen"),
        ("+Tgg", "take order Tgg (truck, 2 gray)"),
        ("+Eybgk", "take order Eybgk (engine, one of each colour)"),
        ("+-", "keep none"),
        ("f3", "buy the tile on factory space f3"),
        ("fx", "look at 5 tiles"),
        ("m10", "mine with 10 work steps"),
        ("dT", "deliver truck orders"),
        ("c5", "take 5 Marks"),
        ("o2", "take the order on space o2"),
        ("bank", "take 1 Mark from the bank"),
        ("fill:k", "put a black cube on the empty cart"),
        ("fill:-", "leave the cart empty"),
        ("bottom", "return the others to the bottom of the stack"),
        ("^y1L", "return tile y1L (yellow, 1 cart, light) next"),
        ("@0", "move the cage to the surface"),
        ("@3", "move the cage to level 3 (gray)"),
        ("+b", "load a brown cube into the cage"),
        ("-y", "put a yellow cube from the cage into storage"),
        ("end", "stop mining"),
        ("g>Tgg", "put a gray cube from the cage on order Tgg"),
        ("~g>Tgg", "put a gray cube from storage on order Tgg"),
    ],
)
def test_a_move_can_be_put_into_words(token: str, phrase: str) -> None:
    assert describe(code_of(token)) == phrase


def test_a_pair_says_where_its_cubes_come_from() -> None:
    assert describe(code_of("y~b>Tgg:g")) == (
        "put a yellow cube from the cage and a brown cube from storage on a gray spot of order Tgg"
    )


def test_no_two_moves_sound_the_same() -> None:
    assert len({describe(code) for code in range(VOCABULARY_SIZE)}) == VOCABULARY_SIZE
