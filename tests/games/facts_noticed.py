"""What holds of every game's components.json: its facts reach the compiled tables."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

DOCS: Final = Path(__file__).parents[2] / "docs"
TOLD: Final = ("source", "note", "game", "name", "names")
"""Keys of what is told to people alone."""


def leaves(
    value: Any,  # noqa: ANN401
    told: tuple[str, ...],
    path: tuple[Any, ...] = (),
) -> Iterator[tuple[Any, ...]]:
    """The ways to every number and word."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in inner:
            if key not in told:
                yield from leaves(entry, told, (*path, key))
    else:
        yield path


def changed(components: dict[str, Any], path: tuple[Any, ...]) -> str:
    """The file with one value changed."""
    other: Any = copy.deepcopy(components)
    *way, last = path
    inside = other
    for key in way:
        inside = inside[key]
    value = inside[last]
    if isinstance(value, bool):
        inside[last] = not value
    elif isinstance(value, int):
        inside[last] = value + 1
    else:
        inside[last] = f"{value}x"
    return json.dumps(other)


def check_every_fact_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
    facts: ModuleType,
    tables: ModuleType,
    *told: str,
) -> None:
    """Every fact reaches the tables or is refused, but for keys that are told to people alone."""
    components = copy.deepcopy(facts.COMPONENTS)
    before = tables.filled()
    unnoticed = []
    try:
        for path in leaves(components, (*TOLD, *told)):
            text = changed(components, path)
            monkeypatch.setattr(Path, "read_text", lambda *_, text=text, **__: text)
            try:
                importlib.reload(facts)
                if tables.filled() == before:
                    unnoticed.append(path)
            except (RuntimeError, KeyError, ValueError, IndexError, TypeError):
                continue
    finally:
        monkeypatch.undo()
        importlib.reload(facts)
        assert tables.filled() == before
    assert unnoticed == []


def check_reconstructions_are_named(facts: ModuleType, page: str) -> None:
    """The page of the game names the groups that are reconstructions, and no others."""
    text = (DOCS / page).read_text(encoding="utf-8")
    named = text.partition("| reconstruction |")[2].partition("\n\n")[0]
    assert sorted(facts.RECONSTRUCTED) == sorted(set(named.split("`")) & set(facts.COMPONENTS))
