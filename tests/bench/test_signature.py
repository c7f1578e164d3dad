"""The signature is compared with what the tree and its history state, without a search."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench import signature
from bench.signature import (
    Commit,
    Kind,
    committed_signature,
    complaints,
    kinds,
    state_signatures,
    stated_signatures,
)

from coalbaron_fast.games import DEFAULT

PLAYED, GUESSED, OTHER = Kind("a", "net"), Kind("a", "hand"), Kind("b", "hand")


def test_what_agrees_is_no_cause_for_complaint() -> None:
    both = {PLAYED: 7, GUESSED: 9}
    assert complaints(both, dict(both), Commit("abc", 7)) == []
    assert complaints(both, dict(both), None) == []


def test_all_numbers_are_named_where_they_differ() -> None:
    (line,) = complaints({PLAYED: 8, GUESSED: 9}, {PLAYED: 7, GUESSED: 9}, Commit("abc", 7))
    assert "a with net changed: their signature is 8" in line
    assert "states 7" in line
    (line,) = complaints({PLAYED: 7, GUESSED: 9}, {PLAYED: 7, GUESSED: 9}, Commit("abc", 9))
    assert "commit abc states 'Bench: 9'" in line
    assert "states 7" in line


def test_a_kind_that_only_one_side_has_is_named() -> None:
    new, gone = complaints({PLAYED: 7, OTHER: 1}, {PLAYED: 7, GUESSED: 9}, None)
    assert "b with hand changed: their signature is 1, signature.txt states none" in new
    assert "a with hand changed: their signature is none, signature.txt states 9" in gone


def test_the_file_states_every_kind_in_order() -> None:
    assert list(stated_signatures()) == list(kinds())
    assert next(kinds()).game == DEFAULT


GIT = shutil.which("git") or "git"


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that no setting of this machine reaches."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for person in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{person}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{person}_EMAIL", "somebody@example.org")
    repository = tmp_path / "repository"
    subprocess.run([GIT, "init", "--quiet", str(repository)], check=True)
    return repository


def commit(repository: Path, message: str) -> None:
    """Add a commit without a change."""
    command = [GIT, "-C", str(repository), "commit", "--quiet", "--allow-empty", "-m", message]
    subprocess.run(command, check=True)


def test_the_newest_statement_counts(history: Path) -> None:
    assert committed_signature(history) is None
    commit(history, "Start\n\nSignature unchanged")
    assert committed_signature(history) is None
    commit(history, "Search deeper\n\nIt pays.\n\nBench: 12")
    commit(history, "Search wider\n\nIt pays more.\n\nBench: 345")
    commit(history, "Mend a comment on Bench: lines\n\nSignature unchanged")
    found = committed_signature(history)
    assert found is not None
    assert found.signature == 345


def test_a_history_elsewhere_is_found_by_its_name(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(history, "Search deeper\n\nBench: 12")
    copy = tmp_path / "copy"
    copy.mkdir()
    assert committed_signature(copy) is None
    monkeypatch.setenv("GIT_DIR", str(history / ".git"))
    found = committed_signature(copy)
    assert found is not None
    assert found.signature == 12


@pytest.mark.parametrize(("more", "status"), [(0, 0), (1, 1)])
def test_status_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: int, status: int
) -> None:
    measured = {kind: number + more for kind, number in stated_signatures().items()}
    monkeypatch.setattr(sys, "argv", ["signature"])
    monkeypatch.setattr(signature, "measured_signatures", lambda: measured)
    monkeypatch.setattr(signature, "committed_signature", lambda: None)
    assert signature.main() == status
    output = capsys.readouterr()
    assert all(str(number) in output.out for number in measured.values())
    assert bool(output.err) == bool(status)


def test_an_update_rewrites_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "signature.txt"
    monkeypatch.setattr(signature, "state_signatures", lambda found: state_signatures(found, path))
    monkeypatch.setattr(signature, "measured_signatures", lambda: {PLAYED: 99, OTHER: 5})
    monkeypatch.setattr(sys, "argv", ["signature", "--update"])
    assert signature.main() == 0
    assert stated_signatures(path) == {PLAYED: 99, OTHER: 5}
