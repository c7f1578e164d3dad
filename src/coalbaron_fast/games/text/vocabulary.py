"""The tokens of a game and their move codes: reading words into codes, and back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate, chain, islice
from typing import Final

from coalbaron_fast.errors import ParseError, shortened

__all__ = ["MOST_TOKENS", "Vocabulary", "few_codes"]

MOST_TOKENS: Final = 4096
"""Tokens that are read at once; no game has as many."""


def few_codes(codes: Iterable[int]) -> list[int]:
    """Return move codes as a list; ParseError if there are more than `MOST_TOKENS`."""
    found = list(islice(codes, MOST_TOKENS + 1))
    if len(found) > MOST_TOKENS:
        raise ParseError(found[-1], f"is one more than {MOST_TOKENS} codes")
    return found


class Vocabulary:
    """A fixed list of tokens, made of blocks; a token's index is its move code.

    `tokens` are all of them, `codes` the move code of each, `bases` the first code of every block
    by its name, `constants` the same for C, with their number. A word is one token, or several
    joined with ``/``.
    """

    def __init__(self, blocks: Mapping[str, tuple[str, ...]]) -> None:
        self.tokens = tuple(chain.from_iterable(blocks.values()))
        self.codes = {token: code for code, token in enumerate(self.tokens)}
        sizes = (len(block) for block in blocks.values())
        self.bases = dict(zip(blocks, accumulate(sizes, initial=0), strict=False))
        self.constants = {**self.bases, "MOVE_CODES": len(self.tokens)}
        self._names = tuple(blocks)
        self._firsts = tuple(self.bases.values())

    def __len__(self) -> int:
        """The number of tokens."""
        return len(self.tokens)

    def token_of(self, code: int) -> str:
        """Return the spelling of a move code; IndexError for a code outside the vocabulary."""
        if not 0 <= code < len(self.tokens):
            last = len(self.tokens) - 1
            raise IndexError(f"{code} is no move code; the codes are 0 to {last}")
        return self.tokens[code]

    def code_of(self, token: str) -> int:
        """Return the move code of one token; ParseError for anything that is none."""
        code = self.codes.get(token) if type(token) is str else None
        if code is None:
            raise ParseError(token)
        return code

    def block_of(self, code: int) -> str:
        """Return the name of the block that a move code is in."""
        self.token_of(code)
        return self._names[bisect_right(self._firsts, code) - 1]

    def split_words(self, text: str | Iterable[str]) -> list[int]:
        """Read several tokens at once and return their move codes.

        `text` is a string of words separated by single spaces, or an iterable of words. The first
        word that holds anything else raises ParseError, and nothing is returned then. The empty
        string holds no tokens. More than `MOST_TOKENS` are refused.
        """
        if isinstance(text, str):
            words: Iterable[str] = str.split(text, " ", MOST_TOKENS) if text else ()
        else:
            try:
                words = iter(text)
            except TypeError:
                raise ParseError(text, "is neither text nor a list of words") from None
        codes: list[int] = []
        for word in words:
            codes += self._codes_of_word(word)
            if len(codes) > MOST_TOKENS:
                raise ParseError(word, f"is refused: more than {MOST_TOKENS} tokens")
        return codes

    def _codes_of_word(self, word: str) -> list[int]:
        if type(word) is not str:
            raise ParseError(word)
        if not word:
            raise ParseError(word, "is an empty word; tokens are separated by single spaces")
        parts = word.split("/", MOST_TOKENS)
        codes = [self.codes[part] for part in parts if part in self.codes]
        if len(codes) < len(parts):
            bad = next(part for part in parts if part not in self.codes)
            if len(parts) == 1:
                raise ParseError(word)
            raise ParseError(
                word,
                f"is refused: {shortened(bad)} in it is no token"
                if bad
                else "is refused: it has an empty part",
            )
        return codes
