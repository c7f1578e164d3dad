"""Evaluations by their names: the game's own guess, the network that comes with it, a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from coalbaron_fast.errors import NetworkError, SettingsError
from coalbaron_fast.games import Game
from coalbaron_fast.search.evaluator import Evaluation

__all__ = ["HAND", "NETWORK", "load_evaluation", "parameters_of"]

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


def load_evaluation(name: str, game: Game) -> Evaluation:
    """Return the evaluation `HAND`, `NETWORK` or that of a network's file.

    Raises NetworkError if the file is none for this game.
    """
    if name == HAND:
        return Evaluation(game.ops)
    if name == NETWORK and game.network is None:
        raise SettingsError("evaluation", f"no network comes with {game.title}: hand, or a file")
    # Whoever plays without a network starts faster without what reads one.
    from coalbaron_fast.network_file import read_network  # noqa: PLC0415

    path = str(game.network) if name == NETWORK else name
    found = read_network(path)
    if found.game != game.name:
        raise NetworkError(path, f"is a network for the game {found.game!r}, not {game.name!r}")
    try:
        return Evaluation(game.ops, found.weights)
    except ValueError as error:
        raise NetworkError(path, str(error)) from None


def parameters_of(name: str) -> Mapping[str, float]:
    """Return the search's parameters that are others with this evaluation."""
    return {} if name == HAND else NETWORK_PARAMETERS
