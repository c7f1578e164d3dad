"""What may be asked: the bodies of requests, field by field.

Field names are those of the Python API. What these models refuse is malformed (400); what they
let through may still be no position or no legal token (422).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from coalbaron_fast.games import DEFAULT, GAMES, MOST_TOKENS, Game, load_game
from coalbaron_fast.games.screen import Plans
from coalbaron_fast.wire.questions import LIMITS, MOST_ROOT_TURNS, SEED, SETTINGS, Number

MOST_FIELDS: Final = 1000
"""Of any object that is not a position: each unknown one would be a mistake of its own."""


def _whole(value: object) -> object:
    """Take 2.0 for 2: in JSON they are one number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# -- what depends on the game: the validators ask the game of the request, the schema all games


def _known(name: str) -> str:
    if name not in GAMES:
        known = {"games": ", ".join(GAMES)}
        raise PydanticCustomError("game", "There is no such game; there are {games}", known)
    return name


def _asked(info: ValidationInfo) -> Game:
    """Return the game of the body that is read; with an unknown one, the body is refused anyway."""
    return load_game(info.data.get("game", DEFAULT))


def _seats(players: int, info: ValidationInfo) -> int:
    seats = _asked(info).players
    if players not in seats:
        text = "The game is for {first} to {last}"
        raise PydanticCustomError("players", text, {"first": seats[0], "last": seats[-1]})
    return players


def _usual_players(data: dict[str, Any]) -> int:
    return load_game(data.get("game", DEFAULT)).usual_players


def _seat(seat: int, info: ValidationInfo) -> int:
    most = _asked(info).players[-1]
    if seat >= most:
        raise PydanticCustomError("seat", "Seats are 0 to {last}", {"last": most - 1})
    return seat


def _plans(info: ValidationInfo) -> Plans | None:
    game = _asked(info)
    return None if game.screen is None else game.screen().plans


def _space(space: str, info: ValidationInfo) -> str:
    plans = _plans(info)
    if plans is not None and space not in plans.spaces:
        spaces = ", ".join(plans.spaces)
        raise PydanticCustomError("space", "Spaces to plan for are {spaces}", {"spaces": spaces})
    return space


def _steps(steps: int, info: ValidationInfo) -> int:
    plans = _plans(info)
    if plans is not None and steps > plans.most_steps:
        most = {"most": plans.most_steps}
        raise PydanticCustomError("steps", "At most {most} steps can be planned", most)
    return steps


def _all_games() -> list[Game]:
    return [load_game(name) for name in GAMES]


def _all_plans() -> list[Plans]:
    screens = [game.screen() for game in _all_games() if game.screen is not None]
    return [screen.plans for screen in screens if screen.plans is not None]


def _games_schema(schema: dict[str, Any]) -> None:
    schema["enum"] = list(GAMES)


def _players_schema(schema: dict[str, Any]) -> None:
    schema["minimum"] = min(game.players[0] for game in _all_games())
    schema["maximum"] = max(game.players[-1] for game in _all_games())


def _seat_schema(schema: dict[str, Any]) -> None:
    schema["maximum"] = max(game.players[-1] for game in _all_games()) - 1


def _space_schema(schema: dict[str, Any]) -> None:
    schema["enum"] = [space for plans in _all_plans() for space in plans.spaces]


def _steps_schema(schema: dict[str, Any]) -> None:
    schema["maximum"] = max((plans.most_steps for plans in _all_plans()), default=0)


def _within(asked: Number) -> Any:  # noqa: ANN401 - what Pydantic's Field returns
    """Return the bounds of a number as Pydantic and the schema take them."""
    low, high = (int(asked.low), int(asked.high)) if asked.whole else (asked.low, asked.high)
    return Field(gt=low, le=high) if asked.above else Field(ge=low, le=high)


def _not_too_many(value: object) -> object:
    """Refuse an object of too many fields before each of them is an error of its own."""
    if isinstance(value, dict) and len(value) > MOST_FIELDS:
        raise PydanticCustomError(
            "fields", "There are at most {most} fields", {"most": MOST_FIELDS}
        )
    return value


WHOLE: Final = BeforeValidator(_whole)
FEW: Final = BeforeValidator(_not_too_many)
Word = Annotated[str, Field(max_length=400)]
Words = Annotated[list[Word], Field(max_length=MOST_TOKENS)]
Whole = Annotated[int, WHOLE]
Seed = Annotated[int, _within(SEED), WHOLE]
GameName = Annotated[str, AfterValidator(_known), Field(json_schema_extra=_games_schema)]
Players = Annotated[int, AfterValidator(_seats), WHOLE, Field(json_schema_extra=_players_schema)]
Seat = Annotated[
    int, Field(ge=0), AfterValidator(_seat), WHOLE, Field(json_schema_extra=_seat_schema)
]
PlanSpace = Annotated[Word, AfterValidator(_space), Field(json_schema_extra=_space_schema)]
PlanSteps = Annotated[
    int, Field(ge=0), AfterValidator(_steps), WHOLE, Field(json_schema_extra=_steps_schema)
]

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

    @model_validator(mode="before")
    @classmethod
    def _check_number(cls, data: object) -> object:
        return _not_too_many(data)


class GameBody(Body):
    """Any body that is about a game. `game` comes first: other fields are read by its rules."""

    game: GameName = Field(DEFAULT, description="The game that is played.")


