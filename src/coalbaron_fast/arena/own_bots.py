"""Players of one's own: a class, or a function that makes a bot, found by module and name.

    my_bot:MyBot    package.module:make_bot    path/to/my_bot.py:MyBot:depth=3,seed=7

A module is looked for where Python looks, and then in the current folder. The settings become the
arguments of the call. A parameter `seed` gets the seat's seed, and a parameter `game` the record of
the game, unless the settings hold it. A bot that fails loses its game, as a program does.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from coalbaron_fast.arena.results import FaultKind, PlayerFault
from coalbaron_fast.bots import Bot
from coalbaron_fast.games import Game, Position

if TYPE_CHECKING:
    from coalbaron_fast.arena.players import Clock

__all__ = ["OwnBot", "OwnPlayer", "check_own_bot", "find_own_bot", "make_own_bot"]

WHOLE_NUMBER: Final = re.compile(r"[+-]?\d+")
WORDS: Final = {"true": True, "false": False}

GIVEN: Final = ("seed", "game")
"""What a bot gets without being asked, if it has a parameter of the name."""

TRANSCRIPT_LINES: Final = 40
SHOWN_CHARACTERS: Final = 300


class OwnBot(NamedTuple):
    """A checked way to make a bot: what is called, and its parameters."""

    label: str
    """How it was named: ``my_bot:MyBot``."""
    make: Callable[..., Any]
    parameters: Mapping[str, inspect.Parameter]

    @property
    def settings(self) -> list[str]:
        """The settings that it takes by name; `game` is no setting."""
        named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return [
            name
            for name, parameter in self.parameters.items()
            if parameter.kind in named and name != "game"
        ]

    def takes(self, setting: str) -> bool:
        """Whether it has such a setting."""
        kinds = {parameter.kind for parameter in self.parameters.values()}
        return setting in self.settings or inspect.Parameter.VAR_KEYWORD in kinds

    def check(self, settings: Mapping[str, str]) -> None:
        """Raise ValueError for a setting that there is not, or that is missing."""
        for name in settings:
            if not self.takes(name):
                known = " ".join(("name", *self.settings))
                raise ValueError(f"{self.label} has no setting {name!r}: {known}")
        for name in self.settings:
            is_needed = self.parameters[name].default is inspect.Parameter.empty
            if is_needed and name not in (*GIVEN, *settings):
                raise ValueError(
                    f"{self.label} needs a value for {name!r}, such as {self.label}:{name}=1"
                )


def find_own_bot(label: str) -> OwnBot:
    """Return what ``MODULE:NAME`` means; ValueError says what of it is wrong."""
    place, _, name = label.rpartition(":")
    module = _load(place)
    found = getattr(module, name, None)
    if found is None:
        raise ValueError(f"{place} has no {name!r}{_what_there_is(module)}")
    return check_own_bot(label, found)


def check_own_bot(label: str, found: object) -> OwnBot:
    """Return what makes a bot, under the name that errors give it; ValueError if it is nothing."""
    if not callable(found):
        kind = type(found).__name__
        needed = "a class, or a function that returns a bot, is needed"
        raise ValueError(f"{label} is of type {kind}: {needed}")  # noqa: TRY004 - read from text
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        missing = "has no method choose(state), so it is no bot"
        raise ValueError(f"{label} {missing}")  # noqa: TRY004 - read from text
    try:
        parameters = inspect.signature(found).parameters
    except (TypeError, ValueError):
        raise ValueError(f"{label} does not say what arguments it takes") from None
    return OwnBot(label, found, parameters)


def make_own_bot(own: OwnBot, settings: Mapping[str, str], seed: int, game: Game) -> Bot:
    """Make the bot; ValueError if that fails or if it is none."""
    arguments: dict[str, Any] = {"seed": seed, "game": game}
    arguments = {name: value for name, value in arguments.items() if name in own.parameters}
    for name, text in settings.items():
        if name != "name":
            arguments[name] = _value(text, own.parameters.get(name))
    try:
        bot: Bot = own.make(**arguments)
    except Exception as error:
        raise ValueError(f"{own.label} cannot be made: {_told(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        found = f"an object of type {type(bot).__name__}, without choose(state)"
        raise ValueError(f"{own.label} returns {found}")  # noqa: TRY004 - read from text
    return bot


def _value(text: str, parameter: inspect.Parameter | None) -> object:
    """Return a setting as a number, as true or false, or as the text that it is."""
    if parameter is not None and parameter.annotation in (str, "str"):
        return text
    if WHOLE_NUMBER.fullmatch(text):
        return int(text)
    try:
        return float(text)
    except ValueError:
        return WORDS.get(text, text)


# -- modules


def _load(place: str) -> ModuleType:
    """Import a module by its name or its file; ValueError says why that fails."""
    is_file = place.endswith(".py")
    path = Path(place).absolute()
    if is_file and not path.is_file():
        where = "" if Path(place).is_absolute() else f" in {Path.cwd()}"
        raise ValueError(f"there is no file {place!r}{where}")
    # After all others: a file of the current folder replaces no module of Python's own.
    folder = str(path.parent) if is_file else str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return _load_file(path) if is_file else importlib.import_module(place)
    except ModuleNotFoundError as error:
        if not is_file and error.name is not None and f"{place}.".startswith(f"{error.name}."):
            raise ValueError(
                f"there is no module {error.name!r} in {folder} or where Python looks; "
                "path/to/my_bot.py:MyBot names a file"
            ) from None
        raise ValueError(f"{place} cannot be imported: {_told(error)}") from error
    except (Exception, SystemExit) as error:
        raise ValueError(f"{place} cannot be imported: {_told(error)}") from error


def _load_file(path: Path) -> ModuleType:
    """Import a file, once, under a name that no other module has."""
    name = f"coalbaron_own_bots.{path}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    # Data classes and pickle look a class's module up by its name.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _what_there_is(module: ModuleType) -> str:
    """Return the names of a module's bots, for an error."""
    bots = [
        name
        for name, found in vars(module).items()
        if callable(getattr(found, "choose", None))
        and getattr(found, "__module__", "") == (module.__name__)
    ]
    return f"; its bots are {' '.join(bots)}" if bots else ", and no class with choose(state)"


