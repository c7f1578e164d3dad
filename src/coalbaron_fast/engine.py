"""The engine: the one facade that every door uses.

`Engine` searches positions within `Limits` and answers with an `Analysis`: the best turn, and
what it expects of it and of the others, with an error for every number.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from coalbaron_fast.endings import Ending, EndingLine, Endings
from coalbaron_fast.games import DEFAULT, Game, Position, load_game
from coalbaron_fast.limits import Limits
from coalbaron_fast.search.mcts import Searcher

__all__ = ["PARAMETERS", "Analysis", "Engine", "Limits", "Line"]

SLICES: Final = 4
"""A search limited by nodes is cut into so many trees, whatever the number of threads, ..."""

MOST_SLICES: Final = 64

LARGEST_SEED: Final = 2**64 // MOST_SLICES - 1
"""Each tree draws from a seed of its own, of 64 bits."""

MEMORY_FOR_ENDINGS: Final = 4
"""The solver of endings gets this part of the memory, besides."""

SLICE_NODES: Final = 2500
"""... but none is smaller than this: few nodes go into fewer trees."""

CHUNK_MS: Final = 100
"""`Engine.analyse` answers this often."""

FIRST_CHECK: Final = 256
"""After so many nodes the limit of error is looked at for the first time, ..."""

CHECK_GROWTH: Final = 1.25
"""... and each time that there are so many times as many: not by the clock, which differs."""

DEPTH_NODES: Final = 1000
"""A limit of depth allows so many nodes for each turn of it."""

ONLY_TURN_NODES: Final = 64
"""A turn without another to choose gets no more than this, unless more is asked for."""

UNLIMITED: Final = 1 << 62

UNKNOWN_SHARE: Final = 1.0
UNKNOWN_POINTS: Final = 100.0
"""The errors of what was tried less than twice: no less than a whole game."""

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
    "depth": 64,
    "solve": 2,
}
"""The search's parameters (docs/search.md says what each is worth)."""


class Line(NamedTuple):
    """One turn and what the search expects behind it.

    `win` and `vp` are the expected share of the win and final points of every seat, `win_error`
    and `vp_error` their standard errors; `utility` is what the search maximises for the mover,
    `error` its standard error; `p_best` is the probability that no other line is better, `pv`
    the turns that follow most often.
    """

    tokens: list[str]
    visits: int
    win: list[float]
    vp: list[float]
    win_error: list[float]
    vp_error: list[float]
    utility: float
    error: float
    p_best: float
    pv: list[list[str]]


class Analysis(NamedTuple):
    """What a search found: `best` is the whole turn to play, `lines` the best ones.

    `solved` says that everything to the end of the game was looked at, what the mover cannot see
    being shuffled for everybody; `exact` that besides nothing hidden could change the result.
    """

    best: list[str]
    lines: list[Line]
    nodes: int
    worlds: int
    depth: int
    time_ms: float
    memory_used: float
    exact: bool = False
    solved: bool = False


class _Tally:
    """One root turn, summed over the trees."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.visits = 0
        self.utility = 0.0
        self.squares = 0.0
        self.win: list[float] = []
        self.points: list[float] = []
        self.win_squares: list[float] = []
        self.points_squares: list[float] = []

    @property
    def mean(self) -> float:
        return self.utility / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        return _standard_error(self.visits, self.utility, self.squares, UNKNOWN_SHARE)

    def errors(self, sums: list[float], squares: list[float], unknown: float) -> list[float]:
        """The standard errors of the seats' means."""
        return [
            _standard_error(self.visits, total, square, unknown)
            for total, square in zip(sums, squares, strict=True)
        ]


def _standard_error(count: int, total: float, squares: float, unknown: float) -> float:
    """Return the standard error of a mean from its sums; `unknown` where nothing is known."""
    if count < 2:
        return unknown
    variance = max(squares / count - (total / count) ** 2, 0.0)
    return math.sqrt(variance / (count - 1))


