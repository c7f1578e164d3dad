"""Every fact of components.json reaches the compiled tables, or is refused by its name."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.core import tables

WORDS: Final = ("source", "note", "game", "name", "names", "version", "types", "pieces", "bills")
"""Keys of what is told to people alone."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """The ways to every number and word."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in inner:
            if key not in WORDS:
                yield from leaves(entry, (*path, key))
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


def test_every_fact_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    components = copy.deepcopy(facts.COMPONENTS)
    before = tables.filled()
    unnoticed = []
    try:
        for path in leaves(components):
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


def test_reconstructions_are_named() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "coalcountry.md").read_text(encoding="utf-8")
    named = page.partition("| reconstruction |")[2].partition("\n\n")[0]
    assert sorted(facts.RECONSTRUCTED) == sorted(set(named.split("`")) & set(facts.COMPONENTS))
