"""Flip bits in pickles of positions, and see what comes of loading them.

    python -m tests.games.coalbaron.fuzz.pickles --pickles 100000
    python -m tests.games.coalbaron.fuzz.pickles --only 4711

A damaged pickle is refused, or it gives a position that its own reader accepts and that plays on;
anything else is a finding. The pickles are of positions of Coal Baron and of the two tiny games,
of mining plans and of batches of games, in every protocol of pickle.

Each pickle has a number, which says what is flipped. They are loaded in a process of its own: if
that dies, its number is a finding and the next process goes on behind it. The exit status is 1 if
there are findings.
"""

from __future__ import annotations

import argparse
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

from coalbaron_fast import State
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games.coalbaron.batch import Batch
from tests.games.coalbaron.fuzz.oracle import check_reading_back, check_state, promise
from tests.search import hide_game, tiny_game
from tests.search.python_state import PythonState

PROJECT: Final = Path(__file__).parents[4]
PROGRAM: Final = "tests.games.coalbaron.fuzz.pickles"
MOST_FLIPS: Final = 8
SINGLE: Final = 0.7
"""The part of the pickles in which one bit is flipped."""
THOROUGH: Final = 0.1
"""The part of the positions that are also played on, read back and looked at by every seat."""
MOST_DEATHS: Final = 50
SECONDS_PER_PICKLE: Final = 60
DEPTH: Final = 2
"""Plans are lists of pairs."""
BATCH_STEPS: Final = 6
TINY_MOVES: Final = 12
MEMORY_BYTES: Final = 4 << 30
"""A flipped length may ask for more; then it is refused."""

IS_SANITIZED: Final = "asan" in os.environ.get("LD_PRELOAD", "")

REFUSED: Final = "refused"
POSITION: Final = "a legal position"
NO_POSITION: Final = "no position"
"""Pickle itself ended early and gave back a piece, such as a number or a text."""


KINDS: Final = {"state": 10, "plans": 3, "tiny": 3, "batch": 4}
"""What the pickles are of, and how often each is damaged beside the others."""


# -- what is damaged


@lru_cache(maxsize=1)
def samples() -> dict[str, list[bytes]]:
    """Return pickles of everything that holds positions, by kind, the same ones every time."""
    makers = {
        "state": coalbaron_states,
        "plans": mining_plans,
        "tiny": tiny_states,
        "batch": batches,
    }
    return {
        kind: [
            pickle.dumps(thing, protocol)
            for thing in makers[kind](Random(1))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ]
        for kind in KINDS
    }


def coalbaron_states(rng: Random) -> Iterator[State]:
    """Yield positions of all phases: dealt by a seed or not, full, seen, read from text."""
    for game in range(6):
        state = State(2 + game % 3, seed=game if game % 2 else None, start=game % 2)
        seen: set[str] = set()
        while not state.is_over:
            state.push_codes([rng.choice(state.legal_codes())])
            if state.phase not in seen or rng.random() < 0.005:
                seen.add(state.phase)
                yield from (state.copy(), state.view(rng.randrange(state.players)))
                # Without a history: here the text is damaged and not the moves.
                yield State.from_text(state.to_text())
        yield state


def mining_plans(rng: Random) -> Iterator[list[tuple[list[str], State]]]:
    """Yield some plans of mining turns, each with the position that it leads to."""
    for seed in range(3):
        state = State(2, seed=seed)
        while not state.is_over:
            state.push_codes(state.first_sight() if rng.random() < 0.9 else state.legal_codes()[:1])
            if state.phase == "mine" and rng.random() < 0.5:
                plans = state.mining_plans(3)
                yield rng.sample(plans, min(len(plans), 3))
                break


def tiny_states(rng: Random) -> Iterator[PythonState]:
    """Yield positions of the tiny games, with and without a seed, full and seen."""
    for kind, seats in ((tiny_game.State, (2,)), (hide_game.State, (1, 2, 3))):
        for players in seats:
            for seed in (None, 5):
                state = kind(players, seed=seed)
                while not state.is_over:
                    yield state.copy()
                    yield state.view(rng.randrange(players))
                    state.push_codes([rng.choice(state.legal_codes())])
                yield state