class Engine:
    """Finds the best turn from what the seat to move knows.

    The same seed, options and `Limits(nodes=…)` give the same answer, on any number of threads.
    `hash_mb` is the memory for the trees: when it is full the search goes on without
    deepening. Under a limit of nodes the work is cut into `slices` trees that threads can share
    out. One search at a time; `stop` may be called from any thread. `game` is the game that it
    plays, by name or as a record.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = 256,
        seed: int = 1,
        parameters: Mapping[str, float] | None = None,
        *,
        slices: int = SLICES,
        game: Game | str = DEFAULT,
    ) -> None:
        """Refuse what no search can work with; the memory is taken by the first search."""
        if not 1 <= slices <= MOST_SLICES:
            raise ValueError(f"slices must be 1 to {MOST_SLICES}, not {slices}")
        if not 1 <= threads <= 64:
            raise ValueError(f"threads must be 1 to 64, not {threads}")
        if hash_mb < max(slices, threads):
            raise ValueError(f"hash_mb must be at least {max(slices, threads)}, not {hash_mb}")
        if not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"seed must be 0 to {LARGEST_SEED}, not {seed}")
        unknown = set(parameters or ()) - set(PARAMETERS)
        if unknown:
            raise ValueError(f"no parameter {', '.join(sorted(unknown))}: {', '.join(PARAMETERS)}")
        self.threads = threads
        self.seed = seed
        self.parameters = PARAMETERS | dict(parameters or {})
        self.slices = slices
        self.hash_mb = hash_mb
        megabytes = max(hash_mb // MEMORY_FOR_ENDINGS, 1)
        self.game = load_game(game) if isinstance(game, str) else game
        self.endings = Endings(self.game.ops, megabytes, int(self.parameters["solve"]))
        self._trees: list[Searcher] = []
        self._busy = threading.Lock()
        self._stopping = False
        # A stop that came late must not meet the next search. Reentrant: a signal handler
        # may call `stop` while the same thread holds it.
        self._ending = threading.RLock()

    def search(self, state: Position, limits: Limits) -> Analysis:
        """Search until a limit is met or `stop` is called, and say what was found."""
        *_, last = self._run(state, limits, UNLIMITED)
        return last

    def analyse(self, state: Position, limits: Limits) -> Iterator[Analysis]:
        """Search and answer again and again, the last time when a limit is met."""
        yield from self._run(state, limits, CHUNK_MS * 1_000_000)

    @property
    def busy(self) -> bool:
        """Whether a search is running."""
        return self._busy.locked()

    def stop(self) -> None:
        """End the search that is running, from any thread; without one, do nothing."""
        with self._ending:
            if self.busy:
                self._stopping = True
                self.endings.stop()
                for searcher in self._trees:
                    searcher.stop()

    def trees(self, count: int) -> list[Searcher]:
        """Return so many trees for the search that is running; they share the memory."""
        if len(self._trees) != count:
            self._trees = []
            megabytes = max(self.hash_mb // count, 1)
            self._trees = [Searcher(self.game.ops, megabytes) for _ in range(count)]
        if self._stopping:
            self.stop()
        return self._trees

    def audit(self, state: Position, limits: Limits, permutations: int = 20) -> list[Position]:
        """Decide again in worlds that look the same to the mover; return those that differ.

        The list is empty if what is hidden changes nothing: no turn, no number. Needs limits
        that do not look at the clock.
        """
        seat = state.turn
        if seat is None:
            raise ValueError(f"no seat is to move in phase {state.phase}")
        if limits.nodes is None or limits.time_ms is not None or limits.error is not None:
            raise ValueError("an audit needs a limit of nodes alone")
        expected = self.search(state, limits).lines
        worlds = (state.sample_world(seat, seed=number) for number in range(permutations))
        return [world for world in worlds if self.search(world, limits).lines != expected]

    # -- the run

    def _run(self, state: Position, limits: Limits, chunk_ns: int) -> Iterator[Analysis]:
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this engine is searching already")
        try:
            run = _Run(self, state, limits, chunk_ns)
            ending = self.endings.attempt(
                state, run.nodes, run.allowance_ms, limits.lines, run.wanted
            )
            if ending is None:
                yield from run.answers()
            else:
                yield run.ended(ending)
        finally:
            with self._ending:
                self._stopping = False
                self.endings.resume()
                for searcher in self._trees:
                    searcher.resume()
                self._busy.release()


class _Run:
    """One search: its trees, its limits, its answers."""

    def __init__(self, engine: Engine, state: Position, limits: Limits, chunk_ns: int) -> None:
        self.engine = engine
        self.limits = limits
        self.chunk_ns = chunk_ns
        self.started_ns = time.monotonic_ns()
        count = engine.threads
        nodes = limits.nodes
        parameters = engine.parameters
        if limits.depth is not None:
            nodes = min(nodes or UNLIMITED, limits.depth * DEPTH_NODES)
            parameters = parameters | {"depth": limits.depth}
        if nodes is not None:
            count = min(max(nodes // SLICE_NODES, 1), engine.slices)
        self.nodes = nodes
        self.wanted = [engine.game.read_words([turn]) for turn in limits.root_turns]
        self.trees = engine.trees(count)
        self.shares = [UNLIMITED] * count
        if nodes is not None:
            self.shares = [(nodes + index) // count for index in range(count)]
        self.done = [0] * count
        self.nodes_before = 0
        self.check = max(FIRST_CHECK // count, 1)
        seat = state.turn
        if seat is None:
            raise ValueError(f"no seat is to move in phase {state.phase}")
        view = state.view(seat)
        self.allowance_ms = None if limits.infinite else limits.allowance_ms(state)
        for index, tree in enumerate(self.trees):
            self.turns = _begin(
                tree, view, seat, engine.seed * MOST_SLICES + index, parameters, self
            )
        if len(self.turns) == 1 and nodes is None:
            self.shares = [min(share, ONLY_TURN_NODES) for share in self.shares]

    def answers(self) -> Iterator[Analysis]:
        """Run in chunks; after each one an answer."""
        while True:
            self.run_chunk()
            analysis = self.analysis()
            finished = self.is_finished(analysis)
            yield analysis
            if finished:
                return

    def ended(self, ending: Ending) -> Analysis:
        """Answer with a solved ending."""
        lines = [_ended_line(self.engine.game, ending, line) for line in ending.lines]
        return Analysis(
            best=lines[0].tokens,
            lines=lines,
            nodes=ending.nodes,
            worlds=0,
            depth=len(lines[0].pv),
            time_ms=(time.monotonic_ns() - self.started_ns) / 1e6,
            memory_used=0.0,
            exact=ending.exact,
            solved=True,
        )

    def run_chunk(self) -> None:
        """Let every tree run to its share, or for the time of a chunk, on the engine's threads."""
        now = time.monotonic_ns()
        deadline = now + self.chunk_ns
        if self.allowance_ms is not None:
            deadline = min(deadline, self.started_ns + int(self.allowance_ms * 1e6))
        targets = self.shares
        if self.limits.error is not None:
            targets = [min(share, self.check) for share in self.shares]
        waiting = list(range(len(self.trees)))

        def work() -> None:
            while waiting:
                try:
                    index = waiting.pop(0)
                except IndexError:
                    return
                left = targets[index] - self.done[index]
                if left > 0:
                    self.done[index] = self.trees[index].run(left, deadline)

        workers = [
            threading.Thread(target=work, daemon=True)
            for _ in range(min(self.engine.threads, len(self.trees)) - 1)
        ]
        for worker in workers:
            worker.start()
        work()
        for worker in workers:
            worker.join()

    def is_finished(self, analysis: Analysis) -> bool:
        # A chunk that added nothing was stopped.
        if analysis.nodes == self.nodes_before:
            return True
        self.nodes_before = analysis.nodes
        return (
            (self.allowance_ms is not None and analysis.time_ms >= self.allowance_ms)
            or all(done >= share for done, share in zip(self.done, self.shares, strict=True))
            or self.is_known_well(analysis.lines[0])
        )

    def is_known_well(self, line: Line) -> bool:
        """Whether the limit of error is met, when it is time to look at it."""
        if self.limits.error is None or min(self.done) < self.check:
            return False
        self.check = int(self.check * CHECK_GROWTH) + 1
        return line.error <= self.limits.error

    def analysis(self) -> Analysis:
        """Sum the trees up."""
        tallies = [_Tally(codes) for codes in self.turns]
        for tree in self.trees:
            for tally, (visits, utility, squares, *sums) in zip(
                tallies, tree.results(), strict=True
            ):
                tally.visits += visits
                tally.utility += utility
                tally.squares += squares
                tally.win = _added(tally.win, sums[0])
                tally.points = _added(tally.points, sums[1])
                tally.win_squares = _added(tally.win_squares, sums[2])
                tally.points_squares = _added(tally.points_squares, sums[3])
        # Equal visits say nothing of how good a turn is.
        order = sorted(
            range(len(tallies)),
            key=lambda index: (
                0 if self.limits.even else -tallies[index].visits,
                -tallies[index].mean,
            ),
        )
        nodes = sum(self.done)
        lines = [self.line(tallies, index) for index in order[: self.limits.lines]]
        return Analysis(
            best=lines[0].tokens,
            lines=lines,
            nodes=nodes,
            worlds=nodes,
            depth=max(tree.depth for tree in self.trees),
            time_ms=(time.monotonic_ns() - self.started_ns) / 1e6,
            memory_used=max(tree.memory_used for tree in self.trees),
        )

    def line(self, tallies: list[_Tally], index: int) -> Line:
        tally = tallies[index]
        visits = max(tally.visits, 1)
        most = max(self.trees, key=lambda tree: tree.results()[index][0])
        return Line(
            tokens=self.engine.game.spell(tally.codes),
            visits=tally.visits,
            win=[share / visits for share in tally.win],
            vp=[points / visits for points in tally.points],
            win_error=tally.errors(tally.win, tally.win_squares, UNKNOWN_SHARE),
            vp_error=tally.errors(tally.points, tally.points_squares, UNKNOWN_POINTS),
            utility=tally.mean,
            error=tally.error,
            p_best=_probability_best(tallies, index),
            pv=[self.engine.game.spell(turn) for turn in most.variation(index)],
        )


