"""The options of a session: their types, their ranges, and the engine that they describe.

Options are spelled as UCI spells them. Names have no case, because GUIs write them in many ways.
A value that is refused leaves the old one in place.
"""

from __future__ import annotations

from typing import Final

from coalbaron_fast import Engine, SettingsError
from coalbaron_fast.engine.evaluation import BEST, load_evaluation
from coalbaron_fast.games import DEFAULT, GAMES, Game, load_game
from coalbaron_fast.threads import MOST_THREADS
from coalbaron_fast.wire.options import Check, Combo, Spin, Text, find_option

THREADS: Final = Spin("Threads", 1, 1, MOST_THREADS, "processor threads that a search uses")
HASH: Final = Spin("Hash", 256, 4, 65_536, "megabytes for the trees of a search")
MULTI_PV: Final = Spin("MultiPV", 1, 1, 500, "lines that the info shows")
SEED: Final = Spin("Seed", 1, 0, 2**32 - 1, "the same seed and go nodes, the same answer")
PONDER: Final = Check("Ponder", False, "name a turn to ponder on with bestmove (uci only)")
WIN_WEIGHT: Final = Spin(
    "WinWeight", 50, 0, 100, "per cent of the utility that is winning; the rest is the margin"
)
MIXED: Final = Check("Mixed", False, "where seats decide in secret at once, draw from the mixture")
SKILL: Final = Spin("Skill", 20, 0, 20, "below 20 the engine plays weaker")
OVERHEAD: Final = Spin(
    "MoveOverhead", 10, 0, 10_000, "milliseconds kept from every clock for the way to us"
)
GAME: Final = Combo("Game", DEFAULT, GAMES, "the game that is played")
EVAL_FILE: Final = Text(
    "EvalFile", BEST, "what positions are worth: best, net, hand, or a network's file"
)

OPTIONS: Final[tuple[Spin | Check | Combo | Text, ...]] = (
    THREADS,
    HASH,
    MULTI_PV,
    SEED,
    PONDER,
    WIN_WEIGHT,
    MIXED,
    SKILL,
    OVERHEAD,
    GAME,
    EVAL_FILE,
)
"""Every option, in the order in which they are announced."""


class Options:
    """The values of one session, and the engine that goes with them."""

    def __init__(self) -> None:
        self._values: dict[str, int] = {
            option.name: option.default for option in OPTIONS if isinstance(option, Spin | Check)
        }
        self.game: Game = load_game(GAME.default)
        self.evaluation = EVAL_FILE.default
        self._engine: Engine | None = None
        self._made_for: tuple[object, ...] = ()

    def value(self, option: Spin | Check) -> int:
        """Return an option's value; of a switch, 0 or 1."""
        return self._values[option.name]

    def set_from(self, words: list[str]) -> None:
        """Follow the words of a `setoption`; raises `SettingsError` and changes nothing then."""
        if not words or words[0] != "name":
            raise SettingsError("", "say setoption name NAME value VALUE")
        end = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:end]), " ".join(words[end + 1 :])
        option = find_option(OPTIONS, name)
        if isinstance(option, Combo):
            self.game = load_game(option.read(value))
            # A network is for one game.
            self.evaluation = EVAL_FILE.default
        elif isinstance(option, Text):
            load_evaluation(option.read(value), self.game)
            self.evaluation = value
        else:
            self._values[option.name] = option.read(value)

    def engine(self) -> Engine:
        """Return an engine with these options; the same one as long as they stay."""
        settings = threads, hash_mb, seed, weight, mixed = tuple(
            self.value(option) for option in (THREADS, HASH, SEED, WIN_WEIGHT, MIXED)
        )
        wanted = *settings, self.game.name, self.evaluation
        if self._engine is None or wanted != self._made_for:
            # Let the old trees go before the new ones are asked for.
            self._engine = None
            parameters = {"win_weight": weight / 100}
            self._engine = Engine(
                threads,
                hash_mb,
                seed,
                parameters,
                game=self.game,
                evaluation=self.evaluation,
                mixed=bool(mixed),
            )
            self._made_for = wanted
        return self._engine
