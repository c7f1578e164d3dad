"""A campaign in a directory of its own: the copy, the faults in it, what the tests made of each."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.faults.planting import Fault, does_not_compile, draw, plant
from tests.faults.rooms import ROOMS, Room

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", ".hypothesis", "*_cache", "__pycache__", "node_modules", "dist"
)
LEAST_LIMIT_S = 90.0
"""What any run of tests gets; those that take long get three times what they took before."""

SPARE = 3
"""Faults drawn for each that is asked for: some do not compile."""


@dataclass(frozen=True)
class Asked:
    """What a campaign was begun with."""

    rooms: list[str]
    each: int
    seed: int


@dataclass(frozen=True)
class Result:
    """What the tests of its room made of a fault."""

    number: int
    outcome: str
    """`found`, `endless` (found by the clock), `survived`, or `not reached` by any test."""
    test: str
    seconds: float

    @property
    def is_found(self) -> bool:
        return self.outcome in {"found", "endless"}


@dataclass(frozen=True)
class Reach:
    """What a test came by, and how long it took."""

    test: str
    seconds: float
    passed: bool
    reached: frozenset[int]


def failed_first(words: Iterable[str]) -> str:
    """Return the first test that pytest names in its summary; a captured log is no part of it."""
    found = (re.match(r"(?:FAILED|ERROR) (\S+)", line) for line in words)
    return next((match[1] for match in found if match), "")


class Campaign:
    """Faults in a copy of the tree; everything is kept, so that it goes on where it was left."""

    def __init__(
        self, directory: Path, root: Path = ROOT, rooms: Mapping[str, Room] = ROOMS
    ) -> None:
        self.directory = directory
        self.root = root
        self.rooms = rooms
        self.tree = directory / "tree"
        self.faults: dict[int, Fault] = {}
        self.asked: Asked | None = None
        if self._drawn.exists():
            kept = json.loads(self._drawn.read_text(encoding="utf-8"))
            self.asked = Asked(**kept["asked"])
            self.faults = {int(number): Fault(**fault) for number, fault in kept["faults"].items()}

    @property
    def _drawn(self) -> Path:
        return self.directory / "faults.json"

    @property
    def _results(self) -> Path:
        return self.directory / "results.jsonl"

    def _notes(self, room: str) -> Path:
        return self.directory / f"reached-{room}.jsonl"

    # -- the copy ------------------------------------------------------------------------------

    def begin(self, asked: Asked) -> None:
        """Draw faults, write them into a copy of the tree, and build it."""
        shutil.rmtree(self.tree, ignore_errors=True)
        self.directory.mkdir(parents=True, exist_ok=True)
        each = asked.each
        drawn = {
            room: draw(self.rooms[room], self.root, SPARE * each, asked.seed)
            for room in asked.rooms
        }
        numbers: dict[int, Fault] = {}
        for faults in drawn.values():
            for fault in faults[:each]:
                numbers[len(numbers) + 1] = fault
        spare = {room: faults[each:] for room, faults in drawn.items()}
        shutil.copytree(self.root, self.tree, ignore=LEFT_BEHIND, symlinks=True)
        for name in ("switch.py", "switch.pxd"):
            shutil.copy2(HERE / name, self.tree / f"src/coalbaron_fast/planted{Path(name).suffix}")
        # What is right is compared with what is wrong, not with the clock.
        setup = self.tree / "setup.py"
        text = setup.read_text(encoding="utf-8").replace('"-O3"', '"-O1"')
        setup.write_text(text, encoding="utf-8")
        plant(self.tree, numbers)
        while errors := self._build():
            wrong = does_not_compile(errors, self.tree, numbers)
            if not wrong:
                raise RuntimeError(f"the copy does not build:\n{errors}")
            paths = {numbers[number].path for number in wrong}
            for number in sorted(wrong):
                print(f"does not compile: {numbers[number].place} {numbers[number].wrong}")
                left = spare[numbers.pop(number).room]
                if left:
                    numbers[number] = left.pop(0)
                    paths.add(numbers[number].path)
            for path in paths:
                shutil.copy(self.root / path, self.tree / path)
            plant(self.tree, {n: fault for n, fault in numbers.items() if fault.path in paths})
        self.faults = numbers
        self._results.unlink(missing_ok=True)
        for room in self.rooms:
            self._notes(room).unlink(missing_ok=True)
        kept = {str(number): vars(fault) for number, fault in numbers.items()}
        text = json.dumps({"asked": vars(asked), "faults": kept}, indent=1)
        self._drawn.write_text(text, encoding="utf-8")
        self.asked = asked

    def _build(self) -> str:
        """Build the copy; returns what the compiler says, if it fails."""
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        build = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, check=False)
        return build.stdout + build.stderr if build.returncode else ""

    def renew_tests(self) -> None:
        """Take over the tests as they are now, and forget which survived the old ones."""
        shutil.rmtree(self.tree / "tests")
        shutil.copytree(self.root / "tests", self.tree / "tests", ignore=LEFT_BEHIND)
        kept = [result for result in self.results() if result.is_found]
        self._results.write_text("".join(as_line(result) for result in kept), encoding="utf-8")
        for room in self.rooms:
            self._notes(room).unlink(missing_ok=True)

    # -- the tests -----------------------------------------------------------------------------

    def results(self) -> Iterator[Result]:
        """What is known so far."""
        if self._results.exists():
            for line in self._results.read_text(encoding="utf-8").splitlines():
                yield Result(**json.loads(line))

    def run(self) -> Iterator[Result]:
        """Try each fault that has not been tried, room by room."""
        done = {result.number for result in self.results()}
        for room in self.rooms:
            left = [n for n, fault in self.faults.items() if fault.room == room and n not in done]
            if not left:
                continue
            reach = self._reach(room)
            for number in left:
                result = self._try(number, reach)
                with self._results.open("a", encoding="utf-8") as file:
                    file.write(as_line(result))
                yield result

    def _reach(self, room: str) -> list[Reach]:
        """Run all tests of a room without a fault, and note what each comes by."""
        notes = self._notes(room)
        if not notes.exists():
            marks = self.directory / "marks"
            marks.write_bytes(bytes(max(self.faults) + 1))
            part = notes.with_suffix(".part")
            part.unlink(missing_ok=True)
            more = {"PLANTED_REACHED": str(marks), "PLANTED_NOTES": str(part)}
            status = self._pytest(self.rooms[room].find_tests(self.tree), more, None)[0]
            if status not in {0, 1}:
                raise RuntimeError(f"the tests of {room} do not run: status {status}")
            part.rename(notes)
        found = []
        for text in notes.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            found.append(Reach(**{**line, "reached": frozenset(line["reached"])}))
            if not found[-1].passed:
                print(f"fails without any fault, and is left out: {found[-1].test}")
        return found

    def _try(self, number: int, reach: list[Reach]) -> Result:
        """Run the tests that come by a fault, the quickest first, then the rest of their files.

        What a file's tests share was made in one of them; the others may look at it too.
        """
        tests = [line for line in reach if line.test and line.passed]
        meet = [line for line in tests if number in line.reached]
        files = {line.test.partition("::")[0] for line in meet}
        if any(number in line.reached for line in reach if not line.test):
            files = {line.test.partition("::")[0] for line in tests}
        beside = [
            line for line in tests if line not in meet and line.test.partition("::")[0] in files
        ]
        chosen = sorted(meet, key=lambda line: line.seconds) + beside
        if not chosen:
            return Result(number, "not reached", "", 0.0)
        names = self.directory / "tests"
        names.write_text("\n".join(line.test for line in chosen), encoding="utf-8")
        more = {"PLANTED_FAULT": str(number), "PLANTED_TESTS": str(names)}
        limit = LEAST_LIMIT_S + 3.0 * sum(line.seconds for line in chosen)
        started = time.monotonic()
        status, words = self._pytest(sorted(files), more, limit)
        seconds = round(time.monotonic() - started, 1)
        if status is None:
            return Result(number, "endless", "", seconds)
        if status == 0:
            return Result(number, "survived", "", seconds)
        return Result(number, "found", failed_first(words) or f"status {status}", seconds)

    def _pytest(
        self, tests: list[str], more: dict[str, str], limit_s: float | None
    ) -> tuple[int | None, list[str]]:
        """Run tests of the copy on the copy; the status is None where time ended them."""
        command = [
            sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not slow", "--tb=line",
            "-p", "no:cacheprovider", "-p", "tests.faults.plugin", *tests,
        ]  # fmt: skip
        if limit_s is not None:
            command.insert(3, "-x")
        paths = [self.tree, *(self.tree / name for name in ("src", "protocol", "server"))]
        environment = {
            **os.environ,
            **more,
            "PYTHONPATH": os.pathsep.join(str(path) for path in paths),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        # A file, not a pipe: what a test leaves running would keep that open.
        log = self.directory / "pytest.log"
        with (
            log.open("w", encoding="utf-8") as output,
            subprocess.Popen(
                command, cwd=self.tree, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            ) as process,
        ):  # fmt: skip
            try:
                status = process.wait(limit_s)
            except subprocess.TimeoutExpired:
                status = None
            # A test's own processes end with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        return status, log.read_text(encoding="utf-8", errors="replace").splitlines()


def as_line(result: Result) -> str:
    return json.dumps(vars(result)) + "\n"
