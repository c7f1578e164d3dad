"""A regular expression as an automaton: which of its characters may follow which.

The parser is the standard library's own. What it may match is taken too wide rather than too
narrow: anchors and lookarounds of a bounded width are passed for nothing, a long counted repeat is
a loop. So there are never fewer ways through the automaton than the matcher tries.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

parser: Any = importlib.import_module("re._parser")
constants: Any = importlib.import_module("re._constants")

COPIED: Final = 4
"""A counted repeat of up to this many rounds is written out; a longer one is taken for a loop."""

WIDEST_LOOK: Final = 64
"""A lookaround of at most this width costs no more than that at each place."""

BEYOND_ASCII: Final = "éÉß²٣\u2003\u2028一…\ufb00\u017f\u212a\U0001f600\u0301"
"""Letters, digits, spaces and others that are not ASCII: one at least of each category."""

CATEGORIES: Final = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}

Letters = frozenset[int]
"""Classes of characters between which no part of the expression distinguishes, by number."""


class NotReadError(ValueError):
    """An expression that this cannot judge, such as one with references to groups."""


class Edge(NamedTuple):
    """A step that reads nothing. It may be taken if the next letter is among `before`."""

    target: int
    before: Letters | None
    is_sure: bool
    """Whether it can always be taken: no anchor and no lookaround is on it."""


@dataclass(eq=False)
class Automaton:
    """Places, each with a set of letters that leads to the next, or with steps that read nothing.

    Place 0 is the beginning, `end` the end of a match. `follow` says which reading places come
    after one, by letter; the same place twice if there are two ways.
    """

    letters: int
    is_search: bool
    edges: list[list[Edge]] = field(default_factory=list)
    reads: dict[int, tuple[Letters, int]] = field(default_factory=dict)
    end: int = 0

    def place(self) -> int:
        """Add a place."""
        self.edges.append([])
        return len(self.edges) - 1

    def pass_on(
        self, source: int, target: int, before: Letters | None = None, *, is_sure: bool = True
    ) -> None:
        """Add a step that reads nothing."""
        self.edges[source].append(Edge(target, before, is_sure))

    def read(self, source: int, letters: Letters, target: int) -> None:
        """Have a place read one letter."""
        self.reads[source] = (letters, target)

    @cache  # noqa: B019 - an automaton is judged and dropped
    def follow(self, reader: int) -> dict[int, list[int]]:
        """Return the reading places after a reading place, by the letter that they read."""
        found: dict[int, list[int]] = {}
        for other, before, _ in self._ways(self.reads[reader][1]):
            if other == self.end:
                continue
            letters = self.reads[other][0]
            for letter in letters if before is None else letters & before:
                others = found.setdefault(letter, [])
                if others.count(other) < 2:
                    others.append(other)
        return found

    @cache  # noqa: B019 - the same
    def accepts(self, reader: int) -> bool:
        """Whether a match may end after a reading place, whatever comes next."""
        ways = self._ways(self.reads[reader][1])
        return any(place == self.end and is_sure for place, _, is_sure in ways)

    def _ways(self, start: int) -> Iterator[tuple[int, Letters | None, bool]]:
        """Yield each way to a reading place or to the end, without rounds that read nothing."""
        stack: list[tuple[int, Letters | None, bool, frozenset[int]]] = [
            (start, None, True, frozenset())
        ]
        while stack:
            place, before, is_sure, passed = stack.pop()
            if place in self.reads or place == self.end:
                yield place, before, is_sure
            for edge in self.edges[place]:
                if edge.target in passed:
                    continue
                both = edge.before if before is None else before
                if before is not None and edge.before is not None:
                    both = before & edge.before
                stack.append((edge.target, both, is_sure and edge.is_sure, passed | {place}))


class _Alphabet:
    """The characters that an expression distinguishes, one for each class."""

    def __init__(self, tree: Any, *, is_text: bool) -> None:  # noqa: ANN401 - sre has no types
        sets = list(_sets(tree, tree.state.flags))
        chars: Iterable[int] = range(256)
        if is_text:
            named = {code for one, _ in sets for code in _codes(one)}
            chars = {*range(128), *map(ord, BEYOND_ASCII), *named}
        classes: dict[tuple[bool, ...], int] = {}
        self._of: dict[int, int] = {}
        for code in sorted(chars):
            signature = tuple(_is_in(code, one, flags, is_text) for one, flags in sets)
            self._of[code] = classes.setdefault(signature, len(classes))
        self.size = len(classes)
        self._is_text = is_text

    def letters(self, one: Any, flags: int) -> Letters:  # noqa: ANN401 - sre has no types
        """Return the classes that a set of the expression holds."""
        codes = (code for code in self._of if _is_in(code, one, flags, self._is_text))
        return frozenset(self._of[code] for code in codes)

    @property
    def all(self) -> Letters:
        """All classes."""
        return frozenset(range(self.size))


SINGLE: Final = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


def _sets(tree: Any, flags: int) -> Iterator[tuple[Any, int]]:  # noqa: ANN401 - sre has no types
    """Yield each set of characters in an expression, with the flags that hold there."""
    for node in tree:
        op, value = node
        name = str(op)
        if name in SINGLE:
            yield node, flags
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _sets(branch, flags)
        elif name == "SUBPATTERN":
            yield from _sets(value[3], (flags | value[1]) & ~value[2])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            yield from _sets(value[2], flags)
        elif name == "ATOMIC_GROUP":
            yield from _sets(value, flags)
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _sets(value[1], flags)


def _codes(node: Any) -> Iterator[int]:  # noqa: ANN401 - sre has no types
    """Yield the characters that a set names, and those beside its ranges."""
    op, value = node
    match str(op):
        case "LITERAL" | "NOT_LITERAL":
            yield value
        case "RANGE":
            yield from (code for code in (value[0] - 1, *value, value[1] + 1) if code >= 0)
        case "IN":
            for part in value:
                yield from _codes(part)


def _is_in(code: int, node: Any, flags: int, is_text: bool) -> bool:  # noqa: ANN401
    if flags & re.IGNORECASE:
        char = chr(code)
        cases = {char, char.lower(), char.upper()}
        return any(_has(ord(one), node, flags, is_text) for one in cases if len(one) == 1)
    return _has(code, node, flags, is_text)


def _has(code: int, node: Any, flags: int, is_text: bool) -> bool:  # noqa: ANN401
    op, value = node
    match str(op):
        case "LITERAL":
            return bool(code == value)
        case "NOT_LITERAL":
            return bool(code != value)
        case "ANY":
            return bool(flags & re.DOTALL) or code != ord("\n")
        case "RANGE":
            return bool(value[0] <= code <= value[1])
        case "CATEGORY":
            return _in_category(code, str(value), is_text and not flags & re.ASCII)
        case "IN":
            is_negated = str(value[0][0]) == "NEGATE"
            parts = value[1:] if is_negated else value
            return any(_has(code, part, flags, is_text) for part in parts) is not is_negated
    raise NotReadError(f"a set with {op}")


@cache
def _in_category(code: int, name: str, is_unicode: bool) -> bool:
    flags = re.UNICODE if is_unicode else re.ASCII
    return re.fullmatch(CATEGORIES[name], chr(code), flags) is not None


class _Builder:
    """Turns the parser's tree into an automaton."""

    def __init__(self, automaton: Automaton, alphabet: _Alphabet) -> None:
        self.automaton = automaton
        self.alphabet = alphabet
        self._parts: dict[str, Callable[[Any, int, int], int]] = {
            **dict.fromkeys(("MAX_REPEAT", "MIN_REPEAT"), self._repeat),
            "POSSESSIVE_REPEAT": self._possessive,
            "BRANCH": self._branch,
            "SUBPATTERN": lambda value, at, flags: self.sequence(
                value[3], at, (flags | value[1]) & ~value[2]
            ),
            "ATOMIC_GROUP": self.sequence,
            "AT": lambda _value, at, _flags: self._pass(at, None),
            "ASSERT": self._look,
            "ASSERT_NOT": self._look_not,
        }

    def sequence(self, tree: Any, at: int, flags: int) -> int:  # noqa: ANN401 - sre has no types
        """Add a sequence from a place on; return the place at its end."""
        for node in tree:
            name = str(node[0])
            if name in SINGLE:
                target = self.automaton.place()
                reader = self._pass(at, None, is_sure=True)
                self.automaton.read(reader, self.alphabet.letters(node, flags), target)
                at = target
            elif name in self._parts:
                at = self._parts[name](node[1], at, flags)
            else:
                raise NotReadError(f"{name.lower()} is not judged")
        return at

    def _pass(self, at: int, before: Letters | None, *, is_sure: bool = False) -> int:
        target = self.automaton.place()
        self.automaton.pass_on(at, target, before, is_sure=is_sure)
        return target

    def _branch(self, value: Any, at: int, flags: int) -> int:  # noqa: ANN401 - sre has no types
        end = self.automaton.place()
        for branch in value[1]:
            begin = self._pass(at, None, is_sure=True)
            self.automaton.pass_on(self.sequence(branch, begin, flags), end)
        return end

    def _repeat(self, value: Any, at: int, flags: int) -> int:  # noqa: ANN401 - sre has no types
        low, high, body = value
        for _ in range(min(low, COPIED)):
            at = self.sequence(body, at, flags)
        if high <= COPIED:
            end = self.automaton.place()
            for _ in range(high - low):
                self.automaton.pass_on(at, end)
                at = self.sequence(body, at, flags)
            self.automaton.pass_on(at, end)
            return end
        if high is not constants.MAXREPEAT and body.getwidth()[0] == 0:
            raise NotReadError("a counted repeat of what may be empty")
        # Coming back after a round is another place than coming in: a round of an outer repeat may
        # end and the next begin there without a letter in between.
        begin, end, back = (self.automaton.place() for _ in range(3))
        for source in (at, back):
            self.automaton.pass_on(source, begin)
            self.automaton.pass_on(source, end)
        self.automaton.pass_on(self.sequence(body, begin, flags), back)
        return end

    def _possessive(self, value: Any, at: int, flags: int) -> int:  # noqa: ANN401
        """Add a repeat that gives nothing back: of one set, that set cannot come next."""
        end = self._repeat(value, at, flags)
        body = value[2]
        is_endless = value[1] is constants.MAXREPEAT
        if is_endless and len(body) == 1 and str(body[0][0]) in SINGLE:
            rest = self.alphabet.all - self.alphabet.letters(body[0], flags)
            return self._pass(end, rest)
        return end

    def _look(self, value: Any, at: int, _flags: int) -> int:  # noqa: ANN401 - sre has no types
        if value[1].getwidth()[1] > WIDEST_LOOK:
            raise NotReadError("a lookaround without bounds")
        return self._pass(at, None)

    def _look_not(self, value: Any, at: int, flags: int) -> int:  # noqa: ANN401 - the same
        self._look(value, at, flags)
        direction, body = value
        if direction == 1 and len(body) == 1 and str(body[0][0]) in SINGLE:
            return self._pass(at, self.alphabet.all - self.alphabet.letters(body[0], flags))
        return self._pass(at, None)


def _is_anchored(tree: Any, flags: int) -> bool:  # noqa: ANN401 - sre has no types
    """Whether a match can only begin where the text does."""
    if not len(tree) or str(tree[0][0]) != "AT":
        return False
    where = str(tree[0][1])
    return where == "AT_BEGINNING_STRING" or (where == "AT_BEGINNING" and not flags & re.MULTILINE)


def automaton_of(pattern: str | bytes, flags: int, *, is_search: bool) -> Automaton:
    """Return an expression's automaton; `is_search` says that a match may begin anywhere.

    Raises NotReadError.
    """
    tree = parser.parse(pattern, flags)
    alphabet = _Alphabet(tree, is_text=isinstance(pattern, str))
    begins_anywhere = is_search and not _is_anchored(tree, tree.state.flags)
    automaton = Automaton(alphabet.size, begins_anywhere)
    # Place 0 reads whatever comes before the match; in a search it goes round there.
    start, before, begin = automaton.place(), automaton.place(), automaton.place()
    automaton.read(start, alphabet.all, before)
    if begins_anywhere:
        automaton.pass_on(before, start)
    automaton.pass_on(before, begin)
    automaton.end = _Builder(automaton, alphabet).sequence(tree, begin, tree.state.flags)
    return automaton
