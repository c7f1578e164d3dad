"""Players by name: a small language for bots, engine settings and programs, one's own included.

    random    greedy    flat:nodes=500    ismcts:time_ms=100    opponent:who=greta
    engine:nodes=2000,threads=1,playout=0
    cmd,time_ms=100,option.Threads=2:path/to/program --argument
    my_bot:MyBot    path/to/my_bot.py:MyBot:depth=3

Settings, each `NAME=VALUE`, follow the name. Those of a program come before its command line, which
may hold anything. `read_player` reads and checks a player, `Player` plays.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol

from coalbaron_fast import Engine, Limits
from coalbaron_fast.arena.own_bots import OwnPlayer, find_own_bot, make_own_bot
from coalbaron_fast.bots import (
    Bot,
    EngineBot,
    GreedyBot,
    OpponentBot,
    RandomBot,
    flat_bot,
    ismcts_bot,
)
from coalbaron_fast.engine import PARAMETERS, SLICES
from coalbaron_fast.engine.evaluation import BEST
from coalbaron_fast.engine.limits import MOST
from coalbaron_fast.games import DEFAULT, Game, Position, load_game

__all__ = [
    "Clock",
    "Player",
    "PlayerSpec",
    "bot_from",
    "open_player",
    "read_player",
    "try_player",
]

PROGRAM: Final = "cmd"

OWN: Final = re.compile(
    r"(?P<label>(?:[^:]*\.py|[^\W\d]\w*(?:\.[^\W\d]\w*)*):[^\W\d]\w*)(?::(?P<settings>.*))?"
)
"""A bot of one's own: the module or the file, the name in it, and its settings."""

NODE_LIMITS: Final = ("nodes", "time_ms", "error")
CLOCKS: Final = ("clock_ms", "increment_ms")
LIMITS: Final = (*NODE_LIMITS, "depth", *CLOCKS)
"""Limits of the search of one turn; `clock_ms` is for the whole game."""

ENGINE: Final = ("threads", "hash_mb", "seed", "slices", "evaluation", "mixed", *PARAMETERS)
PATIENCE: Final[dict[str, float]] = {"start_ms": 10_000, "answer_ms": 60_000, "grace_ms": 500}
"""How long a program may take: to start, for a turn without a time limit, and beyond its limit."""

LONGEST_PLAYER: Final = 16_384
"""Characters of a player; a command with its paths and options has hundreds."""

OPTION: Final = "option."

SETTINGS: Final[dict[str, tuple[str, ...]]] = {
    "random": ("seed",),
    "greedy": (),
    "flat": (*NODE_LIMITS, "seed"),
    "ismcts": (*NODE_LIMITS, "seed"),
    "engine": (*LIMITS, *ENGINE),
    "opponent": ("who", "seed"),
    PROGRAM: (*LIMITS, *PATIENCE),
}
"""The settings of each kind of player, besides `name`."""

SWITCHES: Final = ("mixed",)
"""Settings that are true or false."""

WORDS: Final = ("name", "evaluation", "who")
"""Settings that are no numbers."""

WHOLE: Final = ("nodes", "depth", "threads", "hash_mb", "seed", "slices")
ARENA_HASH_MB: Final = 64
"""The default of an engine in a match: small, because many play at once."""


class Clock(NamedTuple):
    """What every seat has left for the rest of the game, and gets back after each turn."""

    left_ms: tuple[float, ...]
    increment_ms: tuple[float, ...]


class Player(Protocol):
    """One seat of one game."""

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the conversation with it, for a report; a bot has none."""

    def begin(self) -> None:
        """Get ready, before any clock runs; raises `PlayerFault` if that fails."""

    def choose(self, view: Position, clock: Clock | None) -> list[str]:
        """Return the tokens of a turn, from what the seat to move knows.

        Raises `PlayerFault` if there is none.
        """

    def finish(self, final: Position) -> None:
        """Take in how the game ended; raises `PlayerFault` if the player disagrees."""

    def close(self) -> None:
        """Free everything, in any state."""


class PlayerSpec(NamedTuple):
    """A checked description of a player: its kind and its settings."""

    kind: str
    settings: Mapping[str, str]
    command: str = ""

    @property
    def text(self) -> str:
        """The player as text, which `read_player` reads back to an equal one."""
        settings = ",".join(f"{key}={value}" for key, value in self.settings.items())
        if self.kind == PROGRAM:
            return f"{PROGRAM},{settings}:{self.command}" if settings else f"cmd:{self.command}"
        return f"{self.kind}:{settings}" if settings else self.kind

    @property
    def is_own(self) -> bool:
        """Whether it is a bot of one's own, by module and name."""
        return self.kind not in SETTINGS

    @property
    def name(self) -> str:
        """The name that tables show."""
        return self.settings.get("name", self.text)

    @property
    def limits(self) -> dict[str, float]:
        """The limits of its turns; none of a bot of one's own, whose settings are its own."""
        if self.is_own:
            return {}
        return {key: float(self.settings[key]) for key in LIMITS if key in self.settings}

    @property
    def clock_ms(self) -> float | None:
        """Its time for the whole game, or None without a clock."""
        return self.limits.get("clock_ms")

    @property
    def increment_ms(self) -> float:
        """What it gets back after each turn."""
        return self.limits.get("increment_ms", 0.0)

    @property
    def is_repeatable(self) -> bool:
        """Whether it is sure to repeat its games.

        Players with a time limit do not; of programs and bots of one's own it is not known.
        """
        is_ours = self.kind != PROGRAM and not self.is_own
        return is_ours and not {"time_ms", *CLOCKS} & set(self.settings)


