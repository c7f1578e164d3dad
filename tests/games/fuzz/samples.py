"""What is changed: positions of games played at random, in every form that a reader takes."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import Game, Position, load_game
from coalbaron_fast.games.position import BEGINS
from tests.games.fuzz.values import Values, is_word, places_of
from tests.search.tiny_games import GAMES as TINY

GAMES_A_TABLE: Final = 3
"""Games with each number of seats, and with each option."""
SAMPLED: Final = 0.004
"""How often a position is taken that is like those that there are."""
ALIKE: Final = 2
"""So many positions with a phase, or with a name in a field, are taken in any case."""


class Samples(NamedTuple):
    """The inputs of one game that changes begin with, all of them accepted as they are."""

    values: Values
    texts: list[str]
    jsons: list[str]
    records: list[str]
    pickles: list[bytes]


def game_called(name: str) -> Game:
    """Return a registered game, or a tiny one of the tests."""
    tiny = {game.name: game for game in TINY}
    return tiny.get(name) or load_game(name)


@lru_cache(maxsize=4)
def samples(name: str) -> Samples:
    """Return the inputs of a game, the same ones every time."""
    game = game_called(name)
    states = list(states_of(game, Random(name)))
    bare = [state.from_text(state.to_text()) for state in states]
    pickled: list[object] = [*states[::4], *bare[::8], *batches_of(game)]
    return Samples(
        Values([state.to_dict() for state in states]),
        [state.to_text() for state in states],
        [json.dumps(state.to_dict()) for state in states],
        [state.to_record(Event='a "fuzz"') for state in (*states[::3], *bare[::3])],
        [
            pickle.dumps(thing, protocol)
            for thing in pickled
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ],
    )


def states_of(game: Game, rng: Random) -> Iterator[Position]:
    """Yield positions of all phases and parts, full and seen by a seat, good play and bad."""
    seen: Counter[tuple[object, ...]] = Counter()
    tables = [
        (players, options, number)
        for players in game.players
        for options in game.options.ways()
        for number in range(GAMES_A_TABLE)
    ]
    for players, options, number in tables:
        state = game.begin(players, start=rng.randrange(players), options=options)
        while True:
            for shown in (state, state.view(rng.randrange(players))):
                if is_new(shown, seen) or state.is_over or rng.random() < SAMPLED:
                    yield shown.copy()
            if state.is_over:
                break
            good = number % 2 and state.decision in BEGINS and rng.random() < 0.8
            state.push_codes(state.first_sight() if good else [rng.choice(state.legal_codes())])


def is_new(state: Position, seen: Counter[tuple[object, ...]]) -> bool:
    """Whether a position has something that few before it had; if so, it is counted."""
    words = {
        (place.pattern, place.value) for place in places_of(state.to_dict()) if is_word(place.value)
    }
    keys = [*words, (state.players, state.phase, state.viewer is None)]
    new = any(seen[key] < ALIKE for key in keys)
    if new:
        seen.update(keys)
    return new


def batches_of(game: Game) -> Iterator[Any]:
    """Yield the compiled part of environments, where a game has one; the rest is NumPy's arrays."""
    for players, learners, bots in (
        (game.players[0], None, "random"),
        (game.players[-1], (0,), "greedy"),
    ):
        if game.training is None:
            return
        env = BatchEnv(2, players, seed=7, learners=learners, bots=bots, threads=1, game=game)
        if "__reduce__" not in vars(type(env._batch)):
            return
        yield env._batch
        env.reset()
        for _ in range(20):
            env.step(env.sample())
        yield env._batch
