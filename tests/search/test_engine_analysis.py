"""What an answer says: its numbers, its codes, its form as plain data."""

from __future__ import annotations

import json
import math
import pickle
import random

import pytest

from coalbaron_fast import Analysis, Engine, Limits, Line, State
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.analysis import Tallies
from coalbaron_fast.games import load_game
from coalbaron_fast.search.best import probabilities_best
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher
from coalbaron_protocol.messages import expectation
from tests.search import hide_game
from tests.search.make_late_positions import POSITIONS
from tests.search.test_engine import SHORT, opened


def best_by_the_formula(means: list[float], errors: list[float]) -> list[float]:
    """Every pair for itself, and the products made to sum to 1."""
    products: list[float] = []
    for mean, error in zip(means, errors, strict=True):
        product = 1.0
        for place, (other, doubt) in enumerate(zip(means, errors, strict=True)):
            if place != len(products):
                spread = math.hypot(error, doubt) or 1e-9
                product *= 0.5 * math.erfc((other - mean) / spread / math.sqrt(2.0))
        products.append(product)
    return [product / (sum(products) or 1.0) for product in products]


@pytest.mark.parametrize("count", [1, 2, 3, 30, 192])
def test_the_chances_to_be_best_are_those_of_the_formula(count: int) -> None:
    generator = random.Random(count)
    for scale in (1e-3, 0.05, 1.0):
        means = [generator.choice((0.0, generator.random())) for _ in range(count)]
        errors = [generator.choice((1.0, 0.0, scale * generator.random())) for _ in range(count)]
        chances = probabilities_best(means, errors)
        assert chances == pytest.approx(best_by_the_formula(means, errors), abs=1e-12, rel=1e-12)
        assert sum(chances) == pytest.approx(1.0)


def test_chances_of_nothing_and_of_what_was_never_tried() -> None:
    assert probabilities_best([], []) == []
    assert probabilities_best([0.0] * 4, [1.0] * 4) == pytest.approx([0.25] * 4)


def test_the_worlds_are_the_different_ones_that_the_turns_met() -> None:
    one_tree = Engine(hash_mb=8, parameters=SHORT)
    analysis = one_tree.search(opened(), Limits(nodes=600, lines=200))
    # The n-th try of every turn meets the same world.
    assert analysis.worlds == max(line.visits for line in analysis.lines)
    assert 1 < analysis.worlds < analysis.nodes
    two_trees = one_tree.search(opened(), Limits(nodes=5000, lines=200))
    assert two_trees.worlds >= max(line.visits for line in two_trees.lines)
    assert two_trees.worlds < two_trees.nodes


def test_codes_play_what_tokens_play() -> None:
    state = opened()
    analysis = Engine(hash_mb=8, parameters=SHORT).search(state, Limits(nodes=300, lines=4))
    spell = load_game("coalbaron").spell
    assert analysis.best_codes == analysis.lines[0].codes
    for line in analysis.lines:
        assert spell(line.codes) == line.tokens
        assert [spell(turn) for turn in line.pv_codes] == line.pv
        by_codes, by_tokens = state.copy(), state.copy()
        by_codes.push_codes(line.codes)
        by_tokens.push_all(line.tokens)
        assert by_codes == by_tokens


def test_turns_may_be_asked_for_by_their_codes() -> None:
    engine = Engine(hash_mb=8, parameters=SHORT)
    words = ["m10/@1/@2/end", "c6"]
    codes = [engine.game.read_words(word) for word in words]
    by_words, by_codes = (
        engine.search(opened(), Limits(nodes=60, root_turns=turns)) for turns in (words, codes)
    )
    assert by_codes.lines == by_words.lines


