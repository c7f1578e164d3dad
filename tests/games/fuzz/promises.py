"""What must hold of whatever a reader accepts: it is a position, and can be played to its end."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from coalbaron_fast import Engine, Limits
from coalbaron_fast.envs import BatchEnv
from coalbaron_fast.games import Game, Position
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.workload import RandomPlayer
from tests.games.conformance import check_knowledge, check_position, check_table
from tests.games.fuzz.doors import Doors

BY_TURNS: Final = 0.02
"""The part of the games that are played by the turns that the search looks at."""
THOROUGH: Final = 0.02
"""The part of what is accepted that is held against all that holds of positions, some moves on."""
SEARCHED: Final = 0.02
ASKED: Final = 0.002
"""The part that every endpoint of the service is asked about."""
MOST_MOVES: Final = 40
NODES: Final = 24
TREE_MEGABYTES: Final = 2
BATCH_STEPS: Final = 6
DEPTH: Final = 2
"""How deep lists of positions are looked through."""


class BrokenPromiseError(Exception):
    """What was accepted does not behave like a position."""


def promise(kept: bool, what: str) -> None:
    """Complain of a promise that was not kept."""
    if not kept:
        raise BrokenPromiseError(what)


def leads_to(view: Position, seen: Position) -> bool:
    """Whether a view is what is seen of a world, or comes to it by chance.

    A view asks for what a full position knows, such as a card that another seat has put back: a
    world goes on there by itself.
    """
    if view == seen or not view.is_chance:
        return view == seen
    for code in view.legal_codes():
        after = view.copy()
        after.push_codes([code])
        if leads_to(after, seen):
            return True
    return False


class Promises:
    """Holds what the readers of one game accept against what was promised, and counts."""

    def __init__(self, game: Game, counts: Counter[str]) -> None:
        self.game = game
        self.counts = counts
        self.by_tokens = RandomPlayer(game.token_ops or game.ops)
        self.by_turns = RandomPlayer(game.ops)
        self.searcher = Searcher(game.ops, TREE_MEGABYTES)
        self.engine = Engine(game=game, hash_mb=TREE_MEGABYTES, slices=1)
        self.doors = Doors(game)

    def check(self, state: Position, rng: Random) -> None:
        """Look at a position, and play it to its end."""
        codes = state.legal_codes()
        promise(bool(codes) != state.is_over, "there is a legal move until the end")
        promise(all(0 <= code < len(self.game.tokens) for code in codes), "moves have tokens")
        promise(state.from_text(state.to_text()) == state, "the text reads back")
        promise(state.from_dict(state.to_dict()) == state, "the dict reads back")
        self._play(state, rng)
        if rng.random() < THOROUGH:
            self._check_thoroughly(state.copy(), rng)
        if state.turn is not None and rng.random() < SEARCHED:
            self._search(state)
        if rng.random() < ASKED:
            self.counts["asked over HTTP"] += 1
            self.doors.ask(state, rng)

    def _play(self, state: Position, rng: Random) -> None:
        """Play on in the core, mostly by single tokens, in a world if only a view is known."""
        world = state
        if state.viewer is not None:
            world = state.sample_world(state.viewer, rng.randrange(2**32))
            promise(leads_to(state, world.view(state.viewer)), "a world looks like the view")
        player = self.by_turns if rng.random() < BY_TURNS else self.by_tokens
        player.play(world.data(), rng.randrange(2**63))
        self.counts["played to the end"] += 1

    def _check_thoroughly(self, state: Position, rng: Random) -> None:
        """Play some moves in Python and look at what that leads to, from all sides."""
        self.counts["looked at from all sides"] += 1
        for _ in range(rng.randrange(MOST_MOVES)):
            if state.is_over:
                break
            state.push_codes([rng.choice(state.legal_codes())])
        check_position(state)
        if state.viewer is None:
            check_knowledge(state)
            check_table(self.game, state, self.searcher)
        while not state.is_over:
            state.push_codes([rng.choice(state.legal_codes())])
        check_position(state)

    def _search(self, state: Position) -> None:
        seat = state.turn
        if seat is None or state.viewer not in {None, seat}:
            return
        self.counts["searched"] += 1
        best = self.engine.search(state, Limits(nodes=NODES)).best
        trial = state.view(seat)
        trial.push("/".join(best))

    def check_loaded(self, loaded: object, rng: Random) -> bool:
        """Look at what a pickle came to; whether there are positions in it."""
        positions = list(self._positions_in(loaded))
        for position in positions:
            if not isinstance(position, self.game.State):
                check_batch(self.game, position)
                continue
            promise(not (position.is_chance and position.seed is not None), "a seed draws")
            again = position.origin
            again.push_codes(position.codes)
            promise(again == position, "the history leads to the position")
            self.check(position, rng)
        return bool(positions)

    def _positions_in(self, loaded: object, depth: int = 0) -> Iterator[Any]:
        """Yield the positions of what was loaded: it may be anything, a list in itself too."""
        if isinstance(loaded, self.game.State) or hasattr(loaded, "state_of"):
            yield loaded
        elif isinstance(loaded, list | tuple) and depth < DEPTH:
            for part in loaded:
                yield from self._positions_in(part, depth + 1)


def check_batch(game: Game, batch: Any) -> None:  # noqa: ANN401 - the compiled part of a BatchEnv
    """Its positions are legal and go on to be: it plays some steps in arrays of its own."""
    (count, players, seed, *_), lanes = batch.__reduce__()[1]
    if count > 2:
        # Lanes without a game: what is wanted is memory, and that is Python's business.
        return
    env = BatchEnv(count, players, threads=1, game=game)
    step = env.allocate()
    arrays = env._raw(step)
    actions = step.seats.astype("int64")
    if lanes is None:
        batch.reset(seed, arrays)
    for _ in range(BATCH_STEPS):
        for lane in range(count):
            state = batch.state_of(lane)
            promise(state.turn is not None, "a seat is asked")
            promise(state.from_text(state.to_text()) == state, "the text of a lane reads back")
        batch.choose(actions)
        promise(batch.step(actions, arrays) == -1, "what the batch chooses is legal")
    batch.close()


def loaded_from(data: bytes) -> object:
    """Load a pickle; None if it is refused, in whatever words."""
    try:
        # What a damaged pickle may call is as harmless as what stands in these pickles.
        return pickle.loads(data)  # noqa: S301
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever it is, it was refused
        return None
