"""What a game offers to whoever shows it: plain data, ready to be written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from coalbaron_fast.errors import CoalBaronError

__all__ = ["Choice", "Plans", "Points", "QuestionError", "Screen"]


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
    """A legal token with a sentence that says what it does; `probability` only at chance."""

    token: str
    text: str
    probability: float | None = None


class Points(NamedTuple):
    """Points that a seat got, or lost, and in a few words what for."""

    seat: int
    vp: int
    reason: str


class Plans(NamedTuple):
    """Turns of many moves, each planned to its end.

    `spaces` are the tokens that such a turn begins with, `most_steps` is the length of the longest
    one. `find` takes a position, its seat to move, then by name `space`, `steps`, `dominated`,
    `limit` and `memory_mb`; it returns an `Answer` or raises QuestionError.
    """

    spaces: Sequence[str]
    most_steps: int
    Answer: type[Any]
    find: Callable[..., Any]


class Screen(NamedTuple):
    """How a game is shown.

    `describe_table` turns a position into a `Table`, `describe_choices` its legal tokens into
    choices. `tell_events` returns the `Event`s that tokens cause from a position on, as a viewer
    sees them or in full. `components` are the facts of the game as data. Types are dataclasses.

    `tell_points` says where the points of these tokens come from: all that they change of `vp`.

    `project` plays quick games to the end; it takes a position, then by name `viewer`, `games`,
    `seed` and `is_stopped`, and returns a `Projection`. `plans` and `project` are None for a game
    without them. `examples` are requests that work, by path and name, for the OpenAPI document.

    `describe_turn` puts a whole turn from a position, as move codes, into one phrase. `essence_of`
    tells what a turn comes to: equal for turns that a person calls the same. `tell_turns` tells
    events in sentences, shorter where a turn has many steps. `colours` are regular expressions for
    texts of the game: what a named group matches is shown in that colour.
    """

    Table: type[Any]
    Event: type[Any]
    describe_table: Callable[[Any], Any]
    describe_choices: Callable[[Any], list[Choice]]
    tell_events: Callable[[Any, Iterable[str], int | None], list[Any]]
    components: Callable[[], dict[str, Any]]
    tell_points: Callable[[Any, Iterable[str]], list[Points]] | None = None
    Projection: type[Any] | None = None
    project: Callable[..., Any] | None = None
    plans: Plans | None = None
    examples: Callable[[], dict[str, dict[str, Any]]] | None = None
    describe_turn: Callable[[Any, Sequence[int]], str] | None = None
    tell_turns: Callable[[Any, Iterable[str], int | None], list[str]] | None = None
    essence_of: Callable[[Sequence[int]], tuple[int, ...]] | None = None
    colours: Sequence[str] = ()
