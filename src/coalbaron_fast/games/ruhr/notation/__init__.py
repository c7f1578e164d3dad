"""Everything of the game that is text: tokens, positions, records."""

from coalbaron_fast.games.ruhr.notation.position import SHAPE
from coalbaron_fast.games.ruhr.notation.record import RECORDS
from coalbaron_fast.games.ruhr.notation.tokens import CODES, TOKENS, VOCABULARY, describe

__all__ = ["CODES", "RECORDS", "SHAPE", "TOKENS", "VOCABULARY", "describe"]
