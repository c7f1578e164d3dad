"""The options of a session: their types, their ranges, and the engine that they describe.

Options are spelled as UCI spells them. Names have no case, because GUIs write them in many ways.
A value that is refused leaves the old one in place.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from coalbaron_fast import Engine
from coalbaron_fast.games import DEFAULT, GAMES, Game, load_game
from coalbaron_fast.threads import MOST_THREADS
from coalbaron_protocol.messages import shown


class OptionError(ValueError):
    """A `setoption` that is refused; the text says what would have been right."""


class Spin(NamedTuple):
    """A whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    meaning: str

    def declaration(self) -> str:
        """Return the line that announces the option."""
        numbers = f"default {self.default} min {self.low} max {self.high}"
        return f"option name {self.name} type spin {numbers}"

    def read(self, text: str) -> int:
        """Return the value that a text stands for."""
        # More digits than any range has are not worth reading; other alphabets' are none.
        if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 20:
            value = int(text)
            if self.low <= value <= self.high:
                return value
        raise OptionError(
            f"{self.name} is a whole number from {self.low} to {self.high}, not {shown(text)}"
        )


class Check(NamedTuple):
    """A switch."""

    name: str
    default: bool
    meaning: str

    def declaration(self) -> str:
        """Return the line that announces the option."""
        return f"option name {self.name} type check default {str(self.default).lower()}"

    def read(self, text: str) -> bool:
        """Return the value that a text stands for."""
        if text not in ("true", "false"):
            raise OptionError(f"{self.name} is true or false, not {shown(text)}")
        return text == "true"


class GameChoice(NamedTuple):
    """The game that is played: one of those registered."""

    name: str
    default: str
    meaning: str

    def declaration(self) -> str:
        """Return the line that announces the option."""
        names = " ".join(f"var {name}" for name in GAMES)
        return f"option name {self.name} type combo default {self.default} {names}"

    def read(self, text: str) -> str:
        """Return the name of the game that a text stands for."""
        if text not in GAMES:
            raise OptionError(f"{self.name} is one of {' '.join(GAMES)}, not {shown(text)}")
        return text


THREADS: Final = Spin("Threads", 1, 1, MOST_THREADS, "processor threads that a search uses")
HASH: Final = Spin("Hash", 256, 4, 65_536, "megabytes for the trees of a search")
MULTI_PV: Final = Spin("MultiPV", 1, 1, 500, "lines that the info shows")
SEED: Final = Spin("Seed", 1, 0, 2**32 - 1, "the same seed and go nodes, the same answer")
PONDER: Final = Check("Ponder", False, "name a turn to ponder on with bestmove (uci only)")
WIN_WEIGHT: Final = Spin(
    "WinWeight", 50, 0, 100, "per cent of the utility that is winning; the rest is the margin"
)
SKILL: Final = Spin("Skill", 20, 0, 20, "below 20 the engine plays weaker")
OVERHEAD: Final = Spin(
    "MoveOverhead", 10, 0, 10_000, "milliseconds kept from every clock for the way to us"
)
GAME: Final = GameChoice("Game", DEFAULT, "the game that is played")

BENCH_HASH_MB: Final = 64
"""Memory for the signature's searches: more than they fill, whatever the option Hash says."""

OPTIONS: Final = (THREADS, HASH, MULTI_PV, SEED, PONDER, WIN_WEIGHT, SKILL, OVERHEAD, GAME)
"""Every option, in the order in which they are announced."""

_BY_NAME: Final = {option.name.lower(): option for option in OPTIONS}


class Options:
    """The values of one session, and the engine that goes with them."""

    def __init__(self) -> None:
        self._values: dict[str, int] = {
            option.name: option.default for option in OPTIONS if not isinstance(option, GameChoice)
        }
        self.game: Game = load_game(GAME.default)
        self._engine: Engine | None = None
        self._made_for: tuple[object, ...] = ()

    def value(self, option: Spin | Check) -> int:
        """Return an option's value; of a switch, 0 or 1."""
        return self._values[option.name]

    def set_from(self, words: list[str]) -> None:
        """Follow the words of a `setoption`; raises `OptionError` and changes nothing then."""
        if not words or words[0] != "name":
            raise OptionError("say setoption name NAME value VALUE")
        end = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:end]), " ".join(words[end + 1 :])
        option = _BY_NAME.get(name.lower())
        if option is None:
            known = " ".join(option.name for option in OPTIONS)
            raise OptionError(f"no option {shown(name)}: {known}")
        if isinstance(option, GameChoice):
            self.game = load_game(option.read(value))
        else:
            self._values[option.name] = option.read(value)

    def engine(self) -> Engine:
        """Return an engine with these options; the same one as long as they stay."""
        settings = threads, hash_mb, seed, weight = tuple(
            self.value(option) for option in (THREADS, HASH, SEED, WIN_WEIGHT)
        )
        wanted = *settings, self.game.name
        if self._engine is None or wanted != self._made_for:
            # Let the old trees go before the new ones are asked for.
            self._engine = None
            parameters = {"win_weight": weight / 100}
            self._engine = Engine(threads, hash_mb, seed, parameters, game=self.game)
            self._made_for = wanted
        return self._engine

    def bench_engine(self) -> Engine:
        """Return an engine for the signature: its defaults, with the threads of the session."""
        return Engine(self.value(THREADS), BENCH_HASH_MB, game=self.game)
