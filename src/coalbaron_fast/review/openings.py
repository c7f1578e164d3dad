"""What self-play says of the first turns: how often each is taken, and how it ends.

A file of openings is JSON, compressed. `arena/exploring.py` makes it: half of the games are
greedy, and say how often a turn is taken there. In the others the first turns are drawn at random,
and say how a game goes on after each: no seat took it because its game went well.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coalbaron_fast.files import write_whole

__all__ = ["Opening", "OpeningFile", "load_openings", "save_openings"]


@dataclass(frozen=True, slots=True)
class Opening:
    """The first token of a turn, among the first turns of a seat in a phase of a shift.

    `offered` and `taken` count greedy games in which it was legal, and chosen. Of the games
    in which it was drawn at random there are `tries`: `win` is the share of the win of the seat
    that drew it, `lead` the points over the best other seat, each with its standard error.
    """

    players: int
    phase: str
    shift: int
    token: str
    text: str
    offered: int
    taken: int
    tries: int
    win: float
    win_error: float
    lead: float
    lead_error: float


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """The openings of a game, and the settings that they were made with."""

    settings: Mapping[str, Any]
    openings: Sequence[Opening]

    def of(self, players: int, phase: str, shift: int) -> list[Opening]:
        """Return those of a moment, sorted by their lead less its error, the best first."""
        found = [
            one
            for one in self.openings
            if (one.players, one.phase, one.shift) == (players, phase, shift)
        ]
        return sorted(found, key=lambda one: (-(one.lead - one.lead_error), one.token))


def load_openings(path: Path) -> OpeningFile:
    """Read a file of openings."""
    data = json.loads(gzip.decompress(path.read_bytes()))
    return OpeningFile(data["settings"], [Opening(**one) for one in data["openings"]])


def save_openings(path: Path, settings: Mapping[str, Any], openings: Iterable[Opening]) -> None:
    """Write a file of openings; the same ones make the same bytes."""
    data = {"settings": settings, "openings": [asdict(one) for one in openings]}
    write_whole(path, gzip.compress(json.dumps(data).encode(), mtime=0))
