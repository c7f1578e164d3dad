"""The trees of one engine: side by side, they share its memory, its threads and the work."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from coalbaron_fast.errors import UnknownTurnError
from coalbaron_fast.games import Game, Position
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher

if TYPE_CHECKING:
    from coalbaron_fast.search.mcts import Line

__all__ = ["Forest", "Share", "is_turn"]

MOST_TREES = 64
"""Each tree has a seed of its own; the seeds of two engines lie this far apart."""

LOOK_NODES = 200
"""Nodes after which the root's turns are ranked, to be dealt out among trees."""

MOMENT_NODES = 256
"""A millisecond or two of a tree."""


class Share:
    """A tree that looks at some of the root's turns, read as a tree of all of them."""

    def __init__(self, searcher: Searcher, places: Sequence[int | None]) -> None:
        """`places` are the tree's own numbers of all turns, None of those that others have."""
        self._searcher = searcher
        self._places = places

    @property
    def depth(self) -> int:
        """The longest walk, in turns."""
        return self._searcher.depth

    @property
    def memory_used(self) -> float:
        """The part of the memory that is full."""
        return self._searcher.memory_used

    def results(self) -> list[Line]:
        """Return what is known of all turns: nothing of those that others have."""
        found = self._searcher.results()
        seats = [0.0] * len(found[0][3])
        unknown: Line = (0, 0.0, 0.0, seats, seats, seats, seats, seats)
        return [unknown if place is None else found[place] for place in self._places]

    def shares(self) -> None:
        """Return no mixture: that needs all turns."""

    def variation(self, line: int) -> list[list[int]]:
        """Return what follows most often after one of all turns."""
        place = self._places[line]
        return [] if place is None else self._searcher.variation(place)


