"""Every fact of components.json reaches the compiled tables, or is refused by its name."""

from __future__ import annotations

import pytest

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.core import tables
from tests.games.facts_noticed import check_every_fact_is_noticed, check_reconstructions_are_named


def test_every_fact_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    check_every_fact_is_noticed(monkeypatch, facts, tables, "version", "types", "pieces", "bills")


def test_reconstructions_are_named() -> None:
    check_reconstructions_are_named(facts, "coalcountry.md")
