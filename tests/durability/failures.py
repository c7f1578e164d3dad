"""Let every step of writing and every allocation fail once, in all places that keep something.

python -m tests.durability.failures --runs 10000
"""

# ruff: noqa: ANN401 - what is kept is anything

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import math
import os
import pickle
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from coalbaron_fast.arena import StoreError, WriteError
from coalbaron_fast.errors import NetworkError
from tests.durability.disk import WRITES_ONLY, Disk, KilledError, Way
from tests.durability.rooms import ROOMS, Room

PLACE: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
"""In memory: what is forced to a disk is known here without one."""
MOST_ALLOCATIONS: Final = 1 << 24


INTERPRETER: Final = (
    "not PosixPath",
    "without exception set",
    "without setting an exception",
    "while decompressing data",
    "can't allocate read lock",
)
"""How CPython tells of memory that it lacks where it loses its own MemoryError: an `os` function
whose path could not be copied says that it is no path."""


def missing(room: Room) -> str | None:
    """Return a module that the work needs and that is not installed."""
    return next((name for name in room.needs if importlib.util.find_spec(name) is None), None)


@cache
def truth_of(name: str) -> tuple[Any, int]:
    """Return what undisturbed work keeps, and how many steps it takes."""
    room = ROOMS[name]
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        path = Path(folder)
        room.prepare(path)
        disk = Disk(path)
        with disk.failing():
            room.run(path, lambda _: None)
        disk.settle()
        return room.held(path), len(disk.steps)


def fails_once(name: str, way: Way, number: int) -> str | None:
    """Let a step go wrong; return which it was, None if the work does not come so far.

    Raises AssertionError if something was lost or is false, was not told in one sentence, or the
    work does not go on to the same result.
    """
    room, (truth, _) = ROOMS[name], truth_of(name)
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        path = Path(folder)
        room.prepare(path)
        disk, acknowledged = Disk(path, way, number), list[Any]()
        try:
            with disk.failing():
                room.run(path, acknowledged.append)
        except KilledError:
            pass
        except (StoreError, WriteError, NetworkError) as error:
            check_sentence(str(error), path)
        finally:
            disk.settle()
        if disk.failed is None:
            return None
        if way in WRITES_ONLY and disk.failed != "write":
            return disk.failed
        goes_on(room, path, acknowledged, truth)
        return disk.failed


def goes_on(room: Room, path: Path, acknowledged: list[Any], truth: Any) -> None:
    """Check what is kept, and that the work comes to the same result."""
    room.check(path, acknowledged, truth)
    room.run(path, acknowledged.append)
    assert room.held(path) == truth, "another result"


def check_sentence(text: str, path: Path) -> None:
    """One line that names a file and says why, without numbers of errors."""
    assert "\n" not in text, text
    assert "Errno" not in text, text
    assert str(path) in text or "play" in text, text


# -- memory


def allocation_fails_once(name: str, number: int) -> bool:
    """Let an allocation of Python fail, in a process of its own; return whether one did."""
    room, (truth, _) = ROOMS[name], truth_of(name)
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        path = Path(folder)
        room.prepare(path)
        acknowledged, end = in_child(room, path, number)
        kind, text = end
        if kind == "done":
            return False
        if kind != "MemoryError" and not any(text.endswith(end) for end in INTERPRETER):
            # What a door says of it; of the error alone the program says that memory is short.
            assert kind in ("StoreError", "WriteError", "NetworkError", "ValueError"), end
            assert text.strip().rpartition(":")[2], text
        assert "Traceback" not in text, text
        goes_on(room, path, acknowledged, truth)
        return True


