"""Advice before a turn is played: what it would give away, and why another one is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.engine import Engine, Limits, Stop
from coalbaron_fast.engine.forest import is_turn
from coalbaron_fast.errors import UnknownTurnError
from coalbaron_fast.games import Position
from coalbaron_fast.games.position import known_to
from coalbaron_fast.review.judging import PlayedTurn, judge, turn_after
from coalbaron_fast.review.reasons import Reason, find_reasons

__all__ = ["Advice", "advise", "compare_best"]


SPARE_LINES: Final = 24
"""The best other turn is looked for among this many lines."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn that somebody thinks of, beside the best one.

    `loss_win` and `loss_vp` are what it would give away, with their standard errors; `grade` is
    what such a turn is called, None within the noise. `win` and `vp` are what every seat can expect
    of the best turn, `turn_win` and `turn_vp` of the one that was asked about; `best_next` and
    `turn_next` are the turns that follow them most often, empty at the end. The `reasons` add up to
    the loss of points; they are none where nothing is surely lost.
    """

    seat: int
    turn: list[str]
    best: list[str]
    loss_win: float
    error: float
    loss_vp: float
    error_vp: float
    grade: str | None
    win: list[float]
    vp: list[float]
    turn_win: list[float]
    turn_vp: list[float]
    best_next: list[str]
    turn_next: list[str]
    reasons: list[Reason]
    nodes: int
    solved: bool


def advise(
    state: Position,
    codes: Sequence[int],
    engine: Engine,
    limits: Limits,
    stop: Stop | None = None,
) -> Advice:
    """Judge a turn before it is played; UnknownTurnError if it is no whole legal turn."""
    seat = state.turn or 0
    view = known_to(state, seat)
    tokens = engine.game.spell(codes)
    if not is_turn(view, codes):
        raise UnknownTurnError("/".join(tokens))
    judged = judge(PlayedTurn(0, view, tokens, list(codes)), engine, limits, stop=stop)
    return Advice(
        seat=seat,
        turn=tokens,
        best=judged.best,
        loss_win=judged.loss_win,
        error=judged.error,
        loss_vp=judged.loss_vp,
        error_vp=judged.error_vp,
        grade=judged.grade,
        win=judged.win,
        vp=judged.vp,
        turn_win=judged.played_win,
        turn_vp=judged.played_vp,
        best_next=judged.best_next,
        turn_next=judged.played_next,
        reasons=judged.reasons,
        nodes=judged.nodes,
        solved=judged.solved,
    )


def compare_best(
    state: Position, engine: Engine, limits: Limits, stop: Stop | None = None
) -> Advice:
    """Say why the best turn is better than the second best: the reasons of a hint.

    The second best is the next one that does something else. The losses are those of it in the
    search that found both.
    """
    wanted = Limits(
        limits.nodes,
        limits.time_ms,
        limits.error,
        depth=limits.depth,
        root_turns=limits.root_turns,
        lines=SPARE_LINES,
    )
    seat = state.turn or 0
    view = known_to(state, seat)
    analysis = engine.search(view, wanted, stop=stop)
    game, (best, *others) = engine.game, analysis.lines
    essence = game.essence_of(best.codes)
    second = next((line for line in others if game.essence_of(line.codes) != essence), best)
    loss_vp = best.vp[seat] - second.vp[seat]
    return Advice(
        seat=seat,
        turn=second.tokens,
        best=best.tokens,
        loss_win=best.win[seat] - second.win[seat],
        error=(best.win_error[seat] ** 2 + second.win_error[seat] ** 2) ** 0.5,
        loss_vp=loss_vp,
        error_vp=(best.vp_error[seat] ** 2 + second.vp_error[seat] ** 2) ** 0.5,
        grade=None,
        win=best.win,
        vp=best.vp,
        turn_win=second.win,
        turn_vp=second.vp,
        best_next=turn_after(best),
        turn_next=turn_after(second),
        reasons=find_reasons(view, best.codes, second.codes, engine, loss_vp),
        nodes=analysis.nodes,
        solved=analysis.solved,
    )
