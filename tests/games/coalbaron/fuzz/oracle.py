"""What must hold for any input of the readers.

An input is one letter for the reader and the text for it: `t` the position text, `d` the
dict form as JSON, `r` a record. It is refused with `PositionError`, or it is a state that
can be written, read back, looked at from each seat and played on.
"""

from __future__ import annotations

import json
import re
import zlib
from random import Random
from typing import TYPE_CHECKING, Final

from coalbaron_fast import Defect, PositionError, State

if TYPE_CHECKING:
    from collections.abc import Callable

    Feature = tuple[str, ...]
    """What an input came to: inputs that come to something new are worth keeping."""

MOVES_PLAYED: Final = 20
OWN_PLACES: Final = (
    "Players",
    "Start",
    "Position",
    "Seed",
    "Scores",
    "Winners",
    "tokens",
    "record",
)


class BrokenPromiseError(Exception):
    """A state was accepted and does not behave like one."""


def read_json(text: str) -> State | None:
    """Read the dict form, or return None if the text is no JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return State.from_dict(data)


READERS: Final[dict[str, Callable[[str], State | None]]] = {
    "t": State.from_text,
    "d": read_json,
    "r": State.from_record,
}


def examine(text: str) -> Feature:
    """Give an input to its reader and hold the outcome against the promises.

    Any exception that comes out of here is a finding.
    """
    letter, body = text[:1], text[1:]
    if letter not in READERS:
        return ("no reader",)
    try:
        state = READERS[letter](body)
    except PositionError as error:
        return (letter, str(error.defect), place_of(error))
    if state is None:
        return (letter, "no JSON")
    reached = (letter, "accepted", state.phase, str(state.players), str(state.viewer))
    check_state(state, Random(zlib.crc32(body.encode("utf-8", "replace"))))
    return reached


def place_of(error: PositionError) -> str:
    """The field of an error without numbers and without names that the input made up."""
    field = error.field
    if error.defect is Defect.UNKNOWN_FIELD:
        field = field.rpartition(".")[0]
    if error.line is not None and not field.startswith(OWN_PLACES):
        field = "tag"
    return re.sub(r"\d+|'.*'", "#", field)


def check_state(state: State, rng: Random) -> None:
    """Write, read, look at and play an accepted state."""
    check_reading_back(state)
    check_world(state, rng)
    for move in range(MOVES_PLAYED):
        if state.is_over:
            break
        tokens = state.legal_moves()
        promise(bool(tokens), "a state that is not over has a legal move")
        state.push(rng.choice(tokens))
        if move % 5 == 4:
            check_reading_back(state)
    check_reading_back(state)
    again = State.from_record(state.to_record())
    promise(again == state, "a record reads back to the same state")
    promise(again.history == state.history, "a record reads back to the same history")


def check_reading_back(state: State) -> None:
    """Both forms of a state and of its views read back to equal ones."""
    promise(State.from_text(state.to_text()) == state, "the text reads back")
    promise(State.from_dict(state.to_dict()) == state, "the dict reads back")
    if state.viewer is None:
        for seat in range(state.players):
            view = state.view(seat)
            promise(State.from_text(view.to_text()) == view, f"the view of seat {seat} reads back")


def check_world(state: State, rng: Random) -> None:
    """A world drawn for a seat looks to that seat like the state itself."""
    seat = rng.randrange(state.players) if state.viewer is None else state.viewer
    world = state.sample_world(seat, rng.randrange(2**32))
    promise(world.viewer is None, "a world is a full position")
    seen = state.view(seat) if state.viewer is None else state
    promise(world.view(seat) == seen, f"a world drawn for seat {seat} looks the same to it")
    check_reading_back(world)


def promise(kept: bool, what: str) -> None:
    """Complain of a promise that was not kept."""
    if not kept:
        raise BrokenPromiseError(what)
