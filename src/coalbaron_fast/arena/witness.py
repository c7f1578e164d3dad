"""A stored game against its own record: what a match's file says is what was played.

Files are edited, merged and damaged. The record of a game holds every token and replays to its
end, so it knows the points and the places; the settings of the match know who sat where.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from coalbaron_fast import PositionError
from coalbaron_fast.arena.game_task import GameTask
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.results import FaultKind, GameResult, losing_ranks, shares_of
from coalbaron_fast.games import Position, load_game, rank_seats

__all__ = ["Witness"]

KEPT_DEALS: Final = 64
NEAR: Final = 1e-9
"""Shares of the win are thirds, too."""


class Witness:
    """Checks the games of one match."""

    def __init__(self, settings: MatchSettings) -> None:
        """Know who plays whom; raises `ValueError` if such a match cannot be played."""
        self._settings = settings.checked()
        self._game = load_game(settings.game)
        self._names = settings.player_names
        self._tasks = lru_cache(KEPT_DEALS)(lambda deal: list(settings.tasks_of_deal(deal)))
        self._opened = lru_cache(KEPT_DEALS)(
            lambda opening: opening.position(settings.seats, self._game, settings.options)
        )

    def check(self, result: GameResult) -> None:
        """Compare a result with its record and its place in the match.

        Raises `ValueError` that says what does not agree.
        """
        a_deal = self._settings.games_a_deal()
        task = self._tasks(result.number // a_deal)[result.number % a_deal]
        for name in ("deal", "table", "entrants"):
            agree(name, getattr(result, name), getattr(task, name), f"game {task.number} has")
        try:
            state, tags = self._game.State.read_record(result.record)
        except PositionError as error:
            raise ValueError(f"its record cannot be read: {error}") from None
        self._check_beginning(task, state, tags)
        ended = tags.get("Termination")
        if ended is None:
            check_end(result, state)
        else:
            check_adjudged(result, ended)

    def _check_beginning(self, task: GameTask, state: Position, tags: dict[str, str]) -> None:
        """It is the game of the task: the same deal and opening, the same players."""
        opened = self._opened(task.opening)
        agree("players", state.players, opened.players, "the match has")
        codes = opened.codes
        if state.seed != opened.seed or state.codes[: len(codes)] != codes:
            raise ValueError(f"its record does not begin like deal {task.deal} of the match")
        for seat, entrant in enumerate(task.entrants):
            said = tags.get(f"Seat{seat}")
            agree(f"the record's Seat{seat}", said, self._names[entrant], "the match has")


def check_end(result: GameResult, state: Position) -> None:
    """A game that was played to its end has its record's points and places."""
    if not state.is_over:
        raise ValueError("its record ends before the game does")
    agree("vp", result.vp, tuple(state.vp), "its record has")
    check_places(result, rank_seats(state))


def check_adjudged(result: GameResult, ended: str) -> None:
    """A game that somebody lost by a fault has no points, and that fault."""
    loser = next(
        (
            fault.seat
            for fault in result.faults
            if fault.kind is not FaultKind.RESULT and ended == fault.ending
        ),
        None,
    )
    if loser is None:
        raise ValueError(f"its record says {ended!r}, and no fault says so")
    agree("vp", result.vp, None, "a game lost by a fault has")
    check_places(result, losing_ranks(len(result.entrants), loser))


def check_places(result: GameResult, ranks: Sequence[int]) -> None:
    """Places are those of the record, and shares follow from them."""
    agree("ranks", result.ranks, tuple(ranks), "its record has")
    shares = shares_of(ranks)
    if any(abs(one - other) > NEAR for one, other in zip(result.shares, shares, strict=True)):
        agree("shares", result.shares, shares, "its record has")


def agree(name: str, said: object, known: object, whose: str) -> None:
    """Raise `ValueError` unless both are the same."""
    if said != known:
        raise ValueError(f"{name} is {shown(said)}, {whose} {shown(known)}")


def shown(value: object) -> str:
    """Return a value to read."""
    if isinstance(value, tuple):
        return " ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    return "nothing" if value is None else str(value)