class Forest:
    """Trees for one position at a time; `interrupt` may be called from any thread.

    `done` are the nodes of each tree. The trees are made when they are first planted. `shares` are
    the same trees as an answer reads them: turn by turn of the root.
    """

    def __init__(self, game: Game, evaluation: Evaluation, megabytes: int, threads: int) -> None:
        self._game = game
        self._evaluation = evaluation
        self._megabytes = megabytes
        self._threads = threads
        self.trees: list[Searcher] = []
        self.shares: Sequence[Searcher | Share] = []
        self.done: list[int] = []

    def plant(
        self,
        count: int,
        view: Position,
        seed: int,
        parameters: Mapping[str, float],
        wanted: Sequence[list[int]],
        *,
        even: bool,
        dealt: bool = False,
    ) -> list[list[int]]:
        """Begin `count` trees for the seat to move; return the root's turns as codes.

        With `wanted` only the turns that begin with one of these. UnknownTurnError names one that
        is not there. With `dealt` each tree gets turns of its own, unless the seat mixes them.
        """
        if len(self.trees) != count:
            # Let the old memory go before the new is asked for.
            self.trees = []
            megabytes = max(self._megabytes // count, 1)
            self.trees = [
                Searcher(self._game.ops, megabytes, self._evaluation) for _ in range(count)
            ]
        self.done = [0] * count
        state, seat = view.data(), view.turn or 0

        def is_wanted(codes: list[int]) -> bool:
            return any(codes[: len(begin)] == begin for begin in wanted)

        turns: list[list[int]] = []
        asked: list[list[int]] = []
        for index, tree in enumerate(self.trees):
            tree_seed = seed * MOST_TREES + index
            turns = tree.begin(state, seat, tree_seed, parameters, even=even)
            if wanted:
                asked = self._not_listed(view, wanted, turns)
                turns = tree.begin(state, seat, tree_seed, parameters, is_wanted, asked, even)
        self.shares = self.trees
        if dealt and 1 < count <= len(turns) and self.trees[0].shares() is None:
            self._deal(view, seed * MOST_TREES, parameters, turns, asked)
        return turns

    def _deal(
        self,
        view: Position,
        seed: int,
        parameters: Mapping[str, float],
        turns: list[list[int]],
        asked: list[list[int]],
    ) -> None:
        """Give each tree some of the turns, the best ones to different trees.

        The same turns in every tree would be looked at no deeper than in one. All trees meet the
        same worlds: turns are compared on equal terms, whichever tree has them.
        """
        state, seat = view.data(), view.turn or 0
        self.trees[0].run(LOOK_NODES, 0)
        ranked = _ranked(self.trees[0].results())
        shares = []
        for index, tree in enumerate(self.trees):
            own = [turns[line] for line in _hand(ranked, index, len(self.trees))]
            added = [codes for codes in asked if codes in own]
            listed = tree.begin(state, seat, seed, parameters, own.__contains__, added)
            place_of = {tuple(codes): place for place, codes in enumerate(listed)}
            shares.append(Share(tree, [place_of.get(tuple(codes)) for codes in turns]))
        self.shares = shares

    def run(self, targets: Sequence[int], deadline_ns: int) -> None:
        """Let every tree run to its target, or to the deadline, on the engine's threads.

        Trees that share the turns out grow alike, also where a thread gets no time of the
        processor: one that has some goes on with the smallest tree that is free, for a moment.
        """
        waiting = _Waiting(targets, self.done)
        is_dealt = self.shares is not self.trees

        def work() -> None:
            while (index := waiting.take()) is not None:
                left = targets[index] - self.done[index]
                step = min(left, MOMENT_NODES) if is_dealt else left
                goal = self.done[index] + step
                self.done[index] = self.trees[index].run(step, deadline_ns)
                # One that fell short met the deadline or a stop.
                if self.done[index] == goal:
                    waiting.put(index)

        helpers = [
            threading.Thread(target=work, daemon=True)
            for _ in range(min(self._threads, len(self.trees)) - 1)
        ]
        try:
            for helper in helpers:
                helper.start()
            work()
            for helper in helpers:
                helper.join()
        except BaseException:
            # Ctrl-C: no thread may be at work on the trees when the next search takes them.
            waiting.clear()
            self.interrupt()
            for helper in helpers:
                if helper.is_alive():
                    helper.join()
            raise

    def interrupt(self) -> None:
        """Make `run` return at once, now and until `resume`."""
        for tree in self.trees:
            tree.stop()

    def resume(self) -> None:
        """Let `run` run again."""
        for tree in self.trees:
            tree.resume()

    def _not_listed(
        self, view: Position, wanted: Sequence[list[int]], turns: Sequence[list[int]]
    ) -> list[list[int]]:
        """The turns that are wanted and not proposed; UnknownTurnError if one is no turn."""
        asked = [codes for codes in wanted if all(turn[: len(codes)] != codes for turn in turns)]
        for codes in asked:
            if not is_turn(view, codes):
                raise UnknownTurnError("/".join(self._game.spell(codes)))
        return asked


class _Waiting:
    """Trees that have not reached their targets and are free; the smallest one is next."""

    def __init__(self, targets: Sequence[int], done: Sequence[int]) -> None:
        self._targets = targets
        self._done = done
        self._free: list[int] = []
        self._lock = threading.Lock()
        for index in range(len(done)):
            self.put(index)

    def take(self) -> int | None:
        with self._lock:
            index = min(self._free, key=self._done.__getitem__, default=None)
            if index is not None:
                self._free.remove(index)
            return index

    def put(self, index: int) -> None:
        with self._lock:
            if self._done[index] < self._targets[index]:
                self._free.append(index)

    def clear(self) -> None:
        with self._lock:
            self._free.clear()


def _ranked(found: Sequence[Line]) -> list[int]:
    """Return the numbers of lines, the most visited first."""
    return sorted(range(len(found)), key=lambda line: (-found[line][0], -found[line][1]))


def _hand(ranked: Sequence[int], player: int, players: int) -> list[int]:
    """Return a player's part of a ranking that is dealt out to and fro, the best to player 0."""
    back = 2 * players - 1 - player
    return [one for place, one in enumerate(ranked) if place % (2 * players) in (player, back)]


def is_turn(view: Position, codes: Sequence[int]) -> bool:
    """Whether the codes are a whole legal turn, up to chance or another decision or seat."""
    after = view.copy()
    for index, code in enumerate(codes):
        if index and (after.turn != view.turn or after.decision in BEGINS):
            return False
        if not after.is_legal_code(code):
            return False
        after.push_codes([code])
    return after.turn != view.turn or after.decision != "step"