class Source(GameBody):
    """A position: as text, as data, or as the record of the game that led to it."""

    model_config = ConfigDict(json_schema_extra=ONE_OF)

    position: str | dict[str, Any] | None = Field(
        None, description="One-line text or the dict of docs/position.md; a seat's view too."
    )
    record: str | None = Field(None, description="The record of a game; its last position counts.")
    moves: Words = Field([], description="Tokens or whole turns to play on it first.")


People = Annotated[
    list[Seat],
    Field(
        max_length=16,
        description="Seats of the people at one screen, where no `viewer` is named: the answer is "
        "what the one of them who is to decide knows, else what the first of them does.",
    ),
]


class NewBody(GameBody):
    """How a game begins."""

    players: Players = Field(
        default_factory=_usual_players, description="Without it, as many as usual in the game."
    )
    seed: Seed | None = Field(None, description="Fixes all chance; without one it is random.")
    start: Seat | None = Field(
        None,
        description="The seat that begins; without it chance draws it where the game has that, "
        "else it is 0.",
    )
    options: dict[Word, bool | Whole] = Field(
        {}, description="Options of the game by their names; `/v1/games` lists them."
    )
    variant: Word | None = Field(None, description="An older way to name an option that is on.")
    tags: Annotated[dict[str, str], FEW] = Field(
        {}, description="Tags of the record, such as Event or Seat0."
    )
    people: People = []


class ShownBody(Source):
    """A position to show."""

    viewer: Seat | None = Field(None, description="Show it as this seat knows it.")


class PlayBody(ShownBody):
    """A position and what is played on it."""

    tokens: Words = []
    chance: Literal["ask", "draw"] = "ask"
    seed: Seed | None = Field(None, description="Fixes what is drawn under `draw`.")
    people: People = []


class PlansBody(Source):
    """A position and the turn to plan in it."""

    steps: PlanSteps | None = None
    space: PlanSpace | None = None
    dominated: bool = Field(False, description="Also plans that another is at least as good as.")
    limit: Annotated[int, Field(ge=1, le=1000), WHOLE] = 100


class LimitsBody(Body):
    """When a search ends; the first limit that is met counts. Without any: a second."""

    nodes: Annotated[int, _within(LIMITS["nodes"]), WHOLE] | None = None
    time_ms: Annotated[float, _within(LIMITS["time_ms"])] | None = None
    error: Annotated[float, _within(LIMITS["error"])] | None = None
    depth: Annotated[int, _within(LIMITS["depth"]), WHOLE] | None = None
    root_turns: Annotated[list[Word], Field(max_length=MOST_ROOT_TURNS)] = []
    lines: Annotated[int, _within(LIMITS["lines"]), WHOLE] = 1


class OptionsBody(Body):
    """The engine that searches."""

    threads: Annotated[int, _within(SETTINGS["threads"]), WHOLE] = 1
    hash_mb: Annotated[int, _within(SETTINGS["hash_mb"]), WHOLE] = 64
    seed: Seed = 1
    mixed: Annotated[
        bool,
        Field(
            description="Where seats decide in secret at once, draw `best` from `policy`; the same "
            "for the same seed and position."
        ),
    ] = False
    opponent: Annotated[
        Word | None,
        Field(description="Of `/v1/bestmove`: play as this opponent, whose limits are its own."),
    ] = None


class SearchBody(Source):
    """A position and how to search it."""

    limits: LimitsBody = LimitsBody()
    options: OptionsBody = OptionsBody()


class CompareBody(SearchBody):
    """A position, and turns to compare in it."""

    turns: Annotated[list[Word], Field(min_length=1, max_length=8)] = Field(
        description="Whole turns, tokens joined with /."
    )


class JudgeBody(SearchBody):
    """A position and a turn to judge before it is played."""

    turn: Word | None = Field(
        None, description="Tokens joined with `/`. Without it: the second best turn."
    )


class PuzzleBody(GameBody):
    """An answer to a puzzle."""

    puzzle: Annotated[str, Field(max_length=40)] = Field(description="Its id.")
    turn: Word | None = Field(
        default=None,
        description="A whole turn, tokens joined with `/`; without one the best is shown.",
    )


class ProjectBody(ShownBody):
    """A position to play quick games from."""

    games: Annotated[int, Field(ge=1), WHOLE] = 100
    seed: Seed = 1


class HistoryBody(GameBody):
    """The record of a game to tell turn by turn."""

    record: str
    viewer: Seat | None = Field(None, description="Tell it as this seat saw it.")
    start: Annotated[int, Field(ge=0), WHOLE] = Field(
        0, description="The token to begin at: the first of a turn."
    )
    limit: Annotated[int, Field(ge=1, le=100), WHOLE] = Field(100, description="Turns at most.")


class ReviewBody(GameBody):
    """The record of a game to review."""

    record: str
    seats: Annotated[list[Seat], Field(max_length=16)] | None = None
    limits: LimitsBody = LimitsBody()
    options: OptionsBody = OptionsBody()


BODIES: Final = (
    NewBody,
    PlayBody,
    PlansBody,
    HistoryBody,
    LimitsBody,
    OptionsBody,
    SearchBody,
    CompareBody,
    JudgeBody,
    PuzzleBody,
    ProjectBody,
    ReviewBody,
)
"""All bodies, for callers that need the names of their fields."""
