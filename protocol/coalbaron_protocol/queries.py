"""What a line of `analyse --json` may say, checked field by field.

Field names are those of the Python API. `QueryRefused` names the field that is wrong.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from coalbaron_fast import Limits, LimitsError
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.engine.limits import MOST
from coalbaron_fast.engine.pool import EngineSettings
from coalbaron_fast.errors import shortened
from coalbaron_fast.games import GAMES, MOST_TOKENS, Game, Position, load_game
from coalbaron_fast.wire.questions import LIMITS, MOST_ROOT_TURNS, SEED, SETTINGS, Number
from coalbaron_protocol.messages import shown

DEFAULTS: Final = {"threads": 1, "hash_mb": 64, "seed": 1}
CLOCK: Final = Number(-MOST["clock_ms"], MOST["clock_ms"], whole=False)
PARAMETER: Final = Number(-1e9, 1e9, whole=False)
PRIORITY: Final = Number(-(10**9), 10**9)
REPORT_EVERY: Final = Number(0.01, 86_400, whole=False)
MOST_ENTRIES: Final = 1000
"""Of a list or an object; a game has fewer turns."""
LIMIT_FIELDS: Final = (*LIMITS, "clock_ms", "increment_ms", "infinite", "root_turns")
OPTION_FIELDS: Final = (*SETTINGS, "parameters", "evaluation", "mixed")
FIELDS: Final = (
    "id", "game", "position", "record", "seed", "moves", "turns", "limits", "options", "priority",
    "reportEvery",
)  # fmt: skip


class QueryRefused(ValueError):  # noqa: N818 - named for what happens
    """A query that is refused: `field` says where it is wrong."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(what)
        self.field = field


class Query(NamedTuple):
    """One query: the positions to analyse by their turn, and how."""

    id: str
    states: tuple[tuple[int, Position], ...]
    limits: Limits
    settings: EngineSettings
    priority: int
    report_every: float | None


def read_id(data: dict[str, Any]) -> str:
    """Return the name of a query, which all its replies carry."""
    if "id" not in data:
        raise QueryRefused("id", "a text is needed")
    return _text(data["id"], "id")


class QueryDefaults(NamedTuple):
    """What goes for queries that say nothing else, and how many threads they may use."""

    threads: int
    game: str
    limits: dict[str, Any] | None = None
    evaluation: str = BEST


def read_query(data: dict[str, Any], defaults: QueryDefaults) -> Query:
    """Check a query."""
    unknown = [name for name in data if name not in FIELDS]
    if unknown:
        raise QueryRefused(unknown[0], f"no such field; {' '.join(FIELDS)}")
    report_every = data.get("reportEvery")
    if report_every is not None:
        report_every = _number(report_every, "reportEvery", REPORT_EVERY)
    game = _read_game(data, defaults.game)
    return Query(
        id=data["id"],
        states=_read_states(data, game),
        limits=_read_limits(data.get("limits", defaults.limits)),
        settings=_read_settings(data.get("options", {}), defaults, game),
        priority=int(_number(data.get("priority", 0), "priority", PRIORITY)),
        report_every=report_every,
    )


def _read_game(data: dict[str, Any], default: str) -> Game:
    name = data.get("game", default)
    if not isinstance(name, str) or name not in GAMES:
        raise QueryRefused("game", f"one of {' '.join(GAMES)}, not {shown(str(name))}")
    return load_game(name)


def _read_states(data: dict[str, Any], game: Game) -> tuple[tuple[int, Position], ...]:
    """Return the positions of the turns that are asked for, with their numbers.

    Without turns it is the last position.
    """
    last = _read_last(data, game)
    reached = _turns(last)
    turns = data.get("turns")
    if turns is None:
        turns = [-1]
    if not isinstance(turns, list) or not turns or len(turns) > MOST_ENTRIES:
        raise QueryRefused("turns", f"a list of numbers, counted from 0; at most {MOST_ENTRIES}")
    found = []
    for turn in turns:
        index = int(_number(turn, "turns", Number(-len(reached), len(reached) - 1)))
        index %= len(reached)
        found.append((index, reached[index]))
    return tuple(found)


