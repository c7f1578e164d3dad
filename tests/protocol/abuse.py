"""Abuse: junk lines by the hundred thousand, to the real process.

    python -m tests.protocol.abuse --lines 200000

A seeded generator mixes random bytes, half commands, megabyte lines, NULs, invalid UTF-8 and
commands at the wrong time. After each batch the process must answer `isready`; at the end it must
quit well and have complained of nothing. Its memory is read at the first and at the last batch.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Final

from tests.protocol.conversation import Talk

BATCH: Final = 500
WARM_UP_BATCHES: Final = 2
MEGABYTE: Final = 1 << 20

COMMANDS: Final = (
    b"go infinite", b"go nodes 1", b"go ponder", b"go movetime 1", b"go p1time 1", b"go", b"stop",
    b"ponderhit", b"position startpos seed 1", b"position startpos", b"query result", b"query turn",
    b"position startpos seed 1 moves +Cb/+Cg bank", b"position text cb1 players=2", b"isready",
    b"setoption name MultiPV value 3", b"setoption name Hash value x", b"eval", b"plans 2",
    b"perft 2", b"perft 9", b"divide 1", b"view 1", b"uginewgame", b"uci", b"d", b"audit 1",
    b"bench 1", b"help", b"go nodes x", b"go searchmoves m10", b"position fen startpos seed 3",
)  # fmt: skip


def junk_line(generator: random.Random) -> bytes:
    """Return one line without its end."""
    kind = generator.random()
    command = generator.choice(COMMANDS)
    if kind < 0.3:
        return generator.randbytes(generator.randrange(200)).replace(b"\n", b"")
    if kind < 0.5:
        return command[: generator.randrange(len(command) + 1)]
    if kind < 0.6:
        cut = generator.randrange(len(command) + 1)
        return command[:cut] + generator.choice(
            (b"\0", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\r")
        )
    if kind < 0.6003:
        return bytes([generator.randrange(256) or 1]).replace(b"\n", b"x") * MEGABYTE
    if kind < 0.75:
        return b" ".join(generator.choice(COMMANDS) for _ in range(3))
    return command


def resident_kb(process: int) -> int | None:
    """Return how much memory a process holds, where the system tells."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    fields = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
    return int(fields["VmRSS"].split()[0])


def abuse(lines: int, seed: int) -> tuple[int | None, int | None]:
    """Send so many junk lines; return the memory before and after."""
    generator = random.Random(seed)
    talk = Talk()
    before = None
    try:
        # Searches of junk fill their trees at random: a small hash makes the memory comparable.
        talk.send("setoption name Hash value 4")
        for number in range(-(-lines // BATCH)):
            size = min(BATCH, lines - number * BATCH)
            talk.send_bytes(b"".join(junk_line(generator) + b"\n" for _ in range(size)))
            talk.send("stop", f"view ready{number}")
            talk.receive_until_holds(f"ready{number}")
            if number == WARM_UP_BATCHES:
                before = resident_kb(talk.process.pid)
        after = resident_kb(talk.process.pid)
        talk.finish()
    finally:
        talk.close()
    return before, after


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.abuse", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    before, after = abuse(chosen.lines, chosen.seed)
    print(f"{chosen.lines} lines: resident {before} kB after warming up, {after} kB at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
