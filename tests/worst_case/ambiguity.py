"""How the time that a regular expression may take grows with the text, proved from its automaton.

The matcher of Python tries one way after the other and remembers nothing. On a text that does not
match in the end it tries them all, so the time is the number of ways to read each beginning of the
text. That number is bounded, or grows like a power of the length, or doubles with each round:

- it doubles if some place can be left and come back to in two ways by the same letters;
- it grows by one power for each pair of loops of which the first can go on, the second can go on
  and the first can lead to the second, all by the same letters (Weber and Seidl, 1991).

A search begins at every letter: that is one more loop, before the expression. It does not count
where a match may end in each round of the second loop: then the first search finds something.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Final, NamedTuple, TypeVar

from tests.worst_case.automaton import Automaton, NotReadError, automaton_of

Node = TypeVar("Node", bound=Hashable)

START: Final = 0
POWERS: Final = ("linear", "quadratic", "cubic")


class Verdict(NamedTuple):
    """How the time grows: with this power of the length; None if it doubles, or is not known."""

    power: int | None
    why: str = ""

    @property
    def is_linear(self) -> bool:
        """Whether a text twice as long takes twice as long at most."""
        return self.power == 1

    def __str__(self) -> str:
        """Name it."""
        if self.power is None:
            return self.why or "exponential"
        return POWERS[self.power - 1] if self.power <= len(POWERS) else f"power {self.power}"


def judge(pattern: str | bytes, flags: int = 0, *, is_search: bool = True) -> Verdict:
    """Return how the time of an expression grows in the worst case."""
    try:
        automaton = automaton_of(pattern, flags, is_search=is_search)
    except NotReadError as error:
        return Verdict(None, f"not judged: {error}")
    places = _Places(automaton)
    if places.doubles():
        return Verdict(None)
    return Verdict(1 + places.powers())


class _Places:
    """The reading places of an automaton, and the ways between them."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.follow = automaton.follow
        self.reached = _closure([START], self.after)
        self.loops = {
            frozenset(part) for part in _components(self.reached, self.after) if self._goes_on(part)
        }
        self.loop_of = {place: loop for loop in self.loops for place in loop}

    def after(self, place: int) -> set[int]:
        """Return the places that come after a place, by whatever letter."""
        return {other for others in self.follow(place).values() for other in others}

    def _goes_on(self, part: set[int]) -> bool:
        return len(part) > 1 or next(iter(part)) in self.after(next(iter(part)))

    def doubles(self) -> bool:
        """Whether a place is left and come back to in two ways."""
        return any(self._doubles(loop) for loop in self.loops)

    def _doubles(self, loop: frozenset[int]) -> bool:
        def pairs_after(pair: tuple[int, int]) -> set[tuple[int, int]]:
            first, second = self.follow(pair[0]), self.follow(pair[1])
            return {
                (one, other)
                for letter in first.keys() & second.keys()
                for one in first[letter]
                for other in second[letter]
                if one in loop and other in loop
            }

        for place in loop:
            for others in self.follow(place).values():
                if any(other in loop and others.count(other) > 1 for other in others):
                    return True
        pairs = _closure([(place, place) for place in loop], pairs_after)
        for part in _components(pairs, pairs_after):
            if any(one == other for one, other in part) and any(one != two for one, two in part):
                return True
        return False

    def powers(self) -> int:
        """Return how many pairs of loops can follow each other and share their letters."""
        pairs = {
            (first, second)
            for first in self.loops
            for second in self.loops
            if first != second and self._share(first, second)
        }

        @cache
        def longest(loop: frozenset[int]) -> int:
            reached = _closure(loop, self.after)
            return max(
                (1 + longest(second) for first, second in pairs if first <= reached),
                default=0,
            )

        return max((longest(loop) for loop in self.loops), default=0)

    def _share(self, first: frozenset[int], second: frozenset[int]) -> bool:
        """Whether some letters lead round both loops, and from the first into the second."""
        if not second <= _closure(first, self.after):
            return False
        allowed = second
        if START in first and self.automaton.is_search:
            allowed = frozenset(place for place in second if not self.automaton.accepts(place))

        def triples_after(triple: tuple[int, int, int]) -> set[tuple[int, int, int]]:
            ways = [self.follow(place) for place in triple]
            return {
                (one, two, three)
                for letter in ways[0].keys() & ways[1].keys() & ways[2].keys()
                for one in ways[0][letter]
                if one in first
                for three in ways[2][letter]
                if three in allowed
                for two in ways[1][letter]
            }

        return any(
            (one, other, other) in _closure([(one, one, other)], triples_after)
            for one in first
            for other in allowed
        )


def _closure(starts: Iterable[Node], after: Callable[[Node], set[Node]]) -> set[Node]:
    found = set(starts)
    waiting = list(found)
    while waiting:
        for node in after(waiting.pop()) - found:
            found.add(node)
            waiting.append(node)
    return found


def _components(nodes: Iterable[Node], after: Callable[[Node], set[Node]]) -> list[set[Node]]:
    """Return the sets of nodes each of which leads to each other (Kosaraju)."""
    order: list[Node] = []
    known = set(nodes)
    seen: set[Node] = set()
    before: dict[Node, set[Node]] = {node: set() for node in known}
    for start in known:
        stack = [] if start in seen else [(start, iter(after(start)))]
        seen.add(start)
        while stack:
            node, others = stack[-1]
            other = next(others, None)
            if other is None:
                stack.pop()
                order.append(node)
                continue
            before[other].add(node)
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(after(other))))
    parts: list[set[Node]] = []
    placed: set[Node] = set()

    def unplaced_before(node: Node) -> set[Node]:
        return before[node] - placed

    for node in reversed(order):
        if node not in placed:
            parts.append(_closure([node], unplaced_before))
            placed |= parts[-1]
    return parts
