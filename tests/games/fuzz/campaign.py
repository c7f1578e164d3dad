"""Changed inputs by number, in processes of their own: what they come to, and what was found.

An input's number says what is changed. If a process dies, the number at which it did is a finding,
and the next process goes on after it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from coalbaron_fast import PositionError
from coalbaron_fast.errors import Defect
from coalbaron_fast.games import Position
from tests.games.fuzz.mutation import mutated
from tests.games.fuzz.promises import BrokenPromiseError, Promises, loaded_from, promise
from tests.games.fuzz.samples import game_called, samples
from tests.games.fuzz.values import Places, copied, undo

PROJECT: Final = Path(__file__).parents[3]
PROGRAM: Final = "tests.games.fuzz"
STEPS: Final = 10
"""Changes of a position in dict form, one on top of the other while they are accepted."""
MOST_FLIPS: Final = 8
LONGEST_TEXT: Final = 65_536
MOST_DEATHS: Final = 50
SECONDS_PER_INPUT: Final = 60
MEMORY_BYTES: Final = 4 << 30
"""A flipped length of a pickle may ask for more; then it is refused."""
IS_SANITIZED: Final = "asan" in os.environ.get("LD_PRELOAD", "")

KINDS: Final = {"dict": 10, "text": 15, "json": 10, "record": 10, "pickle": 10}
"""The forms of a position, and how often each is changed beside the others; a dict in steps."""


class Campaign:
    """Reads changed inputs of one game, holds what is accepted against its promises, and counts."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self.game = game_called(name)
        self.samples = samples(name)
        self.counts: Counter[str] = Counter()
        self.answers: set[str] = set()
        self.promises = Promises(self.game, self.counts)
        self.makers: dict[str, Callable[[Random], None]] = {
            "dict": self._change_dict,
            "text": self._change_text,
            "json": self._change_json,
            "record": self._change_record,
            "pickle": self._change_pickle,
        }

    def examine(self, number: int) -> None:
        """Change and read one input; any exception that comes out of here is a finding."""
        rng = Random(f"{self.seed} {number}")
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        self.makers[kind](rng)

    def _read(self, kind: str, read: Callable[[], Position], rng: Random) -> bool:
        """Read an input of some kind, and check what is accepted."""
        self.counts[f"{kind}: changed"] += 1
        try:
            state = read()
        except PositionError as error:
            self.answers.add(f"{kind} {error.defect} {self._place_of(error)}")
            promise(bool(error.field), "an error names its place")
            return False
        self.counts[f"{kind}: accepted"] += 1
        self.answers.add(f"{kind} {state.players} {state.viewer} {state.phase}")
        self.promises.check(state, rng)
        return True

    def _place_of(self, error: PositionError) -> str:
        """The field of an error without numbers and without names that the input made up."""
        field = "".join("#" if sign.isdigit() else sign for sign in error.field)
        return "other" if error.defect is Defect.UNKNOWN_FIELD or len(field) > 40 else field

    def _change_dict(self, rng: Random) -> None:
        values = self.samples.values
        data = copied(rng.choice(values.positions))
        places = Places(data)
        for _ in range(STEPS):
            undone = values.change(data, places, rng)
            if self._read("dict", lambda: self.game.State.from_dict(data), rng):
                places = Places(data)
            else:
                undo(undone)

    def _change_text(self, rng: Random) -> None:
        text = self._changed(self.samples.texts, rng)
        self._read("text", lambda: self.game.State.from_text(text), rng)

    def _change_record(self, rng: Random) -> None:
        text = self._changed(self.samples.records, rng)
        self._read("record", lambda: self.game.State.from_record(text), rng)

    def _change_json(self, rng: Random) -> None:
        text = self._changed(self.samples.jsons, rng)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            self.counts["json: no JSON"] += 1
            return
        self._read("json", lambda: self.game.State.from_dict(data), rng)

    def _changed(self, texts: list[str], rng: Random) -> str:
        return mutated(rng.choice(texts), rng.choice(texts), rng)[:LONGEST_TEXT]

    def _change_pickle(self, rng: Random) -> None:
        data = bytearray(rng.choice(self.samples.pickles))
        for _ in range(1 if rng.random() < 0.7 else rng.randint(2, MOST_FLIPS)):
            bit = rng.randrange(8 * len(data))
            data[bit >> 3] ^= 1 << (bit & 7)
        self.counts["pickle: changed"] += 1
        loaded = loaded_from(bytes(data))
        self.counts["pickle: accepted"] += self.promises.check_loaded(loaded, rng)

    @property
    def changed(self) -> int:
        """How many positions have been changed and read."""
        return sum(number for what, number in self.counts.items() if what.endswith(": changed"))


