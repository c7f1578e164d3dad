"""What a search found: `Analysis` and its `Line`s, summed up from the trees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from coalbaron_fast.engine.forest import Share
from coalbaron_fast.search.best import probabilities_best

if TYPE_CHECKING:
    from coalbaron_fast.engine.endings import Ending
    from coalbaron_fast.games import Game
    from coalbaron_fast.search.mcts import Line as TreeLine
    from coalbaron_fast.search.mcts import Searcher

__all__ = ["Analysis", "Line", "MixedTurn", "Tallies", "solved_analysis"]

UNKNOWN_SHARE: Final = 1.0
UNKNOWN_POINTS: Final = 100.0
"""The errors of what was tried less than twice: no less than a whole game. Points are in units of
the game's size."""

ENOUGH: Final = 0.5
"""A tree can name the best turn if it has this part of the nodes of the largest one."""

LEAST_SHARE: Final = 0.01
"""A turn with a smaller share of a mixture is left out: it is what the search tried and dropped."""

IN_BAND: Final = 1.2816
"""This many standard deviations to either side hold 80 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Line:
    """One turn and what the search expects after it.

    `win` and `vp` are the forecast: the expected share of the win and final points of every seat.
    `vp_spread` says how far final points stray from `vp`, as a standard deviation, and `vp_band`
    from where to where they end in 8 games of 10; None if the evaluation does not know.

    `win_error` and `vp_error` are only the standard errors of sampling: how far `win` and `vp`
    may still move with more nodes. `utility` is what the search maximises for the mover, `error`
    its standard error; `p_best` is the probability that no other line is better, `pv` the turns
    that follow most often. `codes` and `pv_codes` are the same turns as move codes: for callers
    that play on, not for an answer as JSON.
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
    vp_spread: list[float] | None = None
    vp_band: list[list[float]] | None = None
    # `__init__` does not take them, so that no schema made from the fields shows them.
    codes: list[int] = field(init=False, repr=False, compare=False)
    pv_codes: list[list[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Without a game there are no codes."""
        self.with_codes([], [])

    def with_codes(self, codes: list[int], pv_codes: list[list[int]]) -> Self:
        """Keep the move codes of `tokens` and `pv` with them."""
        object.__setattr__(self, "codes", codes)
        object.__setattr__(self, "pv_codes", pv_codes)
        return self

    def as_data(self) -> dict[str, Any]:
        """Return the fields as plain data, as they go into JSON."""
        return _as_data(self)


@dataclass(frozen=True, slots=True)
class MixedTurn:
    """A turn, and how often it is to be played where a seat decides in secret, 0 to 1."""

    tokens: list[str]
    share: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found: `best` is the whole turn to play, `lines` the best ones.

    `nodes` counts walks through the tree, `worlds` the different worlds that they met: every turn
    is tried in the same row of worlds, so that turns are compared on equal terms. `solved` says
    that everything to the end of the game was looked at, what the mover cannot see being shuffled
    for everybody; then no world was drawn. `exact` says that besides nothing hidden could change
    the result.

    Where seats decide in secret at once, a seat that always decides alike is found out. There
    `policy` is what to play how often, the largest share first; None elsewhere. `best` is its first
    turn, or one that was drawn from it if the engine plays `mixed`.
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
    policy: list[MixedTurn] | None = None

    @property
    def best_codes(self) -> list[int]:
        """The turn to play, as move codes."""
        return self.lines[0].codes

    def as_data(self) -> dict[str, Any]:
        """Return the fields as plain data, as they go into JSON."""
        policy = None if self.policy is None else [_as_data(turn) for turn in self.policy]
        lines = [line.as_data() for line in self.lines]
        return _as_data(self) | {"lines": lines, "policy": policy}


def _as_data(record: Line | MixedTurn | Analysis) -> dict[str, Any]:
    return {one.name: getattr(record, one.name) for one in fields(record) if one.init}


class _Tally(NamedTuple):
    """One root turn, summed over the trees; `mean` and `error` are those of its utility."""

    visits: int
    win: list[float]
    points: list[float]
    win_squares: list[float]
    points_squares: list[float]
    variance: list[float]
    mean: float
    error: float

    def line(
        self,
        game: Game,
        codes: list[int],
        variation: list[list[int]],
        p_best: float,
        spread_factor: float,
    ) -> Line:
        """Return what is said of it."""
        visits = max(self.visits, 1)
        points = [points / visits for points in self.points]
        unknown = UNKNOWN_POINTS * game.units.size
        spread = scaled(self._spread(unknown), spread_factor)
        return Line(
            tokens=game.spell(codes),
            visits=self.visits,
            win=[share / visits for share in self.win],
            vp=points,
            win_error=self._errors(self.win, self.win_squares, UNKNOWN_SHARE),
            vp_error=self._errors(self.points, self.points_squares, unknown),
            utility=self.mean,
            error=self.error,
            p_best=p_best,
            pv=[game.spell(turn) for turn in variation],
            vp_spread=spread,
            vp_band=band_of(points, spread),
        ).with_codes(codes, variation)

    def _spread(self, unknown: float) -> list[float] | None:
        """Return how far final points stray from their mean; None if the evaluation cannot say.

        By the law of total variance: what is unknown where the walks ended, and how far the walks
        themselves are apart.
        """
        if math.inf in self.variance:
            return None
        if not self.visits:
            return [unknown] * len(self.points)
        return [
            math.sqrt(variance / self.visits + _variance(self.visits, total, square))
            for variance, total, square in zip(
                self.variance, self.points, self.points_squares, strict=True
            )
        ]

    def _errors(self, sums: list[float], squares: list[float], unknown: float) -> list[float]:
        """Return the standard errors of the seats' means."""
        return [
            _standard_error(self.visits, total, square, unknown)
            for total, square in zip(sums, squares, strict=True)
        ]


class Tallies:
    """The root's turns, summed over the trees once and ranked: what an answer is read from.

    `turns` are their codes, spreads are multiplied by `spread_factor`. The best turn is the one
    that was visited most; with `even` the one of the highest utility, as equal visits say nothing
    of how good a turn is. Where trees share the turns out, each has one that it visited most, and
    of these the highest utility is the best. Where the seat mixes, it is the largest share.
    """

    def __init__(
        self,
        turns: Sequence[list[int]],
        trees: Sequence[Searcher | Share],
        spread_factor: float = 1.0,
        *,
        even: bool = False,
    ) -> None:
        self._turns = turns
        self._spread_factor = spread_factor
        self._trees = trees
        self._results = [tree.results() for tree in trees]
        self._tallies = [_tally(parts) for parts in zip(*self._results, strict=True)]
        self._is_dealt = isinstance(trees[0], Share)
        firsts = self._firsts() if self._is_dealt else set()
        self._shares = _mixed_shares(trees, self._results)
        self._order = sorted(
            range(len(turns)),
            key=lambda index: (
                -self._shares[index] if self._shares else 0.0,
                index not in firsts,
                0 if even or index in firsts else -self._tallies[index].visits,
                -self._tallies[index].mean,
            ),
        )

    def _firsts(self) -> set[int]:
        """Return the turn that each tree visited most; not of a tree that hardly had time."""
        visits = [[line[0] for line in results] for results in self._results]
        enough = ENOUGH * max(map(sum, visits))
        return {one.index(max(one)) for one in visits if sum(one) >= enough}

    @property
    def best_error(self) -> float:
        """The standard error of the best turn's utility."""
        return self._tallies[self._order[0]].error

    def analysis(
        self, game: Game, lines: int, time_ms: float, draw: float | None = None
    ) -> Analysis:
        """Return the answer with at most `lines` lines.

        With `draw`, a number from 0 to less than 1, the first one is drawn from the mixture if
        there is one.
        """
        order = self._order
        if self._shares and draw is not None:
            drawn = self._drawn(draw)
            order = [drawn, *(index for index in order if index != drawn)]
        chances = probabilities_best(
            [tally.mean for tally in self._tallies], [tally.error for tally in self._tallies]
        )
        shown = [self._line(game, index, chances[index]) for index in order[:lines]]
        return Analysis(
            best=shown[0].tokens,
            lines=shown,
            nodes=sum(tally.visits for tally in self._tallies),
            worlds=self._worlds(),
            depth=max(tree.depth for tree in self._trees),
            time_ms=time_ms,
            memory_used=max(tree.memory_used for tree in self._trees),
            policy=self._policy(game),
        )

    def _policy(self, game: Game) -> list[MixedTurn] | None:
        """Return the mixture, the largest share first."""
        if not self._shares:
            return None
        return [
            MixedTurn(game.spell(self._turns[index]), self._shares[index])
            for index in self._order
            if self._shares[index]
        ]

    def _drawn(self, draw: float) -> int:
        """Return the turn at this height when all shares are piled up."""
        for index in self._order:
            draw -= self._shares[index]
            if draw < 0.0:
                return index
        return self._order[0]

    def _worlds(self) -> int:
        """Return how many worlds were met: every turn meets the first worlds of its tree's row."""
        rows = [max(line[0] for line in results) for results in self._results]
        # Trees that share the turns out have one row in common, others one each.
        return max(rows) if self._is_dealt else sum(rows)

    def _line(self, game: Game, index: int, p_best: float) -> Line:
        visits = [results[index][0] for results in self._results]
        busiest = self._trees[visits.index(max(visits))]
        return self._tallies[index].line(
            game, self._turns[index], busiest.variation(index), p_best, self._spread_factor
        )


def scaled(spread: Sequence[float] | None, factor: float) -> list[float] | None:
    """Return spreads times a factor that was measured."""
    return None if spread is None else [factor * stray for stray in spread]


def band_of(points: Sequence[float], spread: Sequence[float] | None) -> list[list[float]] | None:
    """Return the range in which each seat ends in 8 games of 10; None without a spread."""
    if spread is None:
        return None
    return [
        [middle - IN_BAND * stray, middle + IN_BAND * stray]
        for middle, stray in zip(points, spread, strict=True)
    ]


def solved_analysis(
    game: Game, ending: Ending, time_ms: float, spread_factor: float = 1.0
) -> Analysis:
    """Return the answer of a solved ending: no error, no doubt which turn is best."""
    seats = len(ending.lines[0].win)
    spreads = [scaled(line.spread, spread_factor) for line in ending.lines]
    lines = [
        Line(
            tokens=game.spell(line.codes),
            visits=0 if rank else ending.nodes,
            win=line.win,
            vp=line.vp,
            win_error=[0.0] * seats,
            vp_error=[0.0] * seats,
            utility=line.win[ending.seat],
            error=0.0,
            p_best=0.0 if rank else 1.0,
            pv=[game.spell(turn) for turn in line.pv],
            vp_spread=spread,
            vp_band=band_of(line.vp, spread),
        ).with_codes(line.codes, line.pv)
        for rank, (line, spread) in enumerate(zip(ending.lines, spreads, strict=True))
    ]
    return Analysis(
        best=lines[0].tokens,
        lines=lines,
        nodes=ending.nodes,
        worlds=0,
        depth=len(lines[0].pv),
        time_ms=time_ms,
        memory_used=0.0,
        exact=ending.exact,
        solved=True,
    )


def _tally(parts: Sequence[TreeLine]) -> _Tally:
    """Sum one turn up over the trees."""
    visits = sum(part[0] for part in parts)
    utility = sum(part[1] for part in parts)
    squares = sum(part[2] for part in parts)
    return _Tally(
        visits,
        _added([part[3] for part in parts]),
        _added([part[4] for part in parts]),
        _added([part[5] for part in parts]),
        _added([part[6] for part in parts]),
        _added([part[7] for part in parts]),
        mean=utility / visits if visits else 0.0,
        error=_standard_error(visits, utility, squares, UNKNOWN_SHARE),
    )


def _mixed_shares(
    trees: Sequence[Searcher | Share], results: Sequence[Sequence[TreeLine]]
) -> list[float]:
    """Return the share of every turn, a tree's by its nodes; none without a mixture."""
    found = [tree.shares() for tree in trees]
    weights = [sum(line[0] for line in lines) for lines in results]
    told = [shares for shares in found if shares is not None]
    if len(told) < len(found) or not any(weights):
        return []
    total = sum(weights)
    shares = [
        sum(weight * share for weight, share in zip(weights, of_trees, strict=True)) / total
        for of_trees in zip(*told, strict=True)
    ]
    least = min(LEAST_SHARE, max(shares))
    kept = [share if share >= least else 0.0 for share in shares]
    return [share / sum(kept) for share in kept]


def _added(lists: Sequence[list[float]]) -> list[float]:
    """Add up place by place."""
    return lists[0] if len(lists) == 1 else [sum(values) for values in zip(*lists, strict=True)]


def _standard_error(count: int, total: float, squares: float, unknown: float) -> float:
    """Return the standard error of a mean from its sums; `unknown` where nothing is known."""
    if count < 2:
        return unknown
    return math.sqrt(_variance(count, total, squares) / (count - 1))


def _variance(count: int, total: float, squares: float) -> float:
    """Return the variance of values from their sums."""
    return max(squares / count - (total / count) ** 2, 0.0)
