"""The rounds of learning in one directory, and the table of what each was worth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from coalbaron_fast.arena import Tally
from coalbaron_fast.arena.store import StoreError, keep_whole, only_one, opened, refusing
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.engine.network_file import read_network
from coalbaron_fast.files import make_directory
from coalbaron_fast.learning.archive import GameArchive
from coalbaron_fast.learning.gate import is_stronger
from coalbaron_fast.learning.label import LabelFiles
from coalbaron_fast.tables import format_table

__all__ = ["Round", "Rounds"]

TABLE: Final = "rounds.jsonl"
STRONGEST: Final = "best.net"
ROUND_SEEDS: Final = 100_000_000
"""A round's games have seeds from its number times this on."""


class Round(NamedTuple):
    """One round; `path` is its folder, `best` the strongest network before it, if there is one."""

    number: int
    path: Path
    best: Path | None

    @property
    def network(self) -> Path:
        """The file of the round's network."""
        return self.path / "new.net"

    def commands(self, more: Sequence[Path]) -> Iterator[tuple[str, list[str]]]:
        """Yield what is to do, stage by stage, as it is when its turn comes.

        The words are those that follow the stage in `coalbaron-engine learn`. A stage that was
        ended goes on.
        """
        games, samples, matches = (self.path / name for name in ("games", "samples", "matches"))
        evaluation = BEST if self.best is None else str(self.best)
        # Other deals each round: the same ones would show the network what it has seen.
        seed = str(self.number * ROUND_SEEDS)
        play = [str(games), "--seed", seed, "--evaluation", evaluation]
        yield "play", [*play, *resumed(games / GameArchive.SETTINGS)]
        yield "label", [str(games), str(samples), *resumed(samples / LabelFiles.SETTINGS)]
        if not self.network.exists():
            before = sorted(self.path.parent.glob("round-*/samples"))
            unfinished = self.network.with_name(f"{self.network.name}.unfinished")
            yield "fit", [str(self.network), *map(str, [*before, *more]), *resumed(unfinished)]
        yield (
            "gate",
            [str(self.network), str(matches), "--against", evaluation, "--resume"],
        )


def resumed(begun: Path) -> list[str]:
    """Return the word for a stage that goes on, if it was begun."""
    return ["--resume"] if begun.exists() else []


class Rounds:
    """A directory of rounds; `done` are the rows of its table."""

    def __init__(self, path: Path, first: Path | None = None) -> None:
        """Begin the directory, or go on with it; the first round plays with `first`, if given."""
        self.path = path
        self.first = first
        with refusing(path):
            make_directory(path)
        self.done = read_rows(path / TABLE)

    @classmethod
    @contextmanager
    def alone(cls, path: Path, first: Path | None = None) -> Iterator[Self]:
        """Open the directory, and keep other processes from it; `StoreError` if one has it."""
        begun = cls(path, first)
        with only_one(path / TABLE, "plays these rounds"):
            # The process that had it may have played one more.
            begun.done = read_rows(path / TABLE)
            yield begun

    @property
    def has_ended(self) -> bool:
        """Whether the last round's network was not shown to be stronger."""
        return bool(self.done) and not self.done[-1]["passed"]

    @property
    def next(self) -> Round:
        """The round that is to be played, or that was ended on its way."""
        number = len(self.done) + 1
        passed = [Path(row["network"]) for row in self.done if row["passed"]]
        return Round(number, self.path / f"round-{number:02}", passed[-1] if passed else self.first)

    def add(self, played: Round, tallies: Mapping[int, Tally]) -> None:
        """Add a row to the table; a network that passed is the best from then on."""
        trained = read_network(played.network).trained
        row = {
            "round": played.number,
            "network": str(played.network.resolve()),
            "passed": all(map(is_stronger, tallies.values())),
            "positions": trained["positions"],
            "held_out": trained["held_out"]["measured"]["network"],
            "matches": {seats: match_row(tally) for seats, tally in tallies.items()},
        }
        self.done.append(row)
        if row["passed"]:
            keep_whole(self.path / STRONGEST, played.network.read_bytes())
        text = "".join(f"{json.dumps(one)}\n" for one in self.done)
        keep_whole(self.path / TABLE, text.encode())

    def text(self) -> str:
        """Return the table to read."""
        rows = [
            [
                str(row["round"]),
                str(sum(row["positions"].values())),
                "yes" if row["passed"] else "no",
                " ".join(shown(one["margin_r2"]) for one in row["held_out"]),
                "; ".join(map(spelled, row["matches"].items())),
            ]
            for row in self.done
        ]
        header = ["round", "positions", "passed", "R² by seats and part", "win share by seats"]
        return format_table(header, rows)


def read_rows(table: Path) -> list[dict[str, Any]]:
    """Return the rows of a table; none if it is not there. `StoreError` names a damaged one."""
    if not table.exists():
        return []
    rows = []
    with opened(table) as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                is_row = isinstance(row["passed"], bool) and isinstance(row["network"], str)
            except (ValueError, KeyError, TypeError):
                is_row = False
            if not is_row:
                raise StoreError(f"{table}, line {number}, is no round of learning")
            rows.append(row)
    return rows


def shown(share: float | None) -> str:
    """Return a share to read."""
    return "-" if share is None else f"{share:.2f}"


def spelled(match: tuple[object, dict[str, Any]]) -> str:
    """Return a match to read: the seats, and the share of the win with its interval."""
    seats, found = match
    mean, low, high = found["win"]
    return f"{seats}: {mean:.2f} [{low:.2f}, {high:.2f}]"


def match_row(tally: Tally) -> dict[str, Any]:
    """Return what a match says of its first player."""
    standing = tally.standing(0)
    return {
        "deals": len(tally.deals),
        "win": list(standing.win.as_data().values()),
        "margin": list(standing.margin.as_data().values()),
        "players": list(tally.settings.players),
    }