def in_child(room: Room, path: Path, number: int) -> tuple[list[Any], tuple[str, str]]:
    """Run the work in a child; return what it acknowledged, and how it ended."""
    import _testcapi  # type: ignore[import-not-found] # noqa: PLC0415 - CPython's own

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "wb") as told:
            end = ("done", "")
            acknowledged: list[Any] = []
            try:
                _testcapi.set_nomemory(number, number + 1)
                room.run(path, acknowledged.append)
            except BaseException as error:  # noqa: BLE001 - it is told
                end = (type(error).__name__, str(error))
            finally:
                _testcapi.remove_mem_hooks()
            pickle.dump((acknowledged, end), told)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        data = told.read()
    _, status = os.waitpid(child, 0)
    assert data, f"the process ended with status {status}"
    found: tuple[list[Any], tuple[str, str]] = pickle.loads(data)  # noqa: S301 - our own
    return found


def allocations_of(name: str) -> int:
    """Return about how many allocations the work makes."""
    count = 1024
    while count < MOST_ALLOCATIONS and allocation_fails_once(name, count):
        count *= 2
    return count


# -- all of it


def every_step(name: str) -> Iterator[tuple[Way, int]]:
    """Yield every step of a room's work with every way in which it can go wrong."""
    _, steps = truth_of(name)
    for way in Way:
        for number in range(steps):
            yield way, number


def main() -> int:
    """Try at least `--runs` failures; say how many in each room, and what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.durability.failures")
    parser.add_argument("--runs", type=int, default=10_000, help="at least; default: 10000")
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="let allocations fail for this long at most"
    )
    parser.add_argument(
        "--only-allocations", action="store_true", help="leave the steps of writing out"
    )
    arguments = parser.parse_args()
    names = []
    for name in arguments.rooms:
        absent = missing(ROOMS[name])
        if absent is None:
            names.append(name)
        else:
            print(f"{name}: not tried, {absent} is not installed")
    # What a fork does not copy comes last: JAX has threads.
    forked = [name for name in names if "jax" not in ROOMS[name].needs]
    rest = [name for name in names if name not in forked]
    steps, memory, faults = Counter[str](), Counter[str](), Counter[str]()
    begun = time.monotonic()
    if not arguments.only_allocations:
        steps.update(try_steps(forked, faults))
    chance = random.Random(arguments.seed)
    memory.update(
        try_allocations(forked, arguments.runs - steps.total(), arguments.seconds, chance, faults)
    )
    if not arguments.only_allocations:
        steps.update(try_steps(rest, faults))
    for name in names:
        print(f"{name:12} {steps[name]:6} steps {memory[name]:6} allocations")
    print(
        f"{steps.total() + memory.total()} runs in {time.monotonic() - begun:.0f} s,"
        f" {faults.total()} faults"
    )
    return 1 if faults else 0


def try_steps(names: Sequence[str], faults: Counter[str]) -> Counter[str]:
    """Let every step of some rooms go wrong in every way; return how many of each room."""
    tried = Counter[str]()
    for name in names:
        for way, number in every_step(name):
            tried[name] += 1
            with told(faults, f"{name}, step {number}, {way}"):
                fails_once(name, way, number)
    return tried


def try_allocations(
    names: Sequence[str], count: int, seconds: float, chance: random.Random, faults: Counter[str]
) -> Counter[str]:
    """Let `count` allocations fail, or for `seconds`, in the same time in each room.

    Returns how many in each.
    """
    tried, spent = Counter[str](), dict.fromkeys(names, 0.0)
    most = {name: allocations_of(name) for name in names}
    while names and tried.total() < count and sum(spent.values()) < seconds:
        name = min(spent, key=spent.__getitem__)
        number = chance.randrange(most[name])
        tried[name] += 1
        begun = time.monotonic()
        with told(faults, f"{name}, allocation {number}"):
            allocation_fails_once(name, number)
        spent[name] += time.monotonic() - begun
    return tried


@contextlib.contextmanager
def told(faults: Counter[str], what: str) -> Iterator[None]:
    """Say what went wrong, and go on."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        faults[what] += 1
        print(f"{what}: {type(error).__name__}: {error!s:.300}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
