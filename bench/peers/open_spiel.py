"""OpenSpiel's games, played at random by its own C++ loop.

The loop is reached from Python through a search of one simulation: the root has not been
visited, so `MCTSBot` hands its state at once to `RandomRolloutEvaluator`, which clones it
``n_rollouts`` times and plays each clone to the end. At every chance node it lists the
outcomes and samples one, at every decision it lists the legal actions and plays one, all
equally likely, as our playouts do. The search adds two clones of a state and a root node, which is
less than one rollout; with hundreds of rollouts a search it does not show.

The search does not say how long its games were. So the same policy is played in Python from the
same starts, and its decisions and chance nodes are counted. The time is divided by rollouts x mean
count. The standard error of that mean is part of the ratio's interval.

A search must not start at a chance node, so the starts are the first decisions after some random
deals. The peers' dealing (52 chance nodes in the card games) is not in their time, while our time
has all of setup. This favours the peers. Chance later in the game, as the dice of backgammon, is in
their time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bench.samples import relative_error
from bench.tasks import Task

SEED: Final = 1
STARTS: Final = 4


@dataclass(frozen=True)
class PeerGame:
    """A game of OpenSpiel, and how much of it makes a sample of some milliseconds."""

    name: str
    rollouts: int
    """For each start, in a timed run."""
    counted: int
    """For each start, games played in Python to learn their length."""


GAMES: Final = (
    # By default its play of the cards is a table look-up and the game only the auction.
    PeerGame("bridge(use_double_dummy_result=false)", 600, 500),
    PeerGame("hearts", 400, 100),
    PeerGame("spades", 600, 100),
    PeerGame("connect_four", 800, 1000),
    PeerGame("dou_dizhu", 200, 200),
    # With chance in the middle of the game, as ours has it.
    PeerGame("backgammon", 6, 60),
    PeerGame("gin_rummy", 12, 100),
    PeerGame("yacht", 12, 5),
    PeerGame("pig", 400, 400),
)
PYTHON_GAMES: Final = ("bridge(use_double_dummy_result=false)", "hearts", "backgammon")


class Lengths:
    """Decisions and chance nodes of games, one pair for each game."""

    def __init__(self) -> None:
        self.decisions: list[int] = []
        self.chances: list[int] = []

    @property
    def decisions_mean(self) -> float:
        """Decisions in a game."""
        return sum(self.decisions) / len(self.decisions)

    def units(self, games: int) -> dict[str, int]:
        """Decisions expected in a number of games, and events if there is chance."""
        decisions = round(games * self.decisions_mean)
        chances = round(games * sum(self.chances) / len(self.chances))
        return {"decision": decisions} | ({"event": decisions + chances} if chances else {})


def draw_chance(state: Any, chooser: random.Random) -> None:  # noqa: ANN401
    """Sample an outcome of a chance node and apply it."""
    outcomes = state.chance_outcomes()
    actions = [action for action, _ in outcomes]
    weights = [probability for _, probability in outcomes]
    state.apply_action(chooser.choices(actions, weights)[0])


def first_decision(game: Any, chooser: random.Random) -> Any:  # noqa: ANN401
    """Return the state after a random deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        draw_chance(state, chooser)
    return state


def play_counted(state: Any, chooser: random.Random, lengths: Lengths) -> None:  # noqa: ANN401
    """Play a state to the end as the C++ loop does, and count."""
    decisions = chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            draw_chance(state, chooser)
            chances += 1
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            decisions += 1
    lengths.decisions.append(decisions)
    lengths.chances.append(chances)


def play_all_counted(starts: Sequence[Any], games: int, seed: int) -> Lengths:
    """Play `games` games from each start in Python."""
    chooser = random.Random(seed)
    lengths = Lengths()
    for start in starts:
        for _ in range(games):
            play_counted(start.clone(), chooser, lengths)
    return lengths


def search_once(bot: Any, starts: Sequence[Any]) -> int:  # noqa: ANN401
    """Search each start with one simulation; return the visits of the roots."""
    return sum(bot.mcts_search(start).explore_count for start in starts)


def rollout_task(pyspiel: Any, peer: PeerGame) -> Task:  # noqa: ANN401
    """Time the C++ loop of a game."""
    game = pyspiel.load_game(peer.name)
    chooser = random.Random(SEED)
    starts = [first_decision(game, chooser) for _ in range(STARTS)]
    lengths = play_all_counted(starts, peer.counted, SEED)
    evaluator = pyspiel.RandomRolloutEvaluator(peer.rollouts, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, SEED, False)
    rollouts = STARTS * peer.rollouts
    return Task(
        f"OpenSpiel {peer.name.partition('(')[0]}, C++",
        partial(search_once, bot, starts),
        STARTS,
        lengths.units(rollouts),
        {
            "game": peer.name,
            "rollouts": rollouts,
            "decisions_per_game": lengths.decisions_mean,
            "relative_error": relative_error(lengths.decisions),
        },
    )


def python_task(pyspiel: Any, name: str) -> Task:  # noqa: ANN401
    """Time the same play from Python; here the games that are timed are those counted."""
    game = pyspiel.load_game(name)
    start = first_decision(game, random.Random(SEED))
    games = 5 if name == "backgammon" else 40

    def run() -> int:
        return sum(play_all_counted([start], games, SEED).decisions)

    lengths = play_all_counted([start], games, SEED)
    decisions = sum(lengths.decisions)
    return Task(
        f"OpenSpiel {name.partition('(')[0]}, Python",
        run,
        decisions,
        lengths.units(games),
        {"game": name, "decisions_per_game": lengths.decisions_mean, "relative_error": 0.0},
    )


def open_spiel_tasks(pyspiel: Any) -> list[Task]:  # noqa: ANN401
    """Return the tasks of all games."""
    return [
        *(rollout_task(pyspiel, peer) for peer in GAMES),
        *(python_task(pyspiel, name) for name in PYTHON_GAMES),
    ]
