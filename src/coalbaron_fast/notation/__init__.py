"""Everything of the game that is text: tokens, position text, records."""

from coalbaron_fast.notation.tokens import (
    CODES,
    TOKENS,
    VOCABULARY_SIZE,
    code_of,
    describe,
    split_words,
    token_of,
)

__all__ = [
    "CODES",
    "TOKENS",
    "VOCABULARY_SIZE",
    "code_of",
    "describe",
    "split_words",
    "token_of",
]
