"""The mining planner against a plain search over single tokens (docs/mining.md)."""

from __future__ import annotations

import doctest
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest

from coalbaron_fast import State
from tests.games.coalbaron.core.games import SEAT_COUNTS, sampled_positions
from tests.games.coalbaron.core.mining_positions import Key, mining_position, pit_key, random_mining

# The plain search


def step_cost(token: str) -> int:
    """A pair takes two steps."""
    return 2 if ":" in token else 1


def reach(state: State, steps: int) -> dict[Key, int]:
    """Every end position of up to so many steps from a mining turn, and the fewest it takes."""
    seat = state.to_dict()["active"]
    found = {pit_key(state.to_dict(), seat): 0}
    layers: list[list[State]] = [[] for _ in range(steps + 3)]
    layers[0] = [state]
    for used in range(steps):
        for position in layers[used]:
            if position.phase != "mine" or position.turn != seat:
                continue
            for token in position.legal_moves():
                cost = step_cost(token)
                if token == "end" or used + cost > steps:
                    continue
                child = position.copy()
                child.push(token)
                key = pit_key(child.to_dict(), seat)
                if found.get(key, steps + 1) > used + cost:
                    found[key] = used + cost
                    layers[used + cost].append(child)
    return found


def steps_of(tokens: list[str]) -> int:
    """The steps that a plan takes."""
    return sum(step_cost(token) for token in tokens)


def check_plans(state: State, steps: int) -> int:
    """The planner agrees with the plain search from this mining turn; return the plans."""
    position = state.to_dict()
    seat = position["active"]
    plans = state.mining_plans(steps=steps)
    keys = [pit_key(end.to_dict(), seat) for _, end in plans]
    assert len(set(keys)) == len(keys), "a position is listed twice"
    found = reach(state, steps)
    assert set(keys) == found.keys()
    assert plans[0] == ([], state)
    for (tokens, end), key in zip(plans, keys, strict=True):
        assert steps_of(tokens) == found[key], f"{tokens} is not the shortest way"
        check_plan(state, seat, tokens, end)
    return len(plans)


def check_plan(state: State, seat: int, tokens: list[str], end: State) -> None:
    """The tokens are legal and lead to the end position; nothing else of it differs."""
    played = state.copy()
    for token in tokens:
        played.push(token)
    ended = end.to_dict()
    assert pit_key(played.to_dict(), seat) == pit_key(ended, seat)
    assert end.history == []
    assert State.from_dict(ended) == end
    before = state.to_dict()
    own = before["seats"][seat]
    changed = ended["seats"][seat]
    own.update(cage=changed["cage"], storage=changed["storage"], orders=changed["orders"])
    for level, changed_level in zip(own["pit"], changed["pit"], strict=True):
        level["cubes"] = changed_level["cubes"]
    assert before == ended


class Example(NamedTuple):
    """A mining turn and the number of steps to look ahead."""

    state: State
    steps: int


EXAMPLES = {
    "nothing but the printed carts": Example(mining_position(), 10),
    "a full cage": Example(mining_position(cage="0yybbk", orders={"Byy": "-.-"}), 5),
    "a full cage below": Example(mining_position(cage="3yybbk"), 6),
    "cubes in storage": Example(
        mining_position(cage="2", storage="yyk", orders={"Cyyy": "-.-.-", "Bk": "-"}), 6
    ),
    "pairs from storage wherever the cage is": Example(
        mining_position(cage="4", storage="yybk", orders={"Tgg": "-.-"}), 5
    ),
    "pairs from the cage": Example(
        mining_position(cage="0ybk", storage="g", orders={"Tgg": "g.-"}), 6
    ),
    "one spot of each colour": Example(
        mining_position(cage="0yg", storage="bk", orders={"Bybgk": "-.-.-.-"}), 5
    ),
    "the mixed card begun": Example(
        mining_position(cage="0yg", storage="bk", orders={"Bybgk": "y.bb.-.-"}), 6
    ),
    "two cards of one demand": Example(
        mining_position(cage="0gg", storage="g", orders={"Bgg": "-.-", "Tgg": "yb.-"}), 5
    ),
    "other colours on a level": Example(
        mining_position(pit=("yk", "bgk", "", "kkyy"), orders={"Bkk": "-.-"}), 7
    ),
    "a complete order": Example(
        mining_position(cage="0y", storage="y", orders={"By": "y", "Ty": "-"}), 6
    ),
    "three seats, the last one": Example(
        mining_position(players=3, seat=2, storage="bb", orders={"Tb": "-"}), 6
    ),
    "many orders": Example(
        mining_position(
            cage="0y",
            storage="b",
            orders={"By": "-", "Byy": "y.-", "Bb": "-", "Bg": "-", "Ek": "-", "Cy": "-"},
        ),
        4,
    ),
}


@pytest.mark.oracle
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_plans_are_what_single_steps_reach(example: Example) -> None:
    for steps in range(example.steps + 1):
        check_plans(example.state, steps)


@pytest.mark.oracle
def test_plans_of_random_positions() -> None:
    rng = Random("plans")
    sizes = []
    for number in range(60):
        steps = 1 + number % 6
        state = random_mining(rng, steps=rng.choice([steps, 10]), storage=4 if steps < 5 else 2)
        sizes.append(check_plans(state, steps))
    assert max(sizes) > 500


