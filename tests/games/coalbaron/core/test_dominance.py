"""No dropped mining plan is worth more than a kept one, however the game goes on.

docs/mining.md defines dominance and argues why it is sound; here the continuations of late
positions are played out in full (continuations.py). The same check catches rules
that would drop too much: that is the test of the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final, NamedTuple

import pytest

from coalbaron_fast import State
from tests.games.coalbaron.core.conformance import Position
from tests.games.coalbaron.core.continuations import (
    SEAT,
    Continuations,
    Worth,
    after_plan,
    all_continuations,
    every_move,
)
from tests.games.coalbaron.core.mining_positions import late_case, pit_key, random_mining

pytestmark = pytest.mark.oracle

# Positions with many different worths among their end positions, small enough to play out.
ALONE: Final = (14, 36, 42, 60, 68, 70, 80, 140, 216, 226, 234, 240, 246)
"""The other seats have no workers left."""

WITH_REPLIES: Final = (73, 185, 587, 673, 93, 177, 183)
"""Each other seat, one or two of them, still has a worker to place."""


class End(NamedTuple):
    """What a plan leaves of a seat: cage, carts by level, storage, spots."""

    level: int
    cage: Counter[str]
    carts: tuple[Counter[str], ...]
    storage: Counter[str]
    spots: str


def read_end(position: Position, seat: int) -> End:
    """The end position of a plan."""
    own = position["seats"][seat]
    return End(
        own["cage"]["level"],
        Counter(own["cage"]["cubes"]),
        tuple(Counter(level["cubes"]) for level in own["pit"]),
        Counter(own["storage"]),
        str(own["orders"]),
    )


Rule = Callable[[End, End], bool]


def carts_at_most(a: End, b: End) -> bool:
    """No cart count is larger in a."""
    return all(ours <= theirs for ours, theirs in zip(a.carts, b.carts, strict=True))


def dominates(a: End, b: End) -> bool:
    """The rule: the same cage level and spots, and what a lacks in cage and carts is in storage."""
    same = a.level == b.level and a.spots == b.spots
    return same and a.cage <= b.cage and carts_at_most(a, b)


def undominated(ends: list[End], rule: Rule) -> list[int]:
    """The ends that no other one dominates; of several that dominate each other the first."""
    kept: list[int] = []
    for index, end in enumerate(ends):
        if any(rule(ends[other], end) for other in kept):
            continue
        kept = [other for other in kept if not rule(end, ends[other])]
        kept.append(index)
    return kept


# The planner keeps what the rule keeps


def check_rule(state: State, steps: int) -> tuple[int, int]:
    """The planner drops exactly the ends that another end dominates; return both numbers."""
    seat = state.to_dict()["active"]
    plans = state.mining_plans(steps=steps)
    kept = state.mining_plans(steps=steps, dominated=False)
    ends = [read_end(end.to_dict(), seat) for _, end in plans]
    expected = {pit_key(plans[index][1].to_dict(), seat) for index in undominated(ends, dominates)}
    assert {pit_key(end.to_dict(), seat) for _, end in kept} == expected
    assert len(kept) == len(expected)
    listed = {pit_key(end.to_dict(), seat): tokens for tokens, end in plans}
    assert all(listed[pit_key(end.to_dict(), seat)] == tokens for tokens, end in kept)
    return len(plans), len(kept)


def test_the_planner_drops_what_the_rule_drops() -> None:
    rng = Random("rule")
    plans = kept = 0
    for number in range(60):
        counts = check_rule(random_mining(rng, steps=10), 1 + number % 5)
        plans += counts[0]
        kept += counts[1]
    assert plans > 1.2 * kept


@pytest.mark.parametrize("seed", ALONE + WITH_REPLIES)
def test_the_planner_drops_what_the_rule_drops_in_late_positions(seed: int) -> None:
    state = late_case(seed)
    plans, kept = check_rule(state, state.to_dict()["steps"])
    assert plans - kept >= 2


# What is dropped is worth no more


class Case(NamedTuple):
    """The ends of all plans of a late position, and what each is worth in each continuation."""

    ends: list[End]
    worths: list[list[Worth]]


def with_even_chances(state: State) -> State:
    """The position with points for the others, so that some of the plans win and some do not."""
    search = Continuations(every_move, min)
    leads = sorted(
        search.worth(after_plan(state, tokens)).lead for tokens, _ in state.mining_plans()
    )
    position = state.to_dict()
    for seat in position["seats"][SEAT + 1 :]:
        seat["vp"] += max(leads[len(leads) // 2], leads[-1] - 1)
    return State.from_dict(position)


@cache
def play_out(seed: int) -> Case:
    """Enumerate what can follow each plan of a late position."""
    state = with_even_chances(late_case(seed))
    plans = state.mining_plans()
    # Where nobody replies, one search says it all.
    searches = all_continuations() if any(state.workers[SEAT + 1 :]) else all_continuations()[:1]
    return Case(
        [read_end(end.to_dict(), SEAT) for _, end in plans],
        [[search.worth(after_plan(state, tokens)) for search in searches] for tokens, _ in plans],
    )


def as_good(worths: list[Worth], others: list[Worth]) -> bool:
    """Worth at least as much in every continuation, in points and in the win."""
    pairs = zip(worths, others, strict=True)
    return all(a.lead >= b.lead and a.win >= b.win for a, b in pairs)


def losses(case: Case, kept: list[int]) -> list[int]:
    """The dropped ends that no single kept one replaces."""
    return [
        index
        for index, worths in enumerate(case.worths)
        if not any(as_good(case.worths[other], worths) for other in kept)
    ]


def unsound_pairs(case: Case, rule: Rule) -> list[tuple[int, int]]:
    """Pairs of ends of which the first dominates the second by the rule, but is worth less."""
    return [
        (i, j)
        for i, a in enumerate(case.ends)
        for j, b in enumerate(case.ends)
        if rule(a, b) and not as_good(case.worths[i], case.worths[j])
    ]


@pytest.mark.parametrize("seed", ALONE + WITH_REPLIES)
def test_what_is_dropped_is_worth_no_more(seed: int) -> None:
    case = play_out(seed)
    state = late_case(seed)
    keys = [pit_key(end.to_dict(), SEAT) for _, end in state.mining_plans()]
    kept = [
        keys.index(pit_key(end.to_dict(), SEAT)) for _, end in state.mining_plans(dominated=False)
    ]
    assert losses(case, kept) == []
    # More than that: whatever dominates is itself as good, without a look at the others.
    assert unsound_pairs(case, dominates) == []


def test_the_late_positions_tell_good_ends_from_bad_ones() -> None:
    leads = [len({worths[0].lead for worths in play_out(seed).worths}) for seed in ALONE]
    wins = [len({worths[0].win for worths in play_out(seed).worths}) for seed in ALONE]
    strict = [seed for seed in ALONE + WITH_REPLIES if strictly_better(play_out(seed))]
    assert min(leads) >= 2
    assert max(leads) >= 5
    assert wins.count(1) < len(wins) / 2
    assert len(strict) > 3


def strictly_better(case: Case) -> bool:
    """Whether some end is worth less than one that dominates it."""
    return any(
        dominates(a, b) and case.worths[i][0].lead > case.worths[j][0].lead
        for i, a in enumerate(case.ends)
        for j, b in enumerate(case.ends)
    )


# The test of the test: rules that drop too much


def ignore_cage_level(a: End, b: End) -> bool:
    return a.spots == b.spots and a.cage <= b.cage and carts_at_most(a, b)


def ignore_spots(a: End, b: End) -> bool:
    return a.level == b.level and a.cage <= b.cage and carts_at_most(a, b)


def full_carts_are_better(a: End, b: End) -> bool:
    return dominates(b, a)


def cage_as_good_as_storage(a: End, b: End) -> bool:
    return a.level == b.level and a.spots == b.spots and carts_at_most(a, b)


def levels_are_alike(a: End, b: End) -> bool:
    same = a.level == b.level and a.spots == b.spots
    carts = [sum(level.total() for level in end.carts) for end in (a, b)]
    return same and carts[0] <= carts[1] and a.cage.total() <= b.cage.total()


@pytest.mark.parametrize(
    "rule",
    [
        ignore_cage_level,
        ignore_spots,
        full_carts_are_better,
        cage_as_good_as_storage,
        levels_are_alike,
    ],
)
def test_a_rule_that_drops_too_much_is_caught(rule: Rule) -> None:
    assert any(unsound_pairs(case, rule) for case in all_cases())


def test_a_rule_that_ignores_the_cage_level_loses_the_best_plan() -> None:
    assert any(losses(case, undominated(case.ends, ignore_cage_level)) for case in all_cases())


def all_cases() -> list[Case]:
    return [play_out(seed) for seed in ALONE + WITH_REPLIES]
