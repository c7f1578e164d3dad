"""Why a turn is worse than another one: where the points come from that it loses.

Both turns are played on at first sight, in the same worlds and with the same luck, and the game's
record takes apart what every seat can then expect (`games.Sources`). The differences are the
reasons.
What the search sees beyond that horizon is one of them, so that they add up to the loss.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.engine import Engine
from coalbaron_fast.games import Position

__all__ = ["LATER", "Reason", "find_reasons"]

WALKS: Final = 64
TURNS: Final = 12
"""How many walks behind each turn, and how far they go."""

LATER: Final = "later"
LATER_TEXT: Final = "what the search sees further ahead"

WORTH_TELLING_VP: Final = 0.3
"""A source that changes by less is no reason, ..."""

SURE: Final = 2.0
"""... nor one that changes by fewer standard errors."""

MOST: Final = 5


@dataclass(frozen=True, slots=True)
class Reason:
    """By how many points a turn changes what a seat can expect of one source, beside another turn.

    `source` is the game's name for it, `text` says it in words. `vp` is below zero if the seat gets
    less, `error` its standard error.
    """

    seat: int
    source: str
    text: str
    vp: float
    error: float


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
    found = [
        [sources.expected(end) for end in engine.ends_of(state, codes, WALKS, TURNS)]
        for codes in (better, worse)
    ]
    mover = state.turn or 0
    reasons, known = [], 0.0
    for seat in range(state.players):
        for place, (name, text) in enumerate(zip(sources.names, sources.texts, strict=True)):
            changes = [
                after[seat][place] - before[seat][place]
                for before, after in zip(*found, strict=True)
            ]
            change = statistics.fmean(changes)
            error = statistics.stdev(changes) / math.sqrt(WALKS)
            if abs(change) >= max(WORTH_TELLING_VP, SURE * error):
                reasons.append(Reason(seat, name, text, change, error))
            known += change if seat == mover else 0.0
    reasons.sort(key=lambda reason: -abs(reason.vp))
    reasons = reasons[:MOST]
    if loss_vp is not None and abs(-loss_vp - known) >= WORTH_TELLING_VP:
        totals = [
            math.fsum(after[mover]) - math.fsum(before[mover])
            for before, after in zip(*found, strict=True)
        ]
        error = statistics.stdev(totals) / math.sqrt(WALKS)
        reasons.append(Reason(mover, LATER, LATER_TEXT, -loss_vp - known, error))
    return reasons
