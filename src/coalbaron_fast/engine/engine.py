"""The engine: the one facade that every door uses.

`Engine` searches positions within `Limits` and answers with an `Analysis`: the best turn, and
what it expects of it and of the others, with an error for every number. `Engine.start` hands back
the running `Search`, `Engine.search` its last answer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn, SupportsIndex

from coalbaron_fast.engine.endings import Endings
from coalbaron_fast.engine.evaluation import BEST, load, name_of, parameters_of
from coalbaron_fast.engine.forest import MOST_TREES, Forest
from coalbaron_fast.engine.limits import SLICES, Limits
from coalbaron_fast.engine.search import Search, Stop
from coalbaron_fast.errors import EngineBusyError, LimitsError, NothingToSearchError, SettingsError
from coalbaron_fast.games import DEFAULT, Game, Position, game_of, load_game
from coalbaron_fast.games.position import known_to
from coalbaron_fast.search.walks import Walker
from coalbaron_fast.threads import MOST_THREADS

if TYPE_CHECKING:
    from coalbaron_fast.engine.analysis import Analysis

__all__ = ["PARAMETERS", "SLICES", "Engine", "Limits", "Search", "Stop"]

LARGEST_SEED: Final = 2**64 // MOST_TREES - 1
"""Each tree draws from a seed of its own, of 64 bits."""

HASH_MB: Final = 256
MOST_HASH_MB: Final = 2**20
"""A terabyte."""

MEMORY_FOR_ENDINGS: Final = 4
"""The solver of endings gets this part of the memory, besides."""

PARAMETERS: Final = {
    "exploration": 8.0,
    "first_spread": 0.12,
    "temperature": 3.0,
    "widening": 4.0,
    "widening_growth": 1.0,
    "first_play": 0.4,
    "win_weight": 0.5,
    "margin_scale": 25.0,
    "playout": 12,
    "adapt": 0,
    "depth": 64,
    "mixing": 1,
    "mixing_exploration": 0.1,
    "solve": 2,
}
"""The search's parameters (docs/search.md says what each is worth)."""

PARAMETER_RANGES: Final = {
    "exploration": (0.0, 1e6),
    "first_spread": (0.0, 1e6),
    "temperature": (1e-6, 1e6),
    "widening": (1.0, 1e6),
    "widening_growth": (0.0, 1e3),
    "first_play": (-1e6, 1e6),
    "win_weight": (0.0, 1.0),
    "margin_scale": (1e-6, 1e6),
    "playout": (0, 1000),
    "adapt": (0, 1),
    "depth": (1, 64),
    "mixing": (0, 1),
    "mixing_exploration": (0.01, 1.0),
    "solve": (0, 2),
}
"""The range of each. The compiled search does not check them: without a turn to look at, or with
priors that are not numbers, it would read outside of its memory."""


def check_parameters(parameters: Mapping[str, float]) -> None:
    """Raise SettingsError for an unknown parameter, or a value that no search can work with."""
    unknown = set(parameters) - set(PARAMETERS)
    if unknown:
        raise SettingsError(
            "parameters", f"no parameter {', '.join(sorted(unknown))}: {', '.join(PARAMETERS)}"
        )
    for name, value in parameters.items():
        low, high = PARAMETER_RANGES[name]
        whole = isinstance(PARAMETERS[name], int)
        if not low <= value <= high or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise SettingsError(
                "parameters", f"{name} must be {kind} from {low:g} to {high:g}, not {value}"
            )


def _checked_seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise SettingsError("seed", f"seed must be 0 to {LARGEST_SEED}, not {seed}")
    return seed


