"""For pytest, in the copy: note which tests come by which fault, run only those asked for."""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Generator
from pathlib import Path

import pytest

import coalbaron_fast


class Marks:
    """The file of marks, read and wiped after each test."""

    def __init__(self, marks: str, notes: str) -> None:
        with Path(marks).open("r+b") as file:
            self._marks = mmap.mmap(file.fileno(), 0)
        self._notes = Path(notes)

    def note(self, test: str, seconds: float, *, passed: bool) -> None:
        reached = [number for number, mark in enumerate(self._marks[:]) if mark]
        self._marks[:] = bytes(len(self._marks))
        line = {"test": test, "seconds": seconds, "passed": passed, "reached": reached}
        with self._notes.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    @pytest.hookimpl
    def pytest_collection_finish(self) -> None:
        # What is reached before the first test is anybody's.
        self.note("", 0.0, passed=True)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        self._seconds, self._passed = 0.0, True
        result = yield
        self.note(item.nodeid, self._seconds, passed=self._passed)
        return result

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds += report.duration
        self._passed = self._passed and not report.failed


class Chosen:
    """Only these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._order = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._order),
            key=lambda item: self._order[item.nodeid],
        )


def pytest_configure(config: pytest.Config) -> None:
    package = Path(coalbaron_fast.__file__)
    if not package.is_relative_to(config.rootpath):
        raise pytest.UsageError(f"{package} is not the copy under test")
    marks, notes = os.environ.get("PLANTED_REACHED"), os.environ.get("PLANTED_NOTES")
    if marks and notes:
        config.pluginmanager.register(Marks(marks, notes))
    if chosen := os.environ.get("PLANTED_TESTS"):
        tests = Path(chosen).read_text(encoding="utf-8").splitlines()
        config.pluginmanager.register(Chosen(tests))
