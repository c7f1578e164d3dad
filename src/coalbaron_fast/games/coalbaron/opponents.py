"""Eight opponents with a face: what each thinks too much of, and how far it sees.

A temper multiplies weights of the evaluation (core/evaluate): a miser thinks Marks worth three
times as much as they are. Such a player is weaker than its search, and one can see why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from coalbaron_fast.games.coalbaron.core.game import temper
from coalbaron_fast.games.coalbaron.notation import WORDS
from coalbaron_fast.games.opponent import Opponent, rated
from coalbaron_fast.games.text.words import say

__all__ = ["LADDER", "OPPONENTS", "evaluator_of"]

TEMPERS: Final[Mapping[str, Mapping[str, float]]] = {
    # Hoards Marks, and takes the bank for an order.
    "miser": {"first_marks": 3.5, "many_marks": 6.0, "worker": 0.7},
    # Takes every card, and thinks that all will be delivered.
    "collector": {"nowhere": 3.0, "workers_to_fill": 0.5, "majority": 0.6},
    # Digs, and keeps cubes that no order asks for.
    "miner": {"cart_cube": 3.0, "free_cube": 8.0, "in_storage": 1.3, "workers_to_fill": 1.4},
    # Wants each majority at once.
    "hunter": {"majority": 1.8, "spread": 0.5, "spread_per_worker": 0.5},
    # Spends workers as if there were no tomorrow.
    "spender": {"worker": 0.2, "first_marks": 0.3},
}
"""The weights that are multiplied, by temper."""

LADDER: Final = Path(__file__).with_name("opponents.json")
"""Their match against each other; docs/bots.md has its command."""


def _named(name: str, evaluation: str, nodes: int, temperature: float) -> Opponent:
    """Return an opponent with what the words say of it."""
    title, text = (WORDS.spell(say(f"{part}.{name}")) for part in ("strength", "opponent"))
    return Opponent(name, title, text, evaluation, nodes, temperature)


_UNRATED: Final = (
    _named("pip", "spender", 8, 0.3),
    _named("greta", "miser", 8, 0.2),
    _named("konrad", "collector", 24, 0.02),
    _named("minna", "miner", 40, 0.01),
    _named("jost", "spender", 100, 0.001),
    _named("hedda", "hunter", 350, 0.0),
    _named("ruth", "best", 500, 0.0),
    _named("steiger", "best", 30_000, 0.0),
)
OPPONENTS: Final = rated(_UNRATED, LADDER)
"""From the weakest to the strongest, as they were meant."""


@cache
def evaluator_of(name: str) -> object:
    """Return the evaluator of a temper, in a capsule."""
    return temper(TEMPERS[name])
