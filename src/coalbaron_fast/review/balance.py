"""How a game came to its end: its course, and what of the result was play and what was luck.

A seat's result is its lead over the best other seat in the end. It is the sum of three: what was to
be expected at the start, what chance changed, and what everybody's turns changed. Luck is measured
event by event (luck.py), and is none on average whatever the evaluation is worth. Play is how the
forecast moved besides: luck that the evaluation does not see counts as play.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.games import Position
from coalbaron_fast.review.judging import Judgement, played_turns
from coalbaron_fast.review.luck import Chance

__all__ = ["Account", "Amount", "Moment", "ShiftAccount", "TurnAccount", "balance_of", "course_of"]

HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Moment:
    """What every seat could expect before a turn, with errors; the last one is how it ended.

    `turn` counts from 1.
    """

    turn: int
    shift: int
    win: list[float]
    vp: list[float]
    win_error: list[float]
    vp_error: list[float]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points and its standard error."""

    vp: float
    error: float

    def __add__(self, other: Amount) -> Amount:
        """Return the sum of two that share no error."""
        return Amount(self.vp + other.vp, math.hypot(self.error, other.error))


NOTHING: Final = Amount(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TurnAccount:
    """A turn's part in an `Account`: what it changed, and what chance did after it.

    `number` is that of its judgement.
    """

    number: int
    play: Amount
    luck: Amount


@dataclass(frozen=True, slots=True)
class ShiftAccount:
    """A shift's part in an `Account`; the luck of the first one holds the deal."""

    shift: int
    play: Amount
    luck: Amount
    turns: list[TurnAccount]


@dataclass(frozen=True, slots=True)
class Account:
    """What a seat's result is made of, in points of its lead over `rival`; alone, of its points.

    `result` is `start` plus `play` plus `luck`. `start` is what was to be expected before anything
    was dealt, `deal` the part of the luck that came before the first turn. `play` is the seat's own
    and the others': what one gives away the other gets.
    """

    seat: int
    rival: int | None
    result: int
    start: Amount
    deal: Amount
    play: Amount
    luck: Amount
    shifts: list[ShiftAccount]


def course_of(played: Position, judgements: Sequence[Judgement]) -> list[Moment]:
    """Return what was to be expected before each of these turns, and at the end if it is there.

    The search before a turn thinks a little too well of the seat that moves. So where the turn
    before was judged too, its forecast, changed by what chance did since, counts as much; how far
    the two lie apart is part of the error.
    """
    moments = []
    whole = _is_whole(played, judgements)
    for before, one in zip([None, *judgements], judgements, strict=False):
        expected = [(one.win, one.win_error), (one.vp, one.vp_error)]
        if whole and before is not None:
            later = _expected_after(before)
            expected = [_between(*pair) for pair in zip(later, expected, strict=True)]
        (win, win_error), (vp, vp_error) = expected
        moments.append(Moment(one.number + 1, one.shift, win, vp, win_error, vp_error))
    shares = played.win_shares()
    if shares is not None:
        nothing = [0.0] * played.players
        end = [float(vp) for vp in played.vp]
        moments.append(Moment(len(moments) + 1, played.shift, shares, end, nothing, list(nothing)))
    return moments


def balance_of(played: Position, judgements: Sequence[Judgement]) -> list[Account] | None:
    """Say of every seat what its result is made of; None unless all turns of a game are judged."""
    if not played.is_over or not judgements or not _is_whole(played, judgements):
        return None
    course = course_of(played, judgements)
    return [_balance(played, judgements, course, seat) for seat in range(played.players)]


def _is_whole(played: Position, judgements: Sequence[Judgement]) -> bool:
    """Whether nothing between these turns is missing."""
    return played.viewer is None and len(judgements) == len(played_turns(played))


# -- the course

Expected = tuple[list[float], list[float]]


def _expected_after(judged: Judgement) -> tuple[Expected, Expected]:
    """Return what is expected after the played turn and its chance: win, then points."""
    after = _after(judged)
    win = _sum(judged.played_win, [chance.win for chance in after])
    vp = _sum(judged.played_vp, [chance.vp for chance in after])
    win_error = _sizes(judged.played_win_error, [chance.win_error for chance in after])
    vp_error = _sizes(judged.played_vp_error, [chance.vp_error for chance in after])
    return (win, win_error), (vp, vp_error)


def _after(judged: Judgement) -> list[Chance]:
    """Return the chance events after a turn; the first turn's `luck` has those before it too."""
    return [chance for chance in judged.luck if chance.index > judged.index]


def _before(judged: Judgement) -> list[Chance]:
    return [chance for chance in judged.luck if chance.index < judged.index]


def _sum(values: list[float], changes: Iterable[list[float]]) -> list[float]:
    return [sum(column) for column in zip(values, *changes, strict=True)]


def _sizes(errors: list[float], others: Iterable[list[float]]) -> list[float]:
    return [math.hypot(*column) for column in zip(errors, *others, strict=True)]


def _between(one: Expected, other: Expected) -> Expected:
    """Return the mean of two forecasts, and its error."""
    pairs = list(zip(*one, *other, strict=True))
    means = [HALF * (a + b) for a, _, b, _ in pairs]
    errors = [HALF * math.hypot(first, second, a - b) for a, first, b, second in pairs]
    return means, errors


# -- what a result is made of


@dataclass(frozen=True, slots=True)
class _Lead:
    """Computes a seat's lead over a rival from numbers by seat; alone, its own number."""

    seat: int
    rival: int | None

    def of(self, values: Sequence[float]) -> float:
        return values[self.seat] - (0.0 if self.rival is None else values[self.rival])

    def amount(self, values: Sequence[float], errors: Sequence[float]) -> Amount:
        """Return the lead with its error: errors that may go together are added up."""
        rival = 0.0 if self.rival is None else errors[self.rival]
        return Amount(self.of(values), errors[self.seat] + rival)

    def luck(self, chances: Iterable[Chance]) -> Amount:
        return _total(
            Amount(
                self.of(one.vp),
                one.vp_error[self.seat]
                if self.rival is None
                else one.lead_error[self.seat][self.rival],
            )
            for one in chances
        )


def _total(amounts: Iterable[Amount]) -> Amount:
    return sum(amounts, NOTHING)


def _balance(
    played: Position, judgements: Sequence[Judgement], course: Sequence[Moment], seat: int
) -> Account:
    lead = _Lead(seat, _rival_of(played, seat))
    expected = [lead.amount(moment.vp, moment.vp_error) for moment in course]
    deal = lead.luck(_before(judgements[0]))
    shifts, later = [], NOTHING
    for shift, turns in itertools.groupby(judgements, lambda one: one.shift):
        parts = [_turn(lead, one, expected) for one in turns]
        first, last = parts[0].number, parts[-1].number
        luck = _total(part.luck for part in parts)
        play = _play(expected[first], expected[last + 1], luck)
        # The deal was luck before anybody played.
        shifts.append(ShiftAccount(shift, play, luck + deal if first == 0 else luck, parts))
        later += luck
    return Account(
        seat=seat,
        rival=lead.rival,
        result=round(expected[-1].vp),
        start=Amount(expected[0].vp - deal.vp, math.hypot(expected[0].error, deal.error)),
        deal=deal,
        play=_play(expected[0], expected[-1], later),
        luck=later + deal,
        shifts=shifts,
    )


def _turn(lead: _Lead, judged: Judgement, expected: Sequence[Amount]) -> TurnAccount:
    number = judged.number
    luck = lead.luck(_after(judged))
    return TurnAccount(number, _play(expected[number], expected[number + 1], luck), luck)


def _play(before: Amount, after: Amount, luck: Amount) -> Amount:
    """Return how a forecast moved, less the luck."""
    error = math.hypot(before.error, after.error, luck.error)
    return Amount(after.vp - before.vp - luck.vp, error)


def _rival_of(played: Position, seat: int) -> int | None:
    """Return the best other seat in the end: a winner before others with as many points."""
    others = [other for other in range(played.players) if other != seat]
    winners = played.winners() or []
    return max(others, key=lambda other: (other in winners, played.vp[other], -other), default=None)