@pytest.mark.slow
@pytest.mark.oracle
def test_plans_of_ten_steps() -> None:
    rng = Random("ten")
    states = [
        random_mining(rng, steps=10, most_orders=1, most_cubes=1, storage=1) for _ in range(5)
    ]
    assert max(check_plans(state, 10) for state in states) > 500


@pytest.mark.oracle
def test_plans_in_played_games() -> None:
    checked: Counter[int] = Counter()
    for players in SEAT_COUNTS:
        for state in sampled_positions(players, "deliver", 5, every=4):
            if state.phase == "mine" and checked[players] < 8:
                left = state.to_dict()["steps"]
                check_plans(state, min(left, 5))
                assert state.mining_plans() == state.mining_plans(steps=left)
                checked[players] += 1
    assert min(checked.values()) == 8


def test_a_seat_may_plan_when_it_is_not_its_turn() -> None:
    mining = mining_position(seat=1, storage="yk", orders={"Bkk": "-.-", "Ty": "-"})
    position = mining.to_dict()
    position.update(phase="place", active=0, space=None, steps=0)
    waiting = State.from_dict(position)
    plans = waiting.mining_plans(steps=5, seat=1)
    same = mining.mining_plans(steps=5)
    assert [tokens for tokens, _ in plans] == [tokens for tokens, _ in same]
    for (_, end), (_, other) in zip(plans, same, strict=True):
        assert end.to_dict()["seats"] == other.to_dict()["seats"]
        assert end.turn == 0
        assert end.phase == "place"
    assert len(waiting.mining_plans(steps=5)) == len(waiting.mining_plans(steps=5, seat=0))


def test_plans_of_a_view_are_those_of_the_game() -> None:
    state = mining_position(storage="yk", orders={"Bkk": "-.-"})
    for seat in range(2):
        plans = state.view(seat).mining_plans(steps=4)
        assert [tokens for tokens, _ in plans] == [t for t, _ in state.mining_plans(steps=4)]
        assert all(end.viewer == seat for _, end in plans)


def test_no_steps_lead_nowhere() -> None:
    state = mining_position()
    assert state.mining_plans(steps=0) == [([], state)]
    assert State(players=4).mining_plans(steps=0, seat=3) == [([], State(players=4))]


def test_planning_leaves_the_position_alone() -> None:
    state = mining_position(cage="0ybk", storage="gg", orders={"Tgg": "-.-"})
    before = state.to_dict()
    first, second = state.mining_plans(steps=6), state.mining_plans(steps=6)
    assert first == second
    assert state.to_dict() == before
    first[1][1].push("end")
    assert state.to_dict() == before
    assert first[2] == second[2]


def big_problem() -> State:
    """Some 20,000 end positions within three steps, 350,000 within four, millions within five."""
    cards = ("Bybgk", "Cybgk", "Tybgk", "Eybgk", "Bkk", "Bgg")
    return mining_position(
        cage="0yybbg",
        storage="yyybbbgggkkk",
        pit=("yyy", "bbb", "ggg", "kkk"),
        orders={card: ".".join("-" * (len(card) - 1)) for card in cards},
    )


def test_memory_that_is_full_is_told(workload: ModuleType) -> None:
    state = big_problem()
    for dominated in (True, False):
        with pytest.raises(MemoryError, match="1 MB hold"):
            state.mining_plans(steps=8, memory_mb=1, dominated=dominated)
        with pytest.raises(MemoryError, match="1 MB hold"):
            workload.list_plans([state], 8, not dominated, 1)
    # The same with enough of it, and what one megabyte is enough for.
    counts = workload.list_plans([state], 4, True, 64)
    assert counts["positions"] > 2 * counts["kept"] > 100_000
    assert len(state.mining_plans(steps=2, memory_mb=1)) == len(state.mining_plans(steps=2))


@pytest.mark.parametrize("megabytes", [1, 2, 3, 5, 8, 13])
def test_a_run_finds_all_or_says_that_it_is_full(workload: ModuleType, megabytes: int) -> None:
    state = big_problem()
    fits = []
    for steps in range(6):
        try:
            fits.append(workload.list_plans([state], steps, False, megabytes)["positions"])
        except MemoryError:
            break
    whole = [workload.list_plans([state], steps, False, 64)["positions"] for steps in range(5)]
    assert 3 <= len(fits) <= 5
    assert fits == whole[: len(fits)]


def test_the_examples_of_the_document_run() -> None:
    document = Path(__file__).parents[4] / "docs" / "mining.md"
    results = doctest.testfile(str(document), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_workload_counts_what_mining_plans_lists(workload: ModuleType) -> None:
    rng = Random("workload")
    states = [random_mining(rng, steps=10) for _ in range(10)]
    for marked in (False, True):
        listed = [len(state.mining_plans(steps=5, dominated=not marked)) for state in states]
        counts = workload.list_plans(states, 5, marked)
        assert counts["kept"] == sum(listed)
    assert counts["positions"] == sum(len(state.mining_plans(steps=5)) for state in states)
    assert counts["largest"] == max(len(state.mining_plans(steps=5)) for state in states)