def batches(_rng: Random) -> Iterator[Batch]:
    """Yield the compiled part of environments; the rest of them are NumPy's arrays."""
    for players, learners, bots in (
        (2, None, "random"),
        (3, (1,), "greedy"),
        (4, (0, 2), "random"),
    ):
        env = BatchEnv(2, players, seed=7, learners=learners, bots=bots, threads=1)
        yield env._batch
        env.reset()
        for _ in range(20):
            env.step(env.sample())
        yield env._batch


def damaged(number: int, seed: int) -> tuple[str, bytes]:
    """Return a pickle with some of its bits flipped, after what it is of."""
    rng = Random(f"{seed} {number}")
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    data = bytearray(rng.choice(samples()[kind]))
    for _ in range(1 if rng.random() < SINGLE else rng.randint(2, MOST_FLIPS)):
        bit = rng.randrange(8 * len(data))
        data[bit >> 3] ^= 1 << (bit & 7)
    return kind, bytes(data)


# -- what must hold


def examine(number: int, seed: int) -> tuple[str, str]:
    """Load a damaged pickle; return what it was of, and what came of it.

    Any exception from here is a finding.
    """
    kind, data = damaged(number, seed)
    try:
        # What a damaged pickle may call is as harmless as what stands in these pickles.
        loaded = pickle.loads(data)  # noqa: S301
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever it is, it was refused
        return kind, REFUSED
    rng = Random(number)
    positions = list(positions_in(loaded))
    for position in positions:
        check(position, rng)
    return kind, POSITION if positions else NO_POSITION


def positions_in(loaded: object, depth: int = 0) -> Iterator[State | PythonState | Batch]:
    """Yield the positions of what was loaded: it may be anything, a list in itself too."""
    if isinstance(loaded, State | PythonState | Batch):
        yield loaded
    elif isinstance(loaded, list | tuple) and depth < DEPTH:
        for part in loaded:
            yield from positions_in(part, depth + 1)


def check(position: State | PythonState | Batch, rng: Random) -> None:
    """Hold a position that was loaded against its own reader, and play on from it."""
    if isinstance(position, Batch):
        check_batch(position)
    elif isinstance(position, PythonState):
        check_tiny(position, rng)
    else:
        check_coalbaron(position, rng)


def check_coalbaron(state: State, rng: Random) -> None:
    """Its text is accepted, its history leads to it, and now and then all that holds of states."""
    promise(not (state.is_chance and state.seed is not None), "a seed resolves chance")
    promise(State.from_text(state.to_text()) == state, "the text reads back")
    again = state.origin
    again.push_codes(state.codes)
    promise(again == state, "the history leads to the position")
    if rng.random() < THOROUGH:
        check_state(state.copy(), rng)


def check_tiny(state: PythonState, rng: Random) -> None:
    """The same for a game in plain Python."""
    state = state.copy()
    for _ in range(TINY_MOVES):
        promise(type(state).from_text(state.to_text()) == state, "the text reads back")
        again = state.origin
        again.push_codes(state.codes)
        promise(again == state, "the history leads to the position")
        if state.is_over:
            break
        state.push_codes([rng.choice(state.legal_codes())])


def check_batch(batch: Batch) -> None:
    """Its positions are legal and go on to be: it plays some steps in arrays of its own."""
    of_batch: Any = batch.__reduce__()
    (count, players, seed, *_), lanes = of_batch[1]
    if count > 2:
        # Lanes without a game: what is wanted is memory, and that is Python's business.
        return
    env = BatchEnv(count, players, threads=1)
    step = env.allocate()
    arrays = env._raw(step)
    actions = step.seats.astype("int64")
    if lanes is None:
        batch.reset(seed, arrays)
    for _ in range(BATCH_STEPS):
        for lane in range(count):
            state: Any = batch.state_of(lane)
            promise(state.turn is not None, "a seat is asked")
            check_reading_back(state)
        batch.choose(actions)
        promise(batch.step(actions, arrays) == -1, "what the batch chooses is legal")
    batch.close()


