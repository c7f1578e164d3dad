"""No fact of the game can change without a refusal that names it, or another game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast.games.coalbaron import facts, vocabulary
from coalbaron_fast.games.coalbaron.core import agreement
from coalbaron_fast.games.coalbaron.notation import tokens
from tests.games.coalbaron.changed_facts import Outcome

PROJECT: Final = Path(__file__).parents[3]
PLANTED: Final = "NOBODY_READS_IT: Final = 7"
WORDS: Final = frozenset(("COLOUR_NAMES", "SIDE_NAMES", "VEHICLE_NAMES", "REWARDS"))
"""Facts with names for people, which the rules never see."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the changes are tried in forks")


@pytest.mark.slow
def test_no_change_of_a_fact_passes_unnoticed() -> None:
    # One test, so that one process tries the changes.
    outcomes = try_changes()
    check_that_every_fact_was_changed(outcomes)
    check_what_was_unnoticed(outcomes)
    check_what_changed_words_alone(outcomes)
    check_refusals(outcomes)


def try_changes() -> list[Outcome]:
    """Say what became of every change, of a planted constant too."""
    command = [sys.executable, "-m", "tests.games.coalbaron.changed_facts", PLANTED]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [Outcome(*json.loads(line)) for line in done.stdout.splitlines()]


def check_that_every_fact_was_changed(outcomes: list[Outcome]) -> None:
    stated = {name for name in vars(facts) if re.fullmatch("[A-Z][A-Z_]+", name)}
    assert stated <= {outcome.fact for outcome in outcomes}
    assert len(outcomes) > 500


def check_what_was_unnoticed(outcomes: list[Outcome]) -> None:
    unnoticed = [outcome.name for outcome in outcomes if outcome.verdict == "unnoticed"]
    assert unnoticed[0] == "NOBODY_READS_IT"
    assert all(name.startswith("NOBODY_READS_IT") for name in unnoticed)


def check_what_changed_words_alone(outcomes: list[Outcome]) -> None:
    worded = [outcome for outcome in outcomes if outcome.verdict == "worded"]
    assert {outcome.fact for outcome in worded} == WORDS
    # Of a reward its name alone: what it pays is the game's.
    assert not [o.name for o in worded if re.fullmatch(r"REWARDS\[\d+\]\[[12]\]", o.name)]


def check_refusals(outcomes: list[Outcome]) -> None:
    refused = [outcome for outcome in outcomes if outcome.verdict == "refused"]
    assert not [o for o in refused if "facts." not in o.message]
    # Another literal also changes what follows from it, and that may be refused first.
    values = [outcome for outcome in refused if ", line " not in outcome.name]
    assert not [o for o in values if not re.search(rf"\b{o.fact}\b", o.message)]


# The checks themselves


@pytest.mark.parametrize("name", ["LOOK", "CAGE_ROOM", "CUBES_PER_COLOUR", "SHIFTS"])
def test_a_size_that_the_core_is_not_compiled_for_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    agreement.check_facts()
    stated = getattr(facts, name)
    monkeypatch.setattr(facts, name, stated + 1)
    message = f"facts.{name} is {stated + 1}; the core is compiled for {stated}"
    with pytest.raises(RuntimeError, match=message):
        agreement.check_facts()


def test_a_stack_with_more_known_places_than_there_is_room_for_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    locked = {**facts.LOCKED, 2: facts.LOCKED[2] | {"f5"}}
    monkeypatch.setattr(facts, "LOCKED", locked)
    with pytest.raises(RuntimeError, match=r"facts.LOCKED\[2\] .* of 42 known places"):
        agreement.check_facts()


@pytest.mark.parametrize("name", tokens.BASES)
def test_a_code_that_means_another_token_to_the_core_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    vocabulary.check_codes()
    monkeypatch.setitem(tokens.BASES, name, tokens.BASES[name] + 1)
    with pytest.raises(RuntimeError, match=rf"tokens\.{name} is"):
        vocabulary.check_codes()


def test_a_block_that_the_core_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tokens.BASES, "SWAP", tokens.VOCABULARY_SIZE)
    with pytest.raises(RuntimeError, match=r"tokens\.SWAP is 2359; the core is compiled for None"):
        vocabulary.check_codes()


@pytest.mark.parametrize("name", ["SLOTS", "PAIR_KINDS"])
def test_another_order_of_slots_or_pairs_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(tokens, name, getattr(tokens, name)[::-1])
    with pytest.raises(RuntimeError, match=rf"tokens\.{name} are"):
        vocabulary.check_codes()
