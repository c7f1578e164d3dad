"""What the README and the guide show is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[1]
README: Final = PROJECT / "README.md"
LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)")


@pytest.mark.parametrize(
    "path",
    [README, PROJECT / "docs" / "python.md", PROJECT / "docs" / "review.md"],
    ids=lambda path: path.name,
)
def test_the_examples_run(path: Path) -> None:
    results = doctest.testfile(str(path), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_commands_are_those_that_are_tested() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", README.read_text(encoding="utf-8"))
    assert commands == [
        "pip install . && coalbaron-engine analyse",
        'pip install -e ".[dev]" && pytest',
    ]
    lines = (PROJECT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    install, test = commands[1].split(" && ")
    assert lines.index(install) < lines.index('bash .ci/tests | tee "$work/tests.log"')
    assert f"    {test} -o" in (PROJECT / ".ci" / "tests").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path",
    [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), PROJECT / "protocol" / "SPEC.md"],
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(path: Path) -> None:
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_document_is_in_the_index() -> None:
    docs = PROJECT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    documents = {str(path.relative_to(docs)) for path in docs.rglob("*.md")} - {"README.md"}
    assert {document for document in documents if f"]({document})" not in index} == set()
