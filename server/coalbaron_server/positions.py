"""From a request's position to a `State`, and from a `State` to an answer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from coalbaron_fast import CoalBaronError, State
from coalbaron_fast.games.coalbaron.events import Event, tell_events
from coalbaron_fast.games.coalbaron.notation import parse_record
from coalbaron_fast.games.coalbaron.table import Choice, Table, describe_choices, describe_table
from coalbaron_server.problems import Problem, problem_of
from coalbaron_server.requests import Source

RESULT_TAGS: Final = ("Scores", "Winners")
"""What a record says of its end; written anew where there is one."""


@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """A position, told in every way: as text, as data, for a screen, and as a record."""

    position: str
    data: dict[str, Any]
    table: Table
    legal: list[Choice]
    record: str | None
    tokens: list[str]
    events: list[Event]


class Game:
    """A position that a request brought, and what the request did to it."""

    def __init__(self, state: State, tags: Mapping[str, str] | None) -> None:
        """`tags` are those of its record; None if it came without one."""
        self.state = state
        self._tags = tags
        self._before = state.copy()
        self._played = len(state.history)

    @property
    def tokens(self) -> list[str]:
        """What was added, chance included."""
        return self.state.history[self._played :]

    def play(self, words: Sequence[str], field: str) -> None:
        """Play tokens or whole turns, all or none."""
        try:
            self.state.push_all(words)
        except CoalBaronError as error:
            raise problem_of(error, field) from None

    def draw(self, seed: int | None) -> None:
        """Draw what chance brings until a seat decides or the game is over."""
        generator = random.SystemRandom() if seed is None else random.Random(seed)
        while self.state.is_chance:
            tokens, weights = zip(*self.state.chance_outcomes(), strict=True)
            self.state.push(generator.choices(tokens, weights)[0])

    def answer(self, viewer: int | None = None) -> PositionAnswer:
        """Tell all about it, as a seat knows it or in full."""
        shown = self.state if viewer is None else seen_by(self.state, viewer)
        added = self.tokens
        return PositionAnswer(
            position=shown.to_text(),
            data=shown.to_dict(),
            table=describe_table(shown),
            legal=describe_choices(shown),
            record=None if self._tags is None else self.state.to_record(**self._tags),
            tokens=added,
            events=tell_events(self._before, added, viewer) if added else [],
        )


def begin(players: int, seed: int | None, start: int, tags: Mapping[str, str]) -> Game:
    """Begin a game."""
    if start >= players:
        raise Problem("limit", f"Seats are 0 to {players - 1}.", "start")
    try:
        # Tags that could not be read again, or that tell of an end, are refused here.
        State.from_record(State(players, start=start).to_record(**tags))
    except CoalBaronError as error:
        raise problem_of(error, "tags") from None
    game = Game(State(players, start=start), tags)
    if seed is not None:
        game.state = State(players, seed, start)
    game.draw(seed)
    return game


def read_game(source: Source) -> Game:
    """Return the game that a request brings."""
    if (source.position is None) == (source.record is None):
        raise Problem("malformed", "Exactly one of position and record is needed.", "position")
    game = _read_record(source.record) if source.record is not None else _read(source.position)
    game.play(source.moves, "moves")
    return game


def _read(position: str | Mapping[str, Any] | None) -> Game:
    try:
        if isinstance(position, str):
            return Game(State.from_text(position), None)
        return Game(State.from_dict(position), None)
    except CoalBaronError as error:
        raise problem_of(error, "position") from None


def _read_record(record: str) -> Game:
    try:
        state = State.from_record(record)
        tags = parse_record(record).tags
    except CoalBaronError as error:
        raise problem_of(error, "record") from None
    return Game(state, {name: tags[name] for name in tags if name not in RESULT_TAGS})


def seen_by(state: State, viewer: int) -> State:
    """Return the position as a seat knows it."""
    if viewer >= state.players:
        raise Problem("limit", f"Seats are 0 to {state.players - 1}.", "viewer")
    if state.viewer not in (None, viewer):
        raise Problem("limit", f"This is what seat {state.viewer} knows.", "viewer")
    return state.view(viewer)


def check_decision(state: State) -> int:
    """Return the seat to move, which must be one whose knowledge the position holds."""
    if state.turn is None:
        raise Problem("limit", f"No seat is to move in phase {state.phase}.", "position")
    if state.viewer not in (None, state.turn):
        detail = f"Seat {state.turn} is to move; this is what seat {state.viewer} knows."
        raise Problem("limit", detail, "position")
    return state.turn
