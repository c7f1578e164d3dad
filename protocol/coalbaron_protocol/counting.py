"""Jobs of a session that are no search for a turn: eval, perft, the audit, the benchmark."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from coalbaron_fast import Engine, Limits, Stop
from coalbaron_fast.games import Game, Position
from coalbaron_fast.wire.words import turn_word
from coalbaron_protocol.messages import check_count, expectation
from coalbaron_protocol.signature import POSITION_NODES, Fingerprint

BENCH_HASH_MB: Final = 64
"""Memory for the signature's searches: more than they fill, whatever the option Hash says."""
DEEPEST_PERFT: Final = 20
MOST_BENCH_NODES: Final = 10**9
WHOLE_DEPTH: Final = 3
"""Counts of so few tokens are not interrupted: they take milliseconds."""

AUDIT_NODES: Final = 500

EVALUATION_NODES: Final = 2000
"""How long `eval` looks: briefly, and the same on every machine."""


class Stopped(Exception):  # noqa: N818 - it is an event, not a fault
    """The job was told to stop."""


class CountJob:
    """Counts the sequences of tokens from a position, in all or after each token."""

    def __init__(
        self, state: Position, depth: int, write: Callable[..., None], *, divide: bool
    ) -> None:
        check_count(depth, "depth", int(divide), DEEPEST_PERFT)
        self.name = "divide" if divide else "perft"
        # Chance counts with all its outcomes, whatever a seed would draw.
        self._state = state.unseeded()
        self._depth = depth
        self._write = write
        self._divide = divide
        self._stopped = threading.Event()

    def run(self) -> list[str]:
        """Count; return the total."""
        try:
            if not self._divide:
                return [f"{self.name} {self._depth}: {self._count(self._state, self._depth)}"]
            total = 0
            children = self._children(self._state)
            for token, child in zip(self._state.legal_moves(), children, strict=True):
                count = self._count(child, self._depth - 1)
                total += count
                self._write(f"{token}: {count}")
        except Stopped:
            return [f"info string {self.name} was stopped"]
        return [f"{self.name} {self._depth}: {total}"]

    def _count(self, state: Position, depth: int) -> int:
        if self._stopped.is_set():
            raise Stopped
        if depth <= WHOLE_DEPTH:
            return state.perft(depth)
        return sum(self._count(child, depth - 1) for child in self._children(state))

    def _children(self, state: Position) -> Iterator[Position]:
        for code in state.legal_codes():
            child = state.copy()
            child.push_codes((code,))
            yield child

    def stop(self) -> None:
        """Give up."""
        self._stopped.set()

    def failure(self) -> list[str]:
        """The error line says it all."""
        return []


class EvaluationJob:
    """Says what the engine expects at a glance."""

    name = "eval"

    def __init__(self, engine: Engine, state: Position) -> None:
        self._engine = engine
        self._state = state
        self._stop = Stop()

    def run(self) -> list[str]:
        """Look; return what every seat may expect."""
        limits = Limits(nodes=EVALUATION_NODES)
        line = self._engine.search(self._state, limits, stop=self._stop).lines[0]
        return [f"eval seat {self._state.turn} {expectation(line)}"]

    def stop(self) -> None:
        """Look no longer; the reply says what was seen."""
        self._stop.set()

    def failure(self) -> list[str]:
        """The error line says it all."""
        return []


class AuditJob:
    """Asks the engine again in worlds that look the same to the mover."""

    name = "audit"

    def __init__(self, engine: Engine, state: Position, worlds: int) -> None:
        self._engine = engine
        self._state = state
        self._worlds = worlds
        self._stop = Stop()

    def run(self) -> list[str]:
        """Audit; return how many worlds got another answer."""
        limits = Limits(nodes=AUDIT_NODES, lines=5)
        different = self._engine.audit(self._state, limits, self._worlds, stop=self._stop)
        if self._stop.is_set:
            return ["info string audit was stopped"]
        return [
            *(f"different: {world.to_text()}" for world in different),
            f"audit {self._worlds} worlds: {len(different)} different",
        ]

    def stop(self) -> None:
        """Give up."""
        self._stop.set()

    def failure(self) -> list[str]:
        """The error line says it all."""
        return []


class BenchJob:
    """Searches a game's fixed positions and prints the signature."""

    name = "bench"

    def __init__(
        self,
        game: Game,
        threads: int,
        evaluation: str,
        nodes: int | None,
        write: Callable[..., None],
    ) -> None:
        nodes = POSITION_NODES if nodes is None else nodes
        check_count(nodes, "nodes", 1, MOST_BENCH_NODES)
        self._engine = Engine(threads, BENCH_HASH_MB, game=game, evaluation=evaluation)
        if game.study is None:
            raise ValueError(f"{game.title} has no positions for a signature")
        self._positions = game.study.signature_positions()
        self._limits = Limits(nodes=nodes, lines=4)
        self._write = write
        self._stop = Stop()

    def run(self) -> list[str]:
        """Search every position; return the totals."""
        fingerprint = Fingerprint()
        nodes = 0
        spent = 0.0
        for number, state in enumerate(self._positions, start=1):
            started = time.perf_counter()
            analysis = self._engine.search(state, self._limits, stop=self._stop)
            spent += time.perf_counter() - started
            if self._stop.is_set:
                return ["info string bench was stopped"]
            nodes += analysis.nodes
            fingerprint.add(analysis)
            self._write(
                f"{number}: {state.players} players, {state.phase}, "
                f"depth {analysis.depth}, {turn_word(analysis.best)}"
            )
        return [
            f"nodes: {nodes}",
            f"nodes per second: {round(nodes / spent)}",
            f"signature: {fingerprint.value}",
        ]

    def stop(self) -> None:
        """Give up."""
        self._stop.set()

    def failure(self) -> list[str]:
        """The error line says it all."""
        return []
