"""What an answer comes to, from samples that are known one by one, and what a clock allows."""

from __future__ import annotations

import math
import statistics
from typing import Any, Final, Self

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.analysis import Tallies
from coalbaron_fast.engine.evaluation import HAND, load_evaluation
from coalbaron_fast.engine.forest import Forest, Share
from coalbaron_fast.games import Position, load_game
from coalbaron_fast.search.mcts import Searcher
from tests.search import audit, tiny_game
from tests.search.ctypes_game import Rng, capsule, functions_of, mix64
from tests.search.python_state import PythonState, kind_of, record_of
from tests.search.test_engine import SHORT, opened

GAME: Final = load_game("coalbaron")
TURNS: Final = [GAME.read_words(word) for word in ("bank", "c6", "f1", "o2")]

Sample = tuple[float, list[float], list[float], list[float]]
"""A walk: the utility, every seat's win, points, and how far those still stray."""


class Sampled:
    """A tree that has made just these walks, by the turns at its root."""

    def __init__(self, walks: list[list[Sample]], depth: int, memory_used: float) -> None:
        self.walks, self.depth, self.memory_used = walks, depth, memory_used

    def shares(self) -> None:
        """Return nothing: these walks met no secret decision."""

    def results(self) -> list[Any]:
        return [
            (
                len(walks),
                sum(one[0] for one in walks),
                sum(one[0] ** 2 for one in walks),
                added(one[1] for one in walks),
                added(one[2] for one in walks),
                added([x * x for x in one[1]] for one in walks),
                added([x * x for x in one[2]] for one in walks),
                added([x * x for x in one[3]] for one in walks),
            )
            for walks in self.walks
        ]

    def variation(self, line: int) -> list[list[int]]:
        return [TURNS[line], TURNS[len(self.walks[line]) % 4]]


def added(rows: Any) -> list[float]:
    found = [0.0, 0.0]
    for row in rows:
        found = [a + b for a, b in zip(found, row, strict=True)]
    return found


def walks_of(turn: int, count: int) -> list[Sample]:
    """Return walks whose numbers are all different."""
    found: list[Sample] = []
    for walk in range(count):
        x = math.sin(turn * 7.0 + walk)
        found.append((0.5 + 0.3 * x, [x, 1 - x], [40 + 9 * x, 31 - 5 * x * x], [3 + x, 4 - x]))
    return found


COUNTS: Final = ([9, 2, 0, 1], [4, 7, 0, 3])


def sampled() -> list[Sampled]:
    return [
        Sampled([walks_of(turn + 10 * tree, count) for turn, count in enumerate(counts)],
                3 + tree, 0.25 * (1 + tree))
        for tree, counts in enumerate(COUNTS)
    ]  # fmt: skip


@pytest.mark.parametrize("even", [False, True])
def test_an_answer_is_what_its_walks_come_to(*, even: bool) -> None:
    trees = sampled()
    tallies = Tallies(TURNS, trees, 1.5, even=even)  # type: ignore[arg-type]
    answer = tallies.analysis(GAME, 4, 7.0)
    assert (answer.depth, answer.memory_used, answer.nodes, answer.time_ms) == (4, 0.5, 26, 7.0)
    # Each tree has met a row of worlds of its own.
    assert answer.worlds == 9 + 7
    order = [TURNS.index(line.codes) for line in answer.lines]
    means = {
        turn: statistics.fmean(one[0] for one in walks) if walks else 0.0
        for turn in range(4)
        for walks in [trees[0].walks[turn] + trees[1].walks[turn]]
    }
    by_visits = sorted(range(4), key=lambda turn: (-COUNTS[0][turn] - COUNTS[1][turn], turn))
    assert order == (sorted(means, key=lambda turn: -means[turn]) if even else by_visits)
    assert tallies.best_error == answer.lines[0].error
    for turn, line in zip(order, answer.lines, strict=True):
        walks = trees[0].walks[turn] + trees[1].walks[turn]
        count = len(walks)
        busiest = trees[COUNTS[1][turn] > COUNTS[0][turn]]
        assert line.visits == count
        assert line.pv == [GAME.spell(codes) for codes in busiest.variation(turn)]
        assert line.utility == pytest.approx(means[turn])
        assert line.error == pytest.approx(error_of([one[0] for one in walks], 1.0))
        for seat in range(2):
            wins, points = [one[1][seat] for one in walks], [one[2][seat] for one in walks]
            assert line.win_error[seat] == pytest.approx(error_of(wins, 1.0))
            assert line.vp_error[seat] == pytest.approx(error_of(points, 100.0))
            assert line.vp_spread is not None
            assert line.vp_band is not None
            if not walks:
                assert line.vp_spread[seat] == 150.0
                continue
            assert line.win[seat] == pytest.approx(statistics.fmean(wins))
            assert line.vp[seat] == pytest.approx(statistics.fmean(points))
            within = statistics.fmean(one[3][seat] ** 2 for one in walks)
            spread = 1.5 * math.sqrt(within + statistics.pvariance(points))
            assert line.vp_spread[seat] == pytest.approx(spread)
            low, high = line.vp_band[seat]
            share = statistics.NormalDist(line.vp[seat], spread)
            assert (share.cdf(low), share.cdf(high)) == pytest.approx((0.1, 0.9), abs=1e-4)


