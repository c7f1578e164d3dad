"""Luck: what every chance event changed, beside the mean over all that could have come.

The position is the whole game's: what any seat has seen is known in it, and nothing else. So a card
is luck when somebody first sees it, in a look or as it is turned up, and what a seat has put on a
stack itself is none later. All outcomes are valued, each weighted with its exact probability, by
the same walks (`Engine.walk`): the error is that of their differences.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.engine import Engine, Stop
from coalbaron_fast.games import Position

__all__ = ["Chance", "judge_chance"]

NODES: Final = 10_000
"""The nodes that are assumed of a search without a limit of nodes."""

SHARE: Final = 0.5
"""The walks of one event, as a part of a search's nodes: a walk is much shorter than those."""

FEWEST_WALKS: Final = 8
"""Walks from each outcome, at least."""

TURNS: Final = 4
"""The length of a walk. With twelve turns the error of luck is four times as large for the same
walks, and on four greedy games no more luck was found in it (docs/review.md)."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance event: by how much it changed what every seat can expect.

    `index` is the place of its token among the game's tokens, `outcomes` the number of those that
    could have come. `win` and `vp` are the changes against their mean, by seat, with errors.
    `lead_error` has the error of the change of every seat's lead in points over each other one.
    """

    index: int
    token: str
    shift: int
    outcomes: int
    win: list[float]
    vp: list[float]
    win_error: list[float]
    vp_error: list[float]
    lead_error: list[list[float]]


def judge_chance(
    state: Position,
    codes: Sequence[int],
    index: int,
    engine: Engine,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> list[Chance]:
    """Judge the chance events among these moves from a position; the first has this index.

    `nodes` are those of a search that this shall be cheaper than. After `stop` the rest is left
    out.
    """
    state = state.copy()
    found = []
    for place, code in enumerate(codes, index):
        if stop is not None and stop.is_set:
            break
        if state.is_chance:
            judged = _judge_event(state, code, place, engine, nodes or NODES)
            if judged is not None:
                found.append(judged)
        state.push_codes([code])
    return found


def _judge_event(
    state: Position, code: int, index: int, engine: Engine, nodes: int
) -> Chance | None:
    """Judge one event; what was certain is none."""
    chances = [chance for _, chance in state.chance_outcomes()]
    outcomes = state.legal_codes()
    if len(outcomes) < 2:
        return None
    walks = max(int(SHARE * nodes) // len(outcomes), FEWEST_WALKS)
    came = outcomes.index(code)
    values = [_values(state, outcome, engine, walks) for outcome in outcomes]
    # By walk: how much better what came is than the mean over all that could have come.
    changes = [
        [
            own - sum(chance * other for chance, other in zip(chances, others, strict=True))
            for own, *others in zip(
                values[came][walk], *(rows[walk] for rows in values), strict=True
            )
        ]
        for walk in range(walks)
    ]
    columns = list(zip(*changes, strict=True))
    means = [statistics.fmean(column) for column in columns]
    errors = [_error(column) for column in columns]
    seats = state.players
    return Chance(
        index=index,
        token=engine.game.tokens[code],
        shift=state.shift,
        outcomes=len(outcomes),
        win=means[seats:],
        vp=means[:seats],
        win_error=errors[seats:],
        vp_error=errors[:seats],
        lead_error=[
            [
                _error([one - other for one, other in zip(own, others, strict=True)])
                for others in columns[:seats]
            ]
            for own in columns[:seats]
        ],
    )


def _values(state: Position, code: int, engine: Engine, walks: int) -> list[list[float]]:
    """Return what is to be expected after an outcome, walk by walk: points, then wins."""
    after = state.copy()
    after.push_codes([code])
    return [points + win for points, win in engine.walk(after, walks, TURNS)]


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values."""
    return statistics.stdev(values) / math.sqrt(len(values))