def test_plain_data_and_a_schema_show_no_codes() -> None:
    adapter = pytest.importorskip("pydantic").TypeAdapter
    analysis = Engine(hash_mb=8, parameters=SHORT).search(opened(), Limits(nodes=60, lines=2))
    data = analysis.as_data()
    assert json.loads(json.dumps(data)) == data
    assert json.loads(adapter(Analysis).dump_json(analysis)) == data
    assert list(data["lines"][0]) == list(adapter(Line).json_schema()["properties"])
    assert {"codes", "pv_codes", "best_codes"}.isdisjoint(data["lines"][0] | data)


def test_an_answer_survives_a_pickle() -> None:
    analysis = Engine(hash_mb=8, parameters=SHORT).search(opened(), Limits(nodes=60, lines=2))
    again = pickle.loads(pickle.dumps(analysis))  # noqa: S301
    assert again == analysis
    assert again.best_codes == analysis.best_codes


def test_a_line_made_by_hand_has_no_codes() -> None:
    line = Line(["a"], 1, [1.0], [2.0], [0.1], [0.2], 0.5, 0.1, 1.0, [["a"]])
    assert (line.codes, line.pv_codes) == ([], [])


def test_an_audit_needs_a_seat_to_move() -> None:
    with pytest.raises(ValueError, match="no seat is to move"):
        Engine(hash_mb=8).audit(State(2), Limits(nodes=5))


def test_the_spread_is_that_of_the_ends_and_that_among_them() -> None:
    game = load_game("coalbaron")
    state = opened()
    searcher = Searcher(game.ops, 8)
    turns = searcher.begin(state.data(), state.turn or 0, 1, PARAMETERS)
    searcher.run(200)
    results = searcher.results()
    answer = Tallies(turns, [searcher], 2.0).analysis(game, len(turns), 1.0)
    by_codes = dict(zip(map(tuple, turns), results, strict=True))
    tried = 0
    for line in answer.lines:
        assert line.vp_spread is not None
        assert line.vp_band is not None
        visits, *_, points, _, squares, variance = by_codes[tuple(line.codes)]
        if not visits:
            # Nothing is known of it.
            assert min(line.vp_spread) >= 100
            continue
        tried += 1
        for seat, spread in enumerate(line.vp_spread):
            among = squares[seat] / visits - (points[seat] / visits) ** 2
            # The factor is what answers were found to be off by.
            assert spread == pytest.approx(2 * math.sqrt(variance[seat] / visits + among))
            assert spread > 2 * math.sqrt(among)
            low, high = line.vp_band[seat]
            assert (low + high) / 2 == pytest.approx(line.vp[seat])
            # 1.28 standard deviations hold 80 % of a normal distribution.
            share = math.erf((high - low) / 2 / spread / math.sqrt(2))
            assert share == pytest.approx(0.8, abs=1e-4)
    assert tried > 1


def test_a_game_whose_spread_nobody_knows_has_no_band() -> None:
    state = hide_game.State(2, seed=5)
    # No walk gets to the end of the game, where there is nothing left to know.
    short = {"solve": 0, "playout": 0, "depth": 1}
    engine = Engine(hash_mb=8, game=hide_game.GAME, parameters=short)
    line = engine.search(state, Limits(nodes=50)).lines[0]
    assert (line.vp_spread, line.vp_band) == (None, None)
    assert "vp_spread" not in expectation(line)
    assert Evaluation(hide_game.OPS).spread(state.data()) is None


def test_what_is_solved_strays_by_luck_alone() -> None:
    seen = set()
    for line in POSITIONS.read_text(encoding="utf-8").splitlines()[::9]:
        state = State.from_text(line)
        engine = Engine(hash_mb=16)
        found = engine.search(state, Limits(nodes=3000))
        if not found.solved:
            continue
        spread = found.lines[0].vp_spread
        assert spread is not None
        is_sure = not any(spread)
        seen.add(is_sure)
        if is_sure:
            # Nothing is drawn any more, so every end has whole points.
            assert found.lines[0].vp == pytest.approx([round(vp) for vp in found.lines[0].vp])
        else:
            assert min(spread) > 0
    assert seen == {True, False}