class Engine:
    """Finds the best turn from what the seat to move knows.

    The same seed, options and `Limits(nodes=…)` give the same answer, on any number of threads.
    `hash_mb` is the memory for the trees: when it is full the search goes on without
    deepening. Under a limit of nodes the work is cut into `slices` trees that threads can share
    out; under a limit of time each thread has a tree, and some of the turns. `game` is the game
    that it plays, by name or as a record. `evaluation` says what its positions are worth: ``net``,
    the network that comes with the game; ``hand``, the game's own guess; ``best``, the network if
    there is one; or the file of a network. Where seats decide in secret at once, `mixed` draws the
    turn to play from the mixture that was found (`Analysis.policy`). One search at a time, or one
    call of `walk` or `ends_of`; a second one, from any thread, raises EngineBusyError. No engine
    can be copied or pickled: its memory and its threads are its own.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = HASH_MB,
        seed: int = 1,
        parameters: Mapping[str, float] | None = None,
        *,
        slices: int = SLICES,
        game: Game | str = DEFAULT,
        evaluation: str = BEST,
        mixed: bool = False,
    ) -> None:
        """Refuse what no search can work with: SettingsError names the field.

        The memory is taken by the first search.
        """
        if not 1 <= slices <= MOST_TREES:
            raise SettingsError("slices", f"slices must be 1 to {MOST_TREES}, not {slices}")
        if not 1 <= threads <= MOST_THREADS:
            raise SettingsError("threads", f"threads must be 1 to {MOST_THREADS}, not {threads}")
        least_mb = max(slices, threads)
        if not least_mb <= hash_mb <= MOST_HASH_MB:
            raise SettingsError(
                "hash_mb", f"hash_mb must be {least_mb} to {MOST_HASH_MB}, not {hash_mb}"
            )
        check_parameters(parameters or {})
        self.threads = threads
        self.seed = _checked_seed(seed)
        self.slices = slices
        self.hash_mb = hash_mb
        self.game = load_game(game)
        self.mixed = mixed
        self.evaluation = name_of(evaluation, self.game)
        self.loaded = load(self.evaluation, self.game)
        own = parameters_of(self.evaluation, self.game, PARAMETERS)
        self.parameters = own | dict(parameters or {})
        self.endings = Endings(
            self.loaded.evaluation,
            max(hash_mb // MEMORY_FOR_ENDINGS, 1),
            int(self.parameters["solve"]),
        )
        self.forest = Forest(self.game, self.loaded.evaluation, hash_mb, threads)
        self._walker: Walker | None = None
        self._owner: object = None
        self._lock = threading.Lock()

    def __reduce_ex__(self, _protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied: two engines would work in the same memory."""
        raise TypeError("an engine cannot be copied or pickled; make another one")

    def start(
        self,
        state: Position,
        limits: Limits,
        *,
        ponder: bool = False,
        stop: Stop | None = None,
        seed: int | None = None,
    ) -> Search:
        """Begin a search on a thread of its own; `Search` owns its stop and its answers.

        With `ponder` the answer is held back until `Search.ponder_hit`, and no limit of time ends
        the search before. `stop` ends this search together with others. `seed` is for this search
        alone; None is the engine's. What is wrong with position
        or limits raises at once, but for turns that are not there: their UnknownTurnError comes as
        the result.
        """
        search = self._prepare(state, limits, seed, ponder=ponder)
        thread = threading.Thread(target=search.run, name="search", daemon=True)
        self._take(search)
        if stop is not None:
            stop.watch(search)
        try:
            thread.start()
        except BaseException as error:
            # There is no thread; or Ctrl-C came, and then no caller would hold the search.
            search.stop()
            if thread.ident is None:
                search.finish(error)
            raise
        return search

    def search(
        self,
        state: Position,
        limits: Limits,
        *,
        stop: Stop | None = None,
        seed: int | None = None,
    ) -> Analysis:
        """Search until a limit is met or a stop comes, and say what was found.

        `seed` is for this search alone; None is the engine's.
        """
        search = self._prepare(state, limits, seed)
        try:
            self._take(search)
            if stop is not None:
                stop.watch(search)
            # On this thread: a search of a few nodes is over before another one is begun.
            search.run()
        finally:
            # Ctrl-C may have come anywhere in there.
            self.release(search)
        return search.result()

    def analyse(self, state: Position, limits: Limits) -> Iterator[Analysis]:
        """Search and answer again and again, the last time when a limit is met.

        Closing the iterator stops the search.
        """
        search = self.start(state, limits)
        try:
            yield from search
        finally:
            search.stop()
            search.wait()

    def walk(
        self, state: Position, walks: int, turns: int
    ) -> list[tuple[list[float], list[float]]]:
        """Play on greedily and evaluate, `walks` times: every seat's points and win of each walk.

        A walk is `turns` turns long, but no longer than the search's own playouts, if it has any:
        an evaluation that needs none still has to see what is done with what came. This values a
        position where no seat is to move, or many of them that only chance tells apart: walks of
        the same number meet the same luck in all of them. They look at all of the position; what a
        view does not show is filled in by chance, another world for each walk.
        """
        turns = min(turns, int(self.parameters["playout"]) or turns)
        with self._taken():
            return self._open_walker().expect(state.data(), walks, turns, self.seed)

    def ends_of(self, state: Position, codes: Sequence[int], walks: int, turns: int) -> list[bytes]:
        """Play a turn and on greedily, `walks` times; return the positions as bytes.

        The walks begin in worlds that agree with what the seat to move knows. Those of the same
        number begin in the same world, whatever the turn.
        """
        view = known_to(state, self._seat_to_move(state))
        with self._taken():
            return self._open_walker().ends(view.data(), list(codes), walks, turns, self.seed)

    def _open_walker(self) -> Walker:
        if self._walker is None:
            self._walker = Walker(self.game.ops, self.loaded.evaluation)
        return self._walker

    @property
    def busy(self) -> bool:
        """Whether it is at work."""
        return self._owner is not None

    def stop(self) -> None:
        """End the search that is running, from any thread; without one, do nothing."""
        search = self._owner
        if isinstance(search, Search):
            search.stop()

    def release(self, owner: object) -> None:
        """Take the engine back from a search that has ended; the search itself calls this."""
        with self._lock:
            if self._owner is owner:
                self._owner = None

    def audit(
        self,
        state: Position,
        limits: Limits,
        permutations: int = 20,
        *,
        stop: Stop | None = None,
    ) -> list[Position]:
        """Decide again in worlds that look the same to the mover; return those that differ.

        The list is empty if what is hidden changes nothing: no turn, no number. Needs limits
        that do not look at the clock. After `stop` the list is worth nothing.
        """
        seat = self._seat_to_move(state)
        if limits.nodes is None or limits.time_ms is not None or limits.error is not None:
            raise LimitsError("nodes", "an audit needs a limit of nodes alone")
        expected = self.search(state, limits, stop=stop).lines
        different = []
        for number in range(permutations):
            if stop is not None and stop.is_set:
                break
            world = state.sample_world(seat, seed=number)
            if self.search(world, limits, stop=stop).lines != expected:
                different.append(world)
        return different

    def _prepare(
        self, state: Position, limits: Limits, seed: int | None, *, ponder: bool | None = None
    ) -> Search:
        """Check what is asked. Without a word on pondering it runs within the call."""
        seat = self._seat_to_move(state)
        own_seed = self.seed if seed is None else _checked_seed(seed)
        plan = limits.plan(state, self.threads, self.slices, self.parameters)
        view = known_to(state, seat)
        if ponder is not None and view is state:
            # It may be played on while the search runs.
            view = state.copy()
        return Search(self, view, limits, plan, own_seed, ponder=bool(ponder))

    def _take(self, owner: object) -> None:
        """Take the engine for a search, or whatever else works in its memory."""
        with self._lock:
            if self._owner is not None:
                raise EngineBusyError
            self._owner = owner

    @contextmanager
    def _taken(self) -> Iterator[None]:
        """Take the engine for as long as a call lasts."""
        owner = object()
        try:
            self._take(owner)
            yield
        finally:
            # Ctrl-C may have come anywhere in there.
            self.release(owner)

    def _seat_to_move(self, state: Position) -> int:
        """Return the seat to move in a position of this engine's game."""
        if not isinstance(state, self.game.State):
            other = game_of(state)
            kind = type(state)
            title = other.title if other else f"{kind.__module__}.{kind.__qualname__}"
            raise TypeError(f"this engine plays {self.game.title}, not {title}")
        seat: int | None = state.turn
        if seat is None:
            raise NothingToSearchError(state.phase)
        return seat
