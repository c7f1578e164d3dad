"""What must hold of every observation and mask, over as many positions as one likes.

Each check walks through positions and returns how much it looked at; it raises AssertionError
at the first thing that is wrong. The tests call them, and tests/envs/audit.py with more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import Final, NamedTuple

import numpy as np

from coalbaron_fast import State
from coalbaron_fast.envs import BatchEnv, code_of, decode, legal_mask, observe, token_of
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, sampled_positions

EVERY: Final = 9
"""One position of so many of a game."""

WORLDS: Final = 2
"""Worlds that each seat's observation is held against, at each position."""


class Count(NamedTuple):
    """How much a check looked at, and in how much of it there was something to find."""

    looked_at: int
    telling: int


def positions_of_games(seed: int) -> Iterator[State]:
    """Positions of all styles and seat counts in turn, without end."""
    for number in count(seed):
        for style in STYLES:
            for players in SEAT_COUNTS:
                yield from sampled_positions(players, style, number, EVERY)


def check_leaks(positions: int, seed: int = 0) -> Count:
    """What a seat cannot know changes no byte; `telling`: a drawn world was not the true one."""
    telling = 0
    for number, state in enumerate(islice(positions_of_games(seed), positions)):
        mask = legal_mask(state).tobytes()
        different = False
        for seat in range(state.players):
            expected = observe(state, seat).tobytes()
            for world_number in range(WORLDS):
                world = state.sample_world(seat, seed=number * WORLDS + world_number)
                different = different or world != state
                assert observe(world, seat).tobytes() == expected, (state.to_text(), seat)
                if state.turn == seat:
                    assert legal_mask(world).tobytes() == mask, state.to_text()
        telling += different
    return Count(positions, telling)


def check_decoding(positions: int, seed: int = 0, *, in_turn: bool = False) -> Count:
    """An observation holds all of the view; `telling`: it shows known places or a look.

    Of every seat at each position, or `in_turn` of one seat.
    """
    telling = 0
    for number, state in enumerate(islice(positions_of_games(seed), positions)):
        known = False
        for seat in [number % state.players] if in_turn else range(state.players):
            view = state.view(seat).to_dict()
            assert decode(observe(state, seat), state.players) == view, (state.to_text(), seat)
            stacks = (view["tile_stack"], view["order_stack"])
            known = known or any((view["look"], *(part["top"] + part["bottom"] for part in stacks)))
        telling += known
    return Count(positions, telling)


def check_masks(games: int, seed: int = 0, lanes: int = 16) -> Count:
    """At every step of so many games the mask is the list of legal tokens; counts steps, games."""
    steps = ended = 0
    envs = [BatchEnv(lanes, players, seed, threads=1) for players in SEAT_COUNTS]
    for env in envs:
        env.reset()
    while ended < games:
        for env in envs:
            step = env.show()
            for lane, mask in enumerate(step.masks):
                state = env.state_of(lane)
                legal = sorted(map(code_of, state.legal_moves()))
                assert mask.nonzero()[0].tolist() == legal, state.to_text()
            steps += lanes
            ended += int(env.step(env.sample()).terminated.sum())
    return Count(steps, ended)


def check_replay(lanes: int, steps: int, players: int, seed: int = 0) -> Count:
    """A lane is the game of a State with its seed; counts steps and games that ended."""
    env = BatchEnv(lanes, players, seed, threads=2)
    step = env.reset()
    states = [env.game.begin(players, *env.game_of(lane)[1:]) for lane in range(lanes)]
    ended = 0
    for _ in range(steps):
        actions = env.sample()
        for lane, state in enumerate(states):
            assert np.array_equal(step.observations[lane], observe(state))
            assert np.array_equal(step.masks[lane], legal_mask(state))
            assert step.seats[lane] == state.turn
            assert env.state_of(lane) == state
            state.push(token_of(int(actions[lane])))
        step = env.step(actions)
        assert step.terminated.tolist() == [state.is_over for state in states]
        for lane, state in enumerate(states):
            if state.is_over:
                assert step.scores[lane].tolist() == state.scores()
                assert step.rewards[lane].tolist() == stretched_shares(state)
                states[lane] = env.game.begin(players, *env.game_of(lane)[1:])
                ended += 1
            else:
                assert not step.rewards[lane].any()
                assert not step.scores[lane].any()
    return Count(steps * lanes, ended)


def stretched_shares(state: State) -> list[np.float32]:
    """Each seat's share of the win, stretched so that all add up to 0 and a lone winner gets 1."""
    winners = state.winners() or []
    shares = [(seat in winners) / len(winners) for seat in range(state.players)]
    stretched = [(state.players * share - 1) / (state.players - 1) for share in shares]
    return [np.float32(share) for share in stretched]