def error_of(values: list[float], unknown: float) -> float:
    """The standard error of a mean; of fewer than two values nothing is known."""
    if len(values) < 2:
        return unknown
    return statistics.stdev(values) / math.sqrt(len(values))


def test_fewer_lines_are_the_first_ones() -> None:
    trees = sampled()
    every = Tallies(TURNS, trees).analysis(GAME, 4, 7.0)  # type: ignore[arg-type]
    two = Tallies(TURNS, trees).analysis(GAME, 2, 7.0)  # type: ignore[arg-type]
    assert two.lines == every.lines[:2]
    assert two.best == every.lines[0].tokens


def test_worlds_that_trees_share_count_once() -> None:
    shares = [
        Share(tree, [0, 1, 2, 3])  # type: ignore[arg-type]
        for tree in sampled()
    ]
    assert Tallies(TURNS, shares).analysis(GAME, 4, 7.0).worlds == 9


# -- trees


def test_every_tree_has_luck_of_its_own() -> None:
    """The trees of an engine, and those of the engine with the next seed."""
    view = opened().view(opened().turn or 0)
    settings = {**PARAMETERS, **SHORT}
    found = []
    for seed in (1, 2):
        forest = Forest(GAME, load_evaluation(HAND, GAME), 16, threads=1)
        turns = forest.plant(4, view, seed, settings, [], even=False)
        forest.run([60] * 4, 0)
        found += [str(tree.results()) for tree in forest.trees]
    assert len(set(found)) == 8
    # The same seed gives the same forest, and a wanted turn changes no luck.
    again = Forest(GAME, load_evaluation(HAND, GAME), 16, threads=1)
    again.plant(4, view, 1, settings, turns, even=False)
    again.run([60] * 4, 0)
    assert [[line[0] for line in tree.results()] for tree in again.trees] == [
        [line[0] for line in tree.results()] for tree in forest_of(view, settings).trees
    ]


def forest_of(view: Any, settings: dict[str, float]) -> Forest:
    forest = Forest(GAME, load_evaluation(HAND, GAME), 16, threads=1)
    forest.plant(4, view, 1, settings, [], even=False)
    forest.run([60] * 4, 0)
    return forest


def test_an_answer_of_several_trees_is_their_sum() -> None:
    state = opened()
    seat = state.turn or 0
    engine = Engine(hash_mb=16, seed=3, parameters={**SHORT, "solve": 0}, evaluation=HAND)
    answer = engine.search(state, Limits(nodes=10_000, lines=500))
    sums: dict[tuple[int, ...], list[float]] = {}
    for tree in range(4):
        # As docs/search.md says: four trees, whatever the threads, each with a seed of its own.
        searcher = Searcher(GAME.ops, 4, load_evaluation(HAND, GAME))
        turns = searcher.begin(state.view(seat).data(), seat, 3 * 64 + tree, engine.parameters)
        searcher.run(2500)
        for codes, (visits, utility, *_) in zip(turns, searcher.results(), strict=True):
            so_far = sums.setdefault(tuple(codes), [0, 0.0])
            so_far[0] += visits
            so_far[1] += utility
    assert answer.nodes == 10_000
    for line in answer.lines:
        assert line.visits == sums[tuple(line.codes)][0]
        assert line.utility == pytest.approx(sums[tuple(line.codes)][1] / max(line.visits, 1))


# -- an audit


class OpenCoin(tiny_game.Table):
    """The game with the covered coin, whose view forgets to cover it."""

    def hide_from(self, seat: int) -> None:
        """Hide nothing."""


PEEKING_OPS: Final = capsule(functions_of(OpenCoin), OpenCoin)


class PeekingState(PythonState):
    """A position of that game; other worlds are drawn as they should be."""

    KIND, SHAPE = kind_of("open coin", OpenCoin, tiny_game.TOKENS, tiny_game.PLAYERS, PEEKING_OPS)

    def sample_world(self, seat: int, seed: int) -> Self:
        board = tiny_game.Table.from_buffer_copy(self.data())
        board.hide_from(seat)
        board.deal(Rng(mix64(seed)))
        return self.from_data(bytes(board))


