"""What may be asked: the bodies of requests, field by field.

Field names are those of the Python API. What these models refuse is malformed (400); what they
let through may still be no position or no legal token (422).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS

LARGEST_SEED: Final = 2**53 - 1
"""Seeds stay whole numbers in every reader of JSON."""


def _whole(value: object) -> object:
    """Take 2.0 for 2: in JSON they are one number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final = BeforeValidator(_whole)
Seat = Annotated[int, Field(ge=0, lt=MAX_PLAYERS), WHOLE]
Word = Annotated[str, Field(max_length=400)]
Words = Annotated[list[Word], Field(max_length=5000)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED), WHOLE]

ONE_OF: Final[dict[str, Any]] = {
    "oneOf": [
        {
            "required": ["position"],
            "properties": {"position": {"type": ["string", "object"]}, "record": {"type": "null"}},
        },
        {
            "required": ["record"],
            "properties": {"record": {"type": "string"}, "position": {"type": "null"}},
        },
    ]
}


class Body(BaseModel):
    """Any body: unknown fields are refused, numbers are numbers."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Source(Body):
    """A position: as text, as data, or as the record of the game that led to it."""

    model_config = ConfigDict(json_schema_extra=ONE_OF)

    position: str | dict[str, Any] | None = Field(
        None, description="One-line text or the dict of docs/position.md; a seat's view too."
    )
    record: str | None = Field(None, description="The record of a game; its last position counts.")
    moves: Words = Field([], description="Tokens or whole turns to play on it first.")


class NewBody(Body):
    """How a game begins."""

    players: Annotated[int, Field(ge=MIN_PLAYERS, le=MAX_PLAYERS), WHOLE] = 2
    seed: Seed | None = Field(None, description="Fixes both decks; without one they are random.")
    start: Seat = 0
    tags: dict[str, str] = Field({}, description="Tags of the record, such as Event or Seat0.")


class ShownBody(Source):
    """A position to show."""

    viewer: Seat | None = Field(None, description="Show it as this seat knows it.")


class PlayBody(ShownBody):
    """A position and what is played on it."""

    tokens: Words = []
    chance: Literal["ask", "draw"] = "ask"
    seed: Seed | None = Field(None, description="Fixes what is drawn under `draw`.")


class PlansBody(Source):
    """A position and the mining turn to plan in it."""

    steps: Annotated[int, Field(ge=0, le=10), WHOLE] | None = None
    space: Literal["m4", "m6", "m8", "m10"] | None = None
    dominated: bool = Field(False, description="Also plans that another is at least as good as.")
    limit: Annotated[int, Field(ge=1, le=1000), WHOLE] = 100


class LimitsBody(Body):
    """When a search ends; the first limit that is met counts. Without any: a second."""

    nodes: Annotated[int, Field(ge=1), WHOLE] | None = None
    time_ms: Annotated[float, Field(gt=0)] | None = None
    error: Annotated[float, Field(gt=0, le=1)] | None = None
    depth: Annotated[int, Field(ge=1, le=1000), WHOLE] | None = None
    root_turns: Annotated[list[Word], Field(max_length=100)] = []
    lines: Annotated[int, Field(ge=1, le=100), WHOLE] = 1


class OptionsBody(Body):
    """The engine that searches."""

    threads: Annotated[int, Field(ge=1, le=64), WHOLE] = 1
    hash_mb: Annotated[int, Field(ge=4), WHOLE] = 64
    seed: Seed = 1


class SearchBody(Source):
    """A position and how to search it."""

    limits: LimitsBody = LimitsBody()
    options: OptionsBody = OptionsBody()


class ProjectBody(ShownBody):
    """A position to play quick games from."""

    games: Annotated[int, Field(ge=1), WHOLE] = 100
    seed: Seed = 1


class ReviewBody(Body):
    """The record of a game to look back on."""

    record: str
    seats: Annotated[list[Seat], Field(max_length=MAX_PLAYERS)] | None = None
    limits: LimitsBody = LimitsBody()
    options: OptionsBody = OptionsBody()


BODIES: Final = (
    NewBody,
    PlayBody,
    PlansBody,
    LimitsBody,
    OptionsBody,
    SearchBody,
    ProjectBody,
    ReviewBody,
)
"""All bodies, for whoever needs the names of their fields."""
