"""The constraints for deployments: names with versions, that the project itself allows."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

packaging = pytest.importorskip("packaging.requirements")

TOP = Path(__file__).parent.parent
DEPLOYED = ("arena", "cluster", "data", "envs", "openspiel", "server")
LINE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*==[0-9][0-9A-Za-z.+!]*")


def lines() -> list[str]:
    text = (TOP / "constraints.txt").read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def project() -> dict[str, Any]:
    loaded = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    return dict(loaded["project"])


def requirements() -> Iterator[Any]:
    found = project()
    groups = [found["dependencies"], *(found["optional-dependencies"][one] for one in DEPLOYED)]
    for text in itertools.chain(*groups):
        requirement = packaging.Requirement(text)
        if requirement.name != found["name"]:
            yield requirement


def test_each_line_is_a_name_and_a_version() -> None:
    assert [line for line in lines() if not LINE.fullmatch(line)] == []
    names = [line.partition("==")[0] for line in lines()]
    assert names == sorted(set(names))


def test_what_the_extras_ask_for_is_named_in_a_version_that_they_allow() -> None:
    versions = dict(line.split("==") for line in lines())
    for requirement in requirements():
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        assert requirement.specifier.contains(versions[name]), requirement


def test_the_server_is_bounded_from_above() -> None:
    # More of it is used than its command line: a new version is tried before it is let in.
    (uvicorn,) = (one for one in requirements() if one.name == "uvicorn")
    assert any(bound.operator == "<" for bound in uvicorn.specifier)