def read_player(text: str, each: str = "") -> PlayerSpec:
    """Read a player; settings in `each` fill in what fits and is not given.

    Raises `ValueError` that names the word and what would have been right.
    """
    if len(text) > LONGEST_PLAYER:
        raise ValueError(f"a player takes at most {LONGEST_PLAYER} characters")
    if not text.isprintable():
        raise ValueError(f"{text!r} cannot be printed, and so not be kept in a record")
    head, _, rest = text.partition(":")
    kind, _, before = head.partition(",")
    if kind not in SETTINGS:
        return _read_own(text, each)
    if kind != PROGRAM and before:
        raise ValueError(f"settings of {kind} come after a colon: {kind}:{before}")
    settings = _read_settings(text, before if kind == PROGRAM else rest)
    for key, value in _read_settings(each, each).items():
        if _is_known(kind, key) and not (key in LIMITS and set(settings) & set(LIMITS)):
            settings.setdefault(key, value)
    _check(text, kind, settings)
    command = rest.strip() if kind == PROGRAM else ""
    if kind == PROGRAM:
        _check_command(text, command)
    return PlayerSpec(kind, settings, command)


def _read_own(text: str, each: str) -> PlayerSpec:
    """Read a bot of one's own, which imports its module."""
    own = OWN.fullmatch(text)
    if own is None:
        raise ValueError(
            f"no player {text!r}: {' '.join(SETTINGS)}, such as engine:nodes=500, "
            "or a class of your own, such as my_bot:MyBot or path/to/my_bot.py:MyBot"
        )
    try:
        found = find_own_bot(own["label"])
        settings = _read_settings(text, own["settings"] or "")
        for key, value in _read_settings(each, each).items():
            if found.takes(key):
                settings.setdefault(key, value)
        found.check({key: value for key, value in settings.items() if key != "name"})
    except ValueError as error:
        raise ValueError(f"no player {text!r}: {error}") from error
    return PlayerSpec(own["label"], settings)


