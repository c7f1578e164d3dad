"""Records of Coal Baron: whole games as text (games/text/records.py).

The tokens of a turn are one word: a placement and what follows from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS
from coalbaron_fast.games.coalbaron.notation.position import text_to_dict
from coalbaron_fast.games.coalbaron.notation.tokens import CODES, FILL, PLACE, split_words
from coalbaron_fast.games.text.records import (
    COLUMNS,
    MAX_RECORD,
    ReadRecord,
    Record,
    Records,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "COLUMNS",
    "MAX_RECORD",
    "ReadRecord",
    "Record",
    "format_record",
    "parse_record",
    "parse_records",
]


def _seats_of(position: Mapping[str, Any]) -> tuple[int, int]:
    """Return the players and the first start seat of a position."""
    return position["players"], position["first_start"]


def _words(tokens: Iterable[str]) -> Iterator[str]:
    """Join the tokens of each turn with `/`; tokens before the first turn stand alone.

    A turn that does not fit into one line is cut into several words.
    """
    word = ""
    in_turn = False
    for token in tokens:
        begins = PLACE <= CODES[token] < FILL
        in_turn = in_turn or begins
        if word and (begins or not in_turn or len(word) + 1 + len(token) > COLUMNS):
            yield word
            word = ""
        word = f"{word}/{token}" if word else token
    if word:
        yield word


RECORDS: Final = Records(
    range(MIN_PLAYERS, MAX_PLAYERS + 1), CODES, split_words, text_to_dict, _seats_of, _words
)

format_record: Final = RECORDS.format
parse_record: Final = RECORDS.parse
parse_records: Final = RECORDS.parse_all
