"""What a review comes to: how everybody played, the costliest turns, play and luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.games import Position
from coalbaron_fast.review.balance import Account, Moment, balance_of, course_of
from coalbaron_fast.review.judging import Judgement

__all__ = ["COSTLIEST", "SeatSummary", "Summary", "costliest_of", "summarise"]

COSTLIEST: Final = 3


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a seat played: means over its turns, and the indices of its costliest ones."""

    seat: int
    turns: int
    mean_loss_win: float
    mean_loss_vp: float
    costliest: list[int]


@dataclass(frozen=True, slots=True)
class Summary:
    """How everybody played; `costliest` are the three costliest turns of all, by index.

    Turns whose losses lie within the noise are not among them. `course` is what was to be expected
    turn by turn. `balances` says seat by seat what the result is made of; it is None unless all
    turns of a whole game are judged.
    """

    turns: int
    seats: list[SeatSummary]
    costliest: list[int]
    course: list[Moment]
    balances: list[Account] | None


def summarise(judgements: Sequence[Judgement], played: Position) -> Summary:
    """Return the summary of a review of this game."""
    seats = sorted({judgement.seat for judgement in judgements})
    return Summary(
        turns=len(judgements),
        seats=[
            _seat_summary(seat, [one for one in judgements if one.seat == seat]) for seat in seats
        ],
        costliest=costliest_of(judgements),
        course=course_of(played, judgements),
        balances=balance_of(played, judgements),
    )


def _seat_summary(seat: int, own: Sequence[Judgement]) -> SeatSummary:
    return SeatSummary(
        seat=seat,
        turns=len(own),
        mean_loss_win=sum(one.loss_win for one in own) / len(own),
        mean_loss_vp=sum(one.loss_vp for one in own) / len(own),
        costliest=costliest_of(own),
    )


def costliest_of(judgements: Sequence[Judgement]) -> list[int]:
    """Return the indices of the turns with the largest sure losses, of the win, then of points."""
    costly = [one for one in judgements if one.sure_loss_win > 0 or one.sure_loss_vp > 0]
    costly.sort(key=lambda one: (-one.sure_loss_win, -one.sure_loss_vp, one.index))
    return [one.index for one in costly[:COSTLIEST]]
