"""Whole turns: what the search proposes is legal, whole and blind to what others have placed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from coalbaron_fast.games import load_game
from coalbaron_fast.games.coalcountry import facts, workload
from coalbaron_fast.games.coalcountry.core.evaluate import GUESS, fill_guess
from coalbaron_fast.games.coalcountry.state import State
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.expectimax import Solver

GAME: Final = load_game("coalcountry")
EVALUATION: Final = Evaluation(GAME.ops)
KINDS: Final = [
    (2, 6, False, False),
    (3, 8, True, False),
    (4, 6, False, True),
    (2, 6, True, True),
]


def begin(kind: tuple[int, int, bool, bool], seed: int) -> State:
    """Begin a game with these seats, rounds and variants."""
    players, rounds, reformed, amok = kind
    return State(players, seed=seed, rounds=rounds, reformed=reformed, amok=amok)


def best_of(state: State) -> list[int]:
    """Return the turn that looks best."""
    return max(EVALUATION.turns(state.data()), key=lambda turn: turn[1])[0]


def placing_in(seed: int, round_number: int = 1) -> State:
    """Return a position in which the first seat begins to place."""
    state = begin(KINDS[0], seed)
    while state.phase != "place" or state.shift < round_number:
        state.push_codes(best_of(state))
    return state


def whole(codes: list[int]) -> Counter[str]:
    """Return the tokens of a placing, in no order."""
    return Counter(GAME.tokens[code] for code in codes)


@pytest.mark.parametrize("kind", KINDS)
def test_turns_are_legal_and_end_where_one_ends(kind: tuple[int, int, bool, bool]) -> None:
    met: Counter[str] = Counter()
    for seed in range(3):
        rng = Random(f"turns {kind} {seed}")
        state = begin(kind, seed)
        while not state.is_over:
            turns = [codes for codes, _ in EVALUATION.turns(state.data())]
            assert len({tuple(codes) for codes in turns}) == len(turns)
            for codes in rng.sample(turns, min(3, len(turns))):
                after = state.copy()
                for code in codes:
                    assert after.turn == state.turn
                    assert code in after.legal_codes()
                    after.push_codes([code])
                assert after.turn != state.turn or after.decision != "step"
            met[state.phase] += 1
            # One token of a turn leads into the midst of it, and the rest is asked for.
            chosen = best_of(state) if rng.random() < 0.7 else rng.choice(turns)
            state.push_codes(chosen if rng.random() < 0.8 else chosen[:1])
    assert {"place", "sell", "dig", "lay", "buy", "build"} <= met.keys()


def test_placings_are_different_and_nobody_is_left_over() -> None:
    for seed in range(4):
        state = placing_in(seed, 1 + seed)
        found = [whole(codes) for codes, _ in EVALUATION.turns(state.data())]
        assert len({frozenset(tokens.items()) for tokens in found}) == len(found) > 100
        for tokens in found:
            influences = sorted((int(token[0]) for token in tokens.elements()), reverse=True)
            assert tuple(influences) == facts.INFLUENCES
            assert state.shift > 1 or any(token.endswith(">sell") for token in tokens)


def test_the_rest_of_a_placing_is_placed() -> None:
    state = placing_in(5)
    first = best_of(state)
    for count in range(1, len(first)):
        state.push_codes(first[count - 1 : count])
        assert state.decision == "step"
        assert {len(codes) for codes, _ in EVALUATION.turns(state.data())} == {len(first) - count}


def test_the_best_proposal_beats_chance() -> None:
    """Judged by what comes of it, in worlds that had no part in the choice."""
    for seed in range(2):
        data = placing_in(seed, 2 + seed).data()
        chance = [workload.random_placing(data, number) for number in range(30)]
        values = workload.placing_values(data, [best_of(State.from_data(data)), *chance], 8, seed)
        assert values[0] == max(values)


def test_who_places_later_does_not_know_what_was_placed() -> None:
    """Turns with their values, and what each seat can expect of its view."""
    for seed in range(3):
        state = placing_in(seed, 1 + 2 * seed)
        first = state.turn
        asked = set()
        for codes, _ in EVALUATION.turns(state.data())[::40]:
            after = state.copy()
            after.push_codes(codes)
            assert after.turn not in (None, first)
            assert after.turn is not None
            view = after.view(after.turn).data()
            own = EVALUATION.turns(after.data())
            assert own == EVALUATION.turns(view)
            asked.add((view, str(own)))
        assert len(asked) == 1


def test_the_sources_add_up_to_the_evaluation_and_to_the_money() -> None:
    assert GAME.sources is not None
    sources = GAME.sources()
    for number, kind in enumerate(KINDS):
        state = begin(kind, number)
        while not state.is_over:
            if state.decision in BEGINS:
                expected, win = EVALUATION.expect(state.data())
                parts = sources.expected(state.data())
                assert [sum(own) for own in parts] == pytest.approx(expected)
                assert sum(win) == pytest.approx(1.0)
            state.push_codes(best_of(state))
        parts = sources.expected(state.data())
        assert [sum(own) for own in parts] == pytest.approx(state.scores())
        # The inspection is told item by item.
        inspected = {"missing", "tunnels", "refuse", "storage", "buildings"}
        assert any(
            part
            for own in parts
            for name, part in zip(sources.names, own, strict=True)
            if name in inspected
        )


def test_how_far_it_is_to_the_end() -> None:
    """Nothing before the last permits, a bound that holds after that."""
    solver = Solver(GAME.ops, 16)
    solved = 0
    for seed in range(12):
        rng = Random(f"endings {seed}")
        state = begin(KINDS[0], seed)
        bound: int | None = None
        while not state.is_over:
            assert state.turn is not None
            left = solver.turns_left(state.data(), state.turn)
            if state.shift < state.rounds:
                assert left is None
            if bound is not None:
                assert left is not None
                assert left < bound
            bound = left
            solved += left is not None
            # At random in the last round: then some have cubes to move, and the same on all places.
            turns = [codes for codes, _ in EVALUATION.turns(state.data())]
            last = state.shift == state.rounds
            state.push_codes(rng.choice(turns) if last else best_of(state))
    assert solved > 4


def test_numbers_of_the_guess_are_checked() -> None:
    with pytest.raises(ValueError, match="no such numbers"):
        fill_guess(speed=(1.0,))
    state = placing_in(1, 3)
    usual = EVALUATION.expect(state.data())
    try:
        fill_guess(priced=(2.0 * GUESS["priced"][0],))
        assert EVALUATION.expect(state.data()) != usual
    finally:
        fill_guess()
    assert EVALUATION.expect(state.data()) == usual
