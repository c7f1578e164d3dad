"""Records of the game: whole games as text (games/text/records.py).

A purchase is one word with where it goes (`buy:110/put:w:h0/put:a:-`, `build:top:school/onto:-`),
everything else a word of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalcountry.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.coalcountry.notation.position import GAME_OPTIONS, SHAPE
from coalbaron_fast.games.coalcountry.notation.tokens import VOCABULARY
from coalbaron_fast.games.text.records import Records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def _seats_of(position: Mapping[str, Any]) -> tuple[int, int | None]:
    """Return the players and the first start seat of a position."""
    return position["players"], position["start"]


def _words(tokens: Iterable[str]) -> Iterator[str]:
    """Join each purchase with where it goes; the storage's cubes are words of their own."""
    word = ""
    puts = 0
    for token in tokens:
        verb = token.partition(":")[0]
        belongs = (verb == "put" and puts) or (verb == "onto" and word.startswith("build:"))
        if word and not belongs:
            yield word
            word = ""
        word = f"{word}/{token}" if word else token
        if verb == "buy":
            puts = sum(number != "0" for number in token[len("buy:") :])
        else:
            puts = puts - 1 if verb == "put" and puts else 0
    if word:
        yield word


RECORDS: Final = Records(
    range(MIN_PLAYERS, MAX_PLAYERS + 1),
    VOCABULARY.codes,
    VOCABULARY.split_words,
    SHAPE.read,
    _seats_of,
    _words,
    GAME_OPTIONS,
    draws_order=True,
)