# -- the process that loads, and the one that watches it


def load_range(begin: int, end: int, seed: int, room: Path) -> None:
    """Examine pickles by number; keep what is found, and where it stands if it dies."""
    limit_memory()
    place = os.open(room / "number", os.O_RDWR | os.O_CREAT)
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(begin, end):
        os.pwrite(place, f"{number:20}".encode(), 0)
        # Of the processor's time: a busy machine is no finding.
        signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_PICKLE)
        try:
            counts[examine(number, seed)] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            lines = "".join(traceback.format_exception(error))
            (room / f"finding-{number}.txt").write_text(lines, "utf-8", "replace")
            counts["finding", type(error).__name__] += 1
        if number % 100 == 0 or number == end - 1:
            write_counts(room / f"counts-{begin}", counts)
    signal.setitimer(signal.ITIMER_PROF, 0)


def limit_memory() -> None:
    """Let pickle refuse a length of gigabytes; under a sanitizer see `child_environment`."""
    if not IS_SANITIZED:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, most))


def child_environment() -> dict[str, str]:
    """Return the environment of the process that loads: a sanitizer limits memory by an option."""
    limit = f"allocator_may_return_null=1:max_allocation_size_mb={MEMORY_BYTES >> 20}"
    options = [os.environ[name] for name in ("ASAN_OPTIONS",) if name in os.environ]
    return {**os.environ, "ASAN_OPTIONS": ":".join([*options, limit])}


def write_counts(path: Path, counts: Counter[tuple[str, str]]) -> None:
    """Write what was counted, as a pickle that nobody damages."""
    whole = path.with_suffix(".new")
    whole.write_bytes(pickle.dumps(counts))
    whole.replace(path)


def drive(total: int, seed: int, room: Path, say: Callable[[str], None]) -> tuple[int, int]:
    """Load pickles until all are done; return how many, and how many processes died."""
    begin, deaths = 0, 0
    while begin < total and deaths < MOST_DEATHS:
        command = [sys.executable, "-m", PROGRAM, "--seed", str(seed), "--pickles", str(total)]
        command += ["--begin", str(begin), "--room", str(room)]
        done = subprocess.run(command, cwd=PROJECT, env=child_environment(), check=False)
        if done.returncode == 0:
            return total, deaths
        if done.returncode == 130:
            raise KeyboardInterrupt
        deaths += 1
        number = int((room / "number").read_text() or begin) if (room / "number").exists() else -1
        say(f"pickle {number} ended the process with status {done.returncode}")
        begin = max(number, begin) + 1
    return begin, deaths


def summarise(room: Path, loaded: int, deaths: int, seconds: float) -> int:
    """Print what came of it; return the exit status."""
    counts: Counter[tuple[str, str]] = Counter()
    for path in room.glob("counts-*"):
        if not path.suffix:
            counts += pickle.loads(path.read_bytes())  # noqa: S301 - our own
    print(f"{loaded} damaged pickles in {seconds:.0f} s, {deaths} deaths")
    for (kind, outcome), number in sorted(counts.items()):
        print(f"{kind:8} {outcome:18} {number:8}")
    findings = sorted(room.glob("finding-*"))
    for path in findings:
        print(f"pickle {path.stem.rpartition('-')[2]}: {path.read_text('utf-8').splitlines()[-1]}")
    print("nothing found" if not findings and not deaths else "to see one: --only NUMBER")
    return int(bool(findings or deaths))


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--pickles", type=int, default=10_000, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="load one, exceptions and all")
    parser.add_argument("--begin", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--room", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.only is not None:
        print(*examine(arguments.only, arguments.seed), sep=": ")
        return 0
    if arguments.room is not None:
        load_range(arguments.begin, arguments.pickles, arguments.seed, arguments.room)
        return 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="coalbaron-pickles-") as folder:
        room = Path(folder)
        loaded, deaths = drive(arguments.pickles, arguments.seed, room, print)
        return summarise(room, loaded, deaths, time.monotonic() - started)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
