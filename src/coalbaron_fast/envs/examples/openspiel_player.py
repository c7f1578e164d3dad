"""OpenSpiel's Python ISMCTS as a player of matches, through the adapter.

    coalbaron-engine match greedy coalbaron_fast.envs.examples.openspiel_player:Ismcts

`Ismcts:simulations=80` thinks longer; with `--game ruhr` it plays that game.

It decides token by token, in worlds drawn from what its seat knows, with one random game after
each leaf.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import coalbaron_fast.envs.openspiel  # noqa: F401 - registers the games
from coalbaron_fast.games import Game, Position

EXPLORATION: Final = 2.0


class Ismcts:
    """A player of any game that the adapter has."""

    def __init__(self, game: Game, simulations: int = 30, seed: int = 1) -> None:
        """The same seed plays the same game."""
        self._name = game.name
        self._simulations = simulations
        self._generator = np.random.RandomState(seed % 2**32)
        self._game: Any = None
        self._bot: Any = None

    def choose(self, state: Position) -> list[str]:
        """Return the token that the search prefers."""
        if self._bot is None:
            self._game = pyspiel.load_game(f"{self._name}(players={state.players})")
            self._bot = ismcts.ISMCTSBot(
                self._game,
                mcts.RandomRolloutEvaluator(1, self._generator),
                EXPLORATION,
                self._simulations,
                random_state=self._generator,
            )
        seat = 0 if state.turn is None else state.turn
        node = self._game.new_initial_state()
        node.position = state.sample_world(seat, int(self._generator.randint(2**31)))
        return [str(node.plays.tokens[int(self._bot.step(node))])]
