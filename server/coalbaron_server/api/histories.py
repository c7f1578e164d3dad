"""A game as a list of turns: what happened in each, as a seat saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from coalbaron_fast.games import Game, Position
from coalbaron_fast.games.position import BEGINS
from coalbaron_server.api.positions import check_viewer, screen_of
from coalbaron_server.api.problems import Problem

MOST_TOLD: Final = 40
"""Tokens after which an answer ends with the turn at hand: more would hold up the event loop."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn with the chance that answered it: where its tokens are, who played, what happened.

    `index` is the place of its first token in the record, `length` how many there are. Chance
    before the first turn is an entry without a seat. `is_done` is false for the last turn while
    the seat is still at it. `events` are the game's own type (`games/coalbaron/events.py`).
    """

    index: int
    length: int
    seat: int | None
    shift: int
    phase: str
    is_done: bool
    events: list[Any]


@dataclass(frozen=True, slots=True)
class HistoryAnswer:
    """Turns in their order; `next` is where to go on asking, null at the end."""

    turns: list[ToldTurn]
    next: int | None


def tell_history(
    game: Game, played: Position, start: int, limit: int, viewer: int | None
) -> HistoryAnswer:
    """Tell the turns from the token `start` on, `limit` of them at most; of long ones fewer."""
    if viewer is not None:
        check_viewer(played, viewer)
    codes = played.codes
    if start > len(codes):
        raise Problem("limit", f"The record has {len(codes)} tokens.", "start")
    tell_events = screen_of(game).tell_events
    tokens = played.history
    state = played.origin
    state.push_codes(codes[:start])
    turns: list[ToldTurn] = []
    index = start
    while index < min(len(tokens), start + MOST_TOLD) and len(turns) < limit:
        before = state.copy()
        end = index
        while end == index or (end < len(tokens) and state.decision not in BEGINS):
            state.push_codes([codes[end]])
            end += 1
        turns.append(
            ToldTurn(
                index=index,
                length=end - index,
                seat=before.turn,
                shift=before.shift,
                phase=before.phase,
                is_done=state.decision in BEGINS or state.is_over,
                events=tell_events(before, tokens[index:end], viewer),
            )
        )
        index = end
    return HistoryAnswer(turns, index if index < len(tokens) else None)
