"""The signature is compared with what the tree and its history state, without a search."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bench import signature
from bench.signature import Commit, committed_signature, complaints, stated_signature


def test_what_agrees_is_no_cause_for_complaint() -> None:
    assert complaints(7, 7, Commit("abc", 7)) == []
    assert complaints(7, 7, None) == []


def test_both_numbers_are_named_where_they_differ() -> None:
    (line,) = complaints(8, 7, Commit("abc", 7))
    assert "signature is 8" in line
    assert "states 7" in line
    (line,) = complaints(7, 7, Commit("abc", 6))
    assert "commit abc states 'Bench: 6'" in line
    assert "states 7" in line


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


@pytest.mark.parametrize(("measured", "status"), [(0, 0), (1, 1)])
def test_status_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    measured: int,
    status: int,
) -> None:
    stated = stated_signature()
    monkeypatch.setattr(sys, "argv", ["signature"])
    monkeypatch.setattr(signature, "measured_signature", lambda: stated + measured)
    monkeypatch.setattr(signature, "committed_signature", lambda: None)
    assert signature.main() == status
    output = capsys.readouterr()
    assert str(stated + measured) in output.out
    assert bool(output.err) == bool(status)


def test_an_update_rewrites_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "signature.txt"
    monkeypatch.setattr(signature, "STATED", path)
    monkeypatch.setattr(signature, "measured_signature", lambda: 99)
    monkeypatch.setattr(sys, "argv", ["signature", "--update"])
    assert signature.main() == 0
    assert stated_signature(path) == 99
