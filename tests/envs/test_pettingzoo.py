"""PettingZoo's face: its own tests, masks, rewards, what illegal actions do."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
import pytest

from coalbaron_fast import IllegalMoveError
from coalbaron_fast.envs.rewards import returns_of
from coalbaron_fast.games.coalbaron.board import draw_board
from coalbaron_fast.games.coalbaron.observation import code_of, observe, token_of

coalbaron_v1 = pytest.importorskip("coalbaron_fast.envs.coalbaron_v1")
pettingzoo_test = pytest.importorskip("pettingzoo.test")
render_test = pytest.importorskip("pettingzoo.test.render_test")

SEATS: Final = (2, 3, 4)
CYCLES: Final = 400
"""More than any random game has for each seat."""

Environment: TypeAlias = Any
"""PettingZoo has no types."""

# PettingZoo knows by name which of its own environments keep their masks beside the observation,
# in a dict as it asks for, and warns of all others that do.
MASKS_IN_A_DICT: Final = (
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
)


def masks_in_a_dict(test: Any) -> Any:
    for mark in MASKS_IN_A_DICT:
        test = mark(test)
    return test


def play(environment: Environment, seed: int, policy_seed: int = 1) -> list[dict[str, float]]:
    """Play a random game; returns the rewards of each step."""
    generator = random.Random(policy_seed)
    environment.reset(seed=seed)
    rewards = []
    for _agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(int(generator.choice(legal)))
        rewards.append(dict(environment.rewards))
    return rewards


# -- PettingZoo's own tests


@masks_in_a_dict
@pytest.mark.parametrize("players", SEATS)
def test_the_interface_is_kept(players: int) -> None:
    pettingzoo_test.api_test(coalbaron_v1.env(players=players), num_cycles=CYCLES)
    pettingzoo_test.api_test(coalbaron_v1.raw_env(players=players), num_cycles=CYCLES)


@masks_in_a_dict
@pytest.mark.parametrize("players", SEATS)
def test_the_parallel_interface_is_kept(players: int) -> None:
    pettingzoo_test.parallel_api_test(coalbaron_v1.parallel_env(players=players), 2 * CYCLES)


@pytest.mark.parametrize("players", SEATS)
def test_a_seed_settles_the_game(players: int) -> None:
    pettingzoo_test.seed_test(partial(coalbaron_v1.env, players=players), num_cycles=CYCLES)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_every_position_is_rendered(mode: str) -> None:
    results = render_test.collect_render_results(coalbaron_v1.env(players=3, render_mode=mode))
    assert len(results) == 5
    for result in results:
        if mode == "ansi":
            assert "3 players, shift" in result
        else:
            assert (result.dtype, result.ndim, result.shape[2]) == (np.uint8, 3, 3)
    assert all(not np.array_equal(results[0], result) for result in results[1:])


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("cycles", [1, 4, 37])
def test_games_are_cut_off_after_max_cycles(players: int, cycles: int) -> None:
    environment = coalbaron_v1.env(players=players, max_cycles=cycles)
    rewards = play(environment, seed=3)
    assert len(rewards) == cycles
    assert set(rewards[-1].values()) == {0.0}
    assert environment.agents == []
    assert not environment.unwrapped.game.is_over


def test_no_game_reaches_a_large_max_cycles() -> None:
    environment = coalbaron_v1.env(max_cycles=10_000)
    assert len(play(environment, seed=3)) < 10_000
    assert environment.unwrapped.game.is_over


# -- what PettingZoo does not ask


@pytest.mark.parametrize("players", SEATS)
def test_seats_see_what_they_know_and_masks_are_the_legal_moves(players: int) -> None:
    environment = coalbaron_v1.raw_env(players=players)
    environment.reset(seed=players)
    generator = random.Random(players)
    for agent in environment.agent_iter():
        game = environment.game
        for seat, other in enumerate(environment.agents):
            seen = environment.observe(other)
            assert np.array_equal(seen["observation"], observe(game, seat))
            legal = {token_of(int(code)) for code in np.flatnonzero(seen["action_mask"])}
            assert legal == (set(game.legal_moves()) if other == agent else set())
            assert environment.observation_space(other).contains(seen)
        environment.step(code_of(generator.choice(game.legal_moves())))
        if game.is_over:
            break
    assert environment.game.is_over


@pytest.mark.parametrize("players", SEATS)
def test_the_reward_is_paid_at_the_end(players: int) -> None:
    environment = coalbaron_v1.env(players=players)
    *before, last = play(environment, seed=5)
    assert all(set(rewards.values()) == {0.0} for rewards in before)
    game = environment.unwrapped.game
    assert list(last.values()) == returns_of(game)
    assert abs(sum(last.values())) < 1e-12


def test_an_illegal_action_is_an_error_or_loses() -> None:
    raw = coalbaron_v1.raw_env(players=3)
    raw.reset(seed=1)
    with pytest.raises(IllegalMoveError):
        raw.step(code_of("end"))
    with pytest.raises(ValueError, match="is to move"):
        raw.step(None)
    environment = coalbaron_v1.env(players=3)
    environment.reset(seed=1)
    mover = environment.agent_selection
    environment.step(code_of("end"))
    assert environment.rewards == {
        agent: -1.0 if agent == mover else 0.0 for agent in environment.agents
    }
    assert all(environment.terminations.values())


def test_other_choices_are_refused() -> None:
    with pytest.raises(ValueError, match="players must be 2 to 4"):
        coalbaron_v1.env(players=5)
    with pytest.raises(ValueError, match="render_mode must be ansi or rgb_array"):
        coalbaron_v1.env(render_mode="human")


def test_games_differ_without_a_seed_and_go_on_from_one() -> None:
    first, second = coalbaron_v1.raw_env(), coalbaron_v1.raw_env()
    games = []
    for environment in (first, second):
        environment.reset()
        games.append(environment.game)
    assert games[0] != games[1]
    for environment in (first, second):
        environment.reset(seed=9)
        environment.reset()
    assert first.game == second.game
    again = pickle.loads(pickle.dumps(first))  # noqa: S301 - our own bytes
    again.reset(seed=9)
    again.reset()
    assert again.game == first.game


def test_only_the_seat_to_move_counts_in_the_parallel_environment() -> None:
    parallel = coalbaron_v1.parallel_env(players=2)
    observations, _ = parallel.reset(seed=2)
    movers = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
    assert len(movers) == 1
    legal = int(np.flatnonzero(observations[movers[0]]["action_mask"])[0])
    actions = dict.fromkeys(parallel.agents, 0) | {movers[0]: legal}
    *_, infos = parallel.step(actions)
    assert {told["active_agent"] for told in infos.values()} == {"seat_0"}


def test_the_text_is_what_the_mover_sees() -> None:
    environment = coalbaron_v1.env(players=2, render_mode="ansi")
    environment.reset(seed=4)
    game = environment.unwrapped.game
    while not game.is_legal("ox"):
        environment.step(code_of(game.legal_moves()[0]))
    environment.step(code_of("ox"))
    shown = environment.render()
    assert shown == "\n".join(draw_board(game.view(game.turn)))
    assert "look" in shown
    assert coalbaron_v1.env(players=2).render_mode is None


def test_what_is_not_needed_is_not_imported() -> None:
    program = "import sys, coalbaron_fast.envs as envs; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    imported = {name.partition(".")[0] for name in run.stdout.split()}
    assert "numpy" in imported
    assert not imported & {"PIL", "gymnasium", "open_spiel", "pettingzoo", "pyspiel"}
