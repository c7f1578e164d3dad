"""Everything of the game that is text: tokens, positions, records."""

from coalbaron_fast.games.coalcountry.notation.phrases import WORDS, phrase_of
from coalbaron_fast.games.coalcountry.notation.position import GAME_OPTIONS, SHAPE
from coalbaron_fast.games.coalcountry.notation.record import RECORDS
from coalbaron_fast.games.coalcountry.notation.tokens import CODES, TOKENS, VOCABULARY

__all__ = [
    "CODES",
    "GAME_OPTIONS",
    "RECORDS",
    "SHAPE",
    "TOKENS",
    "VOCABULARY",
    "WORDS",
    "phrase_of",
]
