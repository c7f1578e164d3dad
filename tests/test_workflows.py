"""What runs on GitHub: nothing whose meaning another can change, and with no rights to write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

WORKFLOWS: Final = sorted((Path(__file__).parent.parent / ".github/workflows").glob("*.yml"))
USES: Final = re.compile(r"^[ -]*uses:(.*)$", re.MULTILINE)
PINNED: Final = re.compile(r" ([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)")


def used() -> list[str]:
    """Return what all workflows use."""
    return [line for path in WORKFLOWS for line in USES.findall(path.read_text("utf-8"))]


def test_actions_are_named_by_the_hash_of_a_commit() -> None:
    # Whoever owns an action can move its tags.
    assert used()
    assert [line for line in used() if PINNED.fullmatch(line) is None] == []


def test_each_action_is_used_in_one_version() -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for line in used():
        match = PINNED.fullmatch(line)
        assert match is not None
        found.setdefault(match[1], set()).add((match[2], match[3]))
    assert {name: len(versions) for name, versions in found.items()} == dict.fromkeys(found, 1)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    assert "write" not in text
    assert "pull_request_target" not in text
