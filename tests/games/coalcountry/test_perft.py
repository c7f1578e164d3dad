"""Counts of sequences from fixed positions: the behaviour of the rules in numbers."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.make_perft import Entry, read_suite

ENTRIES = list(read_suite())
QUICK = 30_000


def names(entry: Entry) -> str:
    return f"{entry.players}-{entry.state().phase}"


def test_every_phase_is_counted_at_every_number_of_seats() -> None:
    assert len({names(entry) for entry in ENTRIES}) == len(ENTRIES) == 39


@pytest.mark.parametrize("entry", ENTRIES, ids=names)
def test_counts(entry: Entry) -> None:
    state = entry.state()
    for depth, count in entry.counts.items():
        if count <= QUICK:
            assert state.perft(depth) == count
    divided = state.perft(2, divide=True)
    assert list(divided) == state.legal_moves()
    assert sum(divided.values()) == state.perft(2)


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=names)
def test_deep_counts(entry: Entry) -> None:
    for depth, count in entry.counts.items():
        assert entry.state().perft(depth) == count
