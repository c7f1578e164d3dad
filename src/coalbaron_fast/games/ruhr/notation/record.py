"""Records of the game: whole games as text (games/text/records.py).

An option is one word with what belongs to it (``tp/b>s9/@s8``), everything else a word of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.ruhr.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.ruhr.notation.position import GAME_OPTIONS, SHAPE
from coalbaron_fast.games.ruhr.notation.tokens import VOCABULARY
from coalbaron_fast.games.text.records import Records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_OPTIONS: Final = ("OPTION", "OPTION_FREE")
_PARTS: Final = ("PUT", "SUPPLY", "START", "HAULER", "HAULER_NONE")
"""The blocks of what follows an option; a die is also put when it comes back, after a trip."""


def _seats_of(position: Mapping[str, Any]) -> tuple[int, int]:
    """Return the players and the first start seat of a position."""
    return position["players"], position["start"]


def _words(tokens: Iterable[str]) -> Iterator[str]:
    """Join each option with what belongs to it."""
    word = ""
    in_option = False
    for token in tokens:
        block = VOCABULARY.block_of(VOCABULARY.codes[token])
        if word and in_option and block in _PARTS:
            word = f"{word}/{token}"
            continue
        if word:
            yield word
        word = token
        in_option = block in _OPTIONS
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
)
