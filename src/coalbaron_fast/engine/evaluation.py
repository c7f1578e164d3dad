"""Evaluations by their names: the game's own guess, a temper, the network that comes with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from coalbaron_fast.errors import NetworkError, SettingsError
from coalbaron_fast.games import Game, Position, SpreadFactors
from coalbaron_fast.search.evaluator import Evaluation

if TYPE_CHECKING:
    from coalbaron_fast.engine.network_file import NetworkFile

__all__ = [
    "BEST",
    "HAND",
    "NETWORK",
    "Loaded",
    "load",
    "load_evaluation",
    "name_of",
    "parameters_of",
]

BEST: Final = "best"
"""The network that comes with the game, and the game's own guess if there is none."""

HAND: Final = "hand"
"""The game's own guess, with a playout before it."""

NETWORK: Final = "net"
"""The network that comes with the game."""

NETWORK_PARAMETERS: Final[Mapping[str, float]] = {
    "playout": 0,
    "exploration": 12.0,
    "temperature": 2.0,
    "adapt": 1,
}
"""What a search with a network does otherwise.

It needs no playout. Its priors are odds, which a temperature of 1 would be too sure of; and what
it says strays less from walk to walk, so that more of the spread is explored.
"""


class Loaded(NamedTuple):
    """An evaluation, and the factors for its spreads that were measured (docs/search.md)."""

    evaluation: Evaluation
    spread: SpreadFactors

    def spread_factor(self, game: Game, view: Position) -> float:
        """Return what the spreads of a search of this position are to be multiplied by."""
        factors = self.spread.get(view.players, {})
        if not factors:
            return 1.0
        return factors.get(0 if game.study is None else game.study.part_of(view), 1.0)


def load_evaluation(name: str, game: Game) -> Evaluation:
    """Return what `load` does, without its factors."""
    return load(name, game).evaluation


def load(name: str, game: Game) -> Loaded:
    """Return `BEST`, `HAND`, `NETWORK`, a temper of the game, or what a network's file says.

    Raises NetworkError if the file is none for this game.
    """
    name = name_of(name, game)
    guess_spread = {} if game.study is None else game.study.guess_spread
    if name == HAND:
        return Loaded(Evaluation(game.ops), guess_spread)
    if _is_temper(name, game) and game.tempers is not None:
        return Loaded(Evaluation(game.ops, game.tempers().evaluator(name)), guess_spread)
    if name != NETWORK:
        return _loaded(name, _read(name), game)
    if game.network is None:
        raise SettingsError("evaluation", f"no network comes with {game.title}: hand, or a file")
    return _loaded(str(game.network), _read_once(game.network), game)


def name_of(name: str, game: Game) -> str:
    """Return what `BEST` means with a game; any other name as it is."""
    if name != BEST:
        return name
    return HAND if game.network is None else NETWORK


def _read(path: str | Path) -> NetworkFile:
    # Without a network an engine starts faster if it does not import what reads one.
    from coalbaron_fast.engine.network_file import read_network  # noqa: PLC0415

    return read_network(path)


_read_once = cache(_read)
"""For the networks that come with games: they do not change."""


def _loaded(path: str, found: NetworkFile, game: Game) -> Loaded:
    if found.game != game.name:
        raise NetworkError(path, f"is a network for the game {found.game!r}, not {game.name!r}")
    try:
        return Loaded(Evaluation(game.ops, found.weights), found.spread)
    except ValueError as error:
        raise NetworkError(path, str(error)) from None


def parameters_of(name: str, game: Game, usual: Mapping[str, float]) -> dict[str, float]:
    """Return the search's parameters with this evaluation; `usual` are those for points.

    What is measured in points grows with the size of the game's units. A network's turns are
    weighed in odds, so its temperature does not.
    """
    name = name_of(name, game)
    size = game.units.size
    sized = {one: usual[one] * size for one in ("margin_scale", "temperature")}
    is_hand = name == HAND or _is_temper(name, game)
    return {**usual, **sized, **({} if is_hand else NETWORK_PARAMETERS)}


def _is_temper(name: str, game: Game) -> bool:
    return game.tempers is not None and name in game.tempers().names
