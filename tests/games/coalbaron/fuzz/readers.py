"""Look for inputs that break a reader, for as long as you like.

    python -m tests.games.coalbaron.fuzz.readers --seconds 600
    python -m tests.games.coalbaron.fuzz.readers --replay FILE

The search runs in a process of its own, so that a crash or a hang is found out about and
the search goes on. With atheris installed libFuzzer leads it, by the branches of the
notation and by what the readers answer; without it a loop of our own, by the answers
alone. It ends when the time is up; findings are kept in a directory that is printed, and
the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.games.coalbaron.fuzz.oracle import Feature

SECONDS_PER_INPUT: Final = 20
MOST_CRASHES: Final = 20
LONGEST_INPUT: Final = 65_536
COUNTERS: Final = 4096
PROJECT: Final = Path(__file__).parents[4]


class Examiner:
    """Examines inputs, keeps what is found in a directory, and counts."""

    def __init__(self, room: Path) -> None:
        # Only now, so that atheris can instrument what is imported here.
        from tests.games.coalbaron.fuzz import oracle  # noqa: PLC0415

        self.oracle = oracle
        self.findings = room / "findings"
        self.findings.mkdir(exist_ok=True)
        self.status = room / "status.json"
        self.inputs = 0
        self.accepted = 0
        self.features: set[Feature] = set()
        self.current = os.open(room / "current", os.O_RDWR | os.O_CREAT)

    def examine(self, text: str) -> Feature:
        """Examine one input; return what it came to."""
        data = encoded(text)
        # Written first: if the process dies on this input, the driver finds it there.
        os.ftruncate(self.current, 0)
        os.pwrite(self.current, data, 0)
        self.inputs += 1
        try:
            feature = self.oracle.examine(text)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            feature = self._keep(data, error)
        self.accepted += "accepted" in feature
        self.features.add(feature)
        if self.inputs % 100 == 0:
            self.report()
        return feature

    def report(self) -> None:
        """Write down how far the search is."""
        counts = {"inputs": self.inputs, "accepted": self.accepted, "answers": len(self.features)}
        self.status.write_text(json.dumps(counts))

    def _keep(self, data: bytes, error: Exception) -> Feature:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        name = f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}"
        place = self.findings / name
        if not place.exists():
            place.write_bytes(data)
            lines = "".join(traceback.format_exception(error))
            place.with_suffix(".traceback").write_text(lines, "utf-8", "replace")
        return ("finding", name)


def encoded(text: str) -> bytes:
    """An input as bytes."""
    return text.encode("utf-8", "surrogateescape")


def decoded(data: bytes) -> str:
    """Bytes as an input; any bytes are one."""
    return data.decode("utf-8", "surrogateescape")


# The two ways to lead the search


def search_plainly(
    examiner: Examiner, seed: int, seconds: float, inputs: int | None = None
) -> None:
    """Change inputs at random; keep those that are answered in a new way."""
    from tests.games.coalbaron.fuzz.mutation import mutated  # noqa: PLC0415
    from tests.games.coalbaron.fuzz.seeds import seed_inputs  # noqa: PLC0415

    rng = Random(seed)
    corpus = seed_inputs(seed)
    for text in corpus:
        examiner.examine(text)
    end = time.monotonic() + seconds
    while time.monotonic() < end and (inputs is None or examiner.inputs < inputs):
        text = mutated(rng.choice(corpus), rng.choice(corpus), rng)[:LONGEST_INPUT]
        if hasattr(signal, "alarm"):
            signal.alarm(SECONDS_PER_INPUT)
        known = len(examiner.features)
        examiner.examine(text)
        if len(examiner.features) > known:
            corpus.append(text)
    if hasattr(signal, "alarm"):
        signal.alarm(0)
    examiner.report()


def search_with_atheris(room: Path, seed: int, seconds: float) -> None:
    """Let libFuzzer lead; it ends the process."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["coalbaron_fast.games.coalbaron.notation"]):
        examiner = Examiner(room)
    from tests.games.coalbaron.fuzz.mutation import mutated  # noqa: PLC0415
    from tests.games.coalbaron.fuzz.seeds import seed_inputs  # noqa: PLC0415

    texts = seed_inputs(seed)
    corpus = room / "corpus"
    if not corpus.exists():
        corpus.mkdir()
        for number, text in enumerate(texts):
            (corpus / f"seed{number:03}").write_bytes(encoded(text))
    # The compiled core has no branches to count: its answers stand in for them.
    counters = [atheris._reserve_counter() for _ in range(COUNTERS)]
    numbers: dict[Feature, int] = {}

    def examine(data: bytes) -> None:
        feature = examiner.examine(decoded(data))
        number = numbers.setdefault(feature, len(numbers))
        atheris._trace_branch(counters[number % COUNTERS])

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = Random(number)
        if rng.random() < 0.1:
            return bytes(atheris.Mutate(data, most))
        return encoded(mutated(decoded(data), rng.choice(texts), rng))[:most]

    options = [
        f"-max_total_time={max(1, int(seconds))}",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={SECONDS_PER_INPUT}",
        f"-seed={seed % 2**32 or 1}",
        f"-artifact_prefix={room}/",
        "-verbosity=0",
        "-print_final_stats=0",
        "-len_control=0",
        str(corpus),
    ]
    atheris.Setup([sys.argv[0], *options], examine, custom_mutator=change)
    atheris.Fuzz()