def _read_last(data: dict[str, Any], game: Game) -> Position:
    """Return the position that a query ends in, its history included."""
    given = [name for name in ("position", "record") if name in data]
    if len(given) != 1:
        raise QueryRefused("position", "either position or record is needed")
    name = given[0]
    value = data[name]
    seed = data.get("seed")
    if seed is not None:
        seed = int(_number(seed, "seed", SEED))
    state: Position
    try:
        if name == "record":
            state = game.State.from_record(_text(value, name))
        elif isinstance(value, dict):
            state = game.State.from_dict(value, seed)
        else:
            state = game.State.from_text(_text(value, name), seed)
    except ValueError as error:
        raise QueryRefused(name, str(error)) from None
    try:
        state.push_all(_words(data.get("moves", []), "moves", MOST_TOKENS))
    except ValueError as error:
        raise QueryRefused("moves", str(error)) from None
    return state


def _turns(last: Position) -> list[Position]:
    """Return the positions in which a seat began to be asked, and the last one."""
    state = last.origin
    states: list[Position] = []
    mover: int | None = None
    for code in last.codes:
        if state.turn is not None and state.turn != mover:
            states.append(state.copy())
        mover = state.turn
        state.push_codes((code,))
    return [*states, last]


def _read_limits(data: object) -> Limits:
    if not isinstance(data, dict):
        raise QueryRefused("limits", f"an object with {' '.join(LIMIT_FIELDS)} is needed")
    for name in data:
        if name not in LIMIT_FIELDS:
            raise QueryRefused(f"limits.{name}", f"no such limit; {' '.join(LIMIT_FIELDS)}")
    values = _checked_limits(data)
    try:
        return Limits(**values)
    except LimitsError as error:
        raise QueryRefused(f"limits.{error.field}".rstrip("."), str(error)) from None


def _checked_limits(data: dict[str, Any]) -> dict[str, Any]:
    values = dict(data)
    for name in LIMITS.keys() & values:
        values[name] = _number(values[name], f"limits.{name}", LIMITS[name])
    for name in ("clock_ms", "increment_ms"):
        if name in values:
            values[name] = _numbers(values[name], f"limits.{name}")
    if not isinstance(values.get("infinite", False), bool):
        raise QueryRefused("limits.infinite", "true or false")
    values["root_turns"] = _words(
        values.get("root_turns", []), "limits.root_turns", MOST_ROOT_TURNS
    )
    return values


def _read_settings(data: object, defaults: QueryDefaults, game: Game) -> EngineSettings:
    if not isinstance(data, dict):
        raise QueryRefused("options", f"an object with {' '.join(OPTION_FIELDS)}")
    for name in data:
        if name not in OPTION_FIELDS:
            raise QueryRefused(f"options.{name}", f"no such option; {' '.join(OPTION_FIELDS)}")
    parameters = data.get("parameters", {})
    if not isinstance(parameters, dict) or len(parameters) > MOST_ENTRIES:
        raise QueryRefused("options.parameters", "an object of numbers")
    evaluation = data.get("evaluation", defaults.evaluation)
    if not isinstance(evaluation, str):
        raise QueryRefused("options.evaluation", "best, net, hand, or the file of a network")
    ranges = SETTINGS | {"threads": Number(1, defaults.threads)}
    numbers = {
        name: int(_number(data.get(name, usual), f"options.{name}", ranges[name]))
        for name, usual in DEFAULTS.items()
    }
    mixed = data.get("mixed", False)
    if not isinstance(mixed, bool):
        raise QueryRefused("options.mixed", "true or false")
    return EngineSettings(
        game=game.name,
        parameters=tuple(
            (name, _number(value, f"options.parameters.{name}", PARAMETER))
            for name, value in sorted(parameters.items())
        ),
        evaluation=evaluation,
        **numbers,
        mixed=mixed,
    )


def _number(value: object, field: str, asked: Number) -> float:
    number = asked.read(value)
    if number is None:
        # A list of a line's length is not spelled whole to be cut.
        text = value if isinstance(value, str) else shortened(value)
        raise QueryRefused(field, f"{asked.expected}, not {shown(text)}")
    return number


def _numbers(value: object, field: str) -> list[float]:
    if not isinstance(value, list) or len(value) > MOST_ENTRIES:
        raise QueryRefused(field, "a list of milliseconds, one a seat")
    return [_number(entry, field, CLOCK) for entry in value]


def _words(value: object, field: str, most: int) -> list[str]:
    if not isinstance(value, list) or len(value) > most:
        raise QueryRefused(field, f"a list of at most {most} tokens or turns")
    if not all(isinstance(word, str) for word in value):
        raise QueryRefused(field, "a list of tokens or turns")
    return value


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise QueryRefused(field, "a text is needed")
    return value
