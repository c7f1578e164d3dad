"""Every fact of components.json reaches the compiled tables, or is refused by its name."""

from __future__ import annotations

import pytest

from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.ruhr.core import tables
from tests.games.facts_noticed import check_every_fact_is_noticed, check_reconstructions_are_named


def test_every_fact_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    check_every_fact_is_noticed(monkeypatch, facts, tables)


def test_a_path_of_the_transport_track_is_shorter_than_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(facts, "TRACK_BOXES", (3, 3, 2))
    with pytest.raises(RuntimeError, match=r"transport_track\.boxes"):
        tables.filled()
    monkeypatch.setattr(facts, "TRACK_BOXES", (4, 2, 1))
    tables.filled()
    monkeypatch.undo()
    tables.filled()


def test_reconstructions_are_named() -> None:
    check_reconstructions_are_named(facts, "ruhr.md")
