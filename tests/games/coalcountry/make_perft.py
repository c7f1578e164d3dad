"""Write the perft suite anew, the same file every time.

Run it from the root of the project::

    python -m tests.games.coalcountry.make_perft

The positions come from games that a fixed seed steers, all from the beginning, so that the plain
model can follow them. It counts the shallow depths too: the first difference ends the run with exit
code 1 and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from coalbaron_fast.games.coalcountry.state import State
from coalbaron_fast.games.position import BEGINS
from tests.games.coalcountry.reference.model import Game

SUITE: Final = Path(__file__).with_name("positions.perft")
MOST_NODES: Final = 100_000
"""Depths with more sequences than this are left out."""

REFERENCE_NODES: Final = 40
"""Depths with so many sequences are counted by the plain model as well."""

PHASES: Final = (
    "chance", "place", "shop", "church", "sell", "mark", "dig", "lay", "buy", "put", "build",
    "onto", "fill",
)  # fmt: skip


class Entry(NamedTuple):
    """A position, told by the game that leads to it, and the sequences from it by depth."""

    players: int
    start: int | None
    reformed: bool
    amok: bool
    tokens: str
    counts: dict[int, int]

    def state(self) -> State:
        """The position on the core."""
        state = State(self.players, start=self.start, reformed=self.reformed, amok=self.amok)
        state.push_all(self.tokens)
        return state

    def game(self) -> Game:
        """The position on the plain model."""
        game = Game(self.players, self.start, reformed=self.reformed, amok=self.amok)
        for token in self.tokens.split():
            game.play(token)
        return game

    def line(self) -> str:
        """The entry as a line of the file."""
        counts = " ".join(f"{depth}:{count}" for depth, count in self.counts.items())
        start = "-" if self.start is None else self.start
        begin = f"{self.players} {start} {int(self.reformed)} {int(self.amok)}"
        return f"{begin};{counts};{self.tokens}"


def read_suite() -> Iterator[Entry]:
    """The entries of the file."""
    for line in SUITE.read_text(encoding="utf-8").splitlines():
        begin, counts, tokens = line.split(";")
        players, start, reformed, amok = begin.split()
        pairs = (map(int, pair.split(":")) for pair in counts.split())
        yield Entry(
            int(players),
            None if start == "-" else int(start),
            reformed == "1",
            amok == "1",
            tokens,
            dict(pairs),  # type: ignore[arg-type]
        )


def count(game: Game, depth: int) -> int:
    """Sequences of so many tokens on the plain model."""
    if depth == 0 or game.phase == "over":
        return 1
    total = 0
    for token in sorted(game.legal()):
        after = game.copy()
        after.play(token)
        total += count(after, depth - 1)
    return total


def find(players: int, phase: str, number: int) -> Entry | None:
    """A position of a game in which this phase is asked, or None."""
    rng = Random(f"perft/{players}/{phase}/{number}")
    start = None if number % 3 == 0 else rng.randrange(players)
    reformed, amok = number % 4 == 1, number % 4 == 2
    state = State(players, start=start, reformed=reformed, amok=amok)
    found = None
    while not state.is_over:
        if state.phase == phase and rng.random() < 0.1:
            found = " ".join(state.history)
        if state.decision in BEGINS and rng.random() < 0.6:
            state.push_codes(state.first_sight())
        else:
            state.push_codes([rng.choice(state.legal_codes())])
    return None if found is None else Entry(players, start, reformed, amok, found, {})


def counted(entry: Entry) -> Entry:
    """The entry with its counts; the plain model agrees on the shallow ones."""
    counts: dict[int, int] = {}
    depth = 1
    while not counts or counts[depth - 1] * 12 < MOST_NODES:
        counts[depth] = entry.state().perft(depth)
        if counts[depth] <= REFERENCE_NODES:
            expected = count(entry.game(), depth)
            if expected != counts[depth]:
                sys.exit(f"depth {depth}: reference {expected}, core {counts[depth]}: {entry}")
        depth += 1
        if depth > 6:
            break
    return entry._replace(counts=counts)


def main() -> None:
    """Write the file."""
    argparse.ArgumentParser(
        prog="python -m tests.games.coalcountry.make_perft",
        description="Write the perft suite anew.",
    ).parse_args()
    entries = []
    for players in (2, 3, 4):
        for phase in PHASES:
            number = 0
            while (entry := find(players, phase, number)) is None:
                number += 1
            entries.append(counted(entry))
            print(entries[-1].line()[:100])
    SUITE.write_text("".join(f"{entry.line()}\n" for entry in entries), encoding="utf-8")


if __name__ == "__main__":
    main()
