"""Perft suites that a plain model counts too: how they are found, written and read.

The positions come from games that a fixed seed steers, all from the beginning, so that the plain
model can follow them. It counts the shallow depths too: the first difference ends the run with exit
code 1 and writes nothing.
"""

from __future__ import annotations

import argparse
import copy
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from coalbaron_fast.games.position import BEGINS
from tests.games.side_by_side import Model

MOST_DEPTH: Final = 6


@dataclass(frozen=True)
class Suite:
    """The suite of a game.

    `begin` gives the start seat and the options of a game, by its number. Depths with more
    sequences than `most_nodes` are left out; those with `reference_nodes` or fewer are counted by
    the plain model as well.
    """

    game: str
    file: Path
    state: Callable[..., Any]
    model: Callable[..., Model]
    options: tuple[str, ...]
    begin: Callable[[int, int, Random], tuple[int | None, tuple[bool, ...]]]
    phases: tuple[str, ...]
    most_nodes: int
    reference_nodes: int

    def read(self) -> Iterator[Entry]:
        """Yield the entries of the file."""
        for line in self.file.read_text(encoding="utf-8").splitlines():
            begin, counts, tokens = line.split(";")
            players, start, *options = begin.split()
            yield Entry(
                self,
                int(players),
                None if start == "-" else int(start),
                tuple(option == "1" for option in options),
                tokens,
                {int(depth): int(n) for depth, n in (pair.split(":") for pair in counts.split())},
            )


class Entry(NamedTuple):
    """A position, told by the game that leads to it, and the sequences from it by depth."""

    suite: Suite
    players: int
    start: int | None
    options: tuple[bool, ...]
    tokens: str
    counts: dict[int, int]

    @property
    def named_options(self) -> dict[str, bool]:
        """The options by their names."""
        return dict(zip(self.suite.options, self.options, strict=True))

    def state(self) -> Any:  # noqa: ANN401 - the class of the game's positions
        """The position on the core."""
        state = self.suite.state(self.players, start=self.start, **self.named_options)
        state.push_all(self.tokens)
        return state

    def game(self) -> Model:
        """The position on the plain model."""
        game = self.suite.model(self.players, self.start, **self.named_options)
        for token in self.tokens.split():
            game.play(token)
        return game

    def line(self) -> str:
        """The entry as a line of the file."""
        counts = " ".join(f"{depth}:{count}" for depth, count in self.counts.items())
        start = "-" if self.start is None else self.start
        begin = " ".join(map(str, (self.players, start, *map(int, self.options))))
        return f"{begin};{counts};{self.tokens}"


def count(game: Model, depth: int) -> int:
    """Sequences of so many tokens on the plain model."""
    if depth == 0 or game.phase == "over":
        return 1
    total = 0
    for token in sorted(game.legal()):
        after = copy.deepcopy(game)
        after.play(token)
        total += count(after, depth - 1)
    return total


def find(suite: Suite, players: int, phase: str, number: int) -> Entry | None:
    """A position of a game in which this phase is asked, or None."""
    rng = Random(f"perft/{players}/{phase}/{number}")
    start, options = suite.begin(number, players, rng)
    entry = Entry(suite, players, start, options, "", {})
    state = entry.state()
    found = None
    while not state.is_over:
        if state.phase == phase and rng.random() < 0.1:
            found = " ".join(state.history)
        if state.decision in BEGINS and rng.random() < 0.6:
            state.push_codes(state.first_sight())
        else:
            state.push_codes([rng.choice(state.legal_codes())])
    return None if found is None else entry._replace(tokens=found)


def counted(entry: Entry) -> Entry:
    """The entry with its counts; the plain model agrees on the shallow ones."""
    counts: dict[int, int] = {}
    depth = 1
    while depth <= MOST_DEPTH and (not counts or counts[depth - 1] * 12 < entry.suite.most_nodes):
        counts[depth] = entry.state().perft(depth)
        if counts[depth] <= entry.suite.reference_nodes:
            expected = count(entry.game(), depth)
            if expected != counts[depth]:
                sys.exit(f"depth {depth}: reference {expected}, core {counts[depth]}: {entry}")
        depth += 1
    return entry._replace(counts=counts)


def write(suite: Suite) -> None:
    """Write the file anew, as a program."""
    argparse.ArgumentParser(
        prog=f"python -m tests.games.{suite.game}.make_perft",
        description="Write the perft suite anew.",
    ).parse_args()
    entries = []
    for players in (2, 3, 4):
        for phase in suite.phases:
            number = 0
            while (entry := find(suite, players, phase, number)) is None:
                number += 1
            entries.append(counted(entry))
            print(entries[-1].line()[:100])
    suite.file.write_text("".join(f"{entry.line()}\n" for entry in entries), encoding="utf-8")
