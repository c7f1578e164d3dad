"""Players behind one interface: the rungs of the ladder, the engine among them.

A bot is asked with a position in which a seat is to move and answers with the tokens of a
turn up to the next chance event or change of seat. It looks at the position only through
what that seat knows.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from coalbaron_fast.engine import Engine, Limits, first_sight

if TYPE_CHECKING:
    from coalbaron_fast import State


class Bot(Protocol):
    """Anything that plays."""

    def choose(self, state: State) -> list[str]:
        """Return the tokens to play for the seat to move."""


class RandomBot:
    """Plays any legal token, all equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> list[str]:
        """Return one token."""
        return [self._random.choice(state.legal_moves())]


class GreedyBot:
    """Plays the turn that looks best at first sight: plans its mining, thinks no turn ahead."""

    def choose(self, state: State) -> list[str]:
        """Return the best-looking turn; the same for the same position."""
        return first_sight(state)


class EngineBot:
    """Plays the engine's best turn within fixed limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits

    def choose(self, state: State) -> list[str]:
        """Return the best turn that the search finds."""
        return self._engine.search(state, self._limits).best


def play_game(state: State, bots: list[Bot]) -> State:
    """Let the bots, one a seat, play a seeded state to its end; returns that state."""
    if len(bots) != state.players:
        raise ValueError(f"{state.players} players need as many bots, not {len(bots)}")
    while not state.is_over:
        if state.turn is None:
            raise ValueError("the game asks for chance: give the state a seed")
        state.push_all(bots[state.turn].choose(state))
    return state
