"""Several turns of one position beside each other, as a review compares two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coalbaron_fast.engine import Engine, Limits, Stop
from coalbaron_fast.engine.forest import is_turn
from coalbaron_fast.errors import UnknownTurnError
from coalbaron_fast.games import Position
from coalbaron_fast.games.position import known_to
from coalbaron_fast.review.judging import difference, grade_of, search_again, share_of

__all__ = ["ComparedTurn", "compare"]


@dataclass(frozen=True, slots=True)
class ComparedTurn:
    """A turn beside the best one of those compared.

    `win` and `vp` are what every seat can expect after it. `loss_win` and `loss_vp` are what it
    gives away to the best one of its seat's share of the win and of its points, with their standard
    errors; the best one loses nothing. `grade` is what a review would call it.
    """

    tokens: list[str]
    win: list[float]
    vp: list[float]
    loss_win: float
    error: float
    loss_vp: float
    error_vp: float
    grade: str | None
    is_best: bool


def compare(
    state: Position,
    turns: Sequence[Sequence[int]],
    engine: Engine,
    limits: Limits,
    stop: Stop | None = None,
) -> list[ComparedTurn]:
    """Compare turns of the seat to move in several searches, each with other luck.

    Every search tries all of them equally often on the same worlds. Turns that lead to the same
    position are one. `limits` are for all searches together. Raises UnknownTurnError for what is
    no whole legal turn.
    """
    seat = state.turn or 0
    view = known_to(state, seat)
    for turn in turns:
        if not is_turn(view, turn):
            raise UnknownTurnError("/".join(engine.game.spell(turn)))
    same = _first_alike(state, turns)
    apart = [list(turns[index]) for index in sorted(set(same))]
    share = share_of(limits, apart)
    found: list[list[tuple[float, list[float], list[float]]]] = []
    for analysis in search_again(engine, view, share, stop):
        lines = {tuple(line.codes): line for line in analysis.lines}
        rows = [lines[tuple(turn)] for turn in apart]
        found.append([(line.utility, line.win, line.vp) for line in rows])
    utilities = [sum(search[place][0] for search in found) for place in range(len(apart))]
    best = utilities.index(max(utilities))
    places = [sorted(set(same)).index(index) for index in same]
    return [
        _compared(state, turn, seat, found, place, best)
        for turn, place in zip(turns, places, strict=True)
    ]


def _compared(
    state: Position,
    turn: Sequence[int],
    seat: int,
    found: Sequence[Sequence[tuple[float, list[float], list[float]]]],
    place: int,
    best: int,
) -> ComparedTurn:
    is_best = place == best
    wins, points = (
        [search[best][column][seat] - search[place][column][seat] for search in found]  # type: ignore[index]
        for column in (1, 2)
    )
    loss_win, error = difference(wins, is_best=is_best)
    loss_vp, error_vp = difference(points, is_best=is_best)
    played = state.copy()
    played.push_codes(turn)
    return ComparedTurn(
        tokens=played.history[len(state.codes) :],
        win=_means([search[place][1] for search in found]),
        vp=_means([search[place][2] for search in found]),
        loss_win=loss_win,
        error=error,
        loss_vp=loss_vp,
        error_vp=error_vp,
        grade=grade_of(loss_win, error),
        is_best=is_best,
    )


def _first_alike(state: Position, turns: Sequence[Sequence[int]]) -> list[int]:
    """Return for each turn the first one that leads to the same position. Plays all of them."""
    ends: list[Position] = []
    for turn in turns:
        end = state.copy()
        end.push_codes(turn)
        ends.append(end)
    return [ends.index(end) for end in ends]


def _means(rows: Sequence[list[float]]) -> list[float]:
    return [sum(values) / len(rows) for values in zip(*rows, strict=True)]
