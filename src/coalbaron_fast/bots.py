"""Players with one interface: the rungs of the ladder, the engine among them.

A bot gets a position in which a seat is to move, as that seat knows it. It returns the tokens of a
turn, up to the next chance event or change of seat. docs/bots.md shows how to write one.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Final, Protocol

from coalbaron_fast.engine import Engine, Limits
from coalbaron_fast.engine.evaluation import HAND
from coalbaron_fast.games import DEFAULT, Game, load_game

if TYPE_CHECKING:
    from coalbaron_fast.engine.analysis import Analysis
    from coalbaron_fast.games import Position
    from coalbaron_fast.games.opponent import Opponent


WHOLE_GAME: Final = 1000
"""More turns than any game has."""

EVERY_TURN: Final = 1e6
"""More turns than any position has."""

STEP_SHARE: Final = 0.1
"""Share of a turn's time that a bot of single tokens takes for each step of mining."""


class Bot(Protocol):
    """Anything that plays: an object with `choose`.

    Matches, Gymnasium's environment and `play_game` ask it, and hand it a view that it may change.
    It is made for one seat of one game, and may keep what it likes from turn to turn.
    """

    def choose(self, state: Position) -> list[str]:
        """Return the tokens to play for the seat to move (`state.turn`).

        `state` is that seat's view: `state.legal_moves()` lists the first tokens. More may follow
        as long as the same seat goes on and nothing is drawn; one token is always enough.
        """


class RandomBot:
    """Plays any legal token, all equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def choose(self, state: Position) -> list[str]:
        """Return one token."""
        return [self._random.choice(state.legal_moves())]


class GreedyBot:
    """Plays the turn with the best static evaluation: it plans its mining, but no turn ahead."""

    def __init__(self, game: Game | str = DEFAULT) -> None:
        self._game = load_game(game)

    def choose(self, state: Position) -> list[str]:
        """Return the best-looking turn; the same for the same position."""
        return self._game.spell(state.first_sight())


class EngineBot:
    """Plays the engine's best turn within fixed limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self._engine = engine
        self._limits = limits

    def choose(self, state: Position) -> list[str]:
        """Return the best turn that the search finds."""
        return self._engine.search(state, self._limits).best


class OpponentBot:
    """Plays as an opponent of the game does: by its temper, and with its faults."""

    def __init__(self, opponent: Opponent, seed: int = 1, game: Game | str = DEFAULT) -> None:
        self._opponent = opponent
        self._seed = seed
        self._engine = opponent_engine(opponent, seed, game)

    def choose(self, state: Position) -> list[str]:
        """Return a turn; the same for the same position and seed."""
        analysis = self._engine.search(state, opponent_limits(self._opponent))
        return draw_line(state, analysis, self._opponent.temperature, self._seed)


OPPONENT_HASH_MB: Final = 16
OPPONENT_LINES: Final = 8
"""An opponent with a temperature draws among this many of the best lines."""

SURE_OF_ENDINGS: Final = 1000
"""An opponent that searches less does not solve endings: it would play its last turns perfectly."""


def opponent_engine(opponent: Opponent, seed: int = 1, game: Game | str = DEFAULT) -> Engine:
    """Return the engine by which an opponent plays."""
    return Engine(
        hash_mb=OPPONENT_HASH_MB,
        seed=seed,
        parameters=opponent_parameters(opponent),
        game=game,
        evaluation=opponent.evaluation,
        mixed=True,
    )


def opponent_parameters(opponent: Opponent) -> dict[str, float]:
    """Return the parameters of its search that are not the engine's own."""
    return {} if opponent.nodes >= SURE_OF_ENDINGS else {"solve": 0}


def opponent_limits(opponent: Opponent) -> Limits:
    """Return the limits of its search."""
    return Limits(nodes=opponent.nodes, lines=OPPONENT_LINES)


def draw_line(state: Position, analysis: Analysis, temperature: float, seed: int) -> list[str]:
    """Draw a turn among the lines with weights exp(utility / temperature); 0: the best one.

    Where seats decide in secret the best one is drawn already, from a mixture.
    Seed and position fix the draw: the same game is played the same way again.
    """
    if temperature <= 0 or analysis.policy is not None:
        return analysis.best
    lines = [line for line in analysis.lines if line.visits] or analysis.lines[:1]
    best = max(line.utility for line in lines)
    weights = [math.exp((line.utility - best) / temperature) for line in lines]
    generator = random.Random(f"{seed} {state.to_text()}")
    return generator.choices(lines, weights)[0].tokens


def flat_bot(limits: Limits, seed: int = 1, game: Game | str = DEFAULT) -> EngineBot:
    """Return a player that tries the root's turns with greedy games to the end, without a tree."""
    parameters = {"depth": 1, "playout": WHOLE_GAME, "widening": EVERY_TURN, "solve": 0}
    engine = Engine(hash_mb=8, seed=seed, parameters=parameters, game=game, evaluation=HAND)
    return EngineBot(engine, limits)


class TokenBot:
    """Plays single tokens; each further work step gets a tenth of a turn's time.

    Otherwise a mining turn of ten steps would take the time of ten turns.
    """

    def __init__(self, engine: Engine, limits: Limits) -> None:
        """Take the `limits` of a turn's first token."""
        self._first = EngineBot(engine, limits)
        step = limits
        if limits.time_ms is not None:
            step = Limits(limits.nodes, limits.time_ms * STEP_SHARE, limits.error)
        self._step = EngineBot(engine, step)

    def choose(self, state: Position) -> list[str]:
        """Return one token."""
        return (self._step if state.decision == "step" else self._first).choose(state)


def ismcts_bot(limits: Limits, seed: int = 1, game: Game | str = DEFAULT) -> TokenBot:
    """Return the textbook's player: a tree of single tokens, with random games from its leaves."""
    parameters = {"playout": 0, "widening": EVERY_TURN, "solve": 0}
    game = load_game(game)
    if game.token_ops is None:
        raise ValueError(f"{game.title} cannot be searched by single tokens")
    by_tokens = game._replace(ops=game.token_ops)
    engine = Engine(seed=seed, parameters=parameters, game=by_tokens, evaluation=HAND)
    return TokenBot(engine, limits)


def play_game(state: Position, bots: list[Bot]) -> Position:
    """Let the bots, one for each seat, play a seeded state to its end; return that state.

    Each sees what its seat knows.
    """
    if len(bots) != state.players:
        raise ValueError(f"{state.players} players need as many bots, not {len(bots)}")
    while (seat := state.turn) is not None:
        play_turn(state, bots[seat])
    if not state.is_over:
        raise ValueError("the game asks for chance: give the state a seed")
    return state


def play_turn(state: Position, bot: Bot) -> None:
    """Play the turn that a bot chooses from what the seat to move knows."""
    if state.turn is None:
        raise ValueError("no seat is to move")
    tokens = bot.choose(state.view(state.turn))
    if not tokens:
        raise ValueError(f"the turn of {type(bot).__name__} is empty; legal: {state.legal_moves()}")
    state.push_all(tokens)
