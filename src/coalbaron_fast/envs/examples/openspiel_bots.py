"""Let OpenSpiel's own tree searches play Coal Baron against each other or against chance.

    python -m coalbaron_fast.envs.examples.openspiel_bots ismcts random --simulations 50

`mcts` is OpenSpiel's Python MCTS. It looks at the true position, hidden cards and all. `ismcts` is
its Python ISMCTS. It searches in worlds drawn from what its seat knows. `compiled-mcts` is the C++
MCTS, by `step_with_policy`; it sees as much as `mcts`. Do not call its `step`, which ends the whole
process on any game that is defined in Python. The C++ ISMCTS cannot be used: it does not ask a
Python game for worlds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from coalbaron_fast.envs.openspiel import CoalBaronGame, CoalBaronState
from coalbaron_fast.games.coalbaron.facts import MAX_PLAYERS, MIN_PLAYERS

EXPLORATION: Final = 2.0
MEMORY_MB: Final = 200

Player: TypeAlias = Callable[[CoalBaronState], int]
Evaluator: TypeAlias = Any
"""OpenSpiel has no types."""


def rollouts(generator: np.random.RandomState) -> Evaluator:
    """Return an evaluator that plays one random game from each leaf."""
    return mcts.RandomRolloutEvaluator(1, generator)


def random_player(_game: CoalBaronGame, _simulations: int, seed: int) -> Player:
    """Return a player of any legal action."""
    generator = np.random.RandomState(seed)
    return lambda state: int(generator.choice(state.legal_actions()))


def mcts_player(game: CoalBaronGame, simulations: int, seed: int) -> Player:
    """Return OpenSpiel's Python MCTS."""
    generator = np.random.RandomState(seed)
    bot = mcts.MCTSBot(game, EXPLORATION, simulations, rollouts(generator), random_state=generator)
    return lambda state: int(bot.step(state))


def ismcts_player(game: CoalBaronGame, simulations: int, seed: int) -> Player:
    """Return OpenSpiel's Python ISMCTS."""
    generator = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game, rollouts(generator), EXPLORATION, simulations, random_state=generator
    )
    return lambda state: int(bot.step(state))


def compiled_player(game: CoalBaronGame, simulations: int, seed: int) -> Player:
    """Return OpenSpiel's C++ MCTS."""
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(1, seed),
        EXPLORATION,
        simulations,
        MEMORY_MB,
        solve=False,
        seed=seed,
        verbose=False,
    )
    return lambda state: int(bot.step_with_policy(state)[1])


PLAYERS: Final[dict[str, Callable[[CoalBaronGame, int, int], Player]]] = {
    "random": random_player,
    "mcts": mcts_player,
    "ismcts": ismcts_player,
    "compiled-mcts": compiled_player,
}


def play(state: CoalBaronState, players: Sequence[Player], chance: np.random.RandomState) -> None:
    """Play a game to its end."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=chances)))
        else:
            state.apply_action(players[state.current_player()](state))


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m coalbaron_fast.envs.examples.openspiel_bots",
        description="Let OpenSpiel's own tree searches play Coal Baron.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("one", choices=PLAYERS, help="sits in one seat, another in each game")
    parser.add_argument("others", choices=PLAYERS, help="sits in all other seats")
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    parser.add_argument("--players", type=int, choices=seats, default=2, help="seats")
    parser.add_argument("--simulations", type=int, default=30, help="simulations of each search")
    parser.add_argument("--games", type=int, default=4, help="games")
    parser.add_argument("--seed", type=int, default=1, help="seed of chance and of the players")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    options = read_arguments(arguments)
    game = pyspiel.load_game(f"{CoalBaronGame.game_type.short_name}(players={options.players})")
    total = 0.0
    for number in range(options.games):
        began = time.monotonic()
        seat = number % options.players
        names = [options.others] * options.players
        names[seat] = options.one
        players = [
            PLAYERS[name](game, options.simulations, options.seed + 10 * number + index)
            for index, name in enumerate(names)
        ]
        state = game.new_initial_state()
        play(state, players, np.random.RandomState(options.seed + number))
        total += state.returns()[seat]
        print(
            f"game {number + 1} of {options.games}: {options.one} in seat {seat}, "
            f"VP {state.position.vp}, won by {state.position.winners()}, "
            f"{time.monotonic() - began:.1f} s",
            flush=True,
        )
    print(f"{options.one} returns {total / options.games:+.2f} a game; a win alone is +1.00")
    return 0


if __name__ == "__main__":
    sys.exit(main())
