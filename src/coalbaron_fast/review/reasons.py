"""Why a turn is worse than another one: where the points come from that it loses.

After both turns play goes on greedily, in the same worlds and with the same luck, and the game's
record takes apart what every seat can then expect (`games.Sources`). The differences are the
reasons.
What the search sees beyond that horizon is one of them, so that they add up to the loss.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from coalbaron_fast.engine import Engine
from coalbaron_fast.games import Position

__all__ = ["LATER", "Reason", "find_reasons"]

WALKS: Final = 64
TURNS: Final = 12
"""How many walks follow each turn, and how far they go."""

LATER: Final = "later"
LATER_TEXT: Final = "what the search sees further ahead"
LATER_KEY: Final = "reason.later"

WORTH_TELLING: Final = 0.3
"""A source that changes by less is no reason, in units of the game's size, ..."""

SURE: Final = 2.0
"""... nor one that changes by fewer standard errors."""

MOST: Final = 5

MOST_ITEMS: Final = 3
"""Things that a reason names."""


@dataclass(frozen=True, slots=True)
class Item:
    """What a source consists of, such as one order, and what changes of it."""

    name: str
    vp: float
    error: float


@dataclass(frozen=True, slots=True)
class Reason:
    """By how many points a turn changes what a seat can expect of one source, beside another turn.

    `source` is the game's name for it, `text` says it in words, which have `key` and `params`. `vp`
    is below zero if the seat gets less, `error` its standard error. `items` are what changes most
    of what the source consists of, if the game tells it.
    """

    seat: int
    source: str
    text: str
    vp: float
    error: float
    items: Sequence[Item] = ()
    key: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return a reason from its fields as plain data, as `dataclasses.asdict` gives them."""
        return cls(**{**data, "items": [Item(**item) for item in data.get("items", ())]})


def find_reasons(
    state: Position,
    better: Sequence[int],
    worse: Sequence[int],
    engine: Engine,
    loss_vp: float | None = None,
) -> list[Reason]:
    """Say what one turn loses beside a better one, the largest difference first.

    With `loss_vp`, what the search says that it loses, the rest of it is a reason too. A game that
    does not tell its sources has no reasons.
    """
    if engine.game.sources is None or list(better) == list(worse):
        return []
    sources = engine.game.sources()
    least = WORTH_TELLING * engine.game.units.size
    ends = [engine.ends_of(state, codes, WALKS, TURNS) for codes in (better, worse)]
    found = [[sources.expected(end) for end in after] for after in ends]
    mover = state.turn or 0
    reasons, known = [], 0.0
    for seat in range(state.players):
        for place, (name, said) in enumerate(zip(sources.names, sources.phrases, strict=True)):
            change, error = _change([[end[seat][place] for end in after] for after in found])
            if _is_told(change, error, least):
                text = engine.game.words.spell(said)
                reasons.append(Reason(seat, name, text, change, error, (), said.key, said.params))
            known += change if seat == mover else 0.0
    reasons.sort(key=lambda reason: -abs(reason.vp))
    reasons = [
        replace(one, items=_items(ends, sources.items[one.source], one.seat, least))
        if one.source in sources.items
        else one
        for one in reasons[:MOST]
    ]
    if loss_vp is not None and abs(-loss_vp - known) >= least:
        _, error = _change([[math.fsum(end[mover]) for end in after] for after in found])
        reasons.append(Reason(mover, LATER, LATER_TEXT, -loss_vp - known, error, key=LATER_KEY))
    return reasons


def _items(
    ends: Sequence[Sequence[bytes]],
    expected: Callable[[bytes], list[dict[str, float]]],
    seat: int,
    least: float,
) -> list[Item]:
    """Say of which things of a source a seat can expect more or less, the largest change first."""
    found = [[expected(end)[seat] for end in after] for after in ends]
    names = sorted({name for after in found for end in after for name in end})
    items = [
        Item(name, *_change([[end.get(name, 0.0) for end in after] for after in found]))
        for name in names
    ]
    told = [item for item in items if _is_told(item.vp, item.error, least)]
    return sorted(told, key=lambda item: -abs(item.vp))[:MOST_ITEMS]


def _change(found: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return by how much the second differs from the first, in the same worlds; and its error."""
    changes = [after - before for before, after in zip(*found, strict=True)]
    return statistics.fmean(changes), statistics.stdev(changes) / math.sqrt(len(changes))


def _is_told(change: float, error: float, least: float) -> bool:
    return abs(change) >= max(least, SURE * error)
