"""Every step of writing fails once, everywhere: nothing is lost, nothing is false, it goes on.

A part of `python -m tests.durability.failures`; and that the disk of these tests would notice.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from coalbaron_fast import files
from coalbaron_fast.arena import store
from coalbaron_fast.review import openings
from tests.durability.disk import POWER, WRITES_ONLY, Way
from tests.durability.failures import (
    check_sentence,
    every_step,
    fails_once,
    missing,
    truth_of,
)
from tests.durability.rooms import ROOMS

PART = 7
SLOW_PART = 61
"""Of all steps in all ways one in this many is tried: each step fails in some of the ways."""

ALLOCATIONS = 12


def needed(name: str) -> str:
    absent = missing(ROOMS[name])
    if absent is not None:
        pytest.skip(f"{absent} is not installed")
    return name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if "jax" in room.needs else [])
        for name, room in ROOMS.items()
    ],
)
def test_a_failure_loses_nothing(name: str) -> None:
    part = SLOW_PART if "jax" in ROOMS[needed(name)].needs else PART
    tried = [
        fails_once(name, way, number)
        for place, (way, number) in enumerate(every_step(name))
        if place % part == 0
    ]
    assert tried
    assert None not in tried


def test_every_kind_of_step_is_met() -> None:
    assert {fails_once("match", Way.KILLED, number) for number in range(truth_of("match")[1])} >= {
        "open", "write", "fsync", "link", "flock"
    }  # fmt: skip


@pytest.mark.parametrize("name", [name for name, room in ROOMS.items() if "jax" not in room.needs])
def test_no_memory_loses_nothing(name: str) -> None:
    pytest.importorskip("_testcapi", reason="this Python comes without its own tests")
    # In a fresh process: it forks, and what other tests have loaded here has threads.
    words = ["--only-allocations", "--rooms", needed(name), "--runs", str(ALLOCATIONS)]
    told = subprocess.run(
        [sys.executable, "-m", "tests.durability.failures", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert f" {ALLOCATIONS} allocations" in told.stdout


def test_a_sentence_is_asked_for() -> None:
    check_sentence("/there/x cannot be written: No space left on device", Path("/there"))
    for text in ("[Errno 28] /there/x", "/there/x\nTraceback", "No space left on device"):
        with pytest.raises(AssertionError):
            check_sentence(text, Path("/there"))


# -- the tests would notice

Planted = tuple[str, object, str, Callable[..., object]]


def half_forced(descriptor: int, path: Path, line: bytes) -> None:
    """Write a line as `append_line` does, but leave it to the system when it comes to the disk."""
    del path
    os.write(descriptor, line)


PLANTED: list[Planted] = [
    ("match", store, "append_line", half_forced),
    ("results", store, "flush_directory", lambda _: None),
    ("match", store, "flush_directory", lambda _: None),
    ("play", files, "flush_directory", lambda _: None),
    ("openings", files, "put_in_place", lambda beside, path: beside.replace(path)),
    ("openings", openings, "write_whole", lambda path, data: path.write_bytes(data)),
]


@pytest.mark.parametrize("planted", PLANTED, ids=[f"{one[0]} {one[2]}" for one in PLANTED])
def test_what_is_not_forced_to_the_disk_is_missed(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, module, function, planted_function = planted
    truth_of(name)
    monkeypatch.setattr(module, function, planted_function)
    for other in (store, files):
        # Where it was imported by name.
        if other is not module and hasattr(other, function):
            monkeypatch.setattr(other, function, planted_function)
    found = []
    for way, number in every_step(name):
        if way in WRITES_ONLY or way not in POWER:
            continue
        try:
            if fails_once(name, way, number) is None:
                found.append("a step that is not taken any more")
        except Exception as error:  # noqa: BLE001 - lost, or unreadable: both are found
            found.append(str(error))
    assert found
