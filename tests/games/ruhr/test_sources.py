"""Where points come from: the parts add up, and the rules' own accounts say the same."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from coalbaron_fast import Engine, Limits
from coalbaron_fast.games import load_game
from coalbaron_fast.games.position import BEGINS
from coalbaron_fast.games.ruhr import State
from coalbaron_fast.games.ruhr.core.sources import END_NAMES, end_parts
from coalbaron_fast.games.ruhr.facts import LOCK_POINTS_OTHER, WAREHOUSE_POINTS
from coalbaron_fast.games.ruhr.screen import SCREEN
from coalbaron_fast.review import advise, find_reasons
from coalbaron_fast.search.evaluator import Evaluation
from tests.games.ruhr.reference import Game, facts, scoring

GAME: Final = load_game("ruhr")
assert GAME.sources is not None
SOURCES: Final = GAME.sources()
TEXTS: Final = [GAME.words.spell(said) for said in SOURCES.phrases]
KINDS: Final = [(players, calm) for players in (2, 3, 4) for calm in (False, True)]


def parts_of(state: State) -> list[dict[str, float]]:
    """Return the parts of every seat by their names."""
    return [
        dict(zip(SOURCES.names, parts, strict=True)) for parts in SOURCES.expected(state.data())
    ]


def play(state: State, rng: Random) -> None:
    """Play one turn at first sight, or one token by chance: both build, and both err."""
    if state.decision in BEGINS and rng.random() < 0.8:
        state.push_codes(state.first_sight())
    else:
        state.push(rng.choice(state.legal_moves()))


@pytest.mark.parametrize(("players", "calm"), KINDS)
def test_the_parts_add_up_to_the_evaluation_and_to_the_points(players: int, calm: bool) -> None:
    evaluation = Evaluation(GAME.ops)
    assert len(SOURCES.names) == len(TEXTS) == len(set(TEXTS))
    for seed in range(12):
        rng = Random(f"sources {players} {calm} {seed}")
        state = State(players, seed=seed, calm=calm)
        while not state.is_over:
            if rng.random() < 0.2:
                expected, _ = evaluation.expect(state.data())
                assert [sum(own.values()) for own in parts_of(state)] == pytest.approx(expected)
            play(state, rng)
        assert [sum(own.values()) for own in parts_of(state)] == state.scores()


def test_the_end_is_what_the_rules_say_it_is() -> None:
    """The plain model and the events tell the same of each part; every part comes up."""
    seen: Counter[str] = Counter()
    for seed in range(36):
        players, calm = KINDS[seed % len(KINDS)]
        rng = Random(f"ends {seed}")
        state = State(players, seed=seed, calm=calm)
        while not state.is_over:
            play(state, rng)
        model = Game(players, calm=calm)
        for token in state.history:
            model.play(token)
        gained = gains(state)
        for seat, (parts, end) in enumerate(
            zip(parts_of(state), end_parts(state.data()), strict=True)
        ):
            own = model.seats[seat]
            groups = (facts.ESSEN_CITIES, facts.MARK_CITIES)
            assert end == {
                "inn": 2 * own.can_use("inn"),
                "cities": 3 * scoring.has_all(model, seat, facts.CITIES)
                + sum(scoring.has_all(model, seat, group) for group in groups),
                "depots": scoring.majorities(model, seat)
                + 2 * all(seat in owners for owners in model.depots.values()),
                "markers": scoring.mayor_points(model, seat)
                + scoring.railway_points(model, seat)
                + scoring.aak_points(model, seat),
                "debts": -2 * own.debts,
            }
            for name in END_NAMES[1:]:
                assert parts[name] == gained[seat, name] == end[name]
            assert parts["warehouse"] == gained[seat, "warehouse"]
            assert parts["warehouse"] % WAREHOUSE_POINTS == 0
            locks = state.to_dict()["seats"][seat]["locks"]
            assert parts["lock"] == LOCK_POINTS_OTHER * locks
            dearer = gained[seat, "lock"] - parts["lock"]
            singles = ("export", "inn", "event", "debt")
            assert parts["other"] == dearer + sum(gained[seat, name] for name in singles)
            assert not any(parts[name] for name in ("development", "money", "pool", "barge"))
            seen.update(name for name, points in (parts | end).items() if points)
    never = {*SOURCES.names, *END_NAMES} - {"development", "money", "pool", "barge"} - set(seen)
    assert never == set()


def gains(state: State) -> Counter[tuple[int, str]]:
    """Return the points that the events of a game tell, by seat and source."""
    found: Counter[tuple[int, str]] = Counter()
    for event in SCREEN.tell_events(state.origin, state.history, None):
        if event.points:
            found[event.seat, event.source] += event.points
    return found


def test_the_inn_is_worth_the_same_used_for_points_or_not() -> None:
    state = market_with_the_inn()
    used = state.copy()
    used.push("inn:v")
    seat = state.turn
    assert seat is not None
    assert parts_of(used)[seat]["other"] == parts_of(state)[seat]["other"]


def market_with_the_inn() -> State:
    """Return a position where a seat may use the inn."""
    for seed in range(200):
        rng = Random(f"inn {seed}")
        state = State(2, seed=seed)
        while not state.is_over:
            if state.phase == "buy" and "inn:v" in state.legal_moves():
                return state
            play(state, rng)
    raise AssertionError("nobody ever had the inn")


def market_with_a_lock() -> State:
    """Return a position where a seat may build two locks for one, and need not."""
    for seed in range(200):
        state = State(2, seed=seed)
        while not state.is_over:
            moves = state.legal_moves()
            if state.phase == "buy" and {"lock:l1", "end"} <= set(moves):
                return state
            state.push_codes(state.first_sight())
    raise AssertionError("nobody ever had a lock to build")


def test_locks_that_are_not_built_are_a_reason() -> None:
    state = market_with_a_lock()
    engine = Engine(game="ruhr", hash_mb=8, seed=1, evaluation="hand")
    lock, end = (GAME.read_words(words) for words in ("lock:l1/lock:l3", "end"))
    reasons = find_reasons(state, lock, end, engine)
    mine = {reason.source: reason.vp for reason in reasons if reason.seat == state.turn}
    assert mine["lock"] < 0
    assert {reason.text for reason in reasons} <= set(TEXTS)


def test_advice_on_a_market_says_why() -> None:
    state = market_with_a_lock()
    engine = Engine(game="ruhr", hash_mb=8, seed=1)
    advice = advise(state, GAME.read_words("end"), engine, Limits(nodes=300))
    assert advice.best != ["end"]
    assert advice.loss_vp > 0
    assert {reason.source for reason in advice.reasons} & set(SOURCES.names)
