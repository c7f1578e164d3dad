"""Every game of the registry, way to play and number of seats, by the checkers of the peers."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pytest

from coalbaron_fast.games import GAMES, load_game
from tests.envs.test_any_game import GAME as HIDE
from tests.games.tables import Table, tables_of

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("coalbaron_fast.envs.openspiel")
gymnasium = pytest.importorskip("coalbaron_fast.envs.gymnasium")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")
turns = pytest.importorskip("coalbaron_fast.envs.turns")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

CYCLES: Final = 60
SIMULATIONS: Final = 6
"""Whole games of OpenSpiel's, in the slow tests."""

pytestmark = [
    pytest.mark.usefixtures("tiny_games"),
    # As in test_pettingzoo.py.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


PLAYED: Final = [*(game for game in map(load_game, GAMES) if game.training is not None), HIDE]
EVERY_TABLE: Final = pytest.mark.parametrize("table", tables_of(PLAYED), ids=str)
KNOWN: Final = [game for game in PLAYED if game is not HIDE]
"""Those that OpenSpiel knows by name: it loads a game again from its text."""


def loaded(table: Table) -> Any:
    """The game as OpenSpiel has it; one that is not registered is made."""
    choices = {"players": table.players} | table.game.options.read(table.options)
    if table.game is HIDE:
        return openspiel.game_class(HIDE)(choices)
    return pyspiel.load_game(table.game.name, choices)


def random_game(game: Any, seed: int) -> Any:
    """Play a random game of OpenSpiel's to its end; all that is counted is checked on the table."""
    generator, node = random.Random(seed), game.new_initial_state()
    while not node.is_terminal():
        legal = node.legal_actions()
        limit = game.max_chance_outcomes() if node.is_chance_node() else game.num_distinct_actions()
        assert 0 <= min(legal) <= max(legal) < limit
        if node.is_chance_node():
            outcomes = node.chance_outcomes()
            assert sorted(code for code, _ in outcomes) == legal
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
        node.apply_action(generator.choice(legal))
    return node


@EVERY_TABLE
def test_openspiel_is_told_enough(table: Table) -> None:
    game = loaded(table)
    node = random_game(game, seed=1)
    history = node.full_history()
    chances = sum(entry.player == pyspiel.PlayerId.CHANCE for entry in history)
    assert chances <= game.max_chance_nodes_in_history()
    assert len(history) - chances <= game.max_game_length()
    returns = node.returns()
    assert sum(returns) == pytest.approx(game.utility_sum())
    assert game.min_utility() - 1e-9 <= min(returns) <= max(returns) <= game.max_utility()


def test_the_longest_game_depends_on_the_options() -> None:
    longest = [loaded(Table(HIDE, 2, f"rounds={rounds}")).max_game_length() for rounds in (1, 2, 3)]
    assert longest == [3, 6, 9]


@pytest.mark.parametrize("table", tables_of(KNOWN), ids=str)
def test_openspiels_random_game(table: Table) -> None:
    pyspiel.random_sim_test(loaded(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        Table(game, players, options)
        for game in KNOWN
        for players in game.players
        for options in game.options.ways()
    ],
    ids=str,
)
def test_openspiels_random_games(table: Table) -> None:
    pyspiel.random_sim_test(loaded(table), num_sims=SIMULATIONS, serialize=True, verbose=False)
    for seed in range(SIMULATIONS):
        random_game(loaded(table), seed)


@EVERY_TABLE
def test_pettingzoos_checks(table: Table) -> None:
    kind = type("Turns", (turns.TurnsEnv,), {"plays": table.game, "metadata": METADATA})
    pettingzoo_test.api_test(kind(table.players, options=table.options), num_cycles=CYCLES)


METADATA: Final = {"name": "any_v0", "render_modes": ["ansi"], "is_parallelizable": False}


@EVERY_TABLE
def test_gymnasiums_checks(table: Table) -> None:
    kind = type("Seat", (gymnasium.SeatEnv,), {"plays": table.game})
    env_checker.check_env(
        kind(table.players, options=table.options), skip_render_check=True, skip_close_check=True
    )


@EVERY_TABLE
def test_observations_are_in_their_space(table: Table) -> None:
    """From the beginning to the end of a game, of every seat."""
    training, generator = table.game.trained(), random.Random(table.players)
    state = table.game.begin(table.players, 3, 0, table.options)
    low, high = training.bounds
    while True:
        for seat in range(table.players):
            seen = training.observe(state, seat)
            assert seen.dtype == np.float32
            assert seen.shape == (training.observation_size(table.players),)
            assert low <= seen.min() <= seen.max() <= high
        if state.is_over:
            break
        mask = training.legal_mask(state, np.zeros(len(table.game.tokens), np.bool_))
        assert np.flatnonzero(mask).tolist() == sorted(state.legal_codes())
        state.push_codes([generator.choice(state.legal_codes())])
