"""Everything of the game that is text: tokens, positions, records."""

from coalbaron_fast.games.ruhr.notation.phrases import WORDS, phrase_of, space_phrase
from coalbaron_fast.games.ruhr.notation.position import GAME_OPTIONS, SHAPE
from coalbaron_fast.games.ruhr.notation.record import RECORDS
from coalbaron_fast.games.ruhr.notation.tokens import CODES, TOKENS, VOCABULARY

__all__ = [
    "CODES",
    "GAME_OPTIONS",
    "RECORDS",
    "SHAPE",
    "TOKENS",
    "VOCABULARY",
    "WORDS",
    "phrase_of",
    "space_phrase",
]
