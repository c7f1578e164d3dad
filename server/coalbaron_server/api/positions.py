"""From a request's position to a `State`, and from a `State` to an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from coalbaron_fast.engine.forest import is_turn
from coalbaron_fast.errors import CoalBaronError
from coalbaron_fast.games import Game, Position, Start, load_game
from coalbaron_fast.games.options import OptionValue
from coalbaron_fast.games.position import known_to
from coalbaron_fast.games.screen import Choice, Screen
from coalbaron_server.api.problems import Problem, problem_of
from coalbaron_server.api.requests import NewBody, Source


@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """A position in every form: as text, as data, for a screen, and as a record.

    `options` are those of the game. `table` and `events` are of the types of the game's screen.
    """

    position: str
    data: dict[str, Any]
    options: dict[str, OptionValue]
    table: Any
    legal: list[Choice]
    record: str | None
    tokens: list[str]
    events: list[Any]


class PlayedGame:
    """A game that a request brought, and what the request plays in it."""

    def __init__(self, game: Game, state: Position, tags: Mapping[str, str] | None) -> None:
        """`tags` are those of its record; None if it came without one."""
        self.game = game
        self.state = state
        self._tags = tags
        self._before = state.unseeded()
        self._played = len(state.codes)

    def play(self, words: Sequence[str], field: str) -> None:
        """Play tokens or whole turns, all or none."""
        with refusals(self.game, field):
            self.state.push_all(words)

    def draw(self, seed: int | None) -> None:
        """Draw what chance brings until a seat decides or the game is over."""
        generator = random.SystemRandom() if seed is None else random.Random(seed)
        while self.state.is_chance:
            weights = [probability for _, probability in self.state.chance_outcomes()]
            self.state.push_codes(generator.choices(self.state.legal_codes(), weights))

    def eyes(self, people: Sequence[int]) -> int | None:
        """Return whose eyes people at one screen see it with: theirs who is to decide."""
        return self.state.turn if self.state.turn in people else next(iter(people), None)

    def answer(self, viewer: int | None = None) -> PositionAnswer:
        """Return all about it, as a seat knows it or in full."""
        shown = self.state if viewer is None else seen_by(self.state, viewer)
        added = self.state.history[self._played :]
        screen = None if self.game.screen is None else self.game.screen()
        return PositionAnswer(
            position=shown.to_text(),
            data=shown.to_dict(),
            options=self.game.options.of(shown),
            table=None if screen is None else screen.describe_table(shown),
            legal=self.game.choices(shown),
            record=None if self._tags is None else self.state.to_record(**self._tags),
            tokens=added,
            events=screen.tell_events(self._before, added, viewer) if screen and added else [],
        )


def begin(body: NewBody) -> PlayedGame:
    """Begin a game."""
    game = load_game(body.game)
    if body.start is not None and body.start >= body.players:
        raise Problem("limit", f"Seats are 0 to {body.players - 1}.", "start")
    start: Start = body.start if "start" in body.model_fields_set else "usual"
    if start is None and not game.draws_order:
        raise Problem("limit", "A seat begins this game: chance draws no order.", "start")
    with refusals(game, "options"):
        options = game.options.spell(body.options)
    with refusals(game, "variant"):
        options = game.options.spell(f"{options} {body.variant or ''}")
    state: Position = game.begin(body.players, None, start, options)
    with refusals(game, "tags"):
        # Tags that could not be read again, or that tell of an end, are refused here.
        game.State.from_record(state.to_record(**body.tags))
    played = PlayedGame(game, state, body.tags)
    if body.seed is not None:
        played.state = game.begin(body.players, body.seed, start, options)
    played.draw(body.seed)
    return played


def read_game(source: Source) -> PlayedGame:
    """Return the game that a request brings."""
    if (source.position is None) == (source.record is None):
        raise Problem("malformed", "Exactly one of position and record is needed.", "position")
    game = load_game(source.game)
    if source.record is not None:
        played = PlayedGame(game, *read_record(game, source.record))
    else:
        with refusals(game, "position"):
            read = (
                game.State.from_text if isinstance(source.position, str) else game.State.from_dict
            )
            played = PlayedGame(game, read(source.position), None)
    played.play(source.moves, "moves")
    return played


def read_record(game: Game, record: str) -> tuple[Position, dict[str, str]]:
    """Return the game that a record tells, and the record's tags."""
    with refusals(game, "record"):
        found: tuple[Position, dict[str, str]] = game.State.read_record(record)
        return found


def seen_by(state: Position, viewer: int) -> Position:
    """Return the position as a seat knows it."""
    check_viewer(state, viewer)
    return known_to(state, viewer)


def check_viewer(state: Position, viewer: int) -> None:
    """Refuse a seat that is not there, or of whose knowledge the position says nothing."""
    if viewer >= state.players:
        raise Problem("limit", f"Seats are 0 to {state.players - 1}.", "viewer")
    if state.viewer not in (None, viewer):
        raise Problem("limit", f"This is what seat {state.viewer} knows.", "viewer")


def check_decision(state: Position) -> int:
    """Return the seat to move, which must be one whose knowledge the position holds."""
    if state.turn is None:
        raise Problem("limit", f"No seat is to move in phase {state.phase}.", "position")
    if state.viewer not in (None, state.turn):
        detail = f"Seat {state.turn} is to move; this is what seat {state.viewer} knows."
        raise Problem("limit", detail, "position")
    return state.turn


def read_turn(game: Game, view: Position, word: str, field: str) -> list[int]:
    """Return the codes of a whole legal turn, tokens joined with `/`."""
    with refusals(game, field):
        codes = game.read_words([word])
    if not is_turn(view, codes):
        raise Problem("limit", "This is no whole turn here.", field)
    return codes


def screen_of(game: Game) -> Screen:
    """Return the screen of a game, which must have one."""
    if game.screen is None:
        raise Problem("unsupported", f"{game.title} has no screen.", "game")
    return game.screen()


@contextmanager
def refusals(game: Game, field: str) -> Iterator[None]:
    """Turn what the game refuses into a problem of this field."""
    try:
        yield
    except CoalBaronError as error:
        raise problem_of(error, field, game) from None