# The driver


def drive(seconds: float, seed: int, engine: str, room: Path) -> int:
    """Run searches until the time is up; return how many of them died."""
    end = time.monotonic() + seconds
    crashes = 0
    while crashes < MOST_CRASHES and (left := end - time.monotonic()) > 1:
        command = [sys.executable, "-m", "tests.games.coalbaron.fuzz.readers", "--child", engine]
        command += ["--seconds", str(left), "--seed", str(seed + crashes), "--room", str(room)]
        with subprocess.Popen(command, cwd=PROJECT) as child:
            try:
                code = child.wait(left + 3 * SECONDS_PER_INPUT)
            except subprocess.TimeoutExpired:
                child.kill()
                code = child.wait()
        if code:
            crashes += 1
            (room / "findings").mkdir(exist_ok=True)
            if (room / "current").exists():
                shutil.copy(room / "current", room / "findings" / f"death-{crashes}-code-{code}")
    return crashes


def run_child(options: argparse.Namespace) -> int:
    """Search in this process."""
    room = Path(options.room)
    if options.child == "atheris":
        search_with_atheris(room, options.seed, options.seconds)
    else:
        search_plainly(Examiner(room), options.seed, options.seconds)
    return 0


def replay(path: Path) -> int:
    """Examine one kept input and let its exception through."""
    from tests.games.coalbaron.fuzz.oracle import examine  # noqa: PLC0415

    print(*examine(decoded(path.read_bytes())))
    return 0


def summarise(room: Path, crashes: int) -> int:
    """Print what came of it; return the exit code."""
    findings = sorted(path for path in (room / "findings").glob("*") if path.suffix != ".traceback")
    status: dict[str, Any] = {}
    if (room / "status.json").exists():
        status = json.loads((room / "status.json").read_text())
    print(*(f"{name} {number}" for name, number in status.items()), f"deaths {crashes}", sep=", ")
    for path in findings:
        print(f"finding: {path}")
    if findings or crashes:
        return 1
    shutil.rmtree(room)
    print("nothing found")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.coalbaron.fuzz.readers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--engine", choices=("atheris", "plain"), default=None)
    parser.add_argument("--replay", type=Path, metavar="FILE")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--room", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        return run_child(options)
    if options.replay:
        return replay(options.replay)
    engine = options.engine or "atheris"
    if engine == "atheris" and importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: a plain mutation loop searches instead")
        engine = "plain"
    seed = options.seed if options.seed is not None else Random().randrange(1, 2**31)
    room = Path(tempfile.mkdtemp(prefix="coalbaron-fuzz-"))
    print(f"engine {engine}, seed {seed}, {options.seconds:g} s", flush=True)
    return summarise(room, drive(options.seconds, seed, engine, room))


if __name__ == "__main__":
    sys.exit(main())
