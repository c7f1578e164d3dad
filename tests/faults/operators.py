"""The small changes: what a tired programmer writes instead of what is right.

Every operator reads the tokens of an expression or a statement and gives the edits that it could
make there. One list serves Python and Cython, whose expressions are the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from tests.faults.lines import BINDING, CLOSED, ENDS_OPERANDS, OPEN, Token, brackets, split

Edit = tuple[int, int, str]
"""From this place to that one of the text, other words."""

Change = tuple[Edit, ...]
Tokens = tuple[Token, ...]

COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
REVERSED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CALCULATED = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "//": "*",
    "%": "//",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "|",
}
ADDED = {
    "+=": ("-=", "="),
    "-=": ("+=", "="),
    "*=": ("=",),
    "/=": ("*=", "="),
    "//=": ("=",),
    "%=": ("=",),
    "|=": ("&=", "="),
    "&=": ("|=", "="),
    "^=": ("|=", "="),
    "<<=": (">>=",),
    ">>=": ("<<=",),
}


def replace(token: Token, text: str) -> Change:
    """Other words in the place of a token."""
    return ((token.start, token.end, text),)


def whole(tokens: Tokens, text: str) -> Change:
    """Other words in the place of all these tokens."""
    return ((tokens[0].start, tokens[-1].end, text),)


def spelled(tokens: Tokens) -> str:
    """The tokens as text."""
    return " ".join(token.text for token in tokens)


def is_between(tokens: Tokens, index: int) -> bool:
    """Whether the sign at this place is between two operands."""
    return index > 0 and tokens[index - 1].ends_operand and index + 1 < len(tokens)


def loop_words(tokens: Tokens) -> set[int]:
    """The places at which `in` belongs to a `for`."""
    found, open_loops = set(), set()
    for index, token in enumerate(tokens):
        if token.text == "for":
            open_loops.add(token.depth)
        elif token.text == "in" and token.depth in open_loops:
            open_loops.remove(token.depth)
            found.add(index)
    return found


def comparison(tokens: Tokens) -> Iterator[Change]:
    """A bound that is let in or left out, a question the other way round."""
    loops = loop_words(tokens)
    for index, token in enumerate(tokens):
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        before = tokens[index - 1].text if index else ""
        if not is_between(tokens, index):
            continue
        for others in (COMPARED, REVERSED):
            if token.text in others:
                yield replace(token, others[token.text])
        if token.text == "in" and index not in loops and before != "not":
            yield replace(token, "not in")
        if token.text == "is" and after != "not":
            yield replace(token, "is not")
        if token.text == "is" and after == "not":
            yield replace(tokens[index + 1], "")
        if token.text == "not" and after == "in":
            yield replace(token, "")


def arithmetic(tokens: Tokens) -> Iterator[Change]:
    """Another sign between two operands, or in an assignment."""
    for index, token in enumerate(tokens):
        if token.text in CALCULATED and is_between(tokens, index):
            yield replace(token, CALCULATED[token.text])
        for other in ADDED.get(token.text, ()):
            yield replace(token, other)


def constant(tokens: Tokens) -> Iterator[Change]:
    """A whole number one off; a fraction doubled or halved; true for false."""
    for token in tokens:
        if token.text in {"True", "False"}:
            yield replace(token, str(token.text == "False"))
        elif token.kind != "number":
            continue
        elif "." in token.text:
            yield replace(token, f"({token.text} * 2 + 0.25)")
            if float(token.text):
                yield replace(token, f"({token.text} / 2)")
        else:
            yield replace(token, f"({token.text} + 1)")
            if token.text != "0":
                yield replace(token, f"({token.text} - 1)")


def logic(tokens: Tokens) -> Iterator[Change]:
    """All for any; a `not` forgotten."""
    for index, token in enumerate(tokens):
        if token.text in {"and", "or"}:
            yield replace(token, "or" if token.text == "and" else "and")
        elif token.text == "not" and not is_between(tokens, index):
            yield replace(token, "")


def term(tokens: Tokens) -> Iterator[Change]:
    """One of two operands left out."""
    for index, token in enumerate(tokens):
        if token.text not in BINDING or token.text in {"in", "is", "not"}:
            continue
        binding = BINDING[token.text]
        if binding == 4 or not is_between(tokens, index):
            continue
        last = index + 1
        while last + 1 < len(tokens) and not ends_operand(tokens, last + 1, token.depth, binding):
            last += 1
        yield ((tokens[index - 1].end, tokens[last].end, ""),)
        first = index - 1
        while first and not ends_operand(tokens, first - 1, token.depth, binding - 1):
            first -= 1
        if first == 0 or tokens[first].depth >= token.depth:
            yield ((tokens[first].start, tokens[index + 1].start, ""),)


def ends_operand(tokens: Tokens, index: int, depth: int, binding: int) -> bool:
    """Whether the operand of a sign of this depth and binding ends before this token."""
    token = tokens[index]
    if token.depth < depth or (token.depth == depth and token.text in CLOSED + OPEN):
        # A bracket that follows a name is a call or an index: part of the operand.
        return token.depth < depth
    if token.depth > depth:
        return False
    if token.text in ENDS_OPERANDS or is_assignment(token):
        return True
    if token.text in BINDING and (is_between(tokens, index) or token.text in {"and", "or"}):
        return BINDING[token.text] <= binding
    return False


def is_assignment(token: Token) -> bool:
    """Whether this gives a value to what is left of it."""
    return token.text.endswith("=") and token.text not in BINDING


def bound(tokens: Tokens) -> Iterator[Change]:
    """A `min` for a `max`, or one of the two without the other."""
    for index, token in enumerate(tokens[:-1]):
        if token.text not in {"min", "max"} or tokens[index + 1].text != "(":
            continue
        yield replace(token, "min" if token.text == "max" else "max")
        inside = brackets(tokens, index + 1)
        parts = split(inside, tokens[index + 1].depth + 1)
        if len(parts) == 2:
            first, second = parts
            yield (
                (token.start, first[0].start, "("),
                (first[-1].end, inside[-1].end, ""),
            )
            yield ((token.start, second[0].start, "("),)


def arguments(tokens: Tokens) -> Iterator[Change]:
    """Two arguments of a call in the other order."""
    for index, token in enumerate(tokens):
        if token.text != "(" or not index or tokens[index - 1].kind != "name":
            continue
        if not tokens[index - 1].ends_operand or tokens[index - 1].text in {"min", "max"}:
            continue
        parts = split(brackets(tokens, index), token.depth + 1)
        for left, right in itertools.pairwise(parts):
            words = [part.text for part in (*left, *right) if part.depth == token.depth + 1]
            is_same = [part.text for part in left] == [part.text for part in right]
            if not is_same and not {"=", "*", "**", "for"} & set(words):
                yield (*whole(left, spelled(right)), *whole(right, spelled(left)))


def place(tokens: Tokens) -> Iterator[Change]:
    """The first of a table for the one at hand."""
    for index in range(1, len(tokens) - 2):
        before, opening, name, closing = tokens[index - 1 : index + 3]
        if (
            (opening.text, closing.text) == ("[", "]")
            and before.ends_operand
            and name.kind == "name"
        ):
            yield replace(name, "0")


def steps(tokens: Tokens) -> Iterator[Change]:
    """A loop that ends one too early."""
    for index, token in enumerate(tokens[:-1]):
        if token.text == "range" and tokens[index + 1].text == "(":
            parts = split(brackets(tokens, index + 1), tokens[index + 1].depth + 1)
            if 1 <= len(parts) <= 2:
                yield one_less(parts[-1])


def one_less(tokens: Tokens) -> Change:
    """The number that tokens spell, less one."""
    first, last = tokens[0].start, tokens[-1].end
    return ((first, first, "("), (last, last, ") - 1"))


EXPRESSION: dict[str, Callable[[Tokens], Iterator[Change]]] = {
    "comparison": comparison,
    "arithmetic": arithmetic,
    "constant": constant,
    "logic": logic,
    "term": term,
    "bound": bound,
    "arguments": arguments,
    "place": place,
    "steps": steps,
}


def condition(tokens: Tokens) -> Iterator[Change]:
    """A condition the other way round, or a case that is forgotten."""
    first, last = tokens[0].start, tokens[-1].end
    yield ((first, first, "not ("), (last, last, ")"))
    yield ((first, first, "False and ("), (last, last, ")"))


def statement(tokens: Tokens) -> Iterator[Change]:
    """A statement that is left out, or a loop that is left instead of continued.

    Names are not left without their value: that fault would name itself.
    """
    words = [token.text for token in tokens if not token.depth]
    if words[0] in {"break", "continue"}:
        yield whole(tokens, "pass")
        yield whole(tokens, "break" if words[0] == "continue" else "continue")
        return
    if words[0] == "raise":
        yield whole(tokens, "pass")
        return
    if words[0] in {"return", "yield", "del", "assert"}:
        return
    equals = [index for index, word in enumerate(words) if word in {"=", *ADDED}]
    if not equals or equals[0] > 1 or words[equals[0]] in ADDED:
        yield whole(tokens, "pass")