def _read_settings(text: str, words: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for word in words.split(",") if words else ():
        key, equals, value = word.partition("=")
        if not (key and equals and value) or key in settings:
            raise ValueError(f"{word!r} in {text!r} is not NAME=VALUE, each name once")
        settings[key] = value
    return settings


def _is_known(kind: str, key: str) -> bool:
    is_option = kind == PROGRAM and key.startswith(OPTION) and key != OPTION
    return key == "name" or key in SETTINGS[kind] or is_option


def _check(text: str, kind: str, settings: Mapping[str, str]) -> None:
    """Refuse unknown settings, values that are no numbers, and a missing limit."""
    for key, value in settings.items():
        if not _is_known(kind, key):
            known = " ".join(("name", *SETTINGS[kind]))
            raise ValueError(f"{kind} has no setting {key!r} (in {text!r}): {known}")
        if key in SWITCHES and value not in ("true", "false"):
            raise ValueError(f"{key} is true or false, not {value!r} (in {text!r})")
        if key not in (*WORDS, *SWITCHES) and not key.startswith(OPTION):
            _check_number(text, key, value)
    if kind == "opponent" and "who" not in settings:
        raise ValueError(f"{text!r} does not say which opponent, such as opponent:who=greta")
    limits = set(settings) & set(LIMITS) - {"increment_ms"}
    if set(SETTINGS[kind]) & set(LIMITS) and not limits:
        example = f"{kind}:nodes=500" if kind != PROGRAM else f"{PROGRAM},time_ms=100:…"
        raise ValueError(f"{text!r} needs a limit for its turns, such as {example}")


def _check_number(text: str, key: str, value: str) -> None:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    least = 0.0 if key in ("increment_ms", "seed", *PARAMETERS) else 1e-9
    most = MOST.get(key, sys.float_info.max)
    whole = key in WHOLE or isinstance(PARAMETERS.get(key), int)
    if not least <= number <= most or (whole and not value.isdigit()):
        sort = "a whole number" if whole else "a number"
        if least:
            sort += ", 1 or more" if whole else " above 0"
        if number > most:
            sort += f", at most {most:g}"
        raise ValueError(f"{key} is {sort}, not {value!r} (in {text!r})")


def _check_command(text: str, command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{text!r} holds no command line: {error}") from None
    if not words:
        raise ValueError(f"{text!r} names no program: {PROGRAM},time_ms=100:path/to/program")
    if shutil.which(words[0]) is None:
        raise ValueError(f"there is no program {words[0]!r} to run (in {text!r})")


def open_player(spec: PlayerSpec, seed: int, game: Game) -> Player:
    """Return a player for one game; `seed` is for its random numbers unless its settings have one.

    Nothing is started before `Player.begin`. After that the player must be closed.
    """
    if spec.is_own:
        return OwnPlayer(lambda: _make_own(spec, seed, game))
    seed = int(spec.settings.get("seed", seed))
    if spec.kind == PROGRAM:
        # Most matches have no programs.
        from coalbaron_fast.arena.external import ExternalPlayer  # noqa: PLC0415

        patience = {key: float(spec.settings.get(key, PATIENCE[key])) for key in PATIENCE}
        options = {
            key.removeprefix(OPTION): value
            for key, value in spec.settings.items()
            if key.startswith(OPTION)
        }
        return ExternalPlayer(shlex.split(spec.command), spec.limits, options, patience, game.name)
    if spec.kind == "engine":
        engine = _engine(spec.settings, seed, game)
        return BotPlayer(lambda clock: EngineBot(engine, limits_for(spec.limits, clock)))
    bot = BOTS[spec.kind](spec, seed, game)
    return BotPlayer(lambda _: bot)


def bot_from(text: str, seed: int = 1, game: Game | str = DEFAULT) -> Bot:
    """Return a bot by its name, for games without a clock.

    Raises `ValueError` for a text that cannot be read, for programs and for players with a clock.
    """
    spec = read_player(text)
    if spec.kind == PROGRAM or spec.clock_ms is not None:
        raise ValueError(f"{text!r} plays in matches only: a bot without a clock is needed here")
    game = load_game(game)
    if spec.is_own:
        return _make_own(spec, seed, game)
    seed = int(spec.settings.get("seed", seed))
    if spec.kind == "engine":
        return EngineBot(_engine(spec.settings, seed, game), limits_for(spec.limits))
    return BOTS[spec.kind](spec, seed, game)


def try_player(spec: PlayerSpec, game: Game) -> None:
    """Try to make a player: ValueError says before a match what would end all its games."""
    if spec.is_own:
        _make_own(spec, 1, game)
    elif spec.kind != PROGRAM:
        try:
            open_player(spec, 1, game)
        except MemoryError as error:
            raise ValueError(f"{spec.text}: {str(error) or 'not enough memory'}") from None


def _make_own(spec: PlayerSpec, seed: int, game: Game) -> Bot:
    return make_own_bot(find_own_bot(spec.kind), spec.settings, seed, game)


BOTS: Final[dict[str, Callable[[PlayerSpec, int, Game], Bot]]] = {
    "random": lambda _, seed, __: RandomBot(seed),
    "greedy": lambda _, __, game: GreedyBot(game),
    "flat": lambda spec, seed, game: flat_bot(limits_for(spec.limits), seed, game),
    "ismcts": lambda spec, seed, game: ismcts_bot(limits_for(spec.limits), seed, game),
    "opponent": lambda spec, seed, game: OpponentBot(
        game.opponent(spec.settings["who"]), seed, game
    ),
}


def _engine(settings: Mapping[str, str], seed: int, game: Game) -> Engine:
    parameters = {
        key: type(PARAMETERS[key])(settings[key]) for key in PARAMETERS if key in settings
    }
    return Engine(
        threads=int(settings.get("threads", 1)),
        hash_mb=int(settings.get("hash_mb", ARENA_HASH_MB)),
        seed=seed,
        slices=int(settings.get("slices", SLICES)),
        parameters=parameters,
        game=game,
        evaluation=settings.get("evaluation", BEST),
        mixed=settings.get("mixed") == "true",
    )


def limits_for(limits: Mapping[str, float], clock: Clock | None = None) -> Limits:
    nodes, depth = limits.get("nodes"), limits.get("depth")
    return Limits(
        None if nodes is None else int(nodes),
        limits.get("time_ms"),
        limits.get("error"),
        depth=None if depth is None else int(depth),
        clock_ms=None if clock is None else clock.left_ms,
        increment_ms=None if clock is None else clock.increment_ms,
    )


class BotPlayer:
    """A bot as a player; `bot_for` returns it for each turn, with limits that suit the clock."""

    transcript = ()

    def __init__(self, bot_for: Callable[[Clock | None], Bot]) -> None:
        self._bot_for = bot_for

    def begin(self) -> None:
        """Do nothing: a bot is ready."""

    def choose(self, view: Position, clock: Clock | None) -> list[str]:
        """Return the bot's turn."""
        return self._bot_for(clock).choose(view)

    def finish(self, final: Position) -> None:
        """Do nothing: a bot does not judge results."""

    def close(self) -> None:
        """Do nothing: a bot holds nothing."""