def _told(error: BaseException) -> str:
    """Return an error in a line, with the place where it was raised."""
    # Python's own machinery of imports has no file; an error of syntax names its line itself.
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
    ]
    if isinstance(error, SyntaxError):
        frames = []
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return _shown(f"{type(error).__name__}: {error}{place}")


def _shown(text: str) -> str:
    """Return a text fit for a report: one line, short, and without control characters."""
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


# -- in a match


class OwnPlayer:
    """A bot of one's own in a seat; what its code raises is a `PlayerFault`."""

    def __init__(self, make: Callable[[], Bot]) -> None:
        """`make` is called when the game begins."""
        self._make = make
        self._bot: Bot | None = None
        self.transcript: tuple[str, ...] = ()

    def begin(self) -> None:
        """Make the bot."""
        try:
            self._bot = self._make()
        except ValueError as error:
            raise self._fault(str(error), error) from None

    def choose(self, view: Position, clock: Clock | None) -> list[str]:  # noqa: ARG002
        """Return the bot's turn."""
        if self._bot is None:
            raise RuntimeError("the player has not begun")
        try:
            answer: object = self._bot.choose(view)
        except Exception as error:  # noqa: BLE001 - the code is the player's
            raise self._fault(f"choose failed: {_told(error)}", error) from None
        if isinstance(answer, str):
            return answer.split(" ")
        if not isinstance(answer, Sequence) or not all(isinstance(word, str) for word in answer):
            said = _shown(repr(answer))
            raise PlayerFault(
                FaultKind.GARBAGE, f"choose returned {said}, not the tokens of a turn"
            )
        return list(answer)

    def _fault(self, text: str, error: Exception) -> PlayerFault:
        lines = "".join(traceback.format_exception(error)).splitlines()
        self.transcript = tuple(f"! {_shown(line)}" for line in lines[-TRANSCRIPT_LINES:])
        return PlayerFault(FaultKind.CRASH, text)

    def finish(self, final: Position) -> None:
        """Do nothing: a bot does not judge results."""

    def close(self) -> None:
        """Let the bot go."""
        self._bot = None
