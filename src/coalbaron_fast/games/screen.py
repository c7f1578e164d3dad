"""What a game offers to whoever shows it: plain data, ready to be written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from coalbaron_fast.errors import CoalBaronError
from coalbaron_fast.games.text.words import Message

__all__ = ["Choice", "Event", "Plans", "Points", "QuestionError", "Screen"]


class QuestionError(CoalBaronError):
    """A question that a position has no answer to; `field` is the part of it that does not fit."""

    field: str

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason
        super().__init__(f"{field}: {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.field, self.reason)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal token, and what it does: a sentence, and the key and parameters that it is made of.

    `probability` is there only at chance.
    """

    token: str
    text: str
    key: str
    params: Mapping[str, Any]
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and the token that caused it; a sentence, its key and parameters.

    The kinds, and what else there is to them, are each game's own.
    """

    kind: str
    token: str
    text: str
    key: str
    params: Mapping[str, Any]
    seat: int | None = None


class Points(NamedTuple):
    """Points that a seat got, or lost, and in a few words what for."""

    seat: int
    vp: int
    reason: str


class Plans(NamedTuple):
    """Turns of many moves, each planned to its end.

    `spaces` are the tokens that such a turn begins with, `most_steps` is the length of the longest
    one. `reach` takes a position and a number of steps and lists the turns of the seat to move, as
    tokens. `find` takes a position, its seat to move, then by name `space`, `steps`, `dominated`,
    `limit` and `memory_mb`; it returns an `Answer` or raises QuestionError.
    """

    spaces: Sequence[str]
    most_steps: int
    reach: Callable[[Any, int], list[list[str]]]
    Answer: type[Any]
    find: Callable[..., Any]


class Screen(NamedTuple):
    """How a game is shown.

    `describe_table` turns a position into a `Table`. `tell_events` returns the `Event`s that tokens
    cause from a position on, as a viewer sees them or in full. `components` are the facts of the
    game as data. Types are dataclasses.

    `phrases` returns what says what each legal move of a position does there, if the record's
    `phrase` does not say it all.

    `tell_points` says where the points of these tokens come from: all that they change of `vp`.

    `project` plays quick games to the end; it takes a position, then by name `viewer`, `games`,
    `seed` and `is_stopped`, and returns a `Projection`. `plans` and `project` are None for a game
    without them. `examples` are requests that work, by path and name, for the OpenAPI document.

    `turn_phrase` puts a whole turn from a position, as move codes, into one message. `essence_of`
    tells what a turn comes to: equal for turns that a person calls the same. `tell_turns` tells
    events in sentences, shorter where a turn has many steps. `colours` are regular expressions for
    texts of the game: what a named group matches is shown in that colour.
    """

    Table: type[Any]
    Event: type[Any]
    describe_table: Callable[[Any], Any]
    tell_events: Callable[[Any, Iterable[str], int | None], list[Any]]
    components: Callable[[], dict[str, Any]]
    tell_points: Callable[[Any, Iterable[str]], list[Points]] | None = None
    Projection: type[Any] | None = None
    project: Callable[..., Any] | None = None
    plans: Plans | None = None
    examples: Callable[[], dict[str, dict[str, Any]]] | None = None
    phrases: Callable[[Any], Callable[[int], Message]] | None = None
    turn_phrase: Callable[[Any, Sequence[int]], Message] | None = None
    tell_turns: Callable[[Any, Iterable[str], int | None], list[str]] | None = None
    essence_of: Callable[[Sequence[int]], tuple[int, ...]] | None = None
    colours: Sequence[str] = ()
