"""Counts of sequences from fixed positions: the behaviour of the rules in numbers."""

from __future__ import annotations

import pytest

from tests.games.coalcountry.make_perft import SUITE as COALCOUNTRY
from tests.games.perft_suites import Entry, Suite
from tests.games.ruhr.make_perft import SUITE as RUHR

SUITES = [RUHR, COALCOUNTRY]
ENTRIES = [entry for suite in SUITES for entry in suite.read()]
QUICK = 30_000


def names(entry: Entry) -> str:
    return f"{entry.suite.game}-{entry.players}-{entry.state().phase}"


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.game)
def test_every_phase_is_counted_at_every_number_of_seats(suite: Suite) -> None:
    counted = {(entry.players, entry.state().phase) for entry in suite.read()}
    assert counted == {(players, phase) for players in (2, 3, 4) for phase in suite.phases}


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
