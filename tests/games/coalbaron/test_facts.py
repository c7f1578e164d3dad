"""No fact of the game can change without a refusal, or another table, token or position."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core import constants, tables
from coalbaron_fast.games.coalbaron.notation import tokens
from coalbaron_fast.games.constants import check_digest, digest_of

GAME: Final = "coalbaron_fast.games.coalbaron"
SOURCE: Final = Path(facts.__file__).read_text(encoding="utf-8")
PLANTED: Final = "NOBODY_READS_IT"
NAMES: Final = re.compile(r"(COLOUR|SIDE|VEHICLE)_NAMES\[\d+\]|REWARDS\[\d+\]\[0\]")
"""What things are called: words for people, which neither rules nor tokens see."""

REFUSALS: Final = (RuntimeError, KeyError, ValueError, IndexError, TypeError, OverflowError)


# The changes


def other_values(value: object) -> Iterator[tuple[str, object]]:
    """Yield values that differ in one place, each with the place."""
    if isinstance(value, bool | type):
        return
    if isinstance(value, int):
        yield "", value + 1
    elif isinstance(value, str):
        for index in range(len(value)):
            yield f"[{index}]", f"{value[:index]}#{value[index + 1 :]}"
    elif isinstance(value, frozenset):
        yield from ((f" without {part}", value - {part}) for part in sorted(value))
        yield " with one more", value | {"#"}
    elif isinstance(value, dict):
        yield from other_dicts(value)
    elif isinstance(value, tuple):
        yield from other_tuples(value)


def other_dicts(value: dict[Any, object]) -> Iterator[tuple[str, object]]:
    """Yield dicts that lack an entry, or differ in one."""
    for key, part in value.items():
        yield f" without {key}", {other: value[other] for other in value if other != key}
        for place, changed in other_values(part):
            yield f"[{key!r}]{place}", {**value, key: changed}


def other_tuples(value: tuple[Any, ...]) -> Iterator[tuple[str, object]]:
    """Yield tuples, or named ones, that differ in one element; of words each changes once."""
    again = getattr(type(value), "_make", tuple)
    if again is tuple:
        yield " without the last", value[:-1]
        yield " with one more", (*value, *value[-1:])
    for index, part in enumerate(value):
        parts = [("", f"{part}#")] if isinstance(part, str) else other_values(part)
        for place, changed in parts:
            yield f"[{index}]{place}", again((*value[:index], changed, *value[index + 1 :]))


def changes() -> Iterator[tuple[str, str]]:
    """Yield each place of each public constant, with a line that changes it."""
    for fact, value in vars(load("")).items():
        if fact.isupper() and not fact.startswith("_"):
            for place, changed in other_values(value):
                yield f"{fact}{place}", f"{fact} = {changed!r}"
    yield PLANTED, f"{PLANTED} = 8"


# What notices


def load(line: str) -> ModuleType:
    """Return facts.py with a line more at its end."""
    module = ModuleType(f"{GAME}.facts")
    exec(f"{SOURCE}\n{line}\n", vars(module))  # noqa: S102 - our own file, changed
    return module


def seen(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """What the core, the tokens and the positions make of these facts."""
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, f"{GAME}.facts", module)
        for name in ("tokens", "position"):
            patch.delitem(sys.modules, f"{GAME}.notation.{name}")
        patch.setattr(constants, "facts", module)
        patch.setattr(tables, "facts", module)
        spelled = importlib.import_module(f"{GAME}.notation.tokens")
        shape = importlib.import_module(f"{GAME}.notation.position").SHAPE
        check_digest("tokens", spelled.VOCABULARY.constants, digest_of(tokens.VOCABULARY.constants))
        return tables.filled(), spelled.TOKENS, shape.schema()


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    names = [f"{GAME}.notation.{name}" for name in ("tokens", "position")]
    modules = {name: sys.modules[name] for name in names}
    package = sys.modules[f"{GAME}.notation"]
    yield
    monkeypatch.undo()
    for name, module in modules.items():
        sys.modules[name] = module
        setattr(package, name.rpartition(".")[2], module)
    tables.filled()


@pytest.mark.slow
def test_every_fact_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = seen(load(""), monkeypatch)
    unnoticed, tried = [], set()
    for name, line in changes():
        tried.add(re.split(r"[\[ ]", name)[0])
        try:
            if seen(load(line), monkeypatch) == plain:
                unnoticed.append(name)
        except REFUSALS:
            continue
    assert [name for name in unnoticed if not NAMES.fullmatch(name)] == [PLANTED]
    assert {name for name in vars(facts) if re.fullmatch("[A-Z][A-Z_]+", name)} <= tried


@pytest.mark.parametrize("name", ["LOOK", "CAGE_ROOM", "CUBES_PER_COLOUR", "SHIFTS"])
def test_a_size_that_the_core_is_not_compiled_for_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(facts, name, getattr(facts, name) + 1)
    with pytest.raises(RuntimeError, match=r"coalbaron's facts are not those .* build it again"):
        tables.filled()


def test_what_the_core_takes_for_granted_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(facts, "LOCKED", {**facts.LOCKED, 2: facts.LOCKED[2] | {"bank"}})
    with pytest.raises(RuntimeError, match=r"facts\.LOCKED\[2\] .* written for"):
        tables.filled()
