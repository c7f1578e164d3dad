"""Seven opponents with a face: what each thinks too much of, and how far it sees.

A temper multiplies sources of money in the evaluation (core/sources): a digger thinks a permit
worth three times what it is. Such a player is weaker than its search, and one can see why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from coalbaron_fast.games.coalcountry.core.game import temper
from coalbaron_fast.games.coalcountry.notation import WORDS
from coalbaron_fast.games.opponent import Opponent, rated
from coalbaron_fast.games.text.words import say

__all__ = ["LADDER", "OPPONENTS", "TEMPERS", "evaluator_of"]

TEMPERS: Final[Mapping[str, Mapping[str, float]]] = {
    # Digs everywhere, and leaves tunnels open behind him.
    "digger": {"permits": 3.0, "tunnels": 0.2},
    # Likes dollars in hand better than what they buy.
    "saver": {"money": 1.6, "cubes": 0.6, "permits": 0.6},
    # Wants a village, whatever it costs.
    "builder": {"buildings": 2.5},
    # Fears the inspection in the first round already.
    "tidy": {"missing": 1.6, "tunnels": 1.6, "refuse": 1.6},
    # Takes every tile for one that will soon be full.
    "supplier": {"cubes": 1.4, "storage": 1.4},
}
"""The sources that are multiplied, by temper."""

LADDER: Final = Path(__file__).with_name("opponents.json")
"""Where their match against each other goes; docs/coalcountry.md has its command."""


def _named(name: str, evaluation: str, nodes: int, temperature: float) -> Opponent:
    """Return an opponent with what the words say of it."""
    title, text = (WORDS.spell(say(f"{part}.{name}")) for part in ("strength", "opponent"))
    return Opponent(name, title, text, evaluation, nodes, temperature)


_UNRATED: Final = (
    _named("clem", "digger", 8, 0.3),
    _named("mabel", "saver", 12, 0.2),
    _named("otis", "builder", 30, 0.02),
    _named("nell", "tidy", 60, 0.01),
    _named("virgil", "supplier", 200, 0.0),
    _named("cora", "best", 500, 0.0),
    _named("boone", "best", 2_500, 0.0),
)
OPPONENTS: Final = rated(_UNRATED, LADDER)
"""From the weakest to the strongest, as they were meant."""


@cache
def evaluator_of(name: str) -> object:
    """Return the evaluator of a temper, in a capsule."""
    return temper(TEMPERS[name])