def _ended_line(game: Game, ending: Ending, line: EndingLine) -> Line:
    """Return a solved line: no error, no doubt which is best, its share of the win for utility."""
    best = line is ending.lines[0]
    return Line(
        tokens=game.spell(line.codes),
        visits=ending.nodes if best else 0,
        win=line.win,
        vp=line.vp,
        win_error=[0.0] * len(line.win),
        vp_error=[0.0] * len(line.vp),
        utility=line.win[ending.seat],
        error=0.0,
        p_best=float(best),
        pv=[game.spell(turn) for turn in line.pv],
    )


def _added(a: list[float], b: list[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)] if a else list(b)


def _begin(
    tree: Searcher,
    view: Position,
    seat: int,
    seed: int,
    parameters: Mapping[str, float],
    run: _Run,
) -> list[list[int]]:
    """Plant a tree; returns the root's turns: those that begin as asked, or all."""
    state = view.data()
    wanted, even = run.wanted, run.limits.even
    turns = tree.begin(state, seat, seed, parameters, even=even)
    if not wanted:
        return turns
    listed = [begin for begin in wanted if any(turn[: len(begin)] == begin for turn in turns)]
    asked = [codes for codes in wanted if codes not in listed and _is_turn(view, codes)]
    for codes in wanted:
        if codes not in listed and codes not in asked:
            name = "/".join(run.engine.game.spell(codes))
            raise ValueError(f"no turn begins with {name}")
    return tree.begin(
        state,
        seat,
        seed,
        parameters,
        lambda codes: any(codes[: len(begin)] == begin for begin in wanted),
        asked,
        even,
    )


def _is_turn(view: Position, codes: list[int]) -> bool:
    """Whether the codes are a whole legal turn, up to chance or another decision or seat."""
    after = view.copy()
    for index, code in enumerate(codes):
        if index and (after.turn != view.turn or after.begins_turn):
            return False
        if not after.is_legal_code(code):
            return False
        after.push_codes([code])
    return not after.is_step


def _probability_best(tallies: list[_Tally], index: int) -> float:
    """How likely it is that no other line's true utility is higher, by normal errors."""
    probabilities = []
    for tally in tallies:
        probability = 1.0
        for other in tallies:
            if other is not tally:
                spread = math.hypot(tally.error, other.error) or 1e-9
                lead = (tally.mean - other.mean) / spread
                probability *= 0.5 * math.erfc(-lead / math.sqrt(2.0))
        probabilities.append(probability)
    return probabilities[index] / (sum(probabilities) or 1.0)
