"""The trees of one engine: side by side, they share its memory, its threads and the work."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from coalbaron_fast.errors import UnknownTurnError
from coalbaron_fast.games import Game, Position
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher

__all__ = ["Forest", "is_turn"]

MOST_TREES = 64
"""Each tree draws from a seed of its own; the engine's seeds lie so far apart."""


class Forest:
    """Trees for one position at a time; `interrupt` may be called from any thread.

    `done` are the nodes of each tree. The trees are made when they are first planted.
    """

    def __init__(self, game: Game, evaluation: Evaluation, megabytes: int, threads: int) -> None:
        self._game = game
        self._evaluation = evaluation
        self._megabytes = megabytes
        self._threads = threads
        self.trees: list[Searcher] = []
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
    ) -> list[list[int]]:
        """Begin so many trees for the seat to move; return the root's turns as codes.

        With `wanted` only the turns that begin with one of these. UnknownTurnError names one that
        is not there.
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
        for index, tree in enumerate(self.trees):
            tree_seed = seed * MOST_TREES + index
            turns = tree.begin(state, seat, tree_seed, parameters, even=even)
            if wanted:
                asked = self._not_listed(view, wanted, turns)
                turns = tree.begin(state, seat, tree_seed, parameters, is_wanted, asked, even)
        return turns

    def run(self, targets: Sequence[int], deadline_ns: int) -> None:
        """Let every tree run to its target, or to the deadline, on the engine's threads."""
        waiting = list(range(len(self.trees)))

        def work() -> None:
            while waiting:
                try:
                    index = waiting.pop(0)
                except IndexError:
                    return
                left = targets[index] - self.done[index]
                if left > 0:
                    self.done[index] = self.trees[index].run(left, deadline_ns)

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
            # Ctrl-C: nobody may be at work on the trees when the next search takes them.
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


def is_turn(view: Position, codes: Sequence[int]) -> bool:
    """Whether the codes are a whole legal turn, up to chance or another decision or seat."""
    after = view.copy()
    for index, code in enumerate(codes):
        if index and (after.turn != view.turn or after.begins_turn):
            return False
        if not after.is_legal_code(code):
            return False
        after.push_codes([code])
    return after.turn != view.turn or after.begins_turn or not after.is_step
