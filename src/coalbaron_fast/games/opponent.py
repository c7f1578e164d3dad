"""A player with a face. Apart from the record, which is light to import."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

__all__ = ["MEAN_ELO", "Opponent", "rated"]

MEAN_ELO: Final = 1500
"""The mean Elo of all that are rated together."""

NAMED: Final = re.compile(r"^opponent:who=(\w+)$")
"""How a match names an opponent."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player with a face: how it is called, and how it thinks.

    `evaluation` is a temper of the game, or what an engine calls so. It searches `nodes`; with a
    `temperature` its turn is drawn among the best ones, in units of utility. `elo` is how strong it
    plays, with half its 95 % interval, among the opponents, whose mean is 1500; None if no match
    has measured it yet.
    """

    name: str
    title: str
    text: str
    evaluation: str
    nodes: int
    temperature: float
    elo: float | None = None
    elo_error: float | None = None


def rated(opponents: Iterable[Opponent], ladder: Path) -> tuple[Opponent, ...]:
    """Return opponents with the ratings of a match of all of them, as `match --summary` wrote it.

    Without the file none is rated, and one that did not play is not.
    """
    opponents = tuple(opponents)
    if not ladder.is_file():
        return opponents
    players = json.loads(ladder.read_text("utf-8"))["players"]
    ratings = {
        named[1]: player["rating"] for player in players if (named := NAMED.match(player["name"]))
    }
    return tuple(
        replace(
            opponent,
            elo=MEAN_ELO + ratings[opponent.name]["rating"],
            elo_error=ratings[opponent.name]["half"],
        )
        if opponent.name in ratings
        else opponent
        for opponent in opponents
    )
