"""The versions for deployments: each with its hashes, and such that the project allows them."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

packaging = pytest.importorskip("packaging.requirements")

TOP: Final = Path(__file__).parent.parent
DEPLOYED: Final = ("arena", "cluster", "data", "envs", "openspiel", "server")
ALL: Final = "constraints.txt"
SERVICE: Final = "server/deploy/requirements.txt"
BUILD: Final = "server/deploy/build-requirements.txt"
NAMED: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)==([0-9][0-9A-Za-z.+!]*)( ; [^\\]+)?")
HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pinned(NamedTuple):
    """One version, for some systems or all, and its files."""

    version: str
    marker: str
    hashes: frozenset[str]


def pinned(name: str) -> dict[str, Pinned]:
    """Return what a file names. Every line must be a name with a version, or a hash of it."""
    text = (TOP / name).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found: dict[str, Pinned] = {}
    for entry in "\n".join(lines).replace(" \\\n", "\0").splitlines():
        first, *hashes = entry.split("\0")
        match = NAMED.fullmatch(first)
        assert match is not None, first
        assert match[1] not in found, first
        digests = [HASH.fullmatch(one.strip()) for one in hashes]
        assert all(digests), entry
        kept = frozenset(one[1] for one in digests if one is not None)
        assert len(kept) == len(hashes) > 0, first
        found[match[1]] = Pinned(match[2], match[3] or "", kept)
    assert list(found) == sorted(found)
    return found


def project() -> dict[str, Any]:
    loaded = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    return dict(loaded["project"])


def requirements(*extras: str) -> Iterator[Any]:
    """Yield what the project asks for, with these extras."""
    found = project()
    groups = [found["dependencies"], *(found["optional-dependencies"][one] for one in extras)]
    for text in itertools.chain(*groups):
        requirement = packaging.Requirement(text)
        if requirement.name != found["name"]:
            yield requirement


def build_requirements() -> Iterator[Any]:
    system = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["build-system"]
    yield from map(packaging.Requirement, system["requires"])


@pytest.mark.parametrize("name", [ALL, SERVICE, BUILD])
def test_each_version_has_the_hashes_of_its_files(name: str) -> None:
    assert pinned(name)
    # From where they come is set by whoever installs them.
    assert "://" not in (TOP / name).read_text("utf-8")


def test_the_files_for_other_systems_are_among_them() -> None:
    found = pinned(ALL)
    # Wheels for several systems and versions of Python, and the sources.
    for name in ("cython", "httptools", "numpy", "pydantic-core", "uvloop"):
        assert len(found[name].hashes) > 20, name


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        (ALL, [*requirements(*DEPLOYED), *build_requirements()]),
        (SERVICE, [*requirements("server")]),
        (BUILD, [*build_requirements()]),
    ],
    ids=[ALL, SERVICE, BUILD],
)
def test_what_is_asked_for_is_named_in_a_version_that_is_allowed(
    name: str, asked: list[Any]
) -> None:
    found = pinned(name)
    for requirement in asked:
        one = found[re.sub(r"[-_.]+", "-", requirement.name).lower()]
        assert requirement.specifier.contains(one.version), requirement


@pytest.mark.parametrize("name", [SERVICE, BUILD])
def test_the_parts_are_of_one_piece(name: str) -> None:
    assert pinned(name).items() <= pinned(ALL).items()


def test_the_server_is_bounded_from_above() -> None:
    # More of it is used than its command line: a new version is tried before it is let in.
    (uvicorn,) = (one for one in requirements("server") if one.name == "uvicorn")
    assert any(bound.operator == "<" for bound in uvicorn.specifier)