PEEKING: Final = record_of(
    PeekingState, "Open coin", tiny_game.TOKENS, tiny_game.PLAYERS, PEEKING_OPS
)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_audit_finds_a_game_that_peeks(seed: int) -> None:
    """Of all worlds that it tries it names just those with the other coin."""
    state = PeekingState(2, seed=seed)
    engine = Engine(hash_mb=8, game=PEEKING, parameters={"solve": 0, "playout": 0})
    worlds = [state.sample_world(0, number) for number in range(12)]
    others = [world for world in worlds if world != state]
    assert 0 < len(others) < len(worlds)
    assert engine.audit(state, Limits(nodes=60, lines=3), 12) == others
    honest = Engine(hash_mb=8, game=tiny_game.GAME, parameters={"solve": 0, "playout": 0})
    assert honest.audit(tiny_game.State(2, seed=seed), Limits(nodes=60, lines=3), 12) == []


@pytest.mark.parametrize("refused", [{"time_ms": 5.0}, {"error": 0.1}])
def test_an_audit_needs_nodes_alone(refused: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="nodes alone"):
        Engine(hash_mb=8).audit(opened(), Limits(nodes=5, **refused))  # type: ignore[arg-type]


def test_an_audit_tries_different_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(hash_mb=8, parameters=SHORT)
    searched: list[Position] = []
    search = engine.search

    def note(state: Position, *arguments: Any, **more: Any) -> Any:
        searched.append(state)
        return search(state, *arguments, **more)

    monkeypatch.setattr(engine, "search", note)
    state = next(one for one in audit.positions(60, 1, GAME) if audit.is_hidden(one, 0))
    seat = state.turn or 0
    assert engine.audit(state, Limits(nodes=5), permutations=6) == []
    assert searched[0] == state
    assert searched[1:] == [state.sample_world(seat, number) for number in range(6)]
    assert len({one.to_text() for one in searched[1:]}) > 3
    assert {one.view(seat).to_text() for one in searched} == {state.view(seat).to_text()}


# -- a clock


class Moment:
    """What a clock asks of a position."""

    def __init__(self, players: int, turn: int | None, left: float, *, small: bool) -> None:
        self.players, self.turn, self._left = players, turn, left
        self.decision = "detail" if small else "turn"

    def turns_expected(self) -> float:
        return self._left


@pytest.mark.parametrize(
    ("clock", "increment", "left", "small", "expected"),
    [
        # 15 ms are kept back; two turns more than are expected get an equal share.
        (1015.0, 0.0, 8.0, False, 100.0),
        (1015.0, 40.0, 8.0, False, 130.0),
        (1015.0, None, 8.0, False, 100.0),
        (1015.0, 0.0, 8.0, True, 25.0),
        (1015.0, 40.0, 8.0, True, 32.5),
        # However few turns are left, however large the increment: a quarter at most.
        (1015.0, 0.0, 0.0, False, 250.0),
        (1015.0, 1000.0, 8.0, False, 250.0),
        (1015.0, 1000.0, 8.0, True, 212.5),
        # However little is left: a moment.
        (10.0, 0.0, 8.0, False, 1.0),
        (15.0, 100.0, 8.0, False, 1.0),
        (17.0, 0.0, 8.0, True, 1.0),
    ],
)
def test_a_turn_takes_its_share_of_the_clock(
    clock: float, increment: float | None, left: float, expected: float, *, small: bool
) -> None:
    moment: Any = Moment(3, 1, left, small=small)
    limits = Limits(clock_ms=[1.0, clock, 9e9], increment_ms=[7.0, increment, 8.0])
    assert limits.allowance_ms(moment) == pytest.approx(expected)
    assert Limits(time_ms=0.5, clock_ms=[1.0, clock, 9e9]).allowance_ms(moment) == 0.5
    endless = limits.plan(moment, 2, 4, PARAMETERS)
    assert endless.allowance_ms == pytest.approx(expected)


def test_the_shortest_clock_stands_in_for_one_that_was_not_told() -> None:
    moment: Any = Moment(3, 2, 8.0, small=False)
    assert Limits(clock_ms=[2015.0, 1015.0, None]).allowance_ms(moment) == pytest.approx(100.0)
    with pytest.raises(ValueError, match="needs a time for each of 3 seats"):
        Limits(clock_ms=[2015.0, 1015.0]).allowance_ms(moment)
    no_seat: Any = Moment(3, None, 8.0, small=False)
    with pytest.raises(ValueError, match="needs a time for each"):
        Limits(clock_ms=[2015.0, 1015.0, 3.0]).allowance_ms(no_seat)
