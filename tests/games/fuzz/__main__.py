"""Change positions of a game in every form that a reader takes, and play on from what is accepted.

    python -m tests.games.fuzz --positions 100000
    python -m tests.games.fuzz --game ruhr --seconds 600
    python -m tests.games.fuzz --game ruhr --only 4711

Dicts, texts, JSON, records and pickles are changed: dicts by values that are valid on their own, so
that what is wrong is how fields fit each other. A reader refuses an input with an error that names
the place, or it accepts it; what it accepts is played to its end, reads its own text and dict back,
and now and then is searched, looked at from all sides, and asked about at every endpoint of the
service. Anything else is a finding: the exit status is 1 then. Without --game all registered games
take their turns, each with so many positions and seconds.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from coalbaron_fast.games import GAMES
from tests.games.fuzz.campaign import PROGRAM, Campaign, drive, read_range, told
from tests.search.tiny_games import GAMES as TINY


def run(name: str, positions: int, seconds: float, seed: int) -> bool:
    """Drive one game, and tell what came of it; whether nothing was found."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="coalbaron-fuzz-") as folder:
        room = Path(folder)
        deaths = drive(name, positions, seconds, seed, room)
        counts = told(room)
        read = sum(number for what, number in counts.items() if what.endswith(": changed"))
        accepted = sum(number for what, number in counts.items() if what.endswith(": accepted"))
        spent = time.monotonic() - started
        print(f"{name}: {read} positions changed, {accepted} accepted, {spent:.0f} s, seed {seed}")
        for what, number in sorted(counts.items()):
            print(f"  {what:24} {number:9}")
        findings = sorted(room.glob("*.finding"))
        for path in findings:
            lines = path.read_text("utf-8").splitlines()
            print(f"input {lines[0]}: {lines[-1][:300]}")
        clean = not findings and not deaths and read > 0
        print(f"{name}: " + ("nothing found" if clean else "to see one: --only NUMBER"), flush=True)
    return clean


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    names = [*GAMES, *(game.name for game in TINY)]
    parser.add_argument("--game", choices=names, help="default: all that are registered")
    parser.add_argument("--positions", type=int, default=10_000, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=math.inf, help="default: no limit")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="read one, exceptions and all")
    parser.add_argument("--begin", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--room", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    chosen = list(GAMES) if arguments.game is None else [arguments.game]
    if arguments.only is not None:
        for name in chosen:
            campaign = Campaign(name, arguments.seed)
            campaign.examine(arguments.only)
            print(name, dict(campaign.counts))
        return 0
    limits = arguments.positions, arguments.seconds, arguments.seed
    if arguments.room is not None:
        read_range(chosen[0], arguments.begin, *limits, arguments.room)
        return 0
    return int(not all(run(name, *limits) for name in chosen))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
