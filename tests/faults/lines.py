"""Python and Cython as tokens and logical lines: as much grammar as the planting of faults needs.

Both languages share their tokens, and no library parses Cython to places in its text.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
      (?P<comment> \#[^\n]*)
    | (?P<string> [rbfuc]{0,2} (?: \"{3}[\s\S]*?\"{3} | '{3}[\s\S]*?'{3}
                               | "(?:[^"\\\n]|\\.)*"  | '(?:[^'\\\n]|\\.)*' ))
    | (?P<number> 0[xbo][\da-f_]+ | (?:\d[\d_]*\.?[\d_]*|\.\d+)(?:e[-+]?\d+)? )
    | (?P<name> [^\W\d]\w*)
    | (?P<newline> \n)
    | (?P<space> [ \t\f\r]+ | \\\n)
    | (?P<sign> \*\*= | //= | >>= | <<= | -> | := | [-+*/%&|^@=!<>]= | << | >> | \*\* | //
              | [^\w\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)

OPEN, CLOSED = "([{", ")]}"
OPERATOR_WORDS = frozenset({"and", "or", "not", "in", "is", "if", "else", "for", "lambda", "await"})

# How tightly a sign between two operands binds; what is not here ends every operand.
BINDING = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("in", "is", "not", "<", "<=", ">", ">=", "==", "!="), 4),
    "|": 5,
    "^": 6,
    "&": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    **dict.fromkeys(("*", "/", "//", "%", "@"), 10),
}
ENDS_OPERANDS = frozenset({",", ":", "=", ":=", "if", "else", "for", "lambda", "return", "yield"})


@dataclass(frozen=True)
class Token:
    """A word, a number, a string or a sign, and its place in the text."""

    kind: str
    text: str
    start: int
    end: int
    depth: int
    """Brackets that are open around it; a bracket has the depth of what is outside."""

    @property
    def ends_operand(self) -> bool:
        """Whether an operand may end here: a sign that follows is then between two."""
        if self.kind == "name":
            return self.text not in OPERATOR_WORDS and (
                not keyword.iskeyword(self.text) or self.text in {"None", "True", "False"}
            )
        return self.kind in {"number", "string"} or self.text in CLOSED


@dataclass(frozen=True)
class Line:
    """One logical line, its comments left out."""

    tokens: tuple[Token, ...]
    indent: str
    number: int
    in_function: bool


def read_tokens(text: str) -> Iterator[Token]:
    """Cut a text into tokens; spaces are left out."""
    place = depth = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"no token at {text[place : place + 20]!r}")
        kind, word = str(match.lastgroup), match[0]
        depth -= word in CLOSED
        if kind != "space":
            yield Token(kind, word, match.start(), match.end(), depth)
        depth += word in OPEN
        place = match.end()


def read_lines(text: str) -> Iterator[Line]:
    """Cut a text into logical lines, each with whether it is part of a function."""
    blocks: list[tuple[int, bool]] = []
    tokens: list[Token] = []
    for token in read_tokens(text if text.endswith("\n") else text + "\n"):
        if token.kind == "newline" and not token.depth and tokens:
            start = text.rfind("\n", 0, tokens[0].start) + 1
            indent = text[start : tokens[0].start]
            while blocks and blocks[-1][0] >= len(indent):
                blocks.pop()
            inside = any(is_function for _, is_function in blocks)
            yield Line(tuple(tokens), indent, text.count("\n", 0, tokens[0].start) + 1, inside)
            if tokens[-1].text == ":":
                blocks.append((len(indent), begins_function(tokens)))
            tokens = []
        elif token.kind not in {"newline", "comment"}:
            tokens.append(token)


def begins_function(tokens: list[Token]) -> bool:
    """Whether this is the head of a function, in either language."""
    words = {token.text for token in tokens if not token.depth}
    return tokens[0].text in {"def", "async", "cdef", "cpdef"} and not words & {
        "class",
        "struct",
        "enum",
        "union",
        "extern",
        "for",
        "with",
    }


def without_casts(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Make of Cython's casts, `<int>`, single tokens, so that their signs compare nothing."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.text == "<" and not (found and found[-1].ends_operand):
            last = next(place for place in range(index, len(tokens)) if tokens[place].text == ">")
            words = "".join(word.text for word in tokens[index : last + 1])
            found.append(Token("cast", words, token.start, tokens[last].end, token.depth))
            index = last
        else:
            found.append(token)
        index += 1
    return tuple(found)


def split(tokens: tuple[Token, ...], depth: int) -> list[tuple[Token, ...]]:
    """Split at the commas of a depth."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "," and token.depth == depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def brackets(tokens: tuple[Token, ...], index: int) -> tuple[Token, ...]:
    """What the bracket at this place holds."""
    depth = tokens[index].depth
    for last in range(index + 1, len(tokens)):
        if tokens[last].depth == depth and tokens[last].text in CLOSED:
            return tokens[index + 1 : last]
    return ()