# -- the process that reads, and the one that watches it


def read_range(
    name: str, begin: int, positions: int, seconds: float, seed: int, room: Path
) -> None:
    """Examine inputs by number until so many positions were read, or the time is up."""
    limit_memory()
    end = time.monotonic() + seconds
    campaign = Campaign(name, seed)
    place = os.open(room / "number", os.O_RDWR | os.O_CREAT)
    number = begin
    while campaign.changed < positions and time.monotonic() < end:
        os.pwrite(place, f"{number:20}".encode(), 0)
        # Of the processor's time: a busy machine is no finding.
        signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_INPUT)
        try:
            campaign.examine(number)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            keep(room, number, error)
            campaign.counts["findings"] += 1
        number += 1
        if number % 50 == 0:
            write_counts(room / f"counts-{begin}.json", campaign)
    signal.setitimer(signal.ITIMER_PROF, 0)
    write_counts(room / f"counts-{begin}.json", campaign)


def keep(room: Path, number: int, error: Exception) -> None:
    """Write a finding down, unless one like it is there: of the same kind, from the same place."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = str(error) if isinstance(error, BrokenPromiseError | ValueError) else ""
    like = f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}-{what[-40:]}"
    kept = room / "".join(sign if sign.isalnum() or sign in "-." else "_" for sign in like)
    if not kept.with_suffix(".finding").exists():
        lines = "".join(traceback.format_exception(error))
        kept.with_suffix(".finding").write_text(f"{number}\n{lines}", "utf-8", "replace")


def limit_memory() -> None:
    """Let pickle refuse a length of gigabytes; under a sanitizer see `child_environment`."""
    if not IS_SANITIZED:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, most))


def child_environment() -> dict[str, str]:
    """Return the environment of the process that reads: a sanitizer limits memory by an option."""
    limit = f"allocator_may_return_null=1:max_allocation_size_mb={MEMORY_BYTES >> 20}"
    options = [os.environ[name] for name in ("ASAN_OPTIONS",) if name in os.environ]
    return {**os.environ, "ASAN_OPTIONS": ":".join([*options, limit])}


def write_counts(path: Path, campaign: Campaign) -> None:
    """Write down how far a process is."""
    whole = path.with_suffix(".new")
    counts = {**campaign.counts, "different answers": len(campaign.answers)}
    whole.write_text(json.dumps(counts), "utf-8")
    whole.replace(path)


def told(room: Path) -> Counter[str]:
    """Add up what all processes have counted."""
    counts: Counter[str] = Counter()
    for path in room.glob("counts-*.json"):
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        most = max(counts["different answers"], found.pop("different answers"))
        counts.update(found)
        counts["different answers"] = most
    return counts


def read_so_far(room: Path) -> int:
    """How many positions all processes have read."""
    return sum(number for what, number in told(room).items() if what.endswith(": changed"))


def drive(name: str, positions: int, seconds: float, seed: int, room: Path) -> int:
    """Read positions until all are done or the time is up; return how many processes died."""
    end = time.monotonic() + seconds
    begin, deaths = 0, 0
    while deaths < MOST_DEATHS:
        left, rest = end - time.monotonic(), positions - read_so_far(room)
        if left <= 0 or rest <= 0:
            break
        command = [sys.executable, "-m", PROGRAM, "--game", name, "--seed", str(seed)]
        command += ["--begin", str(begin), "--positions", str(rest), "--seconds", str(left)]
        command += ["--room", str(room)]
        done = subprocess.run(command, cwd=PROJECT, env=child_environment(), check=False)
        if done.returncode == 0:
            break
        if done.returncode in {130, -signal.SIGINT}:
            raise KeyboardInterrupt
        deaths += 1
        number = int((room / "number").read_text() or begin) if (room / "number").exists() else -1
        print(f"input {number} ended the process with status {done.returncode}", flush=True)
        begin = max(number, begin) + 1
    return deaths
