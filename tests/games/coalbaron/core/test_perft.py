"""The perft suites: counts of token sequences from stored positions of games for 2, 3 and 4."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.coalbaron.core import make_perft
from tests.games.coalbaron.core.make_perft import KINDS, MOST_NODES
from tests.games.coalbaron.core.perft_suite import (
    SUITES,
    Entry,
    format_suite,
    parse_suite,
    reference_divide,
    reference_perft,
)

ENTRIES: Final = [
    entry for path in SUITES.values() for entry in parse_suite(path.read_text(encoding="utf-8"))
]
IDS: Final = [f"{entry.players}-{entry.title.replace(' ', '_')}" for entry in ENTRIES]
REFERENCE_NODES: Final = 60
"""What the reference counts in a test; more of it when the suites are written."""


def check_counts(entry: Entry) -> None:
    """Every count of an entry; where one is wrong, what follows each token."""
    state = entry.state()
    for depth, stated in entry.counts.items():
        counted = state.perft(depth)
        if counted != stated:
            divided = "\n".join(
                f"  {token} {count}"
                for token, count in sorted(state.perft(depth, divide=True).items())
            )
            pytest.fail(
                f"{entry.players} players, {entry.title}, depth {depth}:"
                f" {stated} in the suite, {counted} counted\n{divided}\n{entry.position}",
                pytrace=False,
            )


@pytest.mark.parametrize("entry", ENTRIES, ids=IDS)
def test_the_counts_are_those_of_the_suite(entry: Entry) -> None:
    check_counts(entry)


@pytest.mark.parametrize("entry", ENTRIES, ids=IDS)
def test_the_moves_lead_to_the_position(entry: Entry) -> None:
    state = entry.state_played()
    assert state.to_text() == entry.position
    assert state == entry.state()


@pytest.mark.parametrize("entry", ENTRIES, ids=IDS)
def test_the_reference_counts_the_same(entry: Entry) -> None:
    game = entry.reference()
    assert reference_divide(game, 1) == entry.state().perft(1, divide=True)
    for depth, stated in entry.counts.items():
        if stated <= REFERENCE_NODES:
            assert reference_perft(game, depth) == stated


def test_the_counts_of_the_tokens_add_up() -> None:
    for entry in ENTRIES:
        state = entry.state()
        for depth, stated in entry.counts.items():
            if depth > 1 and stated <= 20_000:
                divided = state.perft(depth, divide=True)
                assert list(divided) == state.legal_moves()
                assert sum(divided.values()) == stated


@pytest.mark.parametrize("players", SUITES)
def test_a_suite_holds_every_kind_and_enough_of_it(players: int) -> None:
    entries = [entry for entry in ENTRIES if entry.players == players]
    assert [entry.title for entry in entries] == [kind.title for kind in KINDS]
    for entry, kind in zip(entries, KINDS, strict=True):
        assert kind.is_one(entry.state())
        assert list(entry.counts) == list(range(1, len(entry.counts) + 1))
        assert max(entry.counts.values()) <= MOST_NODES
    assert sum(max(entry.counts.values()) for entry in entries) > 1_000_000


def test_a_wrong_count_shows_what_follows_each_token() -> None:
    entry = ENTRIES[0]
    wrong = entry._replace(counts={1: entry.counts[1], 2: entry.counts[2] + 1})
    with pytest.raises(pytest.fail.Exception) as failure:
        check_counts(wrong)
    assert f"{entry.counts[2] + 1} in the suite, {entry.counts[2]} counted" in str(failure.value)
    for token, count in entry.state().perft(2, divide=True).items():
        assert f"\n  {token} {count}\n" in str(failure.value)


def test_the_suites_are_written_as_they_are_read() -> None:
    for players, path in SUITES.items():
        entries = [entry for entry in ENTRIES if entry.players == players]
        assert format_suite(entries) == path.read_text(encoding="utf-8")


def test_the_suites_are_made_the_same_again() -> None:
    """A part of each: positions are found by a fixed seed, not by chance."""
    for entry in ENTRIES:
        if max(entry.counts.values()) < 200_000:
            kind = next(kind for kind in KINDS if kind.title == entry.title)
            state = make_perft.find(entry.players, kind)
            assert state.to_text() == entry.position
            assert make_perft.count(state) == entry.counts


def test_a_disagreement_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [path.read_bytes() for path in SUITES.values()]
    monkeypatch.setattr(make_perft, "reference_perft", lambda *_: 0)
    assert make_perft.main([]) == 1
    assert "reference and core disagree: 2 players" in capsys.readouterr().err
    assert [path.read_bytes() for path in SUITES.values()] == before
