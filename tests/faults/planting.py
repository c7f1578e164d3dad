"""Faults in their places: drawn at random, and written into a copy of the tree.

All faults of a campaign are in the copy at once, each beside what is right, and the environment
says which one is at work (mutant schemata): one build serves them all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.faults.lines import Line, Token, brackets, read_lines, split, without_casts
from tests.faults.operators import EXPRESSION, Change, condition, one_less, statement
from tests.faults.rooms import Room

CYTHON = {".pyx", ".pxd", ".pxi"}
SKIPPED = frozenset(
    {"def", "cdef", "cpdef", "ctypedef", "class", "async", "@", "lambda", "print"}
    | {"import", "from", "cimport", "include", "global", "nonlocal", "pass"}
    | {"try", "except", "finally", "else", "with", "case", "match"}
)
SWITCH = "from coalbaron_fast.planted {} planted"


@dataclass(frozen=True)
class Fault:
    """One small change in one place."""

    room: str
    path: str
    line: int
    kind: str
    form: str
    start: int
    end: int
    right: str
    wrong: str

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Slot:
    """A part of a line that can be there twice, right and wrong, and how."""

    form: str
    """`statement`, `condition`, `value`, or `end` of a loop, which is a value as well."""
    tokens: tuple[Token, ...]


def slots(line: Line, *, is_cython: bool) -> Iterator[Slot]:
    """The parts of a line in which faults can be planted."""
    tokens = without_casts(line.tokens) if is_cython else line.tokens
    first, last = tokens[0].text, tokens[-1].text
    if not line.in_function or any(token.text == ";" for token in tokens):
        return
    if first in {"if", "elif", "while"} and last == ":":
        yield Slot("condition", tokens[1:-1])
    elif first == "for" and last == ":":
        start = next(place for place, token in enumerate(tokens) if token.text == "in") + 1
        if is_cython and tokens[start].text == "range":
            # The call must stay for Cython to make it a loop of C, and so must the step.
            inside = split(brackets(tokens, start + 1), tokens[start + 1].depth + 1)
            yield from (Slot("value", part) for part in inside[:2])
            yield Slot("end", inside[min(len(inside), 2) - 1])
        else:
            yield Slot("value", tokens[start:-1])
    elif first == "cdef" and last != ":":
        # A declaration cannot be in a branch; what is assigned in it can.
        for part in split(tokens, 0):
            equals = [place for place, token in enumerate(part) if token.text == "="]
            if equals:
                yield Slot("value", part[equals[0] + 1 :])
    elif not is_cython and (start := annotated(tokens)):
        yield Slot("value", tokens[start:])
    elif first not in SKIPPED and last != ":" and not is_text(tokens):
        yield Slot("statement", tokens)


def annotated(tokens: tuple[Token, ...]) -> int:
    """Where the value of a name with a type begins; 0 where there is none."""
    words = ["" if token.depth else token.text for token in tokens]
    if ":" in words and "=" in words and words.index(":") < words.index("="):
        return words.index("=") + 1
    return 0


def is_text(tokens: tuple[Token, ...]) -> bool:
    """Whether this says something only to readers."""
    return all(token.kind == "string" for token in tokens)


def changes(slot: Slot) -> dict[str, list[Change]]:
    """What could be wrong in a slot, by its kind."""
    if slot.form == "end":
        return {"steps": [one_less(slot.tokens)]}
    found = {kind: list(operator(slot.tokens)) for kind, operator in EXPRESSION.items()}
    if slot.form == "condition":
        found["condition"] = list(condition(slot.tokens))
    if slot.form == "statement":
        found["statement"] = list(statement(slot.tokens))
    return {kind: candidates for kind, candidates in found.items() if candidates}


def draw(room: Room, tree: Path, count: int, seed: int) -> list[Fault]:
    """Faults of a room: a line, a kind that fits it, a change of that kind, each at random."""
    generator = random.Random(f"{seed} {room.name}")
    lines: list[tuple[Path, str, list[Slot]]] = []
    for path in room.find_sources(tree):
        text = path.read_text(encoding="utf-8")
        for line in read_lines(text):
            parts = [slot for slot in slots(line, is_cython=path.suffix in CYTHON) if changes(slot)]
            if parts:
                lines.append((path, text, parts))
    generator.shuffle(lines)
    faults = []
    for path, text, parts in lines[:count]:
        slot = generator.choice(parts)
        kinds = changes(slot)
        kind = generator.choice(sorted(kinds))
        change = generator.choice(kinds[kind])
        start, end = slot.tokens[0].start, slot.tokens[-1].end
        faults.append(
            Fault(
                room.name,
                path.relative_to(tree).as_posix(),
                text.count("\n", 0, min(place for place, _, _ in change)) + 1,
                kind,
                slot.form,
                start,
                end,
                text[start:end],
                apply(text, start, end, change),
            )
        )
    return faults


def apply(text: str, start: int, end: int, change: Change) -> str:
    """The part of a text from start to end, with the edits made."""
    for first, last, words in sorted(change, reverse=True):
        # Words that go may have kept others apart.
        text = text[:first] + (words or " ") + text[last:]
        end += len(words or " ") - (last - first)
    return text[start:end].strip()


def schema(fault: Fault, number: int, indent: str) -> str:
    """Right and wrong beside each other, as one text."""
    asked = f"planted({number})"
    if fault.form == "condition":
        # Twice `not` makes two truths of what may be a pointer and a number.
        return f"(not not ({fault.wrong})) if {asked} else (not not ({fault.right}))"
    if fault.form in {"value", "end"}:
        return f"(({fault.wrong}) if {asked} else ({fault.right}))"
    inner = f"\n{indent}    "
    return f"if {asked}:{inner}{fault.wrong}\n{indent}else:{inner}{fault.right}"


def plant(tree: Path, faults: dict[int, Fault]) -> None:
    """Write all these faults into the tree, by their numbers, with the switch that they ask."""
    by_path: dict[str, dict[int, Fault]] = {}
    for number, fault in faults.items():
        by_path.setdefault(fault.path, {})[number] = fault
    for path, here in by_path.items():
        file = tree / path
        text = file.read_text(encoding="utf-8")
        top = end_of_head(text)
        for number, fault in sorted(here.items(), key=lambda item: -item[1].start):
            if text[fault.start : fault.end] != fault.right:
                raise ValueError(f"{fault.place} has changed since the faults were drawn")
            indent = text[text.rfind("\n", 0, fault.start) + 1 : fault.start]
            text = text[: fault.start] + schema(fault, number, indent) + text[fault.end :]
        word = "cimport" if file.suffix in CYTHON else "import"
        file.write_text(f"{text[:top]}{SWITCH.format(word)}\n{text[top:]}", encoding="utf-8")


def end_of_head(text: str) -> int:
    """Where imports may begin: after the module's own text and what must come first."""
    for line in read_lines(text):
        words = [token.text for token in line.tokens]
        if not is_text(line.tokens) and words[:2] != ["from", "__future__"]:
            return text.rfind("\n", 0, line.tokens[0].start) + 1
    return len(text)


def does_not_compile(errors: str, tree: Path, faults: dict[int, Fault]) -> set[int]:
    """The numbers of the faults at the places that Cython complains of."""
    found = set()
    for match in re.finditer(r"^(?:\S*/)?(src/\S+?):(\d+):\d+:", errors, re.MULTILINE):
        path, line = match[1], int(match[2])
        lines = (tree / path).read_text(encoding="utf-8").splitlines()
        # The switch is on the line of the error or shortly before.
        for text in reversed(lines[max(0, line - 8) : line]):
            numbers = {int(number) for number in re.findall(r"planted\((\d+)\)", text)}
            if numbers:
                found |= numbers & set(faults)
                break
    return found
